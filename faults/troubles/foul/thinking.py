"""Attacks on the solver: games of great length, or in very large variants."""

import asyncio
import itertools

from faults.troubles.foul.scene import Rogue, Scene, Strike

MOST_TEXT = 4096
GROUPS = 90
AT_ONCE = 6
"""Reviews of so many long games need more results than the bot caches."""
CROWD, BURST = 22, 20
"""A crowd, and the messages that each may send to a group within the rate limit."""
DIGITS = "0123456789"


def longest_history(variant: str, turn: str) -> str:
    """A `/review` with as many turns as one message holds."""
    head = f"/review {variant}"
    return head + f" {turn}" * ((MOST_TEXT - len(head)) // (len(turn) + 1))


async def longest_message(scene: Scene) -> Strike:
    """Tell a game of 815 turns in one message."""
    rogue = scene.newcomer()

    async def strike() -> None:
        rogue.say(longest_history("1x2", "0 00"))

    return strike


async def more_than_is_remembered(scene: Scene) -> Strike:
    """Do the same in several groups at once with different games: more results than are cached."""
    rogue = scene.newcomer()
    groups = [scene.group(rogue) for _ in range(AT_ONCE)]
    symbols = itertools.count(2)

    async def strike() -> None:
        for group in groups:
            rogue.say(longest_history(f"1x{2 + next(symbols) % 8}", "0 00"), group)

    return strike


async def review_of_endless_game(scene: Scene) -> Strike:
    """Let a crowd make 396 guesses in one game; then request its review again and again."""
    crowd = scene.newcomers(CROWD)
    group = scene.group(*crowd)
    crowd[0].say("/play five", group)
    await crowd[0].waits_for(lambda: crowd[0].button("hint", group))
    codes = ["".join(code) for code in itertools.permutations(DIGITS, 5)]
    for _ in range(BURST - 2):
        for one, guess in zip(crowd, scene.chance.sample(codes, CROWD), strict=True):
            one.say(f"/guess {guess}", group)
        await crowd[0].sees(lambda: True if not scene.state.updates.pending() else None)
    for _ in range(2):
        crowd[0].say("/resign", group)
    await crowd[0].waits_for(lambda: crowd[0].button("look", group))

    async def strike() -> None:
        await crowd[0].tap("look", group)

    return strike


async def reviews_in_many_groups(scene: Scene) -> Strike:
    """Request reviews of a large variant in ninety groups, each of another game."""
    rogue = scene.newcomer()
    groups = [scene.group(rogue) for _ in range(GROUPS)]

    async def strike() -> None:
        for group in groups:
            rogue.say(f"/review 7x5r {_code(scene)} 1B2C", group)

    return strike


async def hints_in_many_groups(scene: Scene) -> Strike:
    """Begin coached games in the largest variants in thirty groups, and ask for guesses."""
    rogue = scene.newcomer()
    groups = [scene.group(rogue) for _ in range(GROUPS // 3)]

    async def strike() -> None:
        for group in groups:
            rogue.say("/play 7x5r coached", group)
            rogue.say(f"/guess {_code(scene)}", group)
            rogue.say("/hint", group)
        await asyncio.gather(*(_advised(rogue, group) for group in groups))

    return strike


async def _advised(rogue: Rogue, group: int) -> None:
    await rogue.tap("hint", group)


def _code(scene: Scene) -> str:
    return "".join(scene.chance.choices("01234", k=7))
