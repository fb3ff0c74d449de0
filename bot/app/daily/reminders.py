"""Reminders of the code of the day: for those who ask for one, at an hour of their own, never when it is done."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.app.daily import screens
from bot.app.daily.model import NO_RUN, DailyTries, Reminder, last_day, week_among
from bot.app.daily.reading import LAST_HOUR, Wish
from bot.app.daily.screens import NOW, OFF, OWN, Lately, OfReminder
from bot.app.kind import Request
from bot.app.kinds.alone.daily import LOOKED_AT, run_by
from bot.app.messages import Chat
from bot.app.model.zones import MINUTES_AN_HOUR, OFFERED, UTC_ZONE, distinct, mark_of, next_at, zone_by, zones_by_mark
from bot.app.screen import Answer, Screen
from bot.app.screens.people import shown_name
from bot.app.texts import NOTHING, Texts
from bot.app.work import Job, Work
from bot.app.world import World
from bot.game.daily import HOUR


async def carry_wish(wish: Wish, request: Request) -> None:
    """Keep the hour that was typed, or end it; where something lacks or is wrong, say what, and keep the rest."""
    if wish.order == "remind":
        await press_reminder(OfReminder(), request)
        return
    if wish.order == "off":
        request.work.of(DailyTries).drop_reminder(request.person.id)
        request.show_menu(screens.cities(None, request.texts, remark=request.texts.html("remind.ended")))
        return
    known = await request.work.of(DailyTries).reminder(request.person.id)
    own = _own_zone(known, request)
    zones = distinct(wish.zones or ((own,) if own else ()), request.world.now())
    if wish.minute is not None and len(zones) == 1 and not wish.unread:
        await _save(zones[0], wish.minute, request)
    else:
        request.show_menu(_asked(wish, zones, known, request))


def _asked(wish: Wish, zones: Sequence[str], known: Reminder | None, request: Request) -> Screen:
    """What is asked where the wish is not whole."""
    texts = request.texts
    remark = NOTHING
    if wish.wrong or wish.unread:
        key = "remind.no-time" if wish.wrong else "remind.unread" if wish.minute is None else "remind.no-place"
        remark = texts.html(key, typed=shown_name(wish.wrong or wish.unread))
    if wish.minute is None:
        if len(zones) == 1 and (wish.zones or wish.wrong):
            return screens.hours(mark_of(zones[0]), zones[0], texts, remark=remark)
        if len(zones) > 1:
            return screens.zones(zones, None, remark or texts.html("remind.which"), texts)
        return screens.cities(known, texts, remark=remark)
    if wish.zones:
        return screens.zones(zones, wish.minute, remark or texts.html("remind.which"), texts)
    offered = dict.fromkeys((*zones, *OFFERED))
    return screens.zones(offered, wish.minute, remark or texts.html("remind.where"), texts)


async def may_be_hour(number: int, request: Request) -> bool:
    """Whether the number may be an hour to somebody: they have wished for one before."""
    return number <= LAST_HOUR and await request.work.of(DailyTries).reminder(request.person.id) is not None


def _own_zone(known: Reminder | None, request: Request) -> str | None:
    """The zone by whose clock the person lives, as they have told it here or for their quiet hours."""
    return zone_by(request.preferences.notifications) if known is None else known.zone


async def press_reminder(wish: OfReminder, request: Request) -> Answer:
    """Carry out a press: show the hours where the city is known, else the cities, with one its hours.

    With an hour it is kept, with NOW for this hour; OFF ends it.
    """
    known = await request.work.of(DailyTries).reminder(request.person.id)
    own = _own_zone(known, request)
    if wish == OfReminder(NOW):
        await _remind_at_this_hour(own, request)
        return Answer(request.texts.plain("settings.saved"))
    if wish == OfReminder(OFF):
        request.work.of(DailyTries).drop_reminder(request.person.id)
        return request.show_menu(screens.cities(None, request.texts), toast="settings.saved")
    places = {**zones_by_mark(), **{str(at): zone for at, zone in enumerate(OFFERED)}, OWN: own}
    place = OWN if wish == OfReminder() and known is None else wish.place
    zone, minute = places.get(place), wish.minute or 0
    if zone is None:
        return request.show_menu(screens.cities(known, request.texts))
    if wish.hour is not None and wish.hour <= LAST_HOUR and minute < MINUTES_AN_HOUR:
        await _save(zone, MINUTES_AN_HOUR * wish.hour + minute, request)
        return Answer(request.texts.plain("settings.saved"))
    return request.show_menu(screens.hours(place, zone, request.texts))


async def _remind_at_this_hour(own: str | None, request: Request) -> None:
    """From tomorrow on at the minute that it is now, which needs no city."""
    zone = own or UTC_ZONE
    now = datetime.fromtimestamp(request.world.now(), ZoneInfo(zone))
    await _save(zone, MINUTES_AN_HOUR * now.hour + now.minute, request, tells_clock=own is not None)


FRESH = 2**30
"""Versions begin with the milliseconds modulo this: what was wished before the last *off* must not be meant."""


async def _save(zone: str, minute: int, request: Request, *, tells_clock: bool = True) -> None:
    notifications, now = request.preferences.notifications, request.world.now()
    if tells_clock and notifications.zone != zone:
        request.prefers(replace(request.preferences, notifications=notifications.set_by(zone, now)))
    known = await request.work.of(DailyTries).reminder(request.person.id)
    version = 1 + (known.version if known else int(1000 * now) % FRESH)
    reminder = Reminder(request.person.id, zone, minute, version)
    request.work.of(DailyTries).save_reminder(reminder)
    _schedule(reminder, request.world.now(), request.work)
    request.show_menu(screens.cities(reminder, request.texts))


async def move_reminder(zone: str, request: Request) -> None:
    """Let the reminder, if there is one, come by the clock of that zone from now on: there is one clock for all."""
    known = await request.work.of(DailyTries).reminder(request.person.id)
    if known is not None and known.zone != zone:
        moved = replace(known, zone=zone, version=known.version + 1)
        request.work.of(DailyTries).save_reminder(moved)
        _schedule(moved, request.world.now(), request.work)


LATE = 2 * HOUR
"""Seconds after which nobody is reminded any more: it is another hour."""


async def remind(job: Job, work: Work, world: World) -> None:
    """Remind somebody, if they still wish it so and today's code waits for them; and let it be done tomorrow."""
    person, now = int(job.subject), world.now()
    reminder = await work.of(DailyTries).reminder(person)
    if reminder is None or reminder.version != job.turn:
        return
    known = await work.preferences(person)
    if not known.reachable:
        work.of(DailyTries).drop_reminder(person)
        return
    if next_at(reminder.zone, reminder.minute, now - LATE) <= now:
        await _tell(person, known.texts, work, world)
    _schedule(reminder, now, work)


