"""What follows for the code of the day beyond one update: averages, cards and weekly tables of groups."""

from dataclasses import replace

from bot.app.buttons import Feature
from bot.app.daily.model import (
    AHEAD,
    LINKED,
    DailyAverages,
    DailyCard,
    DailyCards,
    DailyPost,
    DailyPosts,
    DailyTries,
    Try,
    days_for_a_place,
    last_day,
    table_of,
)
from bot.app.daily.screens import SHOWN, Switch, daily_card, week_table
from bot.app.messages import Person
from bot.app.model.uptime import Uptime
from bot.app.operators.model import Operators
from bot.app.ratings.model import Ratings
from bot.app.screen import Place, Screen
from bot.app.work import GRACE, Job, Work
from bot.app.world import World
from bot.game.daily import DAY, HOUR, OPEN_DAYS, Calendar

# Keeping the table of the codes of days: each try as it ends, and once what was played before there was a table.


def precompute(person: int, first: int, work: Work, world: World) -> None:
    """Store where the person stands in all tables to come, from the one on whose last day they have played."""
    calendar = world.daily.calendar
    last = calendar.number_at(world.now()) + AHEAD
    work.of(DailyAverages).precompute(person, first, last, calendar.midnight_of(first + OPEN_DAYS))


COUNT = "count-days"
"""The kind of job that counts what was played before; a migration puts the first one. Its subject: the last person.

Its turn: how often all have been counted.
"""
BATCH = 50
"""So many people are counted in one transaction."""
TIMES = 2
"""Everybody is counted twice, as an older version of the bot may end tries beside this one, uncounted."""
LATER = HOUR
"""Seconds until the second time."""


async def count_on(job: Job, work: Work, world: World) -> None:
    """Count some more people, from the table that stands today on."""
    people = await work.of(DailyAverages).players_after(int(job.subject), BATCH)
    now = world.now()
    for person in people:
        precompute(person, last_day(world.daily.calendar.number_at(now)), work, world)
    if people:
        work.at(now - GRACE, Job(COUNT, str(people[-1]), job.turn))
    elif job.turn + 1 < TIMES:
        work.at(now + LATER, Job(COUNT, "0", job.turn + 1))


# Those whose links somebody has opened: nobody is told of it.


async def follow(person: Person, owner: Person, work: Work) -> None:
    """The person has opened a link of the owner's, who may have left: their friends show both to each other."""
    if owner.id <= 0 or owner.id == person.id:
        return
    await work.of(Ratings).know_both(person, owner)
    opened = await work.of(DailyTries).opened(person.id, LINKED)
    if owner.id not in opened and len(opened) < LINKED:
        work.of(DailyTries).befriend(person.id, owner.id)


# Shows the cards of days in groups: by a job, once what has changed is stored, so that no finisher hides another.

SHOW = "daily-card"
"""The kind of job that shows a card as it stands; its subject is the card."""
CARDS = 20
"""On so many cards of a day one person may press Play."""


async def note_finished(attempt: Try, work: Work, now: float) -> None:
    """The person has finished: let the cards tell on which they pressed Play."""
    cards = await work.of(DailyCards).of(attempt.day, attempt.person, CARDS)
    if cards:
        work.of(DailyCards).place(attempt)
    for card in cards:
        work.at(now, Job(SHOW, card, 0))


async def leave_cards(day: int, person: int, work: Work, now: float) -> None:
    """What the person plays does not count on that day: let its cards name them no more."""
    for card in await work.of(DailyCards).of(day, person, CARDS):
        work.of(DailyCards).leave(card, person)
        work.at(now, Job(SHOW, card, 0))


async def show_on(job: Job, work: Work, world: World) -> None:
    """Show the card as it stands now, where it stands."""
    card = await work.of(DailyCards).card_with(job.subject)
    if card is not None and (await work.preferences(card.chat.id)).reachable:
        screen = await screen_of(card, work, world)
        work.show(card.chat, slot_of_day(card.day), screen, Place.HERE, for_many=True)


async def screen_of(card: DailyCard, work: Work, world: World, switch: Switch | None = None) -> Screen:
    """The card as it is stored, in the language of its group. `switch`: as it is from now on; None: as stored.

    A former day's card has none.
    """
    texts = (await work.preferences(card.chat.id)).texts
    if switch is None and card.day == world.today:
        switch = Switch(on=await work.of(DailyPosts).of(card.chat.id) is not None)
    return daily_card(card, await work.of(DailyCards).guests(card.id, SHOWN), switch, texts)


async def put(card: DailyCard, work: Work, world: World, switch: Switch | None = None) -> Screen:
    """Store the card, which may be there already, and return it as it stands; with a note for where it cannot move."""
    work.of(DailyCards).put(card, world.now())
    texts = (await work.preferences(card.chat.id)).texts
    return replace(await screen_of(card, work, world, switch), if_scarce=texts.html("note.stays-here"))


def slot_of_day(day: int) -> str:
    """The slot of a day's card in a group."""
    return f"daily:{day}"


# The table of a week in a group that puts cards of days: sent once, when the week's last day has closed.

