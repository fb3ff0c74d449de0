"""Keeping the table of the codes of days: each try as it ends, and once what was played before there was a table."""

from bot.app.model.daily_averages import AHEAD, last_day
from bot.app.ports import Job, Work
from bot.app.world import World
from bot.game.daily import OPEN_DAYS

COUNT = "count-days"
"""The kind of job that counts what was played before; a migration puts the first one. Its subject: the last person.

Its turn: how often all have been counted.
"""
BATCH = 50
"""So many people are counted in one transaction."""
TIMES = 2
"""Everybody is counted twice, as an older version of the bot may end tries beside this one, uncounted."""
LATER = 3600.0
"""Seconds until the second time."""
SOON = 2.0
"""Jobs wait so many seconds after they are due; the next part of this one need not."""


def foresee(person: int, first: int, work: Work, world: World) -> None:
    """Store where the person stands in all tables to come, from the one on whose last day they have played."""
    calendar = world.daily.calendar
    last = calendar.number_at(world.now()) + AHEAD
    work.daily_averages.foresee(person, first, last, calendar.midnight_of(first + OPEN_DAYS))


async def count_on(job: Job, work: Work, world: World) -> None:
    """Count some more people, from the table that stands today on."""
    people = await work.daily_averages.players_after(int(job.subject), BATCH)
    now = world.now()
    for person in people:
        foresee(person, last_day(world.daily.calendar.number_at(now)), work, world)
    if people:
        work.at(now - SOON, Job(COUNT, str(people[-1]), job.turn))
    elif job.turn + 1 < TIMES:
        work.at(now + LATER, Job(COUNT, "0", job.turn + 1))
