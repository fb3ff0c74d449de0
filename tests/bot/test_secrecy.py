"""Nothing that the bot shows before the end tells more of a secret than the history does.

Whatever somebody does in a game, two bots whose secrets both fit all the replies say the same, word for word: boards,
hints of every kind, pictures, the coach's lines, notes, answers to presses (forged ones too), what is offered inline.
"""

import asyncio
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.buttons import NAMING_GAMES, OnBoard, OnMatch
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.keeper.model import Keeper
from bot.app.kinds.match.model import Match, lot
from bot.app.links import MATCH, TABLE
from bot.app.messages import Chat
from bot.app.model.hints import HintKind
from bot.app.model.options import LEVELS, Help
from bot.app.texts import LANGUAGES
from bot.app.work import Work
from bot.game.model import Phase, Seat
from solver.feedback import all_codes, as_code, candidates, is_consistent
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.bot.inside import Inside, inside, salts
from tests.bot.seals import coded
from tests.bot.strategies import GROUP, PRIVATE
from tests.distribution import costly_but, examples
from tests.solver.games import codes, secrets_of

PLAYED = [*VARIANTS, "5x8r", "3x12"]
GAME = "0000000000000001"
"""The first game that a new bot opens."""
SLOT = f"game:{GAME}"
"""Where its screen stands."""
ENDS = {OnBoard.GIVE_UP, OnMatch.YES}
"""What ends the game."""
OWN = {OnMatch.DRAWN, OnMatch.MINE}
"""What is about a secret of one's own."""
MOST_CODES = 60
Stored = Alone | Keeper | Match


@dataclass(frozen=True)
class Act:
    """Something that somebody does in a game."""

    kind: str
    text: str = ""
    number: int = 0

    async def on(self, bot: Inside) -> list[object]:
        """All that comes of it."""
        match self.kind:
            case "says":
                return await bot.says(self.text)
            case "asks inline":
                return await bot.asks_inline(self.text)
            case "tries everything":
                return [await each.on(bot) for each in EVERYTHING]
            case "forges":
                turn = len((await kept(bot)).game.turns)
                return await bot.presses(f"1:{self.text.format(game=GAME, turn=turn)}", SLOT)
        words = {f":{verb.value}:" for verb in ENDS | OWN}
        able = [data for data, slot in bot.buttons if slot == SLOT and not any(word in data for word in words)]
        return await bot.presses(able[self.number % len(able)], SLOT) if able else []


INLINE = [Act("asks inline", text) for text in ("", f"{TABLE}{GAME}", f"{MATCH}{GAME}")]
FORGED = [
    Act("forges", f"{word}:{{game}}:{{turn}}")
    for word, verb in NAMING_GAMES.items()
    if isinstance(verb, OnBoard | OnMatch) and verb not in ENDS | OWN
]
HINTS = [
    Act("forges", f"{verb.value}:{{game}}:{{turn}}:{what}")
    for verb in (OnBoard.HINT, OnMatch.HINT)
    for what in ("menu", *(asked.value for asked in HintKind), "back")
]
EVERYTHING = [*INLINE, *HINTS, *FORGED, Act("says", "/hint")]


@dataclass(frozen=True)
class Play:
    """How a game begins, where and in which language, and what somebody does in it."""

    chat: Chat
    language: str
    begins: tuple[str, ...]
    acts: tuple[Act, ...]


def acts(variant: Variant) -> st.SearchStrategy[Act]:
    """Whatever one can do."""
    written = codes(variant).map(variant.format)
    return st.one_of(
        written.map(lambda code: Act("says", code)),
        written.map(lambda code: Act("says", f"?{code}")),
        st.integers(0, 60).map(lambda number: Act("presses", number=number)),
        st.sampled_from([*INLINE, *FORGED, *HINTS]),
        st.sampled_from(["/hint", "/games", "/review"]).map(lambda text: Act("says", text)),
    )


@st.composite
def plays(draw: st.DrawFn, variant: Variant) -> Play:
    """A game against the bot, alone, in a group, or as a match in which both keep a secret."""
    chat, language = draw(st.sampled_from([PRIVATE, PRIVATE, GROUP])), draw(st.sampled_from(LANGUAGES))
    begins: tuple[str, ...] = (f"/play {variant.name} {draw(st.sampled_from([Help.COACHED, *Help])).value}",)
    if chat is PRIVATE and draw(st.booleans()):
        own = variant.format(draw(st.sampled_from(list(islice(variant.secrets(), 50)))))
        begins = (f"/match {variant.name} {draw(st.sampled_from([*LEVELS]))}", own)
    guess = Act("says", variant.format(draw(codes(variant))))
    first, then = (tuple(draw(st.lists(acts(variant), max_size=5))) for _ in range(2))
    return Play(chat, language, begins, (*first, guess, *then, Act("tries everything")))


