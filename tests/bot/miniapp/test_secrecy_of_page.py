"""Nothing that the page is told before the end tells more of a secret than the history does, refusals included.

As in tests/bot/test_secrecy.py: two bots whose secrets both fit all the replies answer every request with the same
bytes, whoever asks, whatever they press.
"""

import asyncio
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.daily.model import VARIANT, Codes
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.match.model import Match
from bot.app.messages import Person
from bot.app.miniapp import handlers as miniapp
from bot.app.miniapp.screens import Refusal
from bot.game.daily import Calendar
from bot.game.model import Phase, Seat
from bot.web.app import press_by
from solver.feedback import is_consistent
from solver.variant import Variant, variant_named
from tests.bot.inside import Inside, inside
from tests.bot.player import feedback
from tests.bot.storage.stores import saving
from tests.bot.strategies import PRIVATE, matched_games, matches
from tests.bot.test_secrecy import ENDS, FORGED, GAME, HINTS, OWN, Act, Play, kept, masked, twins
from tests.bot.test_secrecy import acts as acts_in_the_chat
from tests.bot.test_secrecy import plays as plays_in_the_chat
from tests.distribution import examples
from tests.solver.games import codes, secrets_of

UNKNOWN = "f" * 16
MALLORY = Person(3003, "Mallory")
TAKES_ITS_END = {f":{verb.value}:" for verb in ENDS | OWN}


async def seen(bot: Inside, person: Person, game: str) -> str:
    """What the page of that person is answered: the bytes of the view, or of the refusal."""
    try:
        return orjson.dumps(await bot.worker.look(person, partial(miniapp.show, game))).decode()
    except Refusal as refusal:
        return f"{refusal.code} {refusal.text}"


async def pages(bot: Inside) -> list[str]:
    """All that anybody's page shows: of the game, of what is on, of no such game; and to somebody else."""
    return [await seen(bot, who, game) for who in (bot.person, MALLORY) for game in (GAME, "", UNKNOWN)]


async def pressed(bot: Inside, data: str) -> list[object]:
    """All that comes of a press on the page, as its server passes it on, and of its repetition."""
    given = data if miniapp.may_be_pressed(data) else ""
    press = press_by(bot.person, f"{next(bot.numbers):022}", given, may_write=True)
    done = await bot.worker.run(press)
    return [done.outcome, done.answer, done.leads_to_chat, await bot._all_of(press)]


@dataclass(frozen=True)
class OnPage(Act):
    """What somebody does on the page: a guess, a press on one of its buttons, or a forged one."""

    async def on(self, bot: Inside) -> list[object]:
        view = orjson.loads(shown) if (shown := await seen(bot, bot.person, GAME)).startswith("{") else None
        match self.kind:
            case "forges":
                turn = len((await kept(bot)).game.turns)
                data = f"1:{self.text.format(game=GAME, turn=turn)}"
            case "guesses" if view and view["board"] and view["board"]["guess"]:
                data = f"{view['board']['guess']}:{self.text}"
            case "notes" if view and view["board"] and view["board"]["note"]:
                data = f"{view['board']['note']}:{self.text}"
            case _:
                buttons = [each.get("data", "") for row in view["screen"]["rows"] for each in row] if view else []
                able = [each for each in buttons if each and not any(word in each for word in TAKES_ITS_END)]
                data = able[self.number % len(able)] if able else ""
        return await pressed(bot, data)


def acts(variant: Variant) -> st.SearchStrategy[Act]:
    """Whatever one can do, on the page and in the chat."""
    places = codes(variant).map(lambda code: "-".join(map(str, code)))
    on_page = [
        places.map(lambda code: OnPage("guesses", code)),
        st.integers(-1, 12).map(lambda place: OnPage("notes", str(place))),
        st.integers(0, 60).map(lambda number: OnPage("presses", number=number)),
        st.sampled_from([OnPage("forges", each.text) for each in (*FORGED, *HINTS)]),
    ]
    return st.one_of(*on_page, acts_in_the_chat(variant))


@st.composite
def plays(draw: st.DrawFn, variant: Variant) -> Play:
    """A game alone or a match, begun in the private chat, to which the page is open from the beginning."""
    play = draw(plays_in_the_chat(variant).filter(lambda play: play.chat is PRIVATE))
    return replace(play, acts=tuple(draw(st.lists(acts(variant), min_size=1, max_size=6))))


async def played(play: Play, secret: tuple[int, ...]) -> tuple[list[str], Alone | Match]:
    """All that pages show until the game is over, and the game as it was last played."""
    variant = variant_named(play.begins[0].split()[1])
    written = {variant.format(secret), *play.begins[1:]}
    async with inside(secret, play.chat, play.language) as bot:
        lines = [masked([await bot.says(text), await pages(bot)], written) for text in play.begins]
        stands = await kept(bot)
        for act in play.acts:
            sent = [await act.on(bot), await pages(bot)]
            now = await kept(bot)
            if now.game.phase is Phase.OVER:
                break
            lines.append(masked(sent, written))
            stands = now
        return lines, stands  # type: ignore[return-value]


