"""Told turns are known again in whatever words and wherever they are told; what else people do is not held up."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import permutations

import pytest

from bot import metrics
from bot.app.buttons import GamePress, OnBoard, button_data
from bot.app.daily.model import Daily
from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat, Person
from bot.app.model.game import Header
from bot.app.model.hints import BoardPage, Hint, HintKind
from bot.app.model.options import Help
from bot.app.screen import Screen
from bot.app.texts import NOTHING
from bot.game.notation import game_at
from bot.game.rules import given_up
from solver.feedback import Feedback, History, feedback_for
from solver.variant import VARIANTS, variant_named
from tests.bot.foul_play.test_told_turns import (
    CODES,
    GUARDED,
    ID,
    ME,
    PUZZLE,
    REFUSALS,
    SECRET,
    TURNS,
    alone,
    begin,
)
from tests.bot.inside import Inside, inside
from tests.bot.puzzles.inside_puzzles import CHAT, Solver

# Turns of a code of the day, and of a blind game, as people would tell them elsewhere.

CLASSIC = VARIANTS["classic"]
GROUP, BOB = Chat(-1001), Person(7, "Bob", "en")
NAMES = (7, 3, 6, 0, 9, 5, 1, 2, 8, 4)
DECOY = (8, 9, 0, 1), Feedback(0, 2)


def renamed(history: History) -> History:
    return tuple((tuple(NAMES[symbol] for symbol in guess), reply) for guess, reply in history)


def in_other_places(history: History) -> History:
    return tuple(((*guess[1:], guess[0]), reply) for guess, reply in history)


def backwards(history: History) -> History:
    return history[::-1]


def with_a_decoy(history: History) -> History:
    return (*history[:1], DECOY, *history[1:])


def mostly(history: History) -> History:
    """With less than half of it left out."""
    return history[(len(history) - 1) // 2 :]


def in_any_words(history: History) -> History:
    return backwards(in_other_places(renamed(with_a_decoy(history))))


def mostly_with_a_decoy(history: History) -> History:
    return with_a_decoy(mostly(history))


Disguise = Callable[[History], History]
DISGUISES: tuple[Disguise, ...] = (
    *(tuple, renamed, in_other_places, backwards, with_a_decoy, in_any_words),
    *(mostly, mostly_with_a_decoy),
)
ALPHABETS = ("classic", "4x12", "repeats")
Way = Callable[[Inside, str, History], Awaitable[object]]


async def typed(bot: Inside, variant: str, history: History) -> object:
    show = variant_named(variant).format
    return await bot.says(f"/review {variant} {' '.join(f'{show(guess)} {reply}' for guess, reply in history)}")


async def thought_about(bot: Inside, variant: str, history: History) -> object:
    """A reply that is not taken any more, as the bot rests already, changes nothing."""
    said: object = await bot.says(f"/think {variant}")
    for guess, reply in history:
        await bot.says(variant_named(variant).format(guess))
        said = await bot.says(str(reply))
    return said


def of_turns(count: int) -> History:
    """Of a game whose secret is SECRET."""
    guesses = ("0123", "4567", "0456", "1378")
    secret = CLASSIC.parse(SECRET)
    return tuple((CLASSIC.parse(guess), feedback_for(CLASSIC.parse(guess), secret)) for guess in guesses[:count])


def played(count: int, **fields: object) -> Alone:
    guesses = " ".join(CLASSIC.format(guess) for guess, _ in of_turns(count))
    return replace(alone(**fields), game=game_at(f"solo classic {SECRET} | {guesses}"))


DAY = Daily(1, "t" * 22, 1e9)


def is_refused(said: object) -> bool:
    return any(refusal in str(said) for refusal in REFUSALS)


async def comes_of(way: Way, variant: str, history: History, *games: Header, chat: Chat = CHAT) -> object:
    async with inside(CLASSIC.parse(SECRET), chat, daily=CODES) as bot:
        for game in games:
            await begin(Solver(bot), game)
        return await way(bot, variant, history)


@pytest.mark.parametrize("way", [typed, thought_about])
@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("turns", [2, 3, 4])
async def test_all_or_most_of_its_turns_are_known_again_in_any_words(turns: int, disguise: Disguise, way: Way) -> None:
    history = disguise(of_turns(turns))
    assert is_refused(await comes_of(way, "classic", history, played(turns, daily=DAY)))


@pytest.mark.parametrize("way", [typed, thought_about])
@pytest.mark.parametrize("variant", ALPHABETS)
async def test_the_alphabet_in_which_they_are_told_does_not_matter(variant: str, way: Way) -> None:
    assert is_refused(await comes_of(way, variant, in_any_words(of_turns(3)), played(3, help=Help.BLIND)))


# Where they are told: in a private chat, or in a group, by those who have guessed there.


@pytest.mark.parametrize("way", [typed, thought_about])
@pytest.mark.parametrize("game", GUARDED)
async def test_in_a_group_nobody_is_told_of_their_own_game(game: str, way: Way) -> None:
    assert is_refused(await comes_of(way, "classic", PUZZLE.history, GUARDED[game], chat=GROUP))


@pytest.mark.parametrize("way", [typed, thought_about])
@pytest.mark.parametrize("person", [Person(ME, "Ann", "en"), BOB])
@pytest.mark.parametrize("guessers", [(), (ME,), (BOB.id,)])
async def test_a_blind_game_of_a_group_is_guarded_for_whoever_has_guessed_in_it(
    guessers: tuple[int, ...], person: Person, way: Way
) -> None:
    game = replace(played(3, help=Help.BLIND), chat=GROUP, starter=99, guessers=guessers)
    async with inside(CLASSIC.parse(SECRET), GROUP, daily=CODES) as bot:
        await begin(Solver(bot), game)
        bot.person = person
        assert is_refused(await way(bot, "classic", of_turns(3))) is (person.id in guessers)


# Whoever tells something else, or nothing of a game that is still on, is not held up.

OPEN: dict[str, Header] = {
    "one turn is known of the day": played(1, daily=DAY),
    "the day is over": replace(played(3, daily=DAY), game=given_up(played(3).game), ended_at=2.0),
    "the day has closed": played(3, daily=replace(DAY, closes_at=2.0)),
    "it is somebody else's day": replace(played(3, daily=DAY), starter=BOB.id, chat=Chat(BOB.id)),
    "it is practice without hints": played(3, help=Help.BLIND, is_practice=True),
}


@pytest.mark.parametrize("way", [typed, thought_about])
@pytest.mark.parametrize("game", OPEN.values(), ids=OPEN)
async def test_turns_of_a_game_that_is_not_guarded_are_spoken_of(game: Header, way: Way) -> None:
    assert not is_refused(await comes_of(way, "classic", of_turns(3), game))
    assert not is_refused(await comes_of(way, "classic", of_turns(1), game))


@pytest.mark.parametrize("way", [typed, thought_about])
async def test_another_game_is_spoken_of_beside_a_guarded_one(way: Way) -> None:
    secret = CLASSIC.parse("7410")
    guesses = (tuple(code) for code in permutations(range(4)) if feedback_for(tuple(code), secret) == Feedback(1, 1))
    other = tuple((guess, feedback_for(guess, secret)) for guess, _ in zip(guesses, range(3), strict=False))
    assert not is_refused(await comes_of(way, "classic", other, *(GUARDED[name] for name in ("the code of the day",))))


async def test_hints_of_the_day_itself_stay_and_count_and_so_does_what_a_guess_would_bring() -> None:
    async with inside(CLASSIC.parse(SECRET), CHAT, daily=CODES) as bot:
        await begin(Solver(bot), played(3, daily=DAY))
        assert "💡" in str(await bot.says("/hint"))
        assert "would leave" in str(await bot.says("?9812", to=f"game:{ID}"))
        game = await bot.board_game()
        assert isinstance(game, Alone)
        assert game.suggestions == 2


# What was asked for is not shown once a game has begun meanwhile in which it would help.


@pytest.mark.parametrize("help_", [Help.NORMAL, Help.COACHED])
@pytest.mark.parametrize("is_on", [True, False])
async def test_what_stands_on_a_board_of_practice_goes_while_it_would_help(help_: Help, *, is_on: bool) -> None:
    practice = replace(
        played(3, is_practice=True, help=help_),
        id="00000000000000bb",
        hint=Hint((HintKind.COUNT,), page=BoardPage.HINTS),
    )
    async with inside(CLASSIC.parse(SECRET), CHAT, daily=CODES) as bot:
        for game in (practice, played(3, daily=DAY)) if is_on else (practice,):
            await begin(Solver(bot), game)
        bot.screens[f"game:{practice.id}"] = 1, Screen(NOTHING)
        shown = str(await bot.presses(button_data(GamePress(OnBoard.KEYPAD, practice.id, 3)), f"game:{practice.id}"))
        assert "3. " in shown
        assert ("24 codes" in shown) is not is_on


@pytest.mark.parametrize("game", GUARDED)
async def test_what_cost_most_in_practice_is_not_thought_about_while_it_would_help(game: str) -> None:
    practice = replace(alone(is_practice=True), id="00000000000000bb")
    async with inside(CLASSIC.parse(SECRET), CHAT, daily=CODES) as bot:
        await begin(Solver(bot), practice)
        await begin(Solver(bot), GUARDED[game])
        bot.screens[f"game:{practice.id}"] = 1, Screen(NOTHING)
        turns = len(practice.game.turns)
        for verb in (OnBoard.RESIGN, OnBoard.GIVE_UP):
            await bot.presses(button_data(GamePress(verb, practice.id, turns)), f"game:{practice.id}")
        over = await bot.store.run(lambda work: work.games.load(practice.id, Alone))
        assert over is not None
        assert (over.is_over, over.costliest) == (True, None)


async def test_a_review_that_is_thought_about_asks_again_before_it_is_shown() -> None:
    async with inside(CLASSIC.parse(SECRET), CHAT, daily=CODES) as bot:
        thinking, bot.long_jobs.do_all = bot.long_jobs.do_all, _nothing  # type: ignore[method-assign]
        await bot.says(f"/review {TURNS}")
        await begin(Solver(bot), GUARDED["the code of the day"])
        bot.long_jobs.do_all = thinking  # type: ignore[method-assign]
        said = await bot.says("/menu")
        assert is_refused(said)
        assert "Accuracy" not in str(said)


async def _nothing() -> None:
    """Nobody thinks at length."""


# What asking costs: nothing in a private chat, of which the update has read all boards.


async def test_a_reply_in_a_private_chat_costs_no_query_more() -> None:
    async with inside(CLASSIC.parse(SECRET), CHAT, daily=CODES) as bot:
        await begin(Solver(bot), played(3, daily=DAY))
        await bot.says("/think")
        for guess, reply in of_turns(2):
            await bot.says(CLASSIC.format(guess))
            before = Counter(metrics._times._counts)
            said = await bot.says(str(reply))
            asked = Counter(metrics._times._counts) - before
            assert "scene" in asked
            assert not asked.keys() & {"running_in", "running_of", "puzzler", "daily_tries_since", "game"}
        assert is_refused(said)
