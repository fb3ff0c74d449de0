"""A person guesses the bot's number in a private chat: through the bot's real process."""

import asyncio
import hashlib
import re

import pytest

from bot.app.kinds.number.screens import offered_questions
from bot.app.texts import texts_in
from solver.interval import Question, Relation
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import sees_only
from tests.bot.seals import seals_in
from tests.bot.solo.number_games import EVERY_LANGUAGE, WORDS, begun, board_of, game_of, number_of, says

pytestmark = pytest.mark.asyncio(loop_scope="session")
MASTER = {"en": "🏆 You’re a Master of the game!", "uk": "майстер гри", "ru": "мастер игры"}


@EVERY_LANGUAGE
async def test_whoever_halves_is_a_master(stage: Stage, language: str) -> None:
    alice = await begun(stage, language=language)
    sought = number_of(stage, alice.id)
    while (game := game_of(stage, alice.id)).only is None:
        assert game.left is not None
        await says(stage, alice, str(game.left.best_question))
    end = await says(stage, alice, str(sought))
    assert f"{sought}" in end.text.splitlines()[-6]
    assert MASTER[language] in end.text
    path = [f"{turn.question}\u00a0{WORDS[language][not turn.answer]}" for turn in game_of(stage, alice.id).turns[:-1]]
    assert " · ".join(path) in end.text
    await sees_only(alice, MASTER[language])
    profile = await says(stage, alice, "/profile")
    assert texts_in(language).counted("number.masteries", 1, widest=100) in profile.text


@EVERY_LANGUAGE
async def test_whoever_took_a_hint_is_no_master_and_hears_so_kindly(stage: Stage, language: str) -> None:
    alice, texts = await begun(stage, "1 8", language), texts_in(language)
    await says(stage, alice, "/hint")
    board = await says(stage, alice, "/hint")
    text = texts.html("number.hint", question=">4", count=1)
    assert re.sub("<[^>]+>", "", text).replace("&gt;", ">") in board.text
    sought = number_of(stage, alice.id)
    while (game := game_of(stage, alice.id)).only is None:
        assert game.left is not None
        board = await says(stage, alice, str(game.left.best_question))
        if len(game.turns) == 0:
            await says(stage, alice, "/hint")
    end = await says(stage, alice, str(sought))
    assert texts.plain("number.master-but") in end.text
    assert texts.counted("end.hints", 2) in end.text
    assert texts.plain("number.master") not in end.text
    profile = await says(stage, alice, "/profile")
    assert texts.counted("number.masteries", 1, widest=8) not in profile.text


async def test_whoever_names_one_after_the_other_is_none(stage: Stage) -> None:
    alice = await begun(stage, "1 4")
    sought = number_of(stage, alice.id)
    others = [number for number in range(1, 5) if number != sought]
    for number in others:
        await says(stage, alice, f"={number}")
    end = await says(stage, alice, f"={sought}")
    assert "3 questions" in end.text
    assert "Master of the game" not in end.text
    assert "A master needs at most 2 questions." in end.text
    assert "How I’d do it:" in end.text


async def test_a_whole_game_can_be_tapped(stage: Stage) -> None:
    alice = await begun(stage, "-8 -1")
    sought = number_of(stage, alice.id)
    while not (game := game_of(stage, alice.id)).is_over:
        assert game.left is not None
        board = await board_of(stage, alice)
        offered = [str(question) for question in offered_questions(game.left)] or [f"🎯 {game.left.middle}"]
        answer = await alice.presses(offered[0], on=board)
        assert answer.text
    end = await board_of(stage, alice)
    assert f"🎉 Yes, it’s {sought}!" in end.text
    assert end.buttons == ("🔄 Play again", "🤔 I pick a number", "🔒 Proof", "☰ Menu")


async def test_any_number_can_be_keyed_and_asked_about(stage: Stage) -> None:
    alice = await begun(stage, "-50 50")
    board = await board_of(stage, alice)
    await alice.presses("⌨️", on=board)
    board = await board_of(stage, alice)
    assert (await alice.presses("=", on=board)).text == "Tap a number first, then the sign."
    for key in ("1", "7", "±", "9", "⌫"):
        await alice.presses(key, on=board)
    board = await board_of(stage, alice)
    assert "✍️ -17" in board.text
    assert "<=-17" in board.buttons
    await alice.presses(">=-17", on=board)
    board = await board_of(stage, alice)
    assert "1. >=-17" in board.text
    assert "✍️" not in board.text


async def test_pressing_twice_asks_once(stage: Stage) -> None:
    alice = await begun(stage)
    board = await board_of(stage, alice)
    half = board.button(">30")
    assert half
    await asyncio.gather(*(alice.forges(half.value, on=board) for _ in range(3)))
    await stage.quiet()
    assert len(game_of(stage, alice.id).turns) == 1


