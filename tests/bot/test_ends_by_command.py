"""`/resign` asks, and typed again confirms; `/cancel` answers what is being asked with *no*."""

import pytest

from tests.bot.conftest import Stage
from tests.bot.duels.pairs import FRIENDLY, screen
from tests.bot.duels.pairs import begun as matched
from tests.bot.player import begun, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_giving_up_by_command_is_asked_once_a_guess_was_made_and_typed_again_confirms(stage: Stage) -> None:
    alice = await begun(stage)
    secret = stage.secret_of(alice.id)
    await alice.send(wrong_guesses(secret, 1)[0])
    await alice.sees("1 guess so far")
    await alice.send("/resign")
    await alice.sees("Resign and see the secret?")
    await alice.send("/cancel")
    await stage.quiet()
    await alice.sees_no("Resign and see the secret?")
    assert "The secret was" not in (await alice.sees("1 guess so far")).text
    for _ in range(2):
        await alice.send("/resign")
    await alice.sees(f"The secret was {secret}")


async def test_resigning_by_command_is_asked_declined_and_typed_twice_confirmed(stage: Stage) -> None:
    pair = await matched(stage, FRIENDLY)
    asked = "Then Bob wins"
    await pair.alice.send("/resign")
    await pair.alice.sees(asked)
    await pair.alice.send("/cancel")
    await stage.quiet()
    assert asked not in screen(pair.alice).text
    for _ in range(2):
        await pair.alice.send("/resign")
    await stage.quiet()
    assert "🏆 Alice resigned: you won!" in screen(pair.bob).text


async def test_cancel_declines_what_the_rival_offers(stage: Stage) -> None:
    pair = await matched(stage)
    await pair.alice.presses("Offer a draw")
    await pair.bob.sees("Alice offers a draw")
    await pair.bob.send("/cancel")
    await stage.quiet()
    assert "Bob would rather play on" in screen(pair.alice).text
    assert screen(pair.bob).button("🏳️ Yes, resign") is None


async def test_cancel_goes_on_and_resigning_twice_ends_without_the_secret(
    stage: Stage,
) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/think")
    await alice.sees("My guess 1:")
    await alice.send("0B0C")
    await alice.sees("My guess 2:")
    await alice.send("/resign")
    await alice.sees("What was your secret?")
    await alice.send("/cancel")
    await stage.quiet()
    await alice.sees_no("What was your secret?")
    await alice.sees("My guess 2:")
    for _ in range(2):
        await alice.send("/resign")
    await stage.quiet()
    await alice.sees_no("What was your secret?")
    assert (await alice.sees("🏁 Your secret stays yours: I had")).button("Play again") is not None