async def kept(bot: Inside) -> Stored:
    """The game as it is stored."""

    async def job(work: Work) -> Stored | None:
        load = work.games.load
        return await load(GAME, Alone) or await load(GAME, Keeper) or await load(GAME, Match)

    found = await bot.store.run(job)
    assert found is not None
    return found


async def played(play: Play, secret: Code) -> tuple[list[str], Stored]:
    """What the bot says until the game is over, and the game as it was last played."""
    variant = variant_named(play.begins[0].split()[1])
    kept_codes = {variant.format(secret), *play.begins[1:]}
    async with inside(secret, play.chat, play.language) as bot:
        lines = [masked(await bot.says(text), kept_codes) for text in play.begins]
        stands = await kept(bot)
        for act in play.acts:
            sent = await act.on(bot)
            now = await kept(bot)
            if now.game.phase is Phase.OVER:
                break
            lines.append(masked(sent, kept_codes))
            stands = now
        return lines, stands


def masked(sent: object, secrets: set[str]) -> str:
    """What was sent, without the secrets' fingerprints, which say nothing to whoever knows no salt; none is there."""
    text = repr(sent)
    for salt, secret in product(islice(salts(), 8), secrets):
        assert salt not in text
        digest = sha256(f"{secret} {salt}".encode()).hexdigest()
        text = text.replace(digest, "#").replace(coded(digest), "#")
    return text


def twins(stands: Stored, secret: Code) -> list[Code]:
    """Some of the other codes that fit all that has been told; in a match, those with which the lot falls alike."""
    seat = Seat(0) if not isinstance(stands, Match) else Seat(int(stands.sitters[0].person != PRIVATE.id))
    game = stands.game
    left = candidates(game.variant, game.history_of(seat))
    fitting = [as_code(all_codes(game.variant)[row]) for row in left[:: -(-len(left) // MOST_CODES)]]
    assert all(is_consistent(code, game.history_of(seat)) for code in (secret, *fitting))
    others = [code for code in fitting if code != secret]
    if isinstance(stands, Match) and None not in game.secrets:
        others = [code for code in others if lot(_with_secret(stands, seat, code))[1] == game.first]
    return others or [secret]


def _with_secret(match: Match, seat: Seat, secret: Code) -> Match:
    secrets = tuple(secret if at == seat else other for at, other in enumerate(match.game.secrets))
    return replace(match, game=replace(match.game, secrets=secrets))


@pytest.mark.parametrize("name", costly_but(("classic", "words-uk-5"), PLAYED))
@given(data=st.data())
@settings(max_examples=examples(5))
def test_all_that_is_shown_before_the_end_is_the_same_for_every_secret_that_fits(
    name: str, data: st.DataObject
) -> None:
    variant = variant_named(name)
    play = data.draw(plays(variant))
    secret = data.draw(secrets_of(variant))
    lines, stands = asyncio.run(played(play, secret))
    twin = data.draw(st.sampled_from(twins(stands, secret)))
    again, _ = asyncio.run(played(replace(play, acts=play.acts[: len(lines) - len(play.begins)]), twin))
    assert again == lines


def test_no_forged_wish_for_another_match_opens_one_while_a_match_is_on() -> None:
    forged = Act("forges", "replay:{game}:{turn}")
    play = Play(PRIVATE, "en", ("/match mini beginner", "5432"), (Act("says", "4321"), forged))
    lines, _ = asyncio.run(played(play, (0, 1, 2, 3)))
    assert "game:" not in lines[-1]
    assert "out of date" in lines[-1]


@pytest.mark.parametrize("begins", ["/play mini evil", "/think mini"])
def test_where_nobody_or_a_person_keeps_the_secret_the_bot_draws_none(begins: str) -> None:
    play = Play(PRIVATE, "en", (begins,), (Act("says", "4321"), Act("says", "0B0C"), Act("says", "/resign")))
    lines, stands = asyncio.run(played(play, (4, 3, 2, 1)))
    assert asyncio.run(played(play, (0, 1, 2, 3))) == (lines, stands)
    assert stands.game.secrets == ()
