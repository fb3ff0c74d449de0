"""More of everything than anybody means: one person in many places, in many words."""

from faults.troubles.foul.scene import Scene, Strike

GROUPS, BURST = 30, 19
QUESTIONS = 40
LETTERS = 4000
LONG_NAMES = "🐂" * 60


async def one_person_in_many_groups(scene: Scene) -> Strike:
    """In each of thirty groups as many commands as may be sent there at once."""
    rogue = scene.newcomer()
    groups = [scene.group(rogue) for _ in range(GROUPS)]
    commands = ("/play mini", "/guess 1234", "/hint", "/rules", "/top", "/duel", "/lobby", "/resign")

    async def strike() -> None:
        for number in range(BURST):
            for group in groups:
                rogue.say(commands[number % len(commands)], group)

    return strike


async def questions_inline(scene: Scene) -> Strike:
    """Forty questions behind the bot's name, none like the other."""
    rogue = scene.newcomer()

    async def strike() -> None:
        for number in range(QUESTIONS):
            rogue.ask_inline(f"duel {number} {scene.chance.random()}"[:256])

    return strike


async def big_texts(scene: Scene) -> Strike:
    """The longest messages that can be sent, of signs that are large in every encoding, in private and in a group."""
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
