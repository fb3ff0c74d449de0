"""Reports: those about one person at a time, and what is decided about them."""

from bot.app.handlers.operators.people import person_in
from bot.app.handlers.operators.showing import first_word, note, show
from bot.app.messages import Chat
from bot.app.model.limits import LOOKED_AT, REPORTS_ABOUT_ONE
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screen import Screen
from bot.app.screens.operators import people as screens
from bot.app.screens.pages import page_of

LONGEST = 1000
"""Characters of a warning in the operator's own words."""


async def show_page(page_key: str, request: Request, toast: str = "") -> Answer:
    """Show the reports about the person on that page; without one, whoever was reported first."""
    operators = request.work.operators
    people = await operators.reported(LOOKED_AT)
    page = page_of(len(people), page_key, 1)
    if not people:
        return show(screens.no_reports(request.texts), request, toast)
    person = people[page.number]
    reported = screens.Reported(
        person,
        await operators.name_of(person),
        await operators.reports_about(person, REPORTS_ABOUT_ONE),
        await operators.deeds_about(person, LOOKED_AT),
        (await operators.gate(person)).is_banned,
    )
    return show(screens.reports(reported, page, request.texts), request, toast)


async def warn(argument: str, request: Request) -> Answer:
    """Warn whoever the shown reports are about."""
    person = await decided(argument, request)
    if person is None:
        return await show_page("", request, "admin.toast-changed")
    await _send_warning(person, "", request)
    return await _show_rest(person, request, "admin.toast-warned")


async def warn_in_words(words: str, request: Request) -> Answer:
    """Warn somebody by their number or name, perhaps in words of one's own."""
    who, said = first_word(words)
    person = await person_in(who, request)
    if isinstance(person, Screen):
        return show(person, request)
    if len(said) > LONGEST:
        return show(screens.too_long(LONGEST, request.texts), request)
    await _send_warning(person, said, request)
    return show(screens.done("admin.warned", person, request.texts), request)


async def dismiss(argument: str, request: Request) -> Answer:
    """The shown reports are no reason for anything."""
    person = await decided(argument, request)
    if person is None:
        return await show_page("", request, "admin.toast-changed")
    note("dismiss", request, person)
    return await _show_rest(person, request, "admin.toast-dismissed")


async def decided(argument: str, request: Request) -> int | None:
    """About whom the shown reports are, which are deleted; None if others have come since, or none is left."""
    person, _, count = argument.partition("-")
    if not person.isdecimal():
        return None
    waiting = len(await request.work.operators.reports_about(int(person), REPORTS_ABOUT_ONE))
    if not waiting or str(waiting) != count:
        return None
    request.work.operators.drop_reports_about(int(person), waiting)
    return int(person)


async def _show_rest(person: int, request: Request, toast: str) -> Answer:
    """Show that it is done: what is deleted is still read in this work."""
    left = [one for one in await request.work.operators.reported(LOOKED_AT) if one != person]
    return show(screens.decided(person, len(left), request.texts), request, toast)


async def _send_warning(person: int, said: str, request: Request) -> None:
    known = await request.work.preferences(person)
    request.work.tell(Chat(person), screens.warning(said, known.texts))
    note("warn", request, person, said)
