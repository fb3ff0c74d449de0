"""What is stored of people: told to everybody, and all of it to whoever it is about."""

from bot.app.model.long_job import MOST, LongJob
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens import privacy as screens

MY_DATA = "my-data"
"""The kind of long job, and the name under which is kept when somebody last asked."""
PAUSE = 3600.0
"""Seconds between two files for one person: they are read from all tables."""


async def show(request: Request) -> Answer:
    """Show what is stored, in plain words."""
    request.show_menu(screens.privacy(request.texts, in_group=request.chat.is_group))
    return Answer()


async def ask_for_data(request: Request) -> Answer:
    """Let the file be made, which comes to the private chat."""
    if request.chat.is_group:
        return _say("mydata.in-private", request)
    last = await request.work.prompts.read(MY_DATA, request.person.id)
    waiting = await request.work.long_jobs.of(request.person.id)
    if len(waiting) >= MOST or (last and request.world.now() < float(last) + PAUSE):
        return _say("mydata.lately", request)
    request.work.prompts.keep(MY_DATA, request.person.id, str(int(request.world.now())))
    request.work.long_jobs.put(LongJob(MY_DATA, MY_DATA, 0, request.person.id, request.chat))
    return _say("mydata.soon", request)


def _say(key: str, request: Request) -> Answer:
    if request.pressed is not None:
        return Answer(request.texts.plain(key))
    request.tell(request.texts.html(key))
    return Answer()
