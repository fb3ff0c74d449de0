"""The lobby's room: whoever speaks there is heard by all who have joined it."""

import asyncio

from tests.faults.troubles.foul.rogue import Rogue
from tests.faults.troubles.foul.scene import Scene, Strike

CROWD = 110
REMARKS = 5
"""So many in twenty seconds the bot passes on."""
JOIN = "1:roomin"
TO_BE_HEARD = 60.0
"""Seconds."""


async def remarks_for_a_crowd(scene: Scene) -> Strike:
    """Somebody speaks where 110 people listen."""
    listeners = await _listeners(scene)

    async def strike() -> None:
        speaker = scene.chance.choice(listeners)
        for number in range(REMARKS):
            speaker.say(f"/say Hello, everybody! Is somebody here? ({scene.chance.random()} {number})")
            await asyncio.sleep(0.2)

    return strike


async def listeners_who_block(scene: Scene) -> Strike:
    """The first hundred who listen have blocked the bot; whoever came after them must hear what is said."""
    await _blocking(scene)
    speaker, hearer = scene.newcomers(2, "Hearer")
    for one in (speaker, hearer):
        one.press(JOIN)
        await one.sees(lambda one=one: next(one.standing(), None))  # type: ignore[misc]

    async def strike() -> None:
        word = f"Can you hear me, {scene.chance.randrange(10**9)}?"
        speaker.say(f"/say {word}")
        if await hearer.sees(lambda: _reads(hearer, word), TO_BE_HEARD) is None:
            scene.wrongs.append("somebody listens in the room, and does not hear what is said there")

    return strike


async def _listeners(scene: Scene) -> tuple[Rogue, ...]:
    """So many of them, who hear what is said from now on."""
    listeners = scene.newcomers(CROWD, "Listener")
    for listener in listeners:
        listener.press(JOIN)
    await listeners[-1].sees(lambda: True if all(any(one.standing()) for one in listeners) else None, 30)
    return listeners


async def _blocking(scene: Scene) -> None:
    for listener in await _listeners(scene):
        listener.block(on=True)


def _reads(hearer: Rogue, word: str) -> bool | None:
    texts = (message.text.text for message in hearer.standing() if message.text is not None)
    return True if any(word in text for text in texts) else None
