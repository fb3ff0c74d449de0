"""Attacks by talk in the lobby's room, which all who have joined it read."""

import asyncio
import itertools

from faults.troubles.foul.rogue import Rogue
from faults.troubles.foul.scene import Remark, Scene, Strike

CROWD = 110
SPEAKERS = 5
REMARKS = 5
"""Remarks of one person in twenty seconds that the bot passes on."""
JOIN, JOINED = "1:roomin", "roomout"
TO_BE_HEARD = 60.0
"""Seconds until the next remark. Whether everybody has read it is checked at the end."""


async def remarks_for_a_crowd(scene: Scene) -> Strike:
    """Speak where 110 people listen."""
    listeners = await _listeners(scene, CROWD)

    async def strike() -> None:
        speaker = scene.chance.choice(listeners)
        for number in range(REMARKS):
            speaker.say(f"/say Hello, everybody! Is somebody here? ({scene.chance.random()} {number})")
            await asyncio.sleep(0.2)

    return strike


async def listeners_who_block(scene: Scene) -> Strike:
    """Let the first hundred listeners block the bot; those after them must still read what is said."""
    for listener in await _listeners(scene, CROWD):
        listener.block(on=True)
    hearer, *speakers = await _listeners(scene, 1 + SPEAKERS)
    in_turn = itertools.cycle(speakers)

    async def strike() -> None:
        word = f"Can you hear me, {scene.chance.randrange(10**9)}?"
        scene.remarks.append(Remark(hearer.id, word))
        next(in_turn).say(f"/say {word}")
        await hearer.sees(lambda: _reads(hearer, word), TO_BE_HEARD)

    return strike


async def _listeners(scene: Scene, many: int) -> tuple[Rogue, ...]:
    """So many listeners."""
    listeners = scene.newcomers(many, "Listener")
    for listener in listeners:
        listener.say("/start")
        listener.press(JOIN)
    for listener in listeners:
        await listener.waits_for(lambda listener=listener: listener.button(JOINED))  # type: ignore[misc]
    return listeners


def _reads(hearer: Rogue, word: str) -> bool | None:
    texts = (message.text.text for message in hearer.standing() if message.text is not None)
    return True if any(word in text for text in texts) else None
