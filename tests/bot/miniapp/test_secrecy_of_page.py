"""Nothing that the page is told before the end tells more of a secret than the history does, refusals included.

As in tests/bot/test_secrecy.py: two bots whose secrets both fit all the replies answer every request with the same
bytes, whoever asks, whatever they press.
"""

import asyncio
from dataclasses import dataclass, replace
from functools import partial

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.kinds.alone.model import Alone
from bot.app.kinds.match.model import Match
from bot.app.messages import Person
from bot.app.miniapp import handlers as miniapp
from bot.app.miniapp.screens import Refusal
from bot.game.model import Phase
from bot.web.app import press_by
from solver.variant import Variant, variant_named
from tests.bot.inside import Inside, inside
from tests.bot.strategies import PRIVATE
from tests.bot.test_secrecy import ENDS, FORGED, GAME, HINTS, OWN, Act, Play, kept, masked, twins
from tests.bot.test_secrecy import acts as acts_in_the_chat
from tests.bot.test_secrecy import plays as plays_in_the_chat
from tests.distribution import examples
from tests.solver.games import codes, secrets_of

UNKNOWN = "f" * 16
MALLORY = Person(2002, "Mallory")
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
