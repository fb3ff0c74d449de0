"""Attacks by quantity: many or large messages, many open matches and challenges, much talk where many listen."""

import asyncio
import itertools
from collections.abc import Iterable

from faults.troubles.foul.scene import PATIENCE, Remark, Rogue, Scene, Strike
from sandbox import people_api

GROUPS, BURST = 30, 19
QUESTIONS = 40
LETTERS = 4000
LONG_NAMES = "🐂" * 60


async def one_person_in_many_groups(scene: Scene) -> Strike:
    """Send as many commands as are accepted in each of thirty groups."""
    rogue = scene.newcomer()
    groups = [scene.group(rogue) for _ in range(GROUPS)]
    commands = ("/play mini", "/guess 1234", "/hint", "/rules", "/top", "/duel", "/lobby", "/resign")

    async def strike() -> None:
        for number in range(BURST):
            for group in groups:
                rogue.say(commands[number % len(commands)], group)

    return strike


async def questions_inline(scene: Scene) -> Strike:
    """Send forty different inline queries."""
    rogue = scene.newcomer()

    async def strike() -> None:
        for number in range(QUESTIONS):
            rogue.ask_inline(f"duel {number} {scene.chance.random()}"[:256])

    return strike


async def summons_among_two(scene: Scene) -> Strike:
    """Send the bot's name forty times in a chat in which it is no member, with codes."""
    rogue, friend = scene.newcomer(), scene.newcomer()
    chat = int(people_api.meet(scene.state, rogue.id, {"person": friend.id})["id"])

    async def strike() -> None:
        for number in range(QUESTIONS):
            rogue.summon(f"{1023 + number}", chat)

    return strike


async def big_texts(scene: Scene) -> Strike:
    """Send messages of the greatest length, with large characters, in private and in a group."""
    rogue = scene.newcomer(LONG_NAMES)
    group = scene.group(rogue)

    async def strike() -> None:
        for sign in ("0 ", "🐂", "<&>", "\u202e", "a\u0301", "١"):
            text = (sign * LETTERS)[: LETTERS // 2]
            rogue.say(text)
            for command in ("/play", "/review", "/guess", "/say", "/think", "/number", "/match", "/start", "/hint"):
                rogue.say(f"{command} {text}", group)
            rogue.say(f"/review {text}")

    return strike


# Many open matches and challenges.

MANY_GROUPS = 120
CHALLENGES = 20
"""The challenges of one person that the bot keeps open."""
TO_BEGIN = 30.0
VARIANTS = ("five", "six", "mini", "three", "repeats", "nonzero", "colours", "pictures", "cipher", "mastermind")
MODES = ("duel", "sudden", "race", "volley")


async def many_matches(scene: Scene) -> Strike:
    """Let two people play in 120 groups at once; then one of them types something."""
    rogue, other = scene.newcomers(2)
    for one in (rogue, other):
        one.say("/start")
    groups = [scene.group(rogue, other) for _ in range(MANY_GROUPS)]
    for group in groups:
        rogue.say("/duel", group)
    await rogue.sees(lambda: rogue.button("take", groups[-1]), PATIENCE)  # there is none beyond the limit
    await rogue.waits_for(lambda: _cards(rogue, groups) >= CHALLENGES or None)
    for group in groups:
        if (card := rogue.button("take", group)) is not None:
            other.press(card.data, card.message, group)

    async def strike() -> None:
        for text in ("hello", "12", "0123", "/games"):
            rogue.say(text)
        await rogue.sees(lambda: True if not scene.state.updates.pending() else None, TO_BEGIN)

    return strike


async def many_challenges(scene: Scene) -> Strike:
    """Make a challenge by link on all possible terms."""
    rogue = scene.newcomer()
    wanted = itertools.cycle(itertools.product(MODES, VARIANTS))

    async def strike() -> None:
        for mode, variant in itertools.islice(wanted, 10):
            rogue.say("/duel")
            menu = await rogue.sees(lambda: rogue.button("invite"))  # it goes once the invitation stands
            if menu is None:
                return
            for data in (f"1:mode:{mode}", f"1:variant:{variant}", "1:invite"):
                rogue.press(data, menu.message)

    return strike


def _cards(rogue: Rogue, groups: Iterable[int]) -> int:
    """The number of groups with a challenge that can be accepted."""
    return sum(rogue.button("take", group) is not None for group in groups)


# Talk in the lobby's room, which all who have joined it read.

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
