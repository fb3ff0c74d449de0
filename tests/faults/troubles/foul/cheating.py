"""The bot is asked for advice about a rated game that is on."""

from collections.abc import Callable

from bot.app.advice.positions import payload_of
from solver.feedback import Feedback
from solver.variant import VARIANTS
from tests.faults.troubles.foul.arranging import match_of
from tests.faults.troubles.foul.rogue import Rogue
from tests.faults.troubles.foul.scene import Scene, Strike

VARIANT = VARIANTS["five"]
FIRST = "01234"


async def told_positions(scene: Scene) -> Strike:
    """A rated game is on; what its first guess was answered is told the bot in every way there is."""
    rogue, rival = scene.newcomers(2, "Cheat")
    await match_of(rogue, rival, mode="race", variant=VARIANT.name)
    rogue.say(FIRST)
    reply = await rogue.sees(lambda: _reply(rogue)) or Feedback(0, 0)
    link = payload_of(VARIANT, ((VARIANT.parse(FIRST), reply),)) or ""
    ways: dict[str, Callable[[], None]] = {
        "advice": lambda: rogue.open_link(link),
        "oncemore": lambda: rogue.say(f"/review {VARIANT.name} {FIRST} {reply.bulls}B{reply.cows}C"),
    }

    async def strike() -> None:
        for verb, ask in ways.items():
            ask()
            await rogue.sees(lambda: True if not scene.state.updates.pending() else None)
            told = await rogue.sees(lambda verb=verb: rogue.button(verb) or _picture(rogue), 2)  # type: ignore[misc]
            if told is not None:
                scene.wrongs.append(f"somebody was advised about a rated game that is on ({verb})")
                break

    return strike


def _reply(rogue: Rogue) -> Feedback | None:
    """What the first guess was answered."""
    for message in rogue.standing():
        for line in (message.text.text if message.text else "").split("\n"):
            if FIRST in line and "🐂" in line:
                bulls, cows = (line.partition(sign)[0].strip("\u00a0 ")[-1] for sign in "🐂🐄")
                return Feedback(int(bulls), int(cows)) if bulls.isdecimal() and cows.isdecimal() else None
    return None


def _picture(rogue: Rogue) -> bool | None:
    """Whether the bot has drawn a review."""
    return True if any(message.photo is not None for message in rogue.standing()) else None
