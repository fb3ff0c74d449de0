"""An attack on fair play: asking the bot for advice on a running rated game."""

from collections.abc import Callable

from faults.troubles.foul.arranging import match_of
from faults.troubles.foul.rogue import Rogue
from faults.troubles.foul.scene import Scene, Strike

VARIANT, GUESSES = "five", ("01234", "56789")
"""The guesses are two: a game guards nothing while one turn of it is known, unless it is live."""


async def told_positions(scene: Scene) -> Strike:
    """Tell the bot the turns of a running rated game, in every way there is."""
    rogue, rival, helper = scene.newcomers(3, "Cheat")
    await match_of(rogue, rival, mode="race", variant=VARIANT)
    review = f"/review {VARIANT}"
    for guess in GUESSES:
        rogue.say(guess)
        review += f" {guess} {await rogue.waits_for(lambda guess=guess: _reply(rogue, guess))}"  # type: ignore[misc]
    payload = await _payload(helper, review)
    ways: dict[str, Callable[[], None]] = {
        "advice": lambda: rogue.open_link(payload),
        "oncemore": lambda: rogue.say(review),
    }

    async def strike() -> None:
        for verb, ask in ways.items():
            ask()
            await rogue.sees(lambda: True if not scene.state.updates.pending() else None)
            answer = await rogue.sees(lambda verb=verb: rogue.button(verb) or _picture(rogue), 2)  # type: ignore[misc]
            if answer is not None:
                scene.wrongs.append(f"somebody was advised about a rated game that is on ({verb})")
                break

    return strike


async def _payload(helper: Rogue, review: str) -> str:
    """The payload of a link to the position, copied from a review by somebody else."""
    helper.say(review)
    return (await helper.sees(helper.copied) or "").rpartition("start=")[2]


def _reply(rogue: Rogue, guess: str) -> str | None:
    """The reply to the guess, as typed: `1B0C`."""
    for message in rogue.standing():
        for line in (message.text.text if message.text else "").split("\n"):
            if guess in line and "🐂" in line:
                bulls, cows = (line.partition(sign)[0].strip("\u00a0\u2060 ")[-1] for sign in "🐂🐄")
                return f"{bulls}B{cows}C" if bulls.isdecimal() and cows.isdecimal() else None
    return None


def _picture(rogue: Rogue) -> bool | None:
    """Whether the bot has sent a review."""
    return True if any(message.photo is not None for message in rogue.standing()) else None
