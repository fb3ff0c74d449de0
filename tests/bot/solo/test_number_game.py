"""Guessing a number in a private chat, both ways round, as a person plays it: through the bot's real process."""

import asyncio
import hashlib
import re

import pytest

from bot.app.texts import texts_in
from bot.game.number import NumberGame, number_game_at
from sandbox.client import Message, Person
from solver.interval import Question, Relation
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.solo.test_private_game import sees_only

pytestmark = pytest.mark.asyncio(loop_scope="session")
WORDS = {"en": ("yes", "no"), "uk": ("так", "ні"), "ru": ("да", "нет")}
EVERY_LANGUAGE = pytest.mark.parametrize("language", WORDS)
MASTER = {"en": "You are a Master of the game", "uk": "майстер гри", "ru": "мастер игры"}


def game_of(stage: Stage, chat: int) -> NumberGame:
    """The newest game of guessing a number in a chat, read from the database."""
    return number_game_at(stored.number_line(stage.bot, chat))


def number_of(stage: Stage, chat: int) -> int:
    kept = game_of(stage, chat).secret
    assert kept is not None
    return kept


async def board_of(stage: Stage, person: Person) -> Message:
    """The newest message of the bot's, once nothing more is on its way."""
    await stage.quiet()
    return [message for message in person.messages() if message.by_bot][-1]


async def says(stage: Stage, person: Person, text: str) -> Message:
    await person.send(text)
    return await board_of(stage, person)


async def begun(stage: Stage, argument: str = "", language: str = "en") -> Person:
    player = await stage.sandbox.person("Alice", language)
    await says(stage, player, f"/number {argument}")
    return player


async def keeping(stage: Stage, argument: str = "", language: str = "en") -> Person:
    """Somebody who keeps a number, for the bot to find."""
    player = await begun(stage, argument, language)
    await player.presses("🤔", on=await board_of(stage, player))
    await stage.quiet()
    return player


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
    told = texts.html("number.hint", question=">4", count=1)
    assert re.sub("<[^>]+>", "", told).replace("&gt;", ">") in board.text
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
        await says(stage, alice, str(number))
    end = await says(stage, alice, f"={sought}")
    assert "3 questions" in end.text
    assert "Master of the game" not in end.text
    assert "A master needs at most 2 questions." in end.text
    assert "My own way to it:" in end.text


async def test_a_whole_game_can_be_tapped(stage: Stage) -> None:
    alice = await begun(stage, "-8 -1")
    sought = number_of(stage, alice.id)
    while not (game := game_of(stage, alice.id)).is_over:
        assert game.left is not None
        named = game.only if game.only is not None else game.left.best_question
        board = await board_of(stage, alice)
        answer = await alice.presses(f"🎯 {named}" if game.only is not None else str(named), on=board)
        assert answer.text
    end = await board_of(stage, alice)
    assert f"🎉 Yes, it is {sought}!" in end.text
    assert end.buttons == ("🔄 Play again", "🤔 Keep one", "🔒 Proof")


async def test_any_number_can_be_keyed_and_asked_about(stage: Stage) -> None:
    alice = await begun(stage, "-50 50")
    board = await board_of(stage, alice)
    await alice.presses("⌨️", on=board)
    board = await board_of(stage, alice)
    assert (await alice.presses("=", on=board)).text == "Key a number first, then choose the sign."
    for key in ("1", "7", "±", "9", "⌫"):
        await alice.presses(key, on=board)
    board = await board_of(stage, alice)
    assert "✏️ -17" in board.text
    assert "<=-17" in board.buttons
    await alice.presses(">=-17", on=board)
    board = await board_of(stage, alice)
    assert "1. >=-17" in board.text
    assert "✏️" not in board.text


async def test_pressing_twice_asks_once(stage: Stage) -> None:
    alice = await begun(stage)
    board = await board_of(stage, alice)
    half = board.button(">50")
    assert half
    await asyncio.gather(*(alice.forges(half.value, on=board) for _ in range(3)))
    await stage.quiet()
    assert len(game_of(stage, alice.id).turns) == 1


async def test_what_is_known_already_and_what_is_no_question_cost_nothing(stage: Stage) -> None:
    alice = await begun(stage)
    for text, told in (
        (">100", "You know that already: no."),
        ("<1000", "You know that already: yes."),
        ("hello", "Ask like this: >50"),
        ("> many", "Ask like this"),
        ("9" * 100, "You know that already: no."),
    ):
        board = await says(stage, alice, text)
        assert told in board.text.splitlines()[-1]
    assert game_of(stage, alice.id).turns == ()
    await sees_only(alice, "I have a number")


@pytest.mark.parametrize(
    ("argument", "told"),
    [
        ("many", "Tell me both ends"),
        ("1.5 2", "Tell me both ends"),
        ("7 7", "Take two at least"),
        ("1 9999999999", "That is a long way!"),
    ],
)
async def test_a_range_that_will_not_do_is_refused_kindly(stage: Stage, argument: str, told: str) -> None:
    alice = await stage.sandbox.person("Alice")
    board = await says(stage, alice, f"/number {argument}")
    assert told in board.text
    assert stored.number_games(stage.bot, alice.id) == 0


