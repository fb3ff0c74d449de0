"""At the perfect level no secret is dearer than another: each game is relabelled by a seed that nobody sees."""

import json
from dataclasses import replace

import pytest

from bot.app.kinds.keeper.model import Keeper, Thoughts, thoughts
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.moves import own_move
from bot.app.messages import Chat
from bot.app.work import Work
from bot.game.rules import Guess
from bot.world import real_world
from solver.feedback import History, feedback_for
from solver.partner import partners_guess
from solver.variant import VARIANTS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.inside import AtOnce, Inside, inside, world_with
from tests.bot.looks import COMPUTE
from tests.bot.solo.test_think import asked, begun, reply_to

CLASSIC = VARIANTS["classic"]
DEAR = "1769"
"""As the tree stands it takes seven guesses."""


async def latest(bot: Inside) -> Keeper:
    game = await bot.board_game()
    assert isinstance(game, Keeper)
    return game


def thought(game: Keeper) -> Thoughts:
    return thoughts(game.game, game.breaker, COMPUTE)


async def played(bot: Inside, order: str = "/think") -> tuple[list[str], Keeper]:
    """A game with the dear secret: all that was said, and how it ended."""
    said, secret = [repr(await bot.says(order))], CLASSIC.parse(DEAR)
    game = await latest(bot)
    while True:
        guess = thought(game).guess
        assert guess is not None
        said.append(repr(await bot.says(str(feedback_for(guess, secret)))))
        if guess == secret:
            return said, game
        game = await latest(bot)


async def test_games_differ_and_none_tells_its_seed_before_the_end() -> None:
    async with inside(None, Chat(1001)) as bot:
        games = [await played(bot) for _ in range(8)]
    assert len({game.game.turns[0].guess for _, game in games}) == 8
    assert min(len(game.game.turns) + 1 for _, game in games) < 7
    for said, game in games:
        assert not any(game.breaker.seed in text for text in said)
        assert len(game.breaker.seed) > 30


@pytest.mark.parametrize("level", ["casual", "perfect"])
async def test_what_the_bot_asks_of_its_own_accord_is_not_called_a_wish(level: str) -> None:
    async with inside(None, Chat(1001)) as bot:
        await bot.says(f"/think {level}")
        assert not thought(await latest(bot)).is_wish
        await bot.says("0B1C")
        assert not thought(await latest(bot)).is_wish
        await bot.says("9876")
        assert thought(await latest(bot)).is_wish
        await bot.says("0B1C")
        assert not thought(await latest(bot)).is_wish


async def test_a_game_of_an_older_version_goes_on_as_it_was_shown() -> None:
    """There the guess was not stored, and the seed was the number of an update."""
    async with inside(None, Chat(1001)) as bot:
        await bot.says("/think")
        game = await latest(bot)
        older = replace(game, breaker=replace(game.breaker, asks=None, seed="17"))

        async def save(work: Work) -> None:
            work.games.save(older)

        await bot.store.run(save)
        assert thought(await latest(bot)) == replace(thought(older), guess=(0, 1, 2, 3), is_wish=False)
        await bot.says("0B1C")
        assert (await latest(bot)).game.turns[0].guess == (0, 1, 2, 3)


async def test_a_match_is_relabelled_by_a_seed_that_is_stored_and_never_shown() -> None:
    """And one of an older version, which stores none, goes on as it was."""
    async with inside(None, Chat(1001)) as bot:
        said = [repr(await bot.says(text)) for text in ("/match classic perfect", DEAR, "9876", "5678", "/hint")]
        (match,) = await bot.store.run(lambda work: work.games.running_of(1001, Match))
    assert match.labels
    assert not any(match.labels in text for text in said)
    seat = match.seat_of(0)
    assert seat is not None
    first = replace(match, game=replace(match.game, turns=(), first=seat))
    world = world_with(None, AtOnce())
    openings = {
        move.code: labels
        for labels in ("", *(f"seed {number}" for number in range(9)))
        if isinstance(move := own_move(replace(first, labels=labels), world), Guess)
    }
    assert len(openings) > 8
    assert openings[0, 1, 2, 3] == ""


def test_seeds_follow_from_no_name_and_are_the_same_when_they_are_asked_again() -> None:
    one, other = (real_world("bot", lambda _: None) for _ in range(2))
    assert one.seed_of("7") == one.seed_of("7") != one.seed_of("8")
    assert one.seed_of("7") != other.seed_of("7")


@pytest.mark.asyncio(loop_scope="session")
async def test_a_game_goes_on_as_it_would_have_whenever_the_bot_is_killed(own_stage: Stage) -> None:
    alice, board = await begun(own_stage)
    seed = json.loads(stored.body(own_stage.bot, alice.id))["breaker"]["seed"]
    history: History = ()
    for number in range(2, 5):
        guess = CLASSIC.format(partners_guess(CLASSIC, history, "optimal", seed))
        assert asked(board) == guess
        await own_stage.bot.kill()
        await own_stage.bot.start()
        reply = reply_to(guess, "8305")
        history = (*history, (CLASSIC.parse(guess), reply))
        await alice.send(str(reply))
        if reply.bulls == 4:
            break
        board = await alice.sees(f"My guess {number}:")
