"""The table of a week in a group that puts cards of days: sent once, when the week's last day has closed."""

from bot.app.features import DAILY
from bot.app.model.daily_cards import DailyCard
from bot.app.model.daily_week import table_of
from bot.app.ports import Job, Work
from bot.app.screens.daily_week import week_table
from bot.app.world import World
from bot.game.daily import DAY, Calendar

TELL = "daily-week"
"""The kind of job that sends the table; its subject is the group's first card of that week."""
HOUR = 3600.0
AT = 9 * HOUR
"""Seconds after midnight (UTC) from which tables are sent: it is day where most live who play."""
MOST = 1000
"""So many of a day's card are looked at."""


async def note_card(card: DailyCard, work: Work, world: World) -> None:
    """A new card is put: with the first one of a week its table is planned, which so is sent once."""
    first, last = world.daily.calendar.week_of(card.day)
    if not await work.daily_cards.between(card.chat.id, first, last):
        due = due_at(world.daily.calendar, last) + abs(card.chat.id) % HOUR
        work.at(due, Job(TELL, card.id, card.day))


def due_at(calendar: Calendar, last: int) -> float:
    """When tables of the week with that last day are begun to be sent: in the first morning after it has closed."""
    closed = calendar.closes_at(last)
    return closed + (AT - closed) % DAY


async def tell_on(job: Job, work: Work, world: World) -> None:
    """Send the table, unless too few have played, or nothing may be sent there any more."""
    card = await work.daily_cards.card_with(job.subject)
    if card is None or DAILY in (await work.operators.gate(0)).off:
        return
    known = await work.preferences(card.chat.id)
    first, last = world.daily.calendar.week_of(job.turn)
    cards = await work.daily_cards.between(card.chat.id, first, last)
    table = table_of([await work.daily_cards.guests(each.id, MOST) for each in cards])
    if table and known.reachable:
        work.tell(card.chat, week_table(max(1, first), last, table, known.texts), for_many=True)
