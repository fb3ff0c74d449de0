"""What a ledger must come to: a recount of all lines that are kept of somebody's games."""

from dataclasses import replace

from bot.app.stats.model import Ledger, with_line
from bot.storage.store import DatabaseStore


async def recounted(store: DatabaseStore, person: int) -> Ledger:
    """What all lines come to."""
    counted = Ledger(person)
    for _, played in await store.run(lambda work: work.games.lines_after(person, 0, 1000)):
        counted = with_line(counted, played)
    return counted


def figures(one: Ledger) -> object:
    """What a recount must come to. The order in which reviews came may differ, and decimals with it."""
    tallies = {
        key: replace(tally, accuracy=round(tally.accuracy, 1), luck=round(tally.luck, 1))
        for key, tally in one.tallies.items()
    }
    return tallies, tuple(sorted(one.clean))
