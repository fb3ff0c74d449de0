"""The live scoreboard in a group, where people play each other in private."""

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.challengers import accepts, challenged, position_of
from tests.bot.player import friends, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_whoever_accepts_plays_in_private_and_the_card_becomes_the_scoreboard(stage: Stage) -> None:
    group, alice, bob, _, card = await challenged(stage, "⚔️ Duel", "🎾 Race in turn")
    assert "Alice: 1500? · no games yet" in card.text
    await accepts(bob, card)
    board = await alice.sees("⚔️ Alice — Bob", chat=group)
    assert board.id == card.id
    assert board.buttons == ()
    secret = position_of(stage, alice, bob).split()[2]
    await alice.sees("Your turn" if "Alice is guessing" in board.text else "Bob is guessing")
    first, second = (alice, bob) if "Alice is guessing" in board.text else (bob, alice)
    guess = "0123" if secret != "0123" else "0124"
    await first.send(guess)
    board = await alice.sees(f"1. {guess}", chat=group)
    assert board.text.splitlines()[3].endswith(first.name)
    assert secret not in board.text
    await second.send(secret)
    board = await alice.sees(f"{second.name} wins in 1 guess", chat=group)
    assert board.id == card.id
    assert secret in board.text


async def test_in_a_race_the_scoreboard_tells_no_digits_before_the_end(stage: Stage) -> None:
    group, alice, bob, _, card = await challenged(stage, "⚔️ Duel", "🏁 Race")
    await accepts(bob, card)
    await alice.sees("Alice is guessing", chat=group)
    secret = position_of(stage, alice, bob).split()[2]
    wrong = wrong_guesses(secret, 7)[-1]
    await alice.send(wrong)
    board = await alice.sees("🔎 Alice:", chat=group)
    assert wrong not in board.text
    assert "1. " in board.text
    for code in (*wrong_guesses(secret, 2), secret):
        await bob.send(code)
    board = await alice.sees("✅ Bob got it in 3 guesses", chat=group)
    assert secret not in board.text
    await alice.send(wrong_guesses(secret, 1)[0])
    board = await alice.sees("Bob wins in 3 guesses", chat=group)
    assert wrong in board.text


async def test_in_a_duel_the_scoreboard_tells_who_is_ready_and_never_a_secret(stage: Stage) -> None:
    group, alice, bob, _, card = await challenged(stage)
    await accepts(bob, card)
    await alice.sees("Alice is choosing a secret", chat=group)
    await alice.send("9876")
    board = await alice.sees("🔐 Alice is ready", chat=group)
    await bob.send("5432")
    board = await alice.sees("is guessing", chat=group)
    first, second = (alice, bob) if "Alice is guessing" in board.text else (bob, alice)
    await first.send("0123")
    board = await alice.sees("1. 0123", chat=group)
    assert "9876" not in board.text
    assert "5432" not in board.text
    await second.send("9876" if second is bob else "5432")
    board = await alice.sees("wins in 1 guess", chat=group)
    assert "Alice’s secret: 9876" in board.text
    assert "Bob’s secret: 5432" in board.text


async def test_the_scoreboard_goes_on_when_the_group_becomes_a_supergroup(stage: Stage) -> None:
    group, alice, bob, _, card = await challenged(stage)
    await accepts(bob, card)
    await alice.sees("Alice is choosing a secret", chat=group)
    grown = await group.migrate()
    await alice.send("9876")
    board = await alice.sees("🔐 Alice is ready", chat=grown)
    await bob.send("5432")
    after = await alice.sees("is guessing", chat=grown)
    assert after.id == board.id


async def test_a_challenge_stays_in_its_topic(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    await alice.send("/start")
    forum = await group.becomes_forum()
    topic = await forum.topic("Games")
    await alice.send("/duel", chat=topic)
    card = await alice.sees("⚔️ Who wants to play Alice?", chat=topic)
    await accepts(bob, card)
    board = await alice.sees("is choosing a secret", chat=topic)
    assert board.id == card.id
