"""What one person may have open is counted right when everything comes in the same moment."""

import asyncio

from bot.app.messages import Chat, Said
from bot.app.model.game import CHALLENGES
from tests.bot.inside import inside

TIMES = 70


async def test_challenges_in_many_groups_at_once_are_no_more_than_one_may_have() -> None:
    async with inside(None, Chat(-1000)) as bot:
        groups = [Chat(-1000 - number) for number in range(TIMES)]
        said = [Said(10_000 + at, chat, bot.person, 1, "/duel@BullsBot", to_bot=True) for at, chat in enumerate(groups)]
        await asyncio.gather(*map(bot.worker.run, said))
        opened = await bot.store.run(lambda work: work.challenges.open_of(bot.person.id))
        assert len(opened) == CHALLENGES
