"""Attacks by quantity: many open matches and challenges."""

import itertools
from collections.abc import Iterable

from faults.troubles.foul.rogue import PATIENCE, Rogue
from faults.troubles.foul.scene import Scene, Strike

GROUPS = 120
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
    groups = [scene.group(rogue, other) for _ in range(GROUPS)]
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
