"""What operators decide at the same moment, as it is kept on both databases."""

import asyncio
from functools import partial

from bot.app.ports import Work
from bot.app.retry import retry_until_stored
from bot.storage.store import DatabaseStore


async def test_features_that_two_switch_at_once_are_both_switched(store: DatabaseStore) -> None:
    async def switch(feature: str, work: Work) -> None:
        await work.operators.switch(feature, on=False)

    await asyncio.gather(*(retry_until_stored(partial(store.run, partial(switch, name))) for name in ("hints", "talk")))
    gate = await store.run(lambda work: work.operators.gate(1))
    assert gate.off == {"hints", "talk"}