async def test_the_proof_holds(stage: Stage) -> None:
    alice = await begun(stage, "-9 -1")
    first = await board_of(stage, alice)
    fingerprint = re.search(r"🔒 ([0-9a-f]{16})$", first.text, re.MULTILINE)
    assert fingerprint
    await says(stage, alice, "/resign")
    await alice.presses("🔒", on=await board_of(stage, alice))
    end = await board_of(stage, alice)
    salt, sought = re.search(r"Salt ([0-9a-f]{32})", end.text), number_of(stage, alice.id)
    assert salt
    digest = hashlib.sha256(f"{sought} {salt[1]}".encode()).hexdigest()
    assert digest in end.text
    assert digest.startswith(fingerprint[1])
    assert f"printf %s '{sought} {salt[1]}' | sha256sum" in end.text


@EVERY_LANGUAGE
async def test_the_bot_finds_a_persons_number_by_words(stage: Stage, language: str) -> None:
    alice = await keeping(stage, language=language)
    yes, no = WORDS[language]
    while (game := game_of(stage, alice.id)).asks is not None:
        await says(stage, alice, yes.upper() if game.asks.answer_for(37) else no)
    assert game.is_found
    assert game.known_secret == 37
    end = await board_of(stage, alice)
    assert (
        texts_in(language).plain("number.bot-found", number=37).replace("<code>", "").replace("</code>", "") in end.text
    )
    await sees_only(alice, "37")


async def test_a_lie_is_noticed_named_and_put_right(stage: Stage) -> None:
    alice = await keeping(stage, "1 8")
    for text in ("no", "yes", "yes"):
        board = await says(stage, alice, text)
    assert "Then it is 4. Right?" in board.text
    await alice.presses("❌ No", on=board)
    board = await board_of(stage, alice)
    assert "one of them is wrong" in board.text
    board = await says(stage, alice, "7")
    assert "With 7, these answers are wrong: >4\u00a0no." in board.text
    assert board.buttons == ("✏️ >4: no → yes", "↩️ All answers", "🏳️ Stop")
    await alice.presses("All answers", on=board)
    board = await board_of(stage, alice)
    assert ">2: yes → no" in board.buttons
    board = await says(stage, alice, "7")
    await alice.presses("✏️ >4", on=board)
    board = await board_of(stage, alice)
    assert "Is it greater than 6?" in board.text
    await alice.presses("✅ Yes", on=board)
    await alice.presses("❌ No", on=await board_of(stage, alice))
    board = await board_of(stage, alice)
    assert "Then it is 7. Right?" in board.text
    await alice.presses("✅ Yes", on=board)
    assert "Your number is 7!" in (await board_of(stage, alice)).text


async def test_an_answer_can_be_put_right_on_the_way(stage: Stage) -> None:
    alice = await keeping(stage, "1 8")
    await says(stage, alice, "yes")
    await alice.presses("↩️", on=await says(stage, alice, "yes"))
    board = await board_of(stage, alice)
    assert board.buttons == (">4: yes → no", ">6: yes → no", "‹ All are right")
    await alice.presses("‹", on=board)
    await alice.presses("↩️", on=await board_of(stage, alice))
    await alice.presses(">6", on=await board_of(stage, alice))
    board = await board_of(stage, alice)
    assert "2. >6\u00a0\u00a0no" in board.text
    assert "Is it greater than 5?" in board.text


async def test_answering_twice_answers_once(stage: Stage) -> None:
    alice = await keeping(stage, "1 1000")
    board = await board_of(stage, alice)
    yes = board.button("Yes")
    assert yes
    await asyncio.gather(*(alice.forges(yes.value, on=board) for _ in range(3)))
    await stage.quiet()
    assert len(game_of(stage, alice.id).turns) == 1


async def test_who_guesses_is_remembered_and_turns_round_by_a_button(stage: Stage) -> None:
    alice = await keeping(stage, "1 8")
    for _ in range(3):
        await says(stage, alice, "no")
    await alice.presses("✅", on=await board_of(stage, alice))
    board = await says(stage, alice, "/number")
    assert "Think of a number from 1 to 100" in board.text
    await alice.presses("🔎", on=board)
    board = await board_of(stage, alice)
    assert "I have a number" in board.text
    await says(stage, alice, ">50")
    await says(stage, alice, "/resign")
    assert "I have a number" in (await says(stage, alice, "/number 5 6")).text


async def test_a_new_game_in_the_middle_of_one_stands_beside_it(stage: Stage) -> None:
    alice = await begun(stage)
    first = await says(stage, alice, ">50")
    board = await says(stage, alice, "/number 1 1000")
    assert "from 1 to 1000" in board.text
    assert "Other games here go on too" in board.text
    await alice.send("<=70", reply_to=first)
    await alice.sees("<=70", after=board)


async def test_a_slip_on_the_button_does_not_give_the_game_up(stage: Stage) -> None:
    alice = await begun(stage)
    board = await says(stage, alice, ">50")
    await alice.presses("Give up", on=board)
    board = await alice.sees("Give up and see the number?")
    await alice.presses("Keep playing", on=board)
    assert not game_of(stage, alice.id).is_over
    await alice.presses("Give up", on=await board_of(stage, alice))
    await alice.presses("Yes, show it", on=await board_of(stage, alice))
    end = await board_of(stage, alice)
    assert f"The number was {number_of(stage, alice.id)}." in end.text
    assert "My own way to it:" in end.text


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
    half = board.button(">5")
    assert half
    await alice.forges(half.value.rpartition(":")[0] + f":{argument}".rstrip(":"), on=board)
    await stage.quiet()
    assert game_of(stage, alice.id).turns == ()


async def test_a_question_without_a_game_tells_how_to_begin_one(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    assert "/number begins such a game" in (await says(stage, alice, ">50")).text
    await says(stage, alice, "/play")
    board = await says(stage, alice, ">50")
    assert "/number begins such a game" in board.text
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
