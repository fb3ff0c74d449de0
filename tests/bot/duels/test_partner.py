"""A match against the bot, as people play it: through the bot's real process."""

import re

import pytest

from bot.app.model.options import LEVELS
from sandbox.client import Message, Person
from solver.feedback import feedback_for
from solver.variant import VARIANTS, Code
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")
CLASSIC = VARIANTS["classic"]
MINE = "8305"


async def begun(
    stage: Stage, words: str, secret: str = MINE, language: str = "en", player: Person | None = None
) -> tuple[Person, Message]:
    player = player or await stage.sandbox.person("Alice", language)
    await player.send(f"/match {words}")
    await player.sees("🤫")
    await player.send(secret)
    return player, await player.sees("👉")


def number_of_the_bot(stage: Stage, person: Person) -> str:
    data = stored.match_body(stage.bot, stored.matches(stage.bot, person.id)[0])
    at = [sitter["person"] for sitter in data["sitters"]].index(person.id)
    return str(data["game"].split()[2 + at])


def wrong(stage: Stage, person: Person, turn: int) -> str:
    """A guess that is not the bot's number."""
    secret = number_of_the_bot(stage, person)
    return wrong_guesses(secret, 7)[turn]


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
async def test_a_match_is_won_and_the_next_level_is_offered(stage: Stage, language: str) -> None:
    alice, _ = await begun(stage, "beginner", language=language)
    await alice.send(wrong(stage, alice, 0))
    await alice.sees("👉")
    await alice.send(number_of_the_bot(stage, alice))
    end = await alice.sees("🏆")
    assert number_of_the_bot(stage, alice) in end.text
    assert MINE in end.text
    await alice.presses("⏫")
    await alice.sees("🤫")


async def test_what_ones_own_guess_brought_is_told_beside_the_bots(stage: Stage) -> None:
    alice, _ = await begun(stage, "beginner")
    await alice.send(wrong(stage, alice, 0))
    board = await alice.sees("Your guess")
    first, second = board.text.splitlines()[:2]
    assert first.startswith("👉 Your turn! 🤖 beginner: ")
    assert second.startswith(f"Your guess {wrong(stage, alice, 0)} → ")


async def lost(stage: Stage, player: Person | None = None) -> tuple[Person, Message, int]:
    """The bot has won; how many guesses it took."""
    alice, board = await begun(stage, "perfect", player=player)
    turns = 0
    while "secret is still hidden" not in board.text:
        await alice.send(wrong(stage, alice, turns))
        board = await alice.sees("", after=board)
        turns += 1
    return alice, board, turns


async def test_who_loses_may_still_break_the_number(stage: Stage) -> None:
    alice, board, turns = await lost(stage)
    secret = number_of_the_bot(stage, alice)
    assert secret not in board.text.partition("\n\n")[0]
    assert "Proof" not in " ".join(board.buttons)
    await alice.presses("🔓 Crack it")
    board = await alice.sees("🎯")
    assert f"{turns}. {wrong(stage, alice, turns - 1)}" in board.text
    await alice.send(secret)
    await alice.sees("🎉 Solved!")


async def test_who_loses_may_go_on_guessing_as_if_nothing_had_happened(stage: Stage) -> None:
    alice, end, turns = await lost(stage)
    await alice.send(wrong(stage, alice, turns))
    board = await alice.sees("🎯")
    assert end.id in [message.id for message in alice.messages()]
    assert f"{turns + 1}. {wrong(stage, alice, turns)}" in board.text
    assert [message.text for message in alice.messages()].count(board.text) == 1
    await alice.send(number_of_the_bot(stage, alice))
    await alice.sees("🎉 Solved!")
    await alice.send("0123")
    await alice.sees("No game in progress")


