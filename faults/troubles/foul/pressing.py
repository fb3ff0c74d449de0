"""Attacks at the wrong moment: presses on messages that are gone or never existed, blocking, moving while one plays."""

import asyncio
import itertools

from faults.troubles.foul.matches import match_of
from faults.troubles.foul.scene import Guess, Rogue, Scene, Strike

PRESSES = 40
"""Presses at once that the bot accepts."""
A_SECOND = 6
"""Presses a second that it accepts."""
FIRST = 1000
"""The number of a message that has not been sent yet."""
OF_NO_GAME = "1:d:00000000deadbeef:0:1"
OF_ANOTHER_TIME = "guess 0123"
KEPT_AWAY = 3
"""A chat's last messages that are not pressed, because they may be the others' board."""


async def stale_in_others_group(scene: Scene) -> Strike:
    """Press forty times at once in a group where others play."""
    rogue = scene.newcomer()
    groups = scene.groups or (scene.group(rogue),)
    for group in groups:
        scene.join(group, rogue)

    async def strike() -> None:
        group = scene.chance.choice(groups)
        for number, message in enumerate(_gone(rogue, group)):
            rogue.press((OF_NO_GAME, OF_ANOTHER_TIME)[number % 2], message, group)

    return strike


async def stale_in_private(scene: Scene) -> Strike:
    """Press as often as is accepted: forty times at once, then six times a second."""
    rogue = scene.newcomer()
    rogue.say("/rules")
    await rogue.waits_for(lambda: next(rogue.standing(), None))
    pressed = itertools.count(FIRST)

    async def strike() -> None:
        for _ in range(PRESSES - A_SECOND if next(pressed) == FIRST else 0):
            rogue.press(OF_NO_GAME, next(pressed))
        for _ in range(A_SECOND):
            rogue.press(OF_NO_GAME, next(pressed))
            await asyncio.sleep(1 / A_SECOND)

    return strike


async def every_button_twice(scene: Scene) -> Strike:
    """Press every button in one's own chat twice at the same moment, those that end games included."""
    rogue = scene.newcomer()
    rogue.say("/play five")
    await rogue.waits_for(lambda: next(rogue.standing(), None))

    async def strike() -> None:
        shown = [(message.id, button) for message in rogue.standing() for row in message.keyboard for button in row]
        for message, button in shown[: PRESSES // 2]:
            if data := str(button.get("callback_data", "")):
                rogue.press(data, message)
                rogue.press(data, message)
        rogue.say("/play five")

    return strike


def _gone(rogue: Rogue, group: int) -> list[int]:
    """Forty messages of the group that are gone, or have not been sent."""
    chat = rogue.state.world.chats[group]
    ours = {message.id for message in rogue.standing(group)}
    old = [number for number in range(1, max(2, chat.last_message_id - KEPT_AWAY)) if number not in ours]
    return [old[number % len(old)] for number in range(PRESSES)]


# Blocking, unblocking and moving at the same moment.

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
