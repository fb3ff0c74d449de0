"""The bot guesses a person's number: by words and taps, through the bot's real process."""

import asyncio

import pytest

from bot.app.texts import texts_in
from tests.bot.conftest import Stage
from tests.bot.player import sees_only
from tests.bot.solo.number_games import EVERY_LANGUAGE, WORDS, board_of, game_of, keeping, says

pytestmark = pytest.mark.asyncio(loop_scope="session")


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
    assert "👉 Then it’s 4. Right?" in board.text
    await alice.presses("❌ No", on=board)
    board = await board_of(stage, alice)
    assert "so one is wrong" in board.text
    board = await says(stage, alice, "7")
    assert "With 7, these answers are wrong: >4\u00a0no." in board.text
    assert board.buttons == ("🔧 >4: no → yes", "↩️ All answers", "🏳️ Stop")
    await alice.presses("All answers", on=board)
    board = await board_of(stage, alice)
    assert ">2: yes → no" in board.buttons
    board = await says(stage, alice, "7")
    await alice.presses("🔧 >4", on=board)
    board = await board_of(stage, alice)
    assert "Is it greater than 6?" in board.text
    await alice.presses("✅ Yes", on=board)
    await alice.presses("❌ No", on=await board_of(stage, alice))
    board = await board_of(stage, alice)
    assert "👉 Then it’s 7. Right?" in board.text
    await alice.presses("✅ Yes", on=board)
    assert "Your number is 7!" in (await board_of(stage, alice)).text


async def test_an_answer_can_be_put_right_on_the_way(stage: Stage) -> None:
    alice = await keeping(stage, "1 8")
    await says(stage, alice, "yes")
    await alice.presses("↩️", on=await says(stage, alice, "yes"))
    board = await board_of(stage, alice)
    assert board.buttons == (">4: yes → no", ">6: yes → no", "‹ They’re all right")
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
    assert "🤔 Pick a number from 1 to 100 and keep it in mind." in board.text
    await alice.presses("🔎", on=board)
    board = await board_of(stage, alice)
    assert "I have a number" in board.text
    await says(stage, alice, ">50")
    await says(stage, alice, "/resign")
    assert "I have a number" in (await says(stage, alice, "/number 5 6")).text
