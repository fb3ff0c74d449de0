"""`/admin`: who may use it, what its words and buttons do. A new button is a verb and its function in `BUTTONS`."""

from collections.abc import Awaitable, Callable

from bot.app.buttons import AdminPress
from bot.app.features import FEATURES
from bot.app.handlers.operators import bans, broadcasts, failures, features, inbox, log, numbers, reports
from bot.app.handlers.operators.showing import SLOT, first_word, show
from bot.app.handlers.unplayable import answer_unplayable
from bot.app.intents import Command
from bot.app.model.limits import LOOKED_AT
from bot.app.operator_verbs import OnAdmin
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens.operators import panel as screens

Action = Callable[[str, Request], Awaitable[Answer]]
"""Does what a word or a button says; the text is what stands behind it."""


async def obey(words: str, request: Request) -> Answer:
    """Carry out what stands behind `/admin`; nothing there is the first screen."""
    if not may_operate(request):
        return await answer_unplayable("command", Command.ADMIN.value, request)
    word, rest = first_word(words)
    return await WORDS.get(word.casefold(), _show_home)(rest, request)


async def press(press: AdminPress, request: Request) -> Answer:
    """Carry out a press on one of the screens."""
    if not may_operate(request) or not await request.is_current(SLOT):
        return request.strip_buttons("toast.old-button")
    return await BUTTONS[press.verb](press.argument, request)


def may_operate(request: Request) -> bool:
    """Whether this is an operator in their private chat."""
    return request.person.id in request.world.admins and not request.chat.is_group


async def _show_home(_argument: str, request: Request) -> Answer:
    operators = request.work.operators
    waits = screens.Waits(
        reports=len(await operators.reported(LOOKED_AT)),
        feedback=len(await operators.feedback(LOOKED_AT)),
        failed=len(await operators.failed(LOOKED_AT)),
        bans=len(await operators.banned(LOOKED_AT)),
    )
    off = request.gate.off & FEATURES.keys()  # another version may have switched off what this one does not know
    return show(screens.home(waits, LOOKED_AT, off, request.texts), request)


WORDS: dict[str, Action] = {
    "ban": bans.ask,
    "unban": bans.unban,
    "warn": reports.warn_in_words,
    "answer": inbox.answer,
    "broadcast": broadcasts.write,
}
"""What stands behind the command."""
BUTTONS: dict[OnAdmin, Action] = {
    OnAdmin.HOME: _show_home,
    OnAdmin.NUMBERS: numbers.ask,
    OnAdmin.REPORTS: reports.show_page,
    OnAdmin.WARN: reports.warn,
    OnAdmin.DISMISS: reports.dismiss,
    OnAdmin.BAN: bans.ask_or_ban,
    OnAdmin.BANS: bans.show_page,
    OnAdmin.UNBAN: bans.unban,
    OnAdmin.FEEDBACK: inbox.show_page,
    OnAdmin.READ: inbox.read,
    OnAdmin.FEATURES: features.show_all,
    OnAdmin.SWITCH: features.switch,
    OnAdmin.FAILED: failures.show_all,
    OnAdmin.RETRY: failures.retry,
    OnAdmin.DROP: failures.drop,
    OnAdmin.CAST: broadcasts.show_latest,
    OnAdmin.PACE: broadcasts.choose_pace,
    OnAdmin.SEND: broadcasts.send,
    OnAdmin.STOP: broadcasts.stop,
    OnAdmin.DEEDS: log.show_all,
}
