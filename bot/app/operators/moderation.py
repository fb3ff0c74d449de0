"""Reports and bans: whom an operator means, what is decided about them, and that each action is kept."""

from bot.app.kind import Request
from bot.app.messages import Chat
from bot.app.model.game import LISTED, LOOKED_AT, REPORTS_ABOUT_ONE
from bot.app.operators import screens
from bot.app.operators.model import AuditEntry, Operators
from bot.app.operators.screens import SURE, OfReports
from bot.app.privacy.handlers import leave_some
from bot.app.reading import whole_number
from bot.app.screen import Answer, Screen
from bot.app.screens.common import page_of
from bot.app.talk.model import Talk
from bot.app.work import GRACE, Job, Work
from bot.app.world import World

# Reports: those about one person at a time, and what is decided about them.


async def show_reports(page_key: str, request: Request, toast: str = "") -> Answer:
    """Show the reports about the person on that page; without one, whoever was reported first."""
    operators = request.work.of(Operators)
    people = await operators.reported(LOOKED_AT)
    page = page_of(len(people), page_key, 1)
    if not people:
        return show_to_operator(screens.notice("admin.no-reports", request.texts), request, toast)
    person = people[page.number]
    found = await operators.reports_about(person, REPORTS_ABOUT_ONE)
    warned = sum(entry.action == "warn" for entry in await operators.audit_about(person, LOOKED_AT))
    name, is_banned = await operators.name_of(person), (await operators.access(person)).is_banned
    screen = screens.reports(person, name, found, warned, page, request.texts, is_banned=is_banned)
    return show_to_operator(screen, request, toast)


async def warn(argument: str, request: Request) -> Answer:
    """Warn whoever the shown reports are about."""
    person = await decided(argument, request)
    if person is None:
        return await show_reports("", request, "admin.toast-changed")
    await _send_warning(person, "", request)
    return await _show_rest(person, request, "admin.toast-warned")


LONGEST_WARNING = 1000
"""Characters of a warning in the operator's own words."""


async def warn_in_words(words: str, request: Request) -> Answer:
    """Warn somebody by their number or name, perhaps in words of one's own."""
    who, said = first_word(words)
    person = await person_in(who, request)
    if isinstance(person, Screen):
        return show_to_operator(person, request)
    if len(said) > LONGEST_WARNING:
        return show_to_operator(screens.notice("cast.long", request.texts, most=LONGEST_WARNING), request)
    await _send_warning(person, said, request)
    return show_to_operator(screens.notice("admin.warned", request.texts, person=person), request)


async def dismiss(argument: str, request: Request) -> Answer:
    """The shown reports are no reason for anything."""
    person = await decided(argument, request)
    if person is None:
        return await show_reports("", request, "admin.toast-changed")
    note("dismiss", request, person)
    return await _show_rest(person, request, "admin.toast-dismissed")


async def decided(argument: str, request: Request) -> int | None:
    """About whom the shown reports are, which are deleted; None if others have come since, or none is left."""
    if (about := OfReports.read(argument)) is None:
        return None
    waiting = len(await request.work.of(Operators).reports_about(about.person, REPORTS_ABOUT_ONE))
    if not waiting or waiting != about.count:
        return None
    request.work.of(Operators).drop_reports_about(about.person, waiting)
    return about.person


async def _show_rest(person: int, request: Request, toast: str) -> Answer:
    """Show that it is done: what is deleted is still read in this work."""
    left = [one for one in await request.work.of(Operators).reported(LOOKED_AT) if one != person]
    return show_to_operator(screens.decided(person, len(left), request.texts), request, toast)


async def _send_warning(person: int, said: str, request: Request) -> None:
    known = await request.work.preferences(person)
    request.work.tell(Chat(person), screens.warning(said, known.texts))
    note("warn", request, person, said)


# Bans: whoever is kept away leaves what they play, and hears nothing but that.