TELL = "daily-week"
"""The kind of job that sends the table; its subject is the group's first card of that week."""


async def note_card(card: DailyCard, work: Work, world: World) -> None:
    """A new card is put: with the first one of a week its table is planned, which so is sent once."""
    first, last = world.daily.calendar.week_of(card.day)
    if not await work.of(DailyCards).between(card.chat.id, first, last):
        due = due_at(world.daily.calendar, last) + abs(card.chat.id) % HOUR
        work.at(due, Job(TELL, card.id, card.day))


AT = 9 * HOUR
"""Seconds after midnight (UTC) from which tables are sent: it is day where most live who play."""


def due_at(calendar: Calendar, last: int) -> float:
    """When tables of the week with that last day are begun to be sent: in the first morning after it has closed."""
    closed = calendar.closes_at(last)
    return closed + (AT - closed) % DAY


MOST = 1000
"""So many of a day's card are looked at."""


async def tell_on(job: Job, work: Work, world: World) -> None:
    """Send the table, unless too few have played, or nothing may be sent there any more."""
    card = await work.of(DailyCards).card_with(job.subject)
    if card is None or Feature.DAILY in (await work.of(Operators).access(0)).off:
        return
    known = await work.preferences(card.chat.id)
    first, last = world.daily.calendar.week_of(job.turn)
    cards = await work.of(DailyCards).between(card.chat.id, first, last)
    table = table_of([await work.of(DailyCards).guests(each.id, MOST) for each in cards])
    if table and known.reachable:
        needed = days_for_a_place(len(cards))
        work.tell(card.chat, week_table(max(1, first), last, table, needed, known.texts), for_many=True)


# The card of each day that comes into a group by itself, soon after the day has turned, as long as it is wished.

POST = "daily-post"
"""The kind of job that posts a card; its subject is the wish. Each plans the next."""
SPREAD = HOUR
"""Seconds after the turn of the day over which cards come, so that they hold nobody up."""


def plan(post: DailyPost, work: Work, world: World) -> None:
    """Let the card of the next day come."""
    calendar = world.daily.calendar
    turn = calendar.begins_at(world.today + 1)
    work.at(turn + abs(post.chat.id) % SPREAD, Job(POST, post.id, 0))


LATE = DAY / 2
"""Seconds after the turn of the day after which none comes: the next one is nearer."""


async def post_on(job: Job, work: Work, world: World) -> None:
    """Post today's card, unless it is there, or nothing may be sent, and plan the next."""
    post = await work.of(DailyPosts).post(job.subject)
    if post is None:
        return
    chat = post.chat.id
    if await work.moved_to(chat) is not None or not (await work.preferences(chat)).reachable:
        work.of(DailyPosts).end(post)
        return
    calendar, now = world.daily.calendar, world.now()
    today = calendar.number_at(now)
    is_late = now - calendar.begins_at(today) > LATE
    ends = False
    if not is_late and Feature.DAILY not in (await work.of(Operators).access(0)).off:
        ends = await _post(replace(post, day=today, unplayed=await _unplayed(post, work)), work, world)
    if not ends:
        plan(post, work, world)


async def _unplayed(post: DailyPost, work: Work) -> int:
    """On how many cards in a row nobody has pressed Play by now."""
    last = await work.of(DailyCards).card(post.chat.id, post.day)
    if last is None:
        return post.unplayed
    return 0 if last.guests else post.unplayed + 1


UNPLAYED = 14
"""Cards in a row on which nobody has pressed Play: then one more comes, which says that it is the last."""


async def _post(post: DailyPost, work: Work, world: World) -> bool:
    """Post the card of that day, unless somebody has asked for it; whether it is the last."""
    if await work.of(DailyCards).card(post.chat.id, post.day) is not None:
        work.of(DailyPosts).note(post)
        return False
    is_last = post.unplayed >= UNPLAYED
    if is_last:
        work.of(DailyPosts).end(post)
    else:
        work.of(DailyPosts).note(post)
    card = DailyCard(world.new_id(), post.chat, post.day)
    await note_card(card, work, world)
    screen = await put(card, work, world, Switch(on=not is_last, unplayed=post.unplayed if is_last else 0))
    # As what somebody types at the same moment brings it: whichever comes second changes it in place.
    work.show(post.chat, slot_of_day(card.day), screen, Place.SPARING, for_many=True)
    return is_last


# Days that nobody has missed.

LONGEST_OUTAGE = 7200.0
"""Seconds in which the bot was away on a day; beyond them nobody has missed it."""


async def pardon_lately(work: Work, world: World) -> None:
    """Nobody has missed a day on which the bot was away for long."""
    now, calendar = world.now(), world.daily.calendar
    today = calendar.number_at(now)
    outages = await work.of(Uptime).outages(now - 3 * DAY, now)
    for number in range(max(1, today - 2), today + 1):
        begin_at, end_at = calendar.begins_at(number), calendar.begins_at(number + 1)
        away = sum(max(0.0, min(end_at, ended) - max(begin_at, began)) for began, ended in outages)
        if away > LONGEST_OUTAGE:
            work.of(DailyTries).pardon([number])
