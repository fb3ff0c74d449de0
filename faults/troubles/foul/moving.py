"""Attacks by races: blocking, unblocking and moving at the same moment."""

import asyncio

from faults.troubles.foul.arranging import match_of
from faults.troubles.foul.scene import Guess, Scene, Strike

TURNS = 10
GUESSES = ("01234", "12345", "23456")
"""Codes of the variant `five`; the probability that one is the secret is one in ten thousand."""


async def block_in_turn(scene: Scene) -> Strike:
    """Block and unblock the bot ten times in a moment, during a match."""
    rogue, rival = scene.newcomers(2)
    await match_of(rogue, rival, mode="race", clock="days")

    async def strike() -> None:
        before = rival.state.world.chats[rival.id].last_message_id
        for _ in range(TURNS):
            rogue.block(on=True)
            await asyncio.sleep(0.05)
            rogue.block(on=False)
            await asyncio.sleep(0.05)
        await rival.sees(lambda: True if not scene.state.updates.pending() else None)
        rung = rival.state.world.chats[rival.id].last_message_id - before
        if rung > TURNS / 2:
            scene.wrongs.append(f"a rival was rung {rung} times by somebody who blocked the bot {TURNS} times")

    return strike


async def guess_while_the_group_moves(scene: Scene) -> Strike:
    """Guess in a group at the moment in which it becomes a supergroup."""
    rogue = scene.newcomer()

    async def strike() -> None:
        group = scene.group(rogue)
        rogue.say("/play five", group)
        await rogue.waits_for(lambda: rogue.button("hint", group))
        rogue.say(f"/guess {GUESSES[0]}", group)
        grown = rogue.migrate(group)
        scene.own_groups.append(grown)
        for guess in GUESSES[1:]:
            rogue.say(f"/guess {guess}", grown)
        scene.guesses.extend(Guess(grown, guess) for guess in GUESSES)
        await rogue.sees(lambda: next(rogue.standing(grown), None))

    return strike
