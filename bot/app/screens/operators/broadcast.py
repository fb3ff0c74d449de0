"""A message to everybody: as it is sent, and how far it has come."""

from bot.app.buttons import AdminPress
from bot.app.model.broadcast import PACES, Broadcast, State
from bot.app.operator_verbs import OnAdmin
from bot.app.screen import Row, Screen, button
from bot.app.screens.duration import duration
from bot.app.screens.operators.buttons import back, leads
from bot.app.texts import Html, Texts

EVERY = 10
"""After so many steps it is said how far it has come."""


def message(text: str) -> Screen:
    """The message, as everybody sees it."""
    return Screen(Texts.escaped(text))


def usage(why: Html, texts: Texts) -> Screen:
    """Why this cannot be sent, and how it is written."""
    return Screen(why, (back(texts, OnAdmin.CAST),))


def page(broadcast: Broadcast | None, texts: Texts) -> Screen:
    """How far the latest has come, with its buttons; and how to write one."""
    if broadcast is None:
        return Screen(texts.html("cast.how"), (back(texts),))
    told = _told(broadcast, texts)
    if broadcast.state in {State.STOPPED, State.DONE}:
        told = Html(f"{told}\n\n{texts.html('cast.how')}")
    return Screen(told, (*_rows(broadcast, texts), back(texts)))


def progress(broadcast: Broadcast, texts: Texts) -> Screen:
    """How far it has come, on a message of its own."""
    return Screen(_told(broadcast, texts))


def _told(broadcast: Broadcast, texts: Texts) -> Html:
    if broadcast.state is State.DRAFT and not broadcast.total:
        return texts.html("cast.counting")
    values = {
        "sent": texts.whole(broadcast.sent),
        "total": texts.whole(max(broadcast.total, broadcast.sent)),
        "pace": broadcast.pace,
        "left": duration(broadcast.seconds_left),
    }
    return texts.html(f"cast.{broadcast.state.value}", **values)


def _rows(broadcast: Broadcast, texts: Texts) -> tuple[Row, ...]:
    paces = tuple(
        button(f"✓ {pace}" if pace == broadcast.pace else str(pace), AdminPress(OnAdmin.PACE, str(pace)))
        for pace in PACES
    )
    match broadcast.state:
        case State.DRAFT if broadcast.total:
            return paces, (leads("button.admin-send", OnAdmin.SEND, texts, broadcast.id),)
        case State.RUNNING:
            return paces, (leads("button.admin-stop", OnAdmin.STOP, texts, broadcast.id),)
        case State.STOPPED:
            return ((leads("button.admin-go-on", OnAdmin.SEND, texts, broadcast.id),),)
        case _:
            return ()
