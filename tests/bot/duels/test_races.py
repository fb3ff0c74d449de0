"""Races: two people at the same secret, at their own pace or in turn."""

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.pairs import RACE, VOLLEY, YOUR_TURN, boards_on, misses, paired, screen, texts_sent_to

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_both_race_at_their_own_pace_and_fewer_guesses_win(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    alice, bob = pair.both
    secret = pair.secret()
    one, two, three = misses(3, secret)
    for guess in (one, two, secret):
        await pair.guess(alice, guess)
    head = screen(alice).text.splitlines()[0]
    assert head.startswith("🎉 You got it in 3 guesses, 0:")
    assert head.endswith("! Bob is still guessing.")
    assert "⚡ Alice already has the secret (3 guesses, 0:" in screen(bob).text
    await pair.guess(bob, three)
    await pair.guess(bob, secret)
    assert screen(alice).text.startswith("🎭 Bob won this time.")
    assert "🏆 You won!" in screen(bob).text
    assert "3 guesses, 0:" in screen(alice).text


async def test_who_can_no_longer_win_need_not_go_on(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    secret = pair.secret()
    one, two = misses(2, secret)
    await pair.guess(pair.bob, one)
    await pair.guess(pair.alice, two)
    await pair.guess(pair.alice, secret)
    assert "🏆 You won!" in screen(pair.alice).text
    assert "🎭 Alice won this time." in screen(pair.bob).text


async def test_nobody_sees_the_others_digits_before_the_end(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    secret = pair.secret()
    guess, other = misses(2, secret)
    await pair.guess(pair.alice, guess)
    board = screen(pair.bob).text
    assert "Your rival’s guesses\n1. " in board
    assert all(guess not in text for text in await texts_sent_to(stage, pair.bob))
    await pair.guess(pair.bob, other)
    await pair.bob.send("/resign")
    await pair.bob.presses("Yes")
    await stage.quiet()
    assert guess in screen(pair.bob).text


async def test_a_rivals_guess_does_not_take_the_keypad_away(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    secret = pair.secret()
    await pair.alice.presses("7")
    before = screen(pair.alice)
    await pair.guess(pair.bob, misses(1, secret)[0])
    board = await pair.alice.sees("Your rival’s guesses")
    assert board.id == before.id
    assert "✍️ 7 · · ·" in board.text
    await pair.guess(pair.bob, secret)
    assert screen(pair.alice).id > before.id, "that the other is done rings"


async def test_in_turn_both_see_every_guess(stage: Stage) -> None:
    pair = await paired(stage, VOLLEY)
    first, second = await pair.order()
    secret = pair.secret()
    one, two = misses(2, secret)
    await pair.guess(first, one)
    assert YOUR_TURN in screen(second).text
    await second.send(one)
    await second.sees("Send it again to use a turn anyway.")
    await pair.guess(second, two)
    for person in pair.both:
        (board,) = boards_on(screen(person).text)
        assert [turn[1] for turn in board] == [one, two]
        assert f"{first.name}\n2. {two}" in screen(person).text
    await pair.guess(first, secret)
    assert "🏆 You won!" in screen(first).text
    assert f"The secret was {secret}." in screen(second).text
