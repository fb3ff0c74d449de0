"""The numbers of today: asked for here, counted beside the bot (`bot/app/counting.py`), shown once they are there."""

from bot.app.handlers.operators.broadcasts import show_audience
from bot.app.handlers.operators.showing import SLOT, show
from bot.app.messages import Chat
from bot.app.model.long_job import LongJob
from bot.app.model.numbers import COUNT, Numbers
from bot.app.ports import Answer, Place, Work
from bot.app.request import Request
from bot.app.screens.operators import panel as screens


async def ask(_argument: str, request: Request) -> Answer:
    """Have them counted."""
    if not await request.work.long_jobs.of(request.person.id):
        request.work.long_jobs.put(LongJob(COUNT, "", person=request.person.id, chat=request.chat))
    return show(screens.counting(request.texts), request)


async def show_counted(job: LongJob, counted: Numbers | None, work: Work) -> None:
    """Show what was counted, to whoever asked; None: it could not be counted. A broadcast that is named gets it."""
    if job.subject:
        await show_audience(job.subject, counted, work)
        return
    texts = (await work.preferences(job.person)).texts
    work.show(Chat(job.person), SLOT, screens.numbers(counted, texts), Place.HERE)