async def test_what_is_known_already_and_what_is_no_question_cost_nothing(stage: Stage) -> None:
    alice = await begun(stage)
    for text, words in (
        (">100", "You already know that: no. It doesn’t count."),
        ("<1000", "You already know that: yes. It doesn’t count."),
        ("hello", "Type a number, like 30, and I’ll say whether mine is higher or lower."),
        ("> many", "Type a number, like"),
        ("9" * 100, "It’s between 1 and 100, so not 9999"),
        ("1000", "It’s between 1 and 100, so not 1000. That one didn’t count."),
        ("0", "It’s between 1 and 100, so not 0. That one didn’t count."),
        ("-5", "It’s between 1 and 100, so not -5. That one didn’t count."),
    ):
        board = await says(stage, alice, text)
        assert f"⚠️ {words}" in board.text.splitlines()[2]
    assert game_of(stage, alice.id).turns == ()
    await sees_only(alice, "I have a number")


@pytest.mark.parametrize(
    ("argument", "text"),
    [
        ("many", "Give me both ends of the range, like /number 1 1000 or /number -50 50"),
        ("1.5 2", "Give me both ends of the range, like /number 1 1000 or /number -50 50"),
        ("7 7", "One number is too easy. Take at least two: /number 1 2"),
        ("1 9999999999", "That’s too far! I count from -1000000000 to 1000000000."),
    ],
)
async def test_a_range_that_will_not_do_is_refused_kindly(stage: Stage, argument: str, text: str) -> None:
    alice = await stage.sandbox.person("Alice")
    board = await says(stage, alice, f"/number {argument}")
    assert text in board.text
    assert stored.number_games(stage.bot, alice.id) == 0


async def test_the_proof_holds(stage: Stage) -> None:
    alice = await begun(stage, "-9 -1")
    first = await board_of(stage, alice)
    (sealed,) = seals_in(first)
    await says(stage, alice, "/resign")
    await alice.presses("🔒", on=await board_of(stage, alice))
    end = await board_of(stage, alice)
    salt, sought = re.search(r"Salt ([0-9a-f]{32})", end.text), number_of(stage, alice.id)
    assert salt
    digest = hashlib.sha256(f"{sought} {salt[1]}".encode()).hexdigest()
    assert digest in end.text
    assert digest == sealed
    assert f"printf %s '{sought} {salt[1]}' | sha256sum" in end.text


async def test_a_new_game_in_the_middle_of_one_stands_beside_it(stage: Stage) -> None:
    alice = await begun(stage)
    first = await says(stage, alice, ">50")
    board = await says(stage, alice, "/number 1 1000")
    assert "from 1 to 1000" in board.text
    assert "🎮 Your other games are still open: /games" in board.text
    await alice.send("<=70", reply_to=first)
    await alice.sees("1. >50", after=board)


async def test_a_slip_on_the_button_does_not_give_the_game_up(stage: Stage) -> None:
    alice = await begun(stage)
    board = await says(stage, alice, ">50")
    await alice.presses("Resign", on=board)
    board = await alice.sees("Resign and see the number?")
    await alice.presses("Keep playing", on=board)
    assert not game_of(stage, alice.id).is_over
    await alice.presses("Resign", on=await board_of(stage, alice))
    await alice.presses("Yes, show it", on=await board_of(stage, alice))
    end = await board_of(stage, alice)
    assert f"The number was {number_of(stage, alice.id)}." in end.text
    assert "How I’d do it:" in end.text


async def test_an_older_board_loses_its_buttons(stage: Stage) -> None:
    alice = await begun(stage)
    old = await board_of(stage, alice)
    await says(stage, alice, "/resign")
    answer = await alice.forges("1:nask:0123456789abcdef:0:gt50", on=old)
    assert answer.text
    assert game_of(stage, alice.id).turns == ()


@pytest.mark.parametrize("argument", ["eq77", "xx5", "gt99999999999", ""])
async def test_a_forged_button_changes_nothing(stage: Stage, argument: str) -> None:
    alice = await begun(stage, "1 10")
    board = await board_of(stage, alice)
    half = board.button(">3")
    assert half
    await alice.forges(half.value.rpartition(":")[0] + f":{argument}".rstrip(":"), on=board)
    await stage.quiet()
    assert game_of(stage, alice.id).turns == ()


async def test_a_question_without_a_game_tells_how_to_begin_one(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    assert "That looks like a question about a number." in (await says(stage, alice, ">50")).text
    await says(stage, alice, "/play")
    board = await says(stage, alice, ">50")
    assert "That looks like a question about a number. /number starts that game." in board.text
    assert "I have a secret" in board.text


async def test_a_game_goes_on_after_a_kill(own_stage: Stage) -> None:
    alice = await begun(own_stage)
    await says(own_stage, alice, ">50")
    await own_stage.bot.kill()
    await own_stage.bot.start()
    before = game_of(own_stage, alice.id)
    assert before.left is not None
    board = await says(own_stage, alice, str(before.left.best_question))
    assert "2 questions so far" in board.text
    assert game_of(own_stage, alice.id).secret == before.secret
    assert Question(Relation.GREATER, 50) == before.turns[0].question