async def _tell(person: int, texts: Texts, work: Work, world: World) -> None:
    """Tell the person that today's code waits, unless they are done with it, and how they have done lately."""
    today, calendar = world.today, world.daily.calendar
    player = await work.of(DailyTries).player(person)
    since = calendar.week_of(today - 1)[0]
    since = since if player is None else min(since, player.streak.up_to + 1)
    tries = await work.of(DailyTries).attempts(person, since, LOOKED_AT)
    by_day = {attempt.day: attempt for attempt in tries}
    if today in by_day and by_day[today].ended_at is not None:
        return
    last, week = by_day.get(today - 1), week_among(tries, today - 1, calendar)
    secret = world.daily.secret(today - 1) if last is not None and last.solved else None
    run = NO_RUN if player is None else (await run_by(player, today, tries, work))[1]
    weeks = await work.of(DailyTries).weeks_of_friends(person, week.first, last_day(today))
    lately = Lately(last, calendar.closes_at(today - 1), secret, run, week, weeks)
    work.tell(Chat(person), screens.reminder(today, lately, texts))


REMIND = "daily-reminder"
"""The kind of job that reminds somebody; its subject is the person, its turn the version of what they wished."""
SPREAD = 240
"""Seconds over which those of one minute are spread, so that they hold nobody up."""


def _schedule(reminder: Reminder, now: float, work: Work) -> None:
    due = next_at(reminder.zone, reminder.minute, now) + reminder.person % SPREAD
    work.at(due, Job(REMIND, str(reminder.person), reminder.version))
