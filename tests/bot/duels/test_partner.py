"""A match against the bot, as people play it: through the bot's real process."""

import re

import pytest

from bot.app.model.options import LEVELS
from sandbox.client import Message, Person
from solver.feedback import feedback_for
from solver.variant import VARIANTS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import talk, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")
CLASSIC = VARIANTS["classic"]
MINE = "8305"


async def begun(
    stage: Stage, words: str, secret: str = MINE, language: str = "en", player: Person | None = None
) -> tuple[Person, Message]:
    player = player or await stage.sandbox.person("Alice", language)
    return player, await talk(f"/match {words} → 🤫\n{secret} → 👉", player)


def number_of_the_bot(stage: Stage, person: Person) -> str:
    data = stored.match_body(stage.bot, stored.matches(stage.bot, person.id)[0])
    at = [sitter["person"] for sitter in data["sitters"]].index(person.id)
    return str(data["game"].split()[2 + at])


def wrong(stage: Stage, person: Person, turn: int) -> str:
    """A guess that is not the bot's number."""
    return wrong_guesses(number_of_the_bot(stage, person), 7)[turn]


async def won(stage: Stage, language: str = "en") -> tuple[Person, Message]:
    """Somebody beats the beginner with their second guess; the end."""
    alice, _ = await begun(stage, "beginner", language=language)
    first = wrong(stage, alice, 0)
    return alice, await talk(f"{first} → {first}\n{number_of_the_bot(stage, alice)} → 🏆", alice)


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
async def test_a_match_is_won_and_the_next_level_is_offered(stage: Stage, language: str) -> None:
    alice, end = await won(stage, language)
    assert number_of_the_bot(stage, alice) in end.text
    assert MINE in end.text
    await talk("[⏫] → 🤫", alice)


async def test_another_match_begins_at_once(stage: Stage) -> None:
    alice, _ = await won(stage)
    await talk("[Rematch] → 🤫", alice)


async def test_what_ones_own_guess_brought_is_told_beside_the_bots(stage: Stage) -> None:
    alice, _ = await begun(stage, "beginner")
    guess = wrong(stage, alice, 0)
    first, second = (await talk(f"{guess} → Your guess", alice)).text.splitlines()[:2]
    assert first.startswith("👉 Your turn! 🤖 beginner: ")
    assert second.startswith(f"Your guess {guess} → ")


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
    board = await talk("[🔓 Crack it] → 🎯", alice)
    assert f"{turns}. {wrong(stage, alice, turns - 1)}" in board.text
    await talk(f"{secret} → 🎉 Solved!", alice)


async def test_who_loses_may_go_on_guessing_as_if_nothing_had_happened(stage: Stage) -> None:
    alice, end, turns = await lost(stage)
    board = await talk(f"{wrong(stage, alice, turns)} → 🎯", alice)
    assert end.id in [message.id for message in alice.messages()]
    assert f"{turns + 1}. {wrong(stage, alice, turns)}" in board.text
    assert [message.text for message in alice.messages()].count(board.text) == 1
    await talk(f"{number_of_the_bot(stage, alice)} → 🎉 Solved!\n0123 → No game in progress", alice)


async def test_a_game_that_only_waits_does_not_take_the_guess_at_the_bots_number(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await talk("/play pictures → 4 pictures", alice)
    _, _, turns = await lost(stage, alice)
    guess = wrong(stage, alice, turns)
    await talk(f"{guess} → {turns + 1}. {guess}", alice)


async def test_a_code_typed_after_another_game_is_for_no_match_of_before(stage: Stage) -> None:
    alice, _, turns = await lost(stage)
    await talk("/play mini → from 1 to 5\n/resign → The secret was", alice)
    sent = await alice.send(wrong(stage, alice, turns))
    await alice.sees("No game in progress", after=sent)


async def test_who_loses_may_be_shown_the_number(stage: Stage) -> None:
    alice, _ = await begun(stage, "mini perfect", "1234")
    board = await talk("/resign → ?", alice)
    await alice.presses(board.buttons[0])
    board = await alice.sees("")
    if "Show it" in " ".join(board.buttons):
        await talk(f"[Show it] → {number_of_the_bot(stage, alice)}", alice)


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
        code = CLASSIC.parse(guess)
        both = {feedback_for(code, CLASSIC.parse(secret)) for secret in (MINE, number_of_the_bot(stage, alice))}
        assert (int(bulls), int(cows)) in both


async def test_the_levels_are_shown_with_their_figures(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    menu = await talk("/match colours → How strong should I be?", alice)
    named = [label.partition(" · ")[0] for label in menu.buttons if re.search(r" · \d", label)]
    assert named[-5:] == ["🤖 beginner", "🤖 casual", "🤖 club player", "🤖 expert", "🤖 perfect"]
    assert "🤖 club player · 6.6" in menu.buttons
    assert "On each button: how many guesses I usually need." in menu.text
    menu = await alice.sees("How strong should I be?", after=await alice.send("/match 5x6r"))
    assert "🤖 club player" in menu.buttons
    assert "On each button" not in menu.text
    await alice.send("/match colours")
    await alice.sees("5 colours", after=menu)
    await talk("[🤖 expert] → 🤖 expert", alice)


async def test_there_is_nobody_to_talk_with_and_nothing_at_stake(stage: Stage) -> None:
    alice, board = await begun(stage, "club")
    assert not [text for text in board.buttons if "💬" in text or "draw" in text]
    assert stage.bot.rows("SELECT count(*) FROM results WHERE person_id IN (0, ?)", alice.id) == [(0,)]
    assert stored.seats(stage.bot, 0) == 0


async def test_the_bot_waits_for_whoever_has_blocked_it(stage: Stage) -> None:
    alice, _ = await begun(stage, "beginner")
    before = await talk(f"{wrong(stage, alice, 0)} → {wrong(stage, alice, 0)}", alice)
    await alice.blocks()
    await alice.unblocks()
    board = await alice.sees("👉", after=before)
    assert wrong(stage, alice, 0) in board.text
    await talk(f"{number_of_the_bot(stage, alice)} → 🏆", alice)
