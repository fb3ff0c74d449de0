"""Whoever plays a rated game gets no advice by telling its turns, as people try: through the bot's real process."""

import re

import pytest

from bot.app.advice import payload_of
from bot.app.buttons import MenuPress, OnMenu, button_data
from sandbox.client import Message, Person
from solver.feedback import Feedback, History, feedback_for
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, RACE, Pair, misses, paired
from tests.bot.player import key, turns_on
from tests.bot.solo.test_think import FIRST_GUESS
from tests.bot.solo.test_think import asked as guess_asked

pytestmark = pytest.mark.asyncio(loop_scope="session")
CLASSIC = VARIANTS["classic"]
BY_THE_DAY = ("90 s a guess", "1 day a guess")
REFUSED = {"en": "That could help in a rated game you’re playing.", "uk": "тож не зараз", "ru": "так что не сейчас"}
RESTS = {"en": "⏸ Paused", "uk": "⏸ Пауза", "ru": "⏸ Пауза"}
OTHER_NAMES = str.maketrans("0123456789", "7360951284")
REPLY = re.compile(r"\d\u2060🐂\u2060\d\u2060🐄")


async def racing(stage: Stage, guesses: int, *terms: tuple[str, ...], language: str = "en") -> tuple[Pair, History]:
    """A rated race by the day in which Bob has guessed so often, and what he knows of it."""
    pair = await paired(stage, RACE, *(terms or (BY_THE_DAY,)), languages=("en", language))
    known = []
    for guess in misses(guesses, pair.secret()):
        await pair.guess(pair.bob, guess)
        code = CLASSIC.parse(guess)
        known.append((code, feedback_for(code, CLASSIC.parse(pair.secret()))))
    return pair, tuple(known)


def position_text(history: History) -> str:
    return " ".join(f"{CLASSIC.format(guess)} {reply}" for guess, reply in history)


def retold(history: History) -> History:
    """The same in other words: other symbols, another order of places and of turns."""
    names = [(CLASSIC.format(guess[1:] + guess[:1]).translate(OTHER_NAMES), reply) for guess, reply in history]
    return tuple((CLASSIC.parse(guess), reply) for guess, reply in reversed(names))


async def ends(pair: Pair) -> None:
    """Alice finds the secret at once, which Bob cannot do better."""
    await pair.guess(pair.alice, pair.secret())


async def thinks_along(bob: Person, history: History, board: Message) -> Message:
    """Bob lets the bot ask what he has asked elsewhere, and tells what he was told."""
    for guess, reply in history:
        await bob.send(CLASSIC.format(guess))
        board = await bob.sees("❓", after=board)
        await bob.send(str(reply))
        board = await bob.sees(CLASSIC.format(guess), after=board)
    return board


@pytest.mark.parametrize("language", REFUSED)
async def test_a_review_of_a_running_rated_game_is_refused_in_any_words(stage: Stage, language: str) -> None:
    pair, history = await racing(stage, 3, language=language)
    for turns in (
        position_text(history),
        position_text(retold(history)),
        position_text(history[1:]),
        f"repeats {position_text(retold(history))}",
    ):
        asked = await pair.bob.send(f"/review {turns}")
        await pair.bob.sees(REFUSED[language], after=asked)
    await ends(pair)
    await pair.bob.send(f"/review {position_text(history)}")
    await pair.bob.sees("📊")


async def test_it_is_reviewed_for_others_and_in_friendly_games(stage: Stage) -> None:
    pair, history = await racing(stage, 2)
    await pair.alice.send(f"/review {position_text(history)}")
    await pair.alice.sees("Accuracy")
    pair, history = await racing(stage, 2, BY_THE_DAY, FRIENDLY)
    await pair.bob.send(f"/review {position_text(history)}")
    await pair.bob.sees("Accuracy")


async def test_a_review_in_a_group_is_refused_to_whoever_plays_and_to_nobody_else(stage: Stage) -> None:
    pair, history = await racing(stage, 2)
    group = await stage.sandbox.group("Friends", *pair.both)
    await pair.bob.send(f"/review {position_text(history)}", chat=group)
    await pair.bob.sees(REFUSED["en"], chat=group)
    await pair.alice.send(f"/review {position_text(history)}", chat=group)
    await pair.alice.sees("Accuracy", chat=group)


async def test_a_link_to_the_position_opens_once_the_game_is_over(stage: Stage) -> None:
    pair, history = await racing(stage, 2)
    payload = payload_of(CLASSIC, retold(history))
    asked = await pair.bob.send(f"/start {payload}")
    await pair.bob.sees(REFUSED["en"], after=asked)
    await ends(pair)
    await pair.bob.send(f"/start {payload}")
    await pair.bob.sees("A position")
    await pair.bob.presses("A good guess")
    await pair.bob.sees("👉")