@pytest.mark.parametrize("name", ["classic", "words-uk-5", "mini"])
@given(data=st.data())
@settings(max_examples=examples(5))
def test_all_that_pages_are_told_before_the_end_is_the_same_for_every_secret_that_fits(
    name: str, data: st.DataObject
) -> None:
    variant = variant_named(name)
    play = data.draw(plays(variant))
    secret = data.draw(secrets_of(variant))
    lines, stands = asyncio.run(played(play, secret))
    twin = data.draw(st.sampled_from(twins(stands, secret)))
    again, _ = asyncio.run(played(replace(play, acts=play.acts[: len(lines) - len(play.begins)]), twin))
    assert again == lines


# Two people: each seat's page hides what its person is to break, and what the other does in secret.

SEAL = re.compile(r"proof-[A-Za-z0-9_-]{43}|[0-9a-f]{64}")
"""A fingerprint, which says nothing to whoever knows no salt."""
SEATED = (Person(1001, "Ann"), Person(2002, "Bob"))
PLAYED = ("classic", "mini")


@st.composite
def two_people(draw: st.DrawFn) -> tuple[Match, Match, int]:
    """A match of Ann's and Bob's that is on, another that differs in what one of them is to break, and whose seat."""
    variant = st.sampled_from([variant_named(name) for name in PLAYED])
    match = draw(matches(matched_games(variants=variant, most=5, ends=False)))
    ours = tuple(replace(each, person=one.id, chat=one.id) for each, one in zip(match.sitters, SEATED, strict=True))
    match = replace(match, sitters=ours, chat=None)
    at, game = draw(st.sampled_from([0, 1])), match.game
    told = [game.history_of(seat) for seat in game.seats if not game.mode.own_secrets or seat == at]
    hidden = game.secret_for(Seat(at))
    fits = [code for code in islice(game.variant.secrets(), 5040) if all(is_consistent(code, one) for one in told)]
    if hidden is None or not fits:
        return match, match, at
    other = draw(st.sampled_from(fits))
    secrets = tuple(other if secret is hidden else secret for secret in game.secrets)
    return match, replace(match, game=replace(game, secrets=secrets)), at


async def shown_of(match: Match, at: int) -> list[str]:
    """What the page of the person in that seat shows of it, and that of somebody else."""
    async with inside(None, PRIVATE) as bot:
        await bot.store.run(saving(match))
        return [SEAL.sub("#", await seen(bot, who, match.id)) for who in (SEATED[at], MALLORY)]


@given(two_people())
@settings(max_examples=examples(20))
def test_neither_seat_of_a_match_is_shown_more_than_its_person_may_see(made: tuple[Match, Match, int]) -> None:
    match, other, at = made
    shown, to_others = asyncio.run(shown_of(match, at))
    assert shown.startswith("{")
    assert to_others.startswith("none ")
    assert asyncio.run(shown_of(other, at)) == [shown, to_others]


# The code of a day, which follows from a key, and a number.


async def days_pages(key: bytes, guesses: Iterable[str]) -> list[str]:
    """What pages show of today's code until these guesses were made; its fingerprint is masked."""
    shown = []
    async with inside(None, PRIVATE, daily=Codes(key, Calendar(11))) as bot:
        await bot.says("/start")
        shown += await pages(bot)
        shown.append(repr(await pressed(bot, orjson.loads(shown[1])["begin"])))
        for guess in guesses:
            board = orjson.loads(await seen(bot, bot.person, ""))["board"]
            shown.append(repr(await pressed(bot, f"{board['guess']}:{'-'.join(guess)}")))
            shown += await pages(bot)
    return [SEAL.sub("#", each) for each in shown]


async def test_todays_code_looks_the_same_whichever_it_is() -> None:
    keys = [str(number).encode() for number in range(400)]
    by_reply: dict[tuple[tuple[int, int], ...], list[bytes]] = {}
    for key in keys:
        secret = VARIANT.format(Codes(key).secret(1))
        by_reply.setdefault(tuple(feedback(guess, secret) for guess in ("0123", "4567")), []).append(key)
    alike = max(by_reply.values(), key=len)
    assert len(alike) > 5
    first = await days_pages(alike[0], ("0123", "4567"))
    assert any('"cows":' in each for each in first)
    for key in alike[1:4]:
        assert await days_pages(key, ("0123", "4567")) == first


def always(number: int) -> Callable[[int, int], int]:
    """Draws that number."""

    def draw(_low: int, _high: int) -> int:
        return number

    return draw


async def test_of_a_number_the_page_shows_what_was_said_of_it() -> None:
    told = []
    for number in (42, 77):
        async with inside(None, PRIVATE) as bot:
            bot.worker._world = replace(bot.worker._world, draw_number=always(number))
            lines = [repr(await bot.says(text)) + repr(await pages(bot)) for text in ("/number 1 100", "20", "90")]
            told.append([SEAL.sub("#", line) for line in lines])
    assert f'"game":"{GAME}"' in told[0][0]
    assert told[0] == told[1]
