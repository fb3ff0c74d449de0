"""What a ledger must come to: a recount of all lines that are kept of somebody's games."""

from bot.app.model.ledger import Ledger, with_line
from bot.app.work import Work
from bot.storage.store import DatabaseStore


async def recounted(store: DatabaseStore, person: int) -> Ledger:
    """What all lines come to."""

    async def count(work: Work) -> Ledger:
        counted = Ledger(person)
        for _, played in await work.games.lines_after(person, 0, 1000):
            counted = with_line(counted, played)
        return counted

    return await store.run(count)


def figures(one: Ledger) -> object:
    """What a recount must come to. The order in which reviews came may differ, and decimals with it."""
    return {
        key: (
            tally.games,
            tally.solved,
            tally.guesses,
            tally.columns,
            tally.hints,
            tally.hinted,
            tally.run,
            tally.longest,
            tally.beyond,
            tally.compared,
            tally.latest,
            tally.reviewed,
            round(tally.accuracy, 1),
            round(tally.luck, 1),
            tally.flawless,
            tally.best,
        )
        for key, tally in one.tallies.items()
    }, tuple(sorted(one.clean))