async def ask(words: str, request: Request) -> Answer:
    """Ask whether to keep away somebody named by number or name; without a name, list who is."""
    if not words:
        return await show_bans("", request)
    person = await person_in(words.split(maxsplit=1)[0], request)
    return show_to_operator(person if isinstance(person, Screen) else await _question(person, 0, request), request)


async def ask_or_ban(argument: str, request: Request) -> Answer:
    """Ask about whoever the shown reports are about; once that is answered, keep them away."""
    about = OfReports.read(argument) or OfReports(0, 0)
    meant = await person_in(str(about.person), request)
    if isinstance(meant, Screen):
        return show_to_operator(meant, request)
    if about.sure != SURE:
        return show_to_operator(await _question(meant, min(about.count, REPORTS_ABOUT_ONE), request), request)
    await decided(str(about), request)
    await _ban(meant, request)
    return show_to_operator(screens.notice("admin.banned", request.texts, person=meant), request)


async def _question(person: int, count: int, request: Request) -> Screen:
    return screens.ban_question(person, await request.work.of(Operators).name_of(person), count, request.texts)


LEAVE = "banned"
"""The kind of job by which somebody who is kept away leaves what they play; its subject is the person."""


async def _ban(person: int, request: Request) -> None:
    work, now = request.work, request.world.now()
    if (await work.of(Operators).access(person)).is_banned:
        return
    work.of(Operators).ban(person, request.person.id, now)
    work.of(Talk).leave_rooms(person)
    note("ban", request, person)
    work.tell(Chat(person), Screen((await work.preferences(person)).texts.html("banned.text")))
    work.at(now - GRACE, Job(LEAVE, str(person), 0))


async def leave_on(job: Job, work: Work, world: World) -> None:
    """Leave a little more of what somebody plays who is kept away. Raises NeedsThought."""
    person = int(job.subject)
    if (await work.of(Operators).access(person)).is_banned and await leave_some(person, work, world):
        work.at(world.now() - GRACE, Job(LEAVE, job.subject, job.turn))


async def unban(words: str, request: Request) -> Answer:
    """Let somebody come back."""
    person = await person_in(words, request)
    if isinstance(person, Screen):
        return show_to_operator(person, request)
    if (await request.work.of(Operators).access(person)).is_banned:
        request.work.of(Operators).unban(person)
        note("unban", request, person)
        request.work.tell(Chat(person), Screen((await request.work.preferences(person)).texts.html("banned.over")))
    return show_to_operator(screens.notice("admin.unbanned", request.texts, person=person), request)


async def show_bans(page_key: str, request: Request) -> Answer:
    """List who is kept away."""
    people = await request.work.of(Operators).banned(LOOKED_AT)
    page = page_of(len(people), page_key, LISTED)
    return show_to_operator(screens.bans(page.shown(people), page, request.texts), request)


# Whom an operator means by a number or a name.


async def person_in(word: str, request: Request) -> int | Screen:
    """The person by their number or their @name; or the screen that says why they cannot be meant."""
    if word.startswith("@"):
        found = await request.work.person_with(word[1:].casefold())
    else:
        found = whole_number(word)
    if not found:
        return screens.notice("admin.whom", request.texts)
    if found in request.world.admins:
        return screens.notice("admin.not-operators", request.texts)
    return found


# What the operators' screens share: where they are shown, and that each action is kept.

SLOT = "admin"
"""The slot of the screen in an operator's private chat."""


def show_to_operator(screen: Screen, request: Request, toast: str = "") -> Answer:
    """Show the screen; `toast`: what is told about the press."""
    request.work.show(request.chat, SLOT, screen, request.place)
    return Answer(request.texts.plain(toast) if toast else "")


def first_word(words: str) -> tuple[str, str]:
    """The first of the words, and the rest, which may begin on a line of its own."""
    first, *rest = words.split(maxsplit=1) or [""]
    return first, rest[0].strip() if rest else ""


def note(action: str, request: Request, person: int = 0, about: str = "") -> None:
    """Keep what the operator has just done, to whom and what about."""
    request.work.of(Operators).note(AuditEntry(request.world.now(), request.person.id, action, person, about))
