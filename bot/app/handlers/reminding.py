"""Reminders of the code of the day: for those who ask for one, at an hour of their own, never when it is done."""

import re

from bot.app.messages import Chat
from bot.app.model.daily import Reminder
from bot.app.model.zones import HOUR, OFFERED, next_at, zone_of
from bot.app.ports import Answer, Job, Work
from bot.app.request import Request
from bot.app.screens import reminding as screens
from bot.app.world import World

REMIND = "daily-reminder"
"""The kind of job that reminds somebody; its subject is the person, its turn the version of what they wished."""
SPREAD = 240
"""Seconds over which those of one minute are spread, so that they hold nobody up."""
LATE = 2 * 3600.0
"""Seconds after which nobody is reminded any more: it is another hour."""
LAST_HOUR = 23
TYPED = re.compile(r"(?P<city>[^\d]+?)[ ,]+(?P<hour>\d{1,2})(?::(?P<minute>\d\d))?")


async def type_wish(words: str, request: Request) -> None:
    """Carry out a city and a time that were typed behind `/daily`; where they are none, say so, and begin nothing."""
    found = TYPED.fullmatch(words.strip())
    zone = zone_of(found["city"]) if found else None
    hour, minute = (int(found["hour"]), int(found["minute"] or 0)) if found else (0, 0)
    if zone is None or hour > LAST_HOUR or minute >= HOUR:
        known = await request.work.daily.reminder(request.person.id)
        request.show_menu(screens.cities(known, request.texts, is_unread=True))
    else:
        await _save(zone, HOUR * hour + minute, request)


async def press(argument: str, request: Request) -> Answer:
    """Carry out a press: `remind` shows the cities, with one its hours, with an hour it is kept; `off` ends it."""
    _, *chosen = argument.split("-")
    if chosen == ["off"]:
        request.work.daily.drop_reminder(request.person.id)
        request.show_menu(screens.cities(None, request.texts))
        return Answer(request.texts.plain("settings.saved"))
    if not chosen or not chosen[0].isdecimal() or int(chosen[0]) >= len(OFFERED):
        request.show_menu(screens.cities(await request.work.daily.reminder(request.person.id), request.texts))
        return Answer()
    zone = OFFERED[int(chosen[0])]
    if len(chosen) > 1 and chosen[1].isdecimal() and int(chosen[1]) <= LAST_HOUR:
        await _save(zone, HOUR * int(chosen[1]), request)
        return Answer(request.texts.plain("settings.saved"))
    request.show_menu(screens.hours(int(chosen[0]), zone, request.texts))
    return Answer()


async def _save(zone: str, minute: int, request: Request) -> None:
    known = await request.work.daily.reminder(request.person.id)
    version = 1 if known is None else known.version + 1
    reminder = Reminder(request.person.id, zone, minute, version)
    request.work.daily.save_reminder(reminder)
    _schedule(reminder, request.world.now(), request.work)
    request.show_menu(screens.cities(reminder, request.texts))


def _schedule(reminder: Reminder, now: float, work: Work) -> None:
    due = next_at(reminder.zone, reminder.minute, now) + reminder.person % SPREAD
    work.at(due, Job(REMIND, str(reminder.person), reminder.version))


async def remind(job: Job, work: Work, world: World) -> None:
    """Remind somebody, if they still wish it so and today's code waits for them; and let it be done tomorrow."""
    person, now = int(job.subject), world.now()
    reminder = await work.daily.reminder(person)
    if reminder is None or reminder.version != job.turn:
        return
    known = await work.preferences(person)
    if not known.reachable:
        work.daily.drop_reminder(person)
        return
    wished = next_at(reminder.zone, reminder.minute, now - LATE)
    number = world.daily.calendar.number_at(now)
    attempt = await work.daily.attempt(number, person)
    if wished <= now and (attempt is None or attempt.ended_at is None):
        work.tell(Chat(person), screens.reminder(number, known.texts))
    _schedule(reminder, now, work)
