"""Attacks by volume: one person in many chats, with many or large messages."""

from faults.troubles.foul.scene import Scene, Strike
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
