"""What cost most, said at the end of a game alone, and the position before it, tried again for practice."""

import asyncio

import pytest

from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")
RETRY = "↩️ Retry from there"
COSTLY = "0123 5678 0145"
"""Guesses, the last of which asks for symbols that are out where the secret is 6789."""


async def played(stage: Stage, guesses: str, words: str = "", *, secret: str = "6789") -> tuple[Person, Message]:
    """Somebody who has made these guesses, and the board; the last may break the secret."""
    player = await stage.sandbox.person("Alice")
    await player.send(f"/play {words}")
    await player.sees("🔒")
    position = stored.position(stage.bot, player.id)
    drawn = position.split()[2]
    stored.set_position(stage.bot, player.id, position.replace(drawn, secret))
    for number, guess in enumerate(guesses.split(), 1):
        await player.send(guess)
        await player.sees(f"{number}. {guess}")
    await stage.quiet()
    return player, player.messages()[-1]


async def given_up(stage: Stage, guesses: str = COSTLY, words: str = "") -> tuple[Person, Message]:
    """The same, once it was given up."""
    player, _ = await played(stage, guesses, words)
    for _ in range(2):
        await player.send("/resign")
    await player.sees("The secret was")
    await stage.quiet()
    return player, player.messages()[-1]


async def test_the_end_says_what_cost_most_and_why(stage: Stage) -> None:
    _, board = await given_up(stage)
    assert "Weakest: guess 3 — 0 and 1 were already ruled out." in board.text
    assert RETRY in board.buttons


async def test_of_good_guesses_it_says_so_and_offers_nothing_to_mend(stage: Stage) -> None:
    player, board = await played(stage, "6789")
    assert "✅ Every guess was good." in board.text
    assert RETRY not in board.buttons
    assert stored.long_jobs(stage.bot, player.id) == 0


async def test_the_first_guess_is_named_but_to_begin_anew_is_to_play_again(stage: Stage) -> None:
    _, board = await given_up(stage, "1111", "repeats")
    assert "Weakest: guess 1 — it leaves about " in board.text
    assert RETRY not in board.buttons


async def test_one_goes_on_from_before_the_costliest_guess_with_another_secret(stage: Stage) -> None:
    player, board = await given_up(stage)
    await player.presses(RETRY, on=board)
    again = await player.sees("· practice", after=board)
    assert "2. 5678" in again.text
    assert "0145" not in again.text
    assert "This game doesn’t count." in again.text
    secret = stage.secret_of(player.id)
    assert not set(secret) & set("0123")
    await player.send(secret)
    end = await player.sees("3. " + secret)
    await stage.quiet()
    assert not [text for text in end.buttons if "Share" in text or "Beat" in text]


async def test_practice_is_kept_nowhere_and_is_nobodys_best(stage: Stage) -> None:
    player, board = await given_up(stage)
    kept = "SELECT count(*) FROM played_by WHERE person_id = ?"
    assert stage.bot.rows(kept, player.id) == [(1,)]
    await player.presses(RETRY, on=board)
    await player.sees("· practice", after=board)
    await player.send(stage.secret_of(player.id))
    end = await player.sees("🎉", after=board)
    await stage.quiet()
    assert stage.bot.rows(kept, player.id) == [(1,)]
    assert "best" not in end.text


async def test_pressed_many_times_it_is_one_game(stage: Stage) -> None:
    player, board = await given_up(stage)
    button = board.button(RETRY)
    assert button
    await asyncio.gather(*(player.forges(button.value, on=board) for _ in range(4)))
    await stage.quiet()
    assert stored.running_games(stage.bot, player.id) == 1
    assert stored.games(stage.bot, player.id) == 2


async def test_a_forged_press_before_the_end_changes_nothing(stage: Stage) -> None:
    player, board = await played(stage, COSTLY)
    hint = board.button("💡 Hint")
    assert hint
    for verb in ("retry", "every"):
        await player.forges(hint.value.replace(":hint:", f":{verb}:"), on=board)
    await stage.quiet()
    assert stored.games(stage.bot, player.id) == 1


async def test_a_coached_or_evil_game_goes_on_as_one(stage: Stage) -> None:
    player, board = await given_up(stage, words="coached")
    await player.presses(RETRY, on=board)
    again = await player.sees("· practice", after=board)
    assert "with a coach · practice" in again.text


async def test_an_evil_game_stays_evil(stage: Stage) -> None:
    player = await stage.sandbox.person("Alice")
    await player.send("/play evil")
    await player.sees("😈")
    for number, guess in enumerate(("0123", "4567", "3210"), 1):
        await player.send(guess)
        await player.sees(f"{number}. {guess}")
    for _ in range(2):
        await player.send("/resign")
    await stage.quiet()
    board = player.messages()[-1]
    assert "Weakest: guess 3 —" in board.text
    await player.presses(RETRY, on=board)
    again = await player.sees("· practice", after=board)
    assert "😈" in again.text
    assert "2. 4567" in again.text
    assert stored.position(stage.bot, player.id).startswith("evil")
