"""The operators' screens in their private chats, and `/feedback`. To everybody else `/admin` is unknown.

In their order: `/admin` itself; the numbers; feedback, read and written; features; failures; broadcasts; what operators
did. At the end its words and buttons: a new button is a verb and its function in `BUTTONS`.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.app.buttons import Feature, MenuPress, OnAdmin
from bot.app.chats.handlers import answer_unplayable
from bot.app.intents import Command
from bot.app.kind import Request, Section
from bot.app.messages import Chat
from bot.app.model.game import LISTED, LOOKED_AT
from bot.app.model.limits import Limit
from bot.app.model.long_jobs import LongJob, LongJobs
from bot.app.operators import moderation, screens
from bot.app.operators.actions import tell_operators
from bot.app.operators.model import (
    AUDIENCE,
    COUNT,
    PACES,
    Broadcast,
    BroadcastState,
    Failure,
    Numbers,
    Operators,
    UnclearText,
    texts_written,
)
from bot.app.operators.moderation import LEAVE, SLOT, first_word, leave_on, note, show_to_operator
from bot.app.ratings.model import Ratings
from bot.app.reading import whole_number
from bot.app.screen import Answer, Place, Screen
from bot.app.screens.common import page_of
from bot.app.screens.people import shown_name
from bot.app.screens.terms import FAMILIES
from bot.app.texts import Html, Texts
from bot.app.work import GRACE, Job, Work
from bot.app.world import World

# `/admin`: who may use it, and its first screen.


async def obey(words: str, request: Request) -> Answer:
    """Carry out what stands behind `/admin`; nothing there is the first screen."""
    if not may_operate(request):
        return await answer_unplayable("command", Command.ADMIN.value, request)
    word, rest = first_word(words)
    return await WORDS.get(word.casefold(), _show_home)(rest, request)


async def press(press: MenuPress, request: Request) -> Answer:
    """Carry out a press on one of the screens."""
    request.needs(may_operate(request) and await request.is_current(SLOT))
    return await BUTTONS[OnAdmin(press.verb.value)](press.argument, request)


def may_operate(request: Request) -> bool:
    """Whether this is an operator in their private chat."""
    return request.person.id in request.world.admins and not request.chat.is_group


async def _show_home(_argument: str, request: Request) -> Answer:
    operators = request.work.of(Operators)
    waits = {
        OnAdmin.REPORTS: len(await operators.reported(LOOKED_AT)),
        OnAdmin.FEEDBACK: len(await operators.feedback(LOOKED_AT)),
        OnAdmin.FAILED: len(await operators.failed(LOOKED_AT)),
        OnAdmin.BANS: len(await operators.banned(LOOKED_AT)),
    }
    off = request.access.off & set(Feature)  # another version may have switched off what this one does not know
    return show_to_operator(screens.home(waits, LOOKED_AT, off, request.world.version, request.texts), request)


# The numbers of today: asked for here, counted beside the bot (`bot/app/jobs.py`), shown once they are there.


async def ask(_argument: str, request: Request) -> Answer:
    """Have them counted."""
    if not await request.work.of(LongJobs).of(request.person.id):
        request.work.of(LongJobs).put(LongJob(COUNT, "", person=request.person.id, chat=request.chat))
    return show_to_operator(screens.notice("admin.counting", request.texts), request)


async def show_counted(job: LongJob, counted: Numbers | None, work: Work) -> None:
    """Show what was counted, to whoever asked; None: it could not be counted. A broadcast that is named gets it."""
    if job.subject:
        await show_audience(job.subject, counted, work)
        return
    texts = (await work.preferences(job.person)).texts
    work.show(Chat(job.person), SLOT, screens.numbers(counted, texts), Place.HERE)


# What people tell the operators: read one after the other, and answered.


async def show_page(page_key: str, request: Request) -> Answer:
    """Show one message, the oldest first."""
    waiting = await request.work.of(Operators).feedback(LOOKED_AT)
    return show_to_operator(screens.feedback_message(waiting, page_key, request.texts), request)


async def read(key: str, request: Request) -> Answer:
    """A message is read, and goes."""
    waiting = await request.work.of(Operators).feedback(LOOKED_AT)
    meant = next((one for one in waiting if str(one.id) == key), None)
    if meant is None:
        return await show_page("", request)
    request.work.of(Operators).drop_feedback(meant.id)
    note("read", request, meant.person)
    left = tuple(one for one in waiting if one is not meant)
    return show_to_operator(screens.feedback_message(left, "", request.texts), request)


LONGEST_ANSWER = 2000
"""Characters of an answer."""


async def answer(words: str, request: Request) -> Answer:
    """Answer a message by its number; it is read with that."""
    key, said = first_word(words)
    waiting = await request.work.of(Operators).feedback(LOOKED_AT)
    meant = next((one for one in waiting if str(one.id) == key), None)
    if meant is None or not said:
        return show_to_operator(screens.notice("admin.answer-unclear", request.texts, OnAdmin.FEEDBACK), request)
    if len(said) > LONGEST_ANSWER:
        return show_to_operator(
            screens.notice("cast.long", request.texts, OnAdmin.FEEDBACK, most=LONGEST_ANSWER), request
        )
    texts = (await request.work.preferences(meant.person)).texts
    request.work.tell(Chat(meant.person), Screen(texts.html("feedback.answer", asked=meant.text, said=said)))
    request.work.of(Operators).drop_feedback(meant.id)
    note("answer", request, meant.person, said)
    name = shown_name(meant.name)
    return show_to_operator(screens.notice("admin.answered", request.texts, OnAdmin.FEEDBACK, name=name), request)


# `/feedback`: what people tell the operators.


async def give(words: str, request: Request) -> Answer:
    """Keep what somebody tells the operators, and tell these; without words, say how it is written."""
    return request.show_menu(Screen(await _kept(words.strip(), request)))


MOST = 3
"""So many messages of one person may wait to be read."""
LONGEST_FEEDBACK = 1500
"""Characters of a message."""


async def _kept(words: str, request: Request) -> Html:
    """The text that says what became of it."""
    operators, person, texts = request.work.of(Operators), request.person, request.texts
    if not request.world.admins:
        return texts.html("feedback.nobody")
    if request.chat.is_group:
        return texts.html("feedback.in-private")
    if not words:
        return texts.html("feedback.how")
    if len(words) > LONGEST_FEEDBACK:
        return texts.html("feedback.too-long", most=LONGEST_FEEDBACK)
    if closed := request.why_closed(Limit.FEEDBACK):
        return closed
    if await operators.feedback_of(person.id, MOST) >= MOST:
        return texts.html("feedback.enough")
    operators.put_feedback(person.id, person.name, words, request.world.now())
    await tell_operators(request.work, request.world, feedback=1)
    return texts.html("feedback.thanks")


# Features, switched off and on for everybody.


async def show_features(_argument: str, request: Request) -> Answer:
    """List the features, each with its switch."""
    return show_to_operator(screens.features(tuple(Feature), request.access.off, request.texts), request)


async def switch(argument: str, request: Request) -> Answer:
    """Switch a feature."""
    asked = screens.OfSwitch.read(argument)
    if asked is None or asked.feature not in set(Feature):
        return await show_features("", request)
    off, on, name = request.access.off, asked.wanted != screens.OFF, asked.feature
    if (name in off) == on:
        off = await request.work.of(Operators).switch(name, on=on)
        note(f"switch-{screens.ON if on else screens.OFF}", request, about=name)
    return show_to_operator(screens.features(tuple(Feature), off, request.texts), request, "settings.saved")


# What failed and was kept: tried again, or dropped.


async def show_failures(page_key: str, request: Request) -> Answer:
    """List what failed lately, the latest first."""
    return _show_failures(await request.work.of(Operators).failed(LOOKED_AT), page_key, request)


async def retry(key: str, request: Request) -> Answer:
    """Try a job or a message again."""
    return await _do(key, request, again=True)


async def drop(key: str, request: Request) -> Answer:
    """It is seen, and goes."""
    return await _do(key, request, again=False)


async def _do(key: str, request: Request, *, again: bool) -> Answer:
    failed = await request.work.of(Operators).failed(LOOKED_AT)
    meant = next((one for one in failed if one.id == key and (one.can_be_retried or not again)), None)
    if meant is None:
        return _show_failures(failed, "", request, "admin.toast-changed")
    if again:
        request.work.of(Operators).retry_failure(meant, request.world.now())
    else:
        request.work.of(Operators).drop_failure(meant)
    note("retry" if again else "drop", request, about=meant.id)
    return _show_failures(tuple(one for one in failed if one is not meant), "", request)


def _show_failures(failed: tuple[Failure, ...], page_key: str, request: Request, toast: str = "") -> Answer:
    page = page_of(len(failed), page_key, LISTED)
    return show_to_operator(screens.failures(page.shown(failed), page, request.texts), request, toast)


# A message to everybody: written, shown as it will look, sent a few a second, stopped and gone on with.


async def write(words: str, request: Request) -> Answer:
    """Keep what was written as a draft, and show it as everybody will see it."""
    latest = await request.work.of(Operators).latest_broadcast()
    if latest is not None and latest.state is BroadcastState.RUNNING:
        return show_to_operator(screens.latest_broadcast(latest, request.texts), request)
    try:
        texts = texts_written(words)
    except UnclearText as unclear:
        return show_to_operator(screens.notice(unclear.key, request.texts, OnAdmin.CAST, **unclear.values), request)
    draft = Broadcast(request.world.new_id(), request.person.id, texts, request.world.now())
    request.work.of(Operators).save_broadcast(draft)
    for text in texts.values():
        request.work.tell(request.chat, Screen(Texts.escaped(text)))
    # Nobody's in particular: whatever else the operator waits for, a draft that is not counted could not be sent.
    request.work.of(LongJobs).put(LongJob(COUNT, draft.id, chat=request.chat))
    return show_to_operator(screens.latest_broadcast(draft, request.texts), request)


async def show_audience(broadcast: str, counted: Numbers | None, work: Work) -> None:
    """It is counted how many a draft goes to."""
    draft = await work.of(Operators).latest_broadcast()
    if draft is None or draft.id != broadcast or draft.state is not BroadcastState.DRAFT:
        return
    texts = (await work.preferences(draft.admin)).texts
    if counted is None:
        work.show(Chat(draft.admin), SLOT, screens.notice("admin.uncounted", texts, OnAdmin.CAST), Place.HERE)
        return
    draft = replace(draft, total=max(1, counted.now[AUDIENCE]))
    work.of(Operators).save_broadcast(draft)
    work.show(Chat(draft.admin), SLOT, screens.latest_broadcast(draft, texts), Place.HERE)


async def show_latest(_argument: str, request: Request) -> Answer:
    """Show how far the latest has come, and how to write one."""
    return show_to_operator(
        screens.latest_broadcast(await request.work.of(Operators).latest_broadcast(), request.texts), request
    )


async def choose_pace(argument: str, request: Request) -> Answer:
    """Send so many a second."""
    latest = await request.work.of(Operators).latest_broadcast()
    pace = whole_number(argument, max(PACES))
    if latest is None or latest.state in {BroadcastState.STOPPED, BroadcastState.DONE} or pace not in PACES:
        return await show_latest("", request)
    return _keep(replace(latest, pace=pace), request)


async def send(broadcast: str, request: Request) -> Answer:
    """Begin to send it, or go on."""
    latest = await request.work.of(Operators).latest_broadcast()
    if latest is None or latest.id != broadcast or latest.state not in {BroadcastState.DRAFT, BroadcastState.STOPPED}:
        return await show_latest("", request)
    note("send", request, about=latest.id)
    return _keep(replace(latest, state=BroadcastState.RUNNING), request)


async def stop(broadcast: str, request: Request) -> Answer:
    """Send no more of it."""
    latest = await request.work.of(Operators).latest_broadcast()
    if latest is None or latest.id != broadcast or latest.state is not BroadcastState.RUNNING:
        return await show_latest("", request)
    note("stop", request, about=latest.id)
    return _keep(replace(latest, state=BroadcastState.STOPPED), request)


def _keep(broadcast: Broadcast, request: Request) -> Answer:
    request.work.of(Operators).save_broadcast(broadcast)
    _go_on(broadcast, request.work, request.world)
    return show_to_operator(screens.latest_broadcast(broadcast, request.texts), request)


SEND = "broadcast"
"""The kind of job that sends on; its subject is the broadcast, its turn the revision that it goes on from."""
A_SECOND = 1.0


def _go_on(broadcast: Broadcast, work: Work, world: World) -> None:
    """Let the next be sent in a second. A job from before the last change does nothing."""
    if broadcast.state is BroadcastState.RUNNING:
        work.at(world.now() + A_SECOND - GRACE, Job(SEND, broadcast.id, broadcast.revision + 1))


async def send_on(job: Job, work: Work, world: World) -> None:
    """Put the message into the outbox for the next few chats, once those before them have got it.

    So a stop recalls nothing and a flood limit fills no outbox: what waits there is a second's worth.
    """
    broadcast = await work.of(Operators).broadcast(job.subject)
    if broadcast is None or broadcast.state is not BroadcastState.RUNNING or broadcast.revision != job.turn:
        return
    if await work.of(Operators).waits_for_many(broadcast.up_to):
        work.at(world.now() + A_SECOND - GRACE, job)
        return
    hearers = await work.of(Operators).audience(broadcast.up_to, broadcast.pace)
    reached = [hearer for hearer in hearers if not hearer.is_banned]
    for hearer in reached:
        work.tell(Chat(hearer.chat), Screen(Texts.escaped(broadcast.text_in(hearer.language))), for_many=True)
    is_done = len(hearers) < broadcast.pace
    up_to = hearers[-1].chat if hearers else broadcast.up_to
    state = BroadcastState.DONE if is_done else BroadcastState.RUNNING
    broadcast = replace(broadcast, up_to=up_to, sent=broadcast.sent + len(reached), state=state)
    work.of(Operators).save_broadcast(broadcast)
    _go_on(broadcast, work, world)
    if broadcast.admin in world.admins:
        await _show_progress(broadcast, work)


PROGRESS_SLOT = "broadcast"
"""The slot of the message that says how far it has come."""


async def _show_progress(broadcast: Broadcast, work: Work) -> None:
    """Say how far it has come, on a message of its own, so that no other screen is covered."""
    texts = (await work.preferences(broadcast.admin)).texts
    if broadcast.state is BroadcastState.DONE or (broadcast.sent // broadcast.pace) % screens.EVERY == 1:
        place = Place.BOTTOM if broadcast.state is BroadcastState.DONE else Place.HERE
        work.show(
            Chat(broadcast.admin), PROGRESS_SLOT, Screen(screens.progress(broadcast, texts)), place, for_many=False
        )


# What operators have done.


async def show_audit(_argument: str, request: Request) -> Answer:
    """List what operators did lately."""
    return show_to_operator(screens.audit(await request.work.of(Operators).audit(LOOKED_AT), request.texts), request)


async def show_boosting(_argument: str, request: Request) -> Answer:
    """List whom of the best an operator should look at."""
    ratings = request.work.of(Ratings)
    found = [one for family in FAMILIES for one in await ratings.boosted(family, LOOKED_AT)]
    return show_to_operator(screens.boosting(tuple(found[:LOOKED_AT]), request.texts), request)


# The words of `/admin`, and what its buttons do. A new button is a verb and its function in `BUTTONS`.

Action = Callable[[str, Request], Awaitable[Answer]]
"""Does what a word or a button says; the text is what stands behind it."""
WORDS: dict[str, Action] = {
    "ban": moderation.ask,
    "unban": moderation.unban,
    "warn": moderation.warn_in_words,
    "answer": answer,
    "broadcast": write,
}
"""What stands behind the command."""
BUTTONS: dict[OnAdmin, Action] = {
    OnAdmin.HOME: _show_home,
    OnAdmin.NUMBERS: ask,
    OnAdmin.REPORTS: moderation.show_reports,
    OnAdmin.WARN: moderation.warn,
    OnAdmin.DISMISS: moderation.dismiss,
    OnAdmin.BAN: moderation.ask_or_ban,
    OnAdmin.BANS: moderation.show_bans,
    OnAdmin.UNBAN: moderation.unban,
    OnAdmin.FEEDBACK: show_page,
    OnAdmin.READ: read,
    OnAdmin.FEATURES: show_features,
    OnAdmin.SWITCH: switch,
    OnAdmin.FAILED: show_failures,
    OnAdmin.RETRY: retry,
    OnAdmin.DROP: drop,
    OnAdmin.CAST: show_latest,
    OnAdmin.PACE: choose_pace,
    OnAdmin.SEND: send,
    OnAdmin.STOP: stop,
    OnAdmin.DEEDS: show_audit,
    OnAdmin.BOOSTING: show_boosting,
}


# The section.

OPERATORS = Section(
    commands={Command.FEEDBACK: give, Command.ADMIN: obey},
    presses={OnAdmin: press},
    jobs={SEND: send_on, LEAVE: leave_on},
)
