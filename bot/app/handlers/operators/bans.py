"""Bans: whoever is kept away leaves what they play, and hears nothing but that."""

from bot.app.handlers.leaving import leave_some
from bot.app.handlers.operators.people import person_in
from bot.app.handlers.operators.reports import decided
from bot.app.handlers.operators.showing import note, show
from bot.app.messages import Chat
from bot.app.model.limits import LISTED, LOOKED_AT
from bot.app.ports import Answer, Job, Work
from bot.app.request import Request
from bot.app.screen import Screen
from bot.app.screens.operators import people as screens
from bot.app.screens.pages import page_of
from bot.app.world import World

LEAVE = "banned"
"""The kind of job by which somebody who is kept away leaves what they play; its subject is the person."""
SURE = "yes"
SOON = 2.0
"""Jobs wait so many seconds after they are due; the next part of this one need not."""


async def ask(words: str, request: Request) -> Answer:
    """Ask whether to keep away somebody named by number or name; without a name, list who is."""
    if not words:
        return await show_page("", request)
    person = await person_in(words.split(maxsplit=1)[0], request)
    return show(person if isinstance(person, Screen) else await _question(person, 0, request), request)


async def ask_or_ban(argument: str, request: Request) -> Answer:
    """Ask about whoever the shown reports are about; once that is answered, keep them away."""
    person, _, rest = argument.partition("-")
    count, _, sure = rest.partition("-")
    meant = await person_in(person, request)
    if isinstance(meant, Screen):
        return show(meant, request)
    if sure != SURE:
        return show(await _question(meant, int(count) if count.isdecimal() else 0, request), request)
    await decided(f"{meant}-{count}", request)
    await _ban(meant, request)
    return show(screens.done("admin.banned", meant, request.texts), request)


async def _question(person: int, count: int, request: Request) -> Screen:
    return screens.ban_question(person, await request.work.operators.name_of(person), count, request.texts)


async def _ban(person: int, request: Request) -> None:
    work, now = request.work, request.world.now()
    if (await work.operators.gate(person)).is_banned:
        return
    work.operators.ban(person, request.person.id, now)
    work.talk.leave_rooms(person)
    note("ban", request, person)
    work.tell(Chat(person), Screen((await work.preferences(person)).texts.html("banned.text")))
    work.at(now - SOON, Job(LEAVE, str(person), 0))


async def leave_on(job: Job, work: Work, world: World) -> None:
    """Leave a little more of what somebody plays who is kept away. Raises NeedsThought."""
    person = int(job.subject)
    if (await work.operators.gate(person)).is_banned and await leave_some(person, work, world):
        work.at(world.now() - SOON, Job(LEAVE, job.subject, job.turn))


async def unban(words: str, request: Request) -> Answer:
    """Let somebody come back."""
    person = await person_in(words, request)
    if isinstance(person, Screen):
        return show(person, request)
    if (await request.work.operators.gate(person)).is_banned:
        request.work.operators.unban(person)
        note("unban", request, person)
        request.work.tell(Chat(person), Screen((await request.work.preferences(person)).texts.html("banned.over")))
    return show(screens.done("admin.unbanned", person, request.texts), request)


async def show_page(page_key: str, request: Request) -> Answer:
    """List who is kept away."""
    people = await request.work.operators.banned(LOOKED_AT)
    page = page_of(len(people), page_key, LISTED)
    return show(screens.bans(people[page.begin : page.begin + page.size], page, request.texts), request)