async def test_a_game_that_only_waits_does_not_take_the_guess_at_the_bots_number(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/play pictures")
    await alice.sees("4 pictures")
    _, _, turns = await lost(stage, alice)
    await alice.send(wrong(stage, alice, turns))
    await alice.sees(f"{turns + 1}. {wrong(stage, alice, turns)}")


async def test_a_code_typed_after_another_game_is_for_no_match_of_before(stage: Stage) -> None:
    alice, _, turns = await lost(stage)
    await alice.send("/play mini")
    await alice.sees("from 1 to 5")
    await alice.send("/resign")
    await alice.sees("The secret was")
    sent = await alice.send(wrong(stage, alice, turns))
    await alice.sees("No game in progress", after=sent)


async def test_who_loses_may_be_shown_the_number(stage: Stage) -> None:
    alice, _ = await begun(stage, "mini perfect", "1234")
    await alice.send("/resign")
    board = await alice.sees("?")
    await alice.presses(board.buttons[0])
    board = await alice.sees("")
    if "Show it" in " ".join(board.buttons):
        await alice.presses("Show it")
        await alice.sees(number_of_the_bot(stage, alice))


@pytest.mark.parametrize("level", LEVELS)
async def test_the_bot_plays_at_every_level_without_looking(stage: Stage, level: str) -> None:
    alice, board = await begun(stage, level)
    for turn in range(3):
        if "hidden" in board.text:
            break
        await alice.send(wrong(stage, alice, turn))
        board = await alice.sees("", after=board)
    guesses = re.findall(r"(\d{4})\u00a0\u00a0(\d)\u2060🐂\u00a0(\d)\u2060🐄", board.text)
    for guess, bulls, cows in guesses:
        code: Code = CLASSIC.parse(guess)
        both = {feedback_for(code, CLASSIC.parse(secret)) for secret in (MINE, number_of_the_bot(stage, alice))}
        assert (int(bulls), int(cows)) in both


async def test_the_levels_are_shown_with_their_figures(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/match colours")
    menu = await alice.sees("How strong should I be?")
    assert [label.partition(" · ")[0] for label in menu.buttons if re.search(r" · \d", label)][-5:] == [
        "🤖 beginner",
        "🤖 casual",
        "🤖 club player",
        "🤖 expert",
        "🤖 perfect",
    ]
    assert "🤖 club player · 6.6" in menu.buttons
    assert "On each button: how many guesses I usually need." in menu.text
    sent = await alice.send("/match 5x6r")
    menu_of_their_own = await alice.sees("How strong should I be?", after=sent)
    assert "🤖 club player" in menu_of_their_own.buttons
    assert "On each button" not in menu_of_their_own.text
    await alice.send("/match colours")
    await alice.sees("5 colours", after=menu_of_their_own)
    await alice.presses("🤖 expert")
    await alice.sees("🤖 expert")


async def test_there_is_nobody_to_talk_with_and_nothing_at_stake(stage: Stage) -> None:
    alice, board = await begun(stage, "club")
    assert not [text for text in board.buttons if "💬" in text or "draw" in text]
    assert stage.bot.rows("SELECT count(*) FROM results WHERE person_id IN (0, ?)", alice.id) == [(0,)]
    assert stored.seats(stage.bot, 0) == 0


async def test_another_match_begins_at_once(stage: Stage) -> None:
    alice, _ = await begun(stage, "beginner")
    await alice.send(wrong(stage, alice, 0))
    await alice.sees("👉")
    await alice.send(number_of_the_bot(stage, alice))
    await alice.sees("🏆")
    await alice.presses("Rematch")
    await alice.sees("🤫")


async def test_the_bot_waits_for_whoever_has_blocked_it(stage: Stage) -> None:
    alice, _ = await begun(stage, "beginner")
    await alice.send(wrong(stage, alice, 0))
    before = await alice.sees("👉")
    await alice.blocks()
    await alice.unblocks()
    board = await alice.sees("👉", after=before)
    assert wrong(stage, alice, 0) in board.text
    await alice.send(number_of_the_bot(stage, alice))
    await alice.sees("🏆")
