"""A message to everybody: written, shown as it will look, sent a few a second, stopped and gone on with."""

from dataclasses import replace

from bot.app.handlers.operators.showing import SLOT, note, show
from bot.app.messages import Chat
from bot.app.model.broadcast import PACES, Broadcast, State, UnclearText, texts_written
from bot.app.model.long_job import LongJob
from bot.app.model.numbers import AUDIENCE, COUNT, Numbers
from bot.app.ports import Answer, Job, Place, Work
from bot.app.request import Request
from bot.app.screens.operators import broadcast as screens
from bot.app.world import World

SEND = "broadcast"
"""The kind of job that sends on; its subject is the broadcast, its turn the revision that it goes on from."""
PROGRESS_SLOT = "broadcast"
"""The slot of the message that says how far it has come."""
A_SECOND = 1.0
GRACE = 2.0
"""Jobs wait so many seconds after they are due."""


async def write(words: str, request: Request) -> Answer:
    """Keep what was written as a draft, and show it as everybody will see it."""
    latest = await request.work.operators.latest_broadcast()
    if latest is not None and latest.state is State.RUNNING:
        return show(screens.page(latest, request.texts), request)
    try:
        texts = texts_written(words)
    except UnclearText as unclear:
        return show(screens.usage(request.texts.html(unclear.key, **unclear.values), request.texts), request)
    draft = Broadcast(request.world.new_id(), request.person.id, texts, request.world.now())
    request.work.operators.save_broadcast(draft)
    for text in texts.values():
        request.work.tell(request.chat, screens.message(text))
    # Nobody's in particular: whatever else the operator waits for, a draft that is not counted could not be sent.
    request.work.long_jobs.put(LongJob(COUNT, draft.id, chat=request.chat))
    return show(screens.page(draft, request.texts), request)


async def show_audience(broadcast: str, counted: Numbers | None, work: Work) -> None:
    """It is counted how many a draft goes to."""
    draft = await work.operators.latest_broadcast()
    if draft is None or draft.id != broadcast or draft.state is not State.DRAFT:
        return
    texts = (await work.preferences(draft.admin)).texts
    if counted is None:
        work.show(Chat(draft.admin), SLOT, screens.usage(texts.html("admin.uncounted"), texts), Place.HERE)
        return
    draft = replace(draft, total=max(1, counted.now[AUDIENCE]))
    work.operators.save_broadcast(draft)
    work.show(Chat(draft.admin), SLOT, screens.page(draft, texts), Place.HERE)


async def show_latest(_argument: str, request: Request) -> Answer:
    """Show how far the latest has come, and how to write one."""
    return show(screens.page(await request.work.operators.latest_broadcast(), request.texts), request)


async def choose_pace(argument: str, request: Request) -> Answer:
    """Send so many a second."""
    latest = await request.work.operators.latest_broadcast()
    if latest is None or latest.state in {State.STOPPED, State.DONE} or argument not in map(str, PACES):
        return await show_latest("", request)
    return _keep(replace(latest, pace=int(argument)), request)


async def send(broadcast: str, request: Request) -> Answer:
    """Begin to send it, or go on."""
    latest = await request.work.operators.latest_broadcast()
    if latest is None or latest.id != broadcast or latest.state not in {State.DRAFT, State.STOPPED}:
        return await show_latest("", request)
    note("send", request, about=latest.id)
    return _keep(replace(latest, state=State.RUNNING), request)


async def stop(broadcast: str, request: Request) -> Answer:
    """Send no more of it."""
    latest = await request.work.operators.latest_broadcast()
    if latest is None or latest.id != broadcast or latest.state is not State.RUNNING:
        return await show_latest("", request)
    note("stop", request, about=latest.id)
    return _keep(replace(latest, state=State.STOPPED), request)


def _keep(broadcast: Broadcast, request: Request) -> Answer:
    request.work.operators.save_broadcast(broadcast)
    _go_on(broadcast, request.work, request.world)
    return show(screens.page(broadcast, request.texts), request)


def _go_on(broadcast: Broadcast, work: Work, world: World) -> None:
    """Let the next be sent in a second. A job from before the last change does nothing."""
    if broadcast.state is State.RUNNING:
        work.at(world.now() + A_SECOND - GRACE, Job(SEND, broadcast.id, broadcast.revision + 1))


async def send_on(job: Job, work: Work, world: World) -> None:
    """Put the message into the outbox for the next few chats, once those before them have got it.

    So a stop recalls nothing and a flood limit fills no outbox: what waits there is a second's worth.
    """
    broadcast = await work.operators.broadcast(job.subject)
    if broadcast is None or broadcast.state is not State.RUNNING or broadcast.revision != job.turn:
        return
    if await work.operators.waits_for_many(broadcast.up_to):
        work.at(world.now() + A_SECOND - GRACE, job)
        return
    hearers = await work.operators.audience(broadcast.up_to, broadcast.pace)
    reached = [hearer for hearer in hearers if not hearer.is_banned]
    for hearer in reached:
        work.tell(Chat(hearer.chat), screens.message(broadcast.text_in(hearer.language)), for_many=True)
    is_done = len(hearers) < broadcast.pace
    up_to = hearers[-1].chat if hearers else broadcast.up_to
    state = State.DONE if is_done else State.RUNNING
    broadcast = replace(broadcast, up_to=up_to, sent=broadcast.sent + len(reached), state=state)
    work.operators.save_broadcast(broadcast)
    _go_on(broadcast, work, world)
    if broadcast.admin in world.admins:
        await _show_progress(broadcast, work)


async def _show_progress(broadcast: Broadcast, work: Work) -> None:
    """Say how far it has come, on a message of its own, so that no other screen is covered."""
    texts = (await work.preferences(broadcast.admin)).texts
    if broadcast.state is State.DONE or (broadcast.sent // broadcast.pace) % screens.EVERY == 1:
        place = Place.BOTTOM if broadcast.state is State.DONE else Place.HERE
        work.show(Chat(broadcast.admin), PROGRESS_SLOT, screens.progress(broadcast, texts), place, for_many=False)
