"""Who ends a board of a group: who began it, those who play; where a person keeps the secret, others once alone."""

from collections.abc import Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import GamePress, OnEnd, button_data
from bot.app.intents import WORDS, Command
from bot.app.kinds.keeper.model import Keeper
from bot.app.messages import Chat, MemberLeft, Person
from bot.app.model.bodies import LEFT
from bot.app.model.game import LONG_SILENCE, ChatGame
from bot.app.registry import KINDS
from bot.app.screen import Answer, Screen
from bot.app.texts import texts_in
from tests.bot.inside import Inside, inside
from tests.bot.solo.drawn_games import keeper_games

GROUP = Chat(-1_000_000_000_007)
ANN, BOB, CID = Person(1001, "Ann", "en"), Person(1002, "Bob", "en"), Person(1003, "Cid", "en")
ENDING = [f"/{word}" for word, command in WORDS.items() if command in {Command.RESIGN, Command.CANCEL}]
KEEPER_ENDS, NO_SAY = (str(texts_in("en").plain(key)) for key in ("alert.keeper-ends", "alert.no-say"))
ONE_MORE = "one more vote"
BEGUN = {
    "alone": ("/play", "/play strict", "/play evil", "/play blind"),
    "several": ("/play x2", "/play x4"),
    "keeper": ("/think", "/think three easy"),
    "group": ("/party", "/party 2"),
    "number": ("/number 1 100", "/number kept"),
}
"""By kind, how a board of it begins in a group; `kept`: a person keeps the number."""
KEPT = pytest.mark.parametrize("begin", ["/think", "/number kept"])


@dataclass
class Told:
    """What somebody has heard and seen of what they did."""

    sent: list[object]

    def __contains__(self, words: str) -> bool:
        heard = [item.text for item in self.sent if isinstance(item, Answer)]
        shown = [item[3].html for item in self.sent if isinstance(item, tuple) and isinstance(item[3], Screen)]
        return any(words in text for text in (*heard, *map(str, shown)))


class Club:
    """A group in which Ann has begun a game and made a move; the others have done nothing there."""

    def __init__(self, bot: Inside) -> None:
        self.bot = bot
        self.later = 0.0

    async def game(self) -> ChatGame | None:
        """Ann's, unless it is over."""
        found = await self.bot.store.run(lambda work: work.games.running_in(GROUP.id))
        return next((game for game in found if isinstance(game, ChatGame) and game.starter == ANN.id), None)

    async def does(self, who: Person, what: str) -> Told:
        """Write it, or press the first button of the board whose data begin with it."""
        self.bot.person = who
        if what.startswith("/") or " " in what:
            return Told(await self.bot.says(what))
        data, slot = next((data, slot) for data, slot in self.bot.buttons if data.startswith(f"1:{what}:"))
        return Told(await self.bot.presses(data, slot))

    async def ends(self, who: Person) -> Told:
        return await self.does(who, "/resign")

    async def leaves(self, who: Person) -> None:
        await self.bot._all_of(MemberLeft(next(self.bot.numbers), GROUP, who))

    async def passes(self, seconds: float) -> None:
        """So much later."""
        world = self.bot.worker._world
        before = world.now
        self.bot.worker._world = replace(world, now=lambda: before() + seconds)


@asynccontextmanager
async def club(begin: str) -> Any:
    async with inside(None, GROUP) as bot:
        here = Club(bot)
        if begin.startswith("/party"):
            await here.does(ANN, "/party")
            data = [data for data, _ in bot.buttons if data.startswith("1:party")]
            await bot.presses(data[begin.endswith("2")], "menu")
        else:
            await here.does(ANN, begin.replace("kept", "1 100"))
            if "kept" in begin:
                await here.does(ANN, "nkeeper")
        await here.does(ANN, MOVES[begin.split(maxsplit=1)[0]] if "kept" not in begin else "nyes")
        assert await here.game() is not None
        yield here


MOVES = {"/play": "/g 4567", "/think": "reply", "/number": "/g >50", "/party": "/g 4567"}


def test_every_kind_of_board_is_begun_here() -> None:
    boards = {kind.name for kind in KINDS if issubclass(kind.codec.model, ChatGame)}
    assert set(BEGUN) == boards


