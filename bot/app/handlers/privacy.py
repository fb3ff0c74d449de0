"""What is stored of a person: told, sent to them, and taken away. All but the telling is for private chats alone."""

from bot.app.handlers.forgetting import begin_forgetting
from bot.app.model.long_job import MOST, LongJob
from bot.app.model.privacy import MY_DATA
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens import privacy as screens

HOUR = 3600.0
"""Seconds after which somebody may ask for their data again."""
LASTS = 600.0
"""Seconds for which the button that confirms works."""
ASKED = "forget-me"
"""The kind of prompt that tells which button confirms, and since when."""


async def show(request: Request) -> Answer:
    """Tell what is stored; in private also how to take it away with a press."""
    request.show_menu(screens.privacy(request.texts, in_group=request.chat.is_group))
    return Answer()


async def press(what: str, request: Request) -> Answer:
    """Tell what is stored, or send it."""
    return await (send_my_data if what == screens.DATA else show)(request)


async def send_my_data(request: Request) -> Answer:
    """Let all that is stored of the person be gathered and sent to them, once an hour."""
    if request.chat.is_group:
        return _only_in_private(request)
    person, work, now = request.person.id, request.work, request.world.now()
    waiting = await work.long_jobs.of(person)
    if len(waiting) >= MOST or any(job.kind == MY_DATA for job in waiting):
        request.show_menu(screens.note("mydata.waits", request.texts))
        return Answer()
    asked_at = float(await work.prompts.read(MY_DATA, person) or -HOUR)
    if 0 <= now - asked_at < HOUR:
        minutes = int((asked_at + HOUR - now) // 60) + 1
        request.show_menu(screens.note("mydata.lately", request.texts, minutes=minutes))
        return Answer()
    work.prompts.keep(MY_DATA, person, repr(now))
    work.long_jobs.put(LongJob(MY_DATA, "", person=person, chat=request.chat))
    request.show_menu(screens.note("mydata.coming", request.texts))
    return Answer()


async def ask_to_forget(request: Request) -> Answer:
    """Say what it means to be forgotten, with a button that confirms it once."""
    if request.chat.is_group:
        return _only_in_private(request)
    sign = request.world.new_id()
    request.work.prompts.keep(ASKED, request.person.id, f"{sign} {request.world.now()!r}")
    request.show_menu(screens.question(sign, int(LASTS / 60), request.texts))
    return Answer()


async def forget(sign: str, request: Request) -> Answer:
    """Forget the person, if this is the button that they were shown last, and not long ago; without a sign, ask."""
    if not sign:
        return await ask_to_forget(request)
    if request.chat.is_group:
        return Answer(request.texts.plain("toast.old-button"))
    shown, _, since = (await request.work.prompts.read(ASKED, request.person.id)).partition(" ")
    if sign != shown or not 0 <= request.world.now() - float(since) <= LASTS:
        return request.strip_buttons("toast.old-button")
    request.work.prompts.keep(ASKED, request.person.id, "")
    begin_forgetting(request.person.id, request.texts.language, request.work, request.world)
    request.show_menu(screens.begun(request.texts))
    return Answer()


def _only_in_private(request: Request) -> Answer:
    request.show_menu(screens.only_in_private(request.texts))
    return Answer()