async def test_a_position_that_was_opened_before_is_not_advised_on_any_more(stage: Stage) -> None:
    pair, _ = await racing(stage, 0)
    (guess,) = misses(1, pair.secret())
    reply = feedback_for(CLASSIC.parse(guess), CLASSIC.parse(pair.secret()))
    asked = await pair.bob.send(f"/start {payload_of(CLASSIC, ((CLASSIC.parse(guess), reply),))}")
    position = await pair.bob.sees("A position", after=asked)
    await pair.guess(pair.bob, guess)
    for verb in (OnMenu.ADVICE, OnMenu.REVIEW):
        answer = await pair.bob.forges(button_data(MenuPress(verb)), on=position)
        assert REFUSED["en"] in (answer.text or "")
    assert (await pair.bob.sees("A position")).buttons == position.buttons


@pytest.mark.parametrize("language", RESTS)
async def test_the_bot_rests_where_its_guess_would_be_advice_and_goes_on_afterwards(
    stage: Stage, language: str
) -> None:
    pair, history = await racing(stage, 2, language=language)
    asked = await pair.bob.send("/think")
    board = await pair.bob.sees(FIRST_GUESS[language], after=asked)
    board = await thinks_along(pair.bob, retold(history), board)
    assert_rests(board, language, turns=2)
    assert (await pair.bob.presses("▶️", on=board)).text
    for text in ("1B0C", "9876", "0B1C", "/hint", "?1234"):
        await pair.bob.send(text)
        await stage.quiet()
        assert_rests(newest_board(pair.bob), language, turns=2)
    await ends(pair)
    await pair.bob.presses("▶️", on=newest_board(pair.bob))
    board = await pair.bob.sees("❓")
    assert len(turns_on(board.text)) == 2


def newest_board(person: Person) -> Message:
    return [message for message in person.messages() if message.by_bot and "🤔" in message.text][-1]


def assert_rests(board: Message, language: str, *, turns: int) -> None:
    """It says why, has kept what was told, and tells nothing else."""
    assert RESTS[language] in board.text
    assert len(turns_on(board.text)) == turns
    assert "❓" not in board.text
    assert "🧠" not in board.text
    assert not any(REPLY.fullmatch(button) or "→" in button for button in board.buttons)


async def test_a_reply_put_right_wakes_it_where_the_game_is_another_then(stage: Stage) -> None:
    pair, history = await racing(stage, 1)
    asked = await pair.bob.send("/think")
    board = await thinks_along(pair.bob, retold(history), await pair.bob.sees("My guess 1:", after=asked))
    assert_rests(board, "en", turns=1)
    await pair.bob.presses("🔧", on=board)
    await pair.bob.presses("1. ", on=await pair.bob.sees("Which reply"))
    other = key(2, 1) if history[0][1] != Feedback(2, 1) else key(1, 2)
    await pair.bob.presses(other, on=await pair.bob.sees("What’s right?"))
    assert len(turns_on((await pair.bob.sees("My guess 2:")).text)) == 1


async def test_while_a_live_game_runs_nothing_is_said_of_codes_of_its_length(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    bob = pair.bob
    for text in ("/review 0123 0B0C", "/review repeats 0011 0B1C", f"/start {payload_of(CLASSIC, ())}"):
        asked = await bob.send(text)
        await bob.sees(REFUSED["en"], after=asked)
    await bob.send("/review three 012 0B1C")
    await bob.sees("Accuracy")
    asked = await bob.send("/think colours")
    await bob.sees("My guess 1:", after=asked)
    asked = await bob.send("/think pictures")
    assert_rests(await bob.sees("⏸", after=asked), "en", turns=0)
    await pair.guess(pair.alice, pair.secret())
    await bob.presses("▶️", on=newest_board(bob))
    await bob.sees("My guess 1:")


async def test_in_a_group_it_rests_for_whoever_keeps_the_secret_whoever_presses(stage: Stage) -> None:
    pair, _ = await racing(stage, 0)
    group = await stage.sandbox.group("Friends", *pair.both)
    await pair.bob.send("/think", chat=group)
    board = await pair.bob.sees("My guess 1:", chat=group)
    code = guess_asked(board)
    assert code != pair.secret(), "a chance of 1 in 5040"
    await pair.guess(pair.bob, code)
    reply = feedback_for(CLASSIC.parse(code), CLASSIC.parse(pair.secret()))
    await pair.bob.send(str(reply), chat=group, reply_to=board)
    assert_rests(await pair.alice.sees("⏸", chat=group), "en", turns=1)
    await pair.alice.send("/resign", chat=group)
    assert_rests(await pair.alice.sees("Alice", chat=group), "en", turns=1)