@pytest.mark.parametrize("begin", [begin for ways in BEGUN.values() for begin in ways])
async def test_nothing_that_two_bystanders_press_or_type_ends_a_board_of_others(begin: str) -> None:
    async with club(begin) as here:
        game = await here.game()
        kind = KINDS.kind_of(game)
        for verb in (verb for verb in kind.rules if not isinstance(verb, OnEnd)):
            for who in (BOB, CID, BOB):
                now = await here.game()
                here.bot.person = who
                data = button_data(GamePress(verb, game.id, kind.step(now, who.id)))
                await here.bot.presses(data, f"game:{game.id}")
                assert await here.game() is not None, (verb, who)
        for text in ENDING:
            for who in (BOB, CID):
                await here.does(who, text)
                assert await here.game() is not None, (text, who)


@pytest.mark.parametrize("begin", [begin for ways in BEGUN.values() for begin in ways])
async def test_who_must_end_it_is_said_in_the_words_of_its_rule(begin: str) -> None:
    async with club(begin) as here:
        told = await here.ends(BOB)
        is_kept = (await here.game()).is_kept
        assert (KEEPER_ENDS in told, NO_SAY in told) == (is_kept, not is_kept)


@KEPT
async def test_whoever_keeps_the_secret_ends_the_game_without_anybody_else(begin: str) -> None:
    async with club(begin) as here:
        for _ in range(2):  # the first is asked: what the secret was, whether to stop
            await here.ends(ANN)
        assert await here.game() is None


@KEPT
async def test_once_the_keeper_has_left_the_group_any_two_end_the_game_and_one_does_not(begin: str) -> None:
    async with club(begin) as here:
        await here.leaves(ANN)
        for told in (await here.ends(BOB), await here.ends(BOB)):
            assert ONE_MORE in told
        assert await here.game() is not None
        await here.ends(CID)
        assert await here.game() is None


@KEPT
async def test_only_the_keepers_leaving_counts_until_they_are_back(
    begin: str,
) -> None:
    async with club(begin) as here:
        await here.leaves(CID)
        assert KEEPER_ENDS in await here.ends(BOB)
        await here.leaves(ANN)
        assert ONE_MORE in await here.ends(BOB)
        await here.does(ANN, "reply" if begin == "/think" else "nyes")
        assert KEEPER_ENDS in await here.ends(CID)
        await here.leaves(ANN)
        assert ONE_MORE in await here.ends(CID)  # Bob's vote was about another absence


@KEPT
async def test_an_hour_is_counted_from_what_the_keeper_did_last_and_from_nothing_of_others(begin: str) -> None:
    async with club(begin) as here:
        await here.passes(LONG_SILENCE - 60)
        assert KEEPER_ENDS in await here.ends(BOB)
        await here.does(ANN, "fix" if begin == "/think" else "ncorrect")  # no move, and yet she is there
        await here.passes(LONG_SILENCE - 60)
        for who, what in ((BOB, "/hint"), (CID, "/g 0123"), (BOB, "/resign")):
            told = await here.does(who, what)
        assert KEEPER_ENDS in told
        await here.passes(120)
        assert ONE_MORE in await here.ends(BOB)
        await here.ends(CID)
        assert await here.game() is None


@KEPT
async def test_a_game_that_was_stored_before_is_counted_from_its_last_move(begin: str) -> None:
    async with club(begin) as here:
        game = await here.game()
        before = replace(game, kept_at=None)
        moved = before.opened_at + int(before.log.split()[-1])
        now: Callable[[float], bool] = before.is_forsaken
        assert not now(moved + LONG_SILENCE - 1)
        assert now(moved + LONG_SILENCE)
        assert replace(before, log="").is_forsaken(before.opened_at + LONG_SILENCE)
        assert replace(before, starter=LEFT).is_forsaken(moved)


@given(game=keeper_games(), at=st.floats(0, 2e9))
def test_when_the_keeper_was_there_is_stored_with_a_game_that_is_on(game: Keeper, at: float) -> None:
    kept = replace(game, kept_at=at)
    body = KINDS.codec_for(Keeper).body_of(kept)
    assert body.get("kept_at") == (None if game.is_over else at)
