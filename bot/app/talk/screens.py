"""Screens of the lobby's room, where people talk."""

from collections.abc import Collection
from dataclasses import dataclass
from html import escape

from bot.app.buttons import MenuPress, OnRoom
from bot.app.screen import Button, Row, Screen, button, page, rows
from bot.app.screens.people import harmless, shown_name
from bot.app.talk.model import TalkMessage
from bot.app.texts import NOTHING, Html, Texts

SHOWN = 12
"""Remarks shown."""
LISTED = 5
"""The last speakers that can be muted or reported."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """How a listener sees the room."""

    person: int
    texts: Texts
    muted: Collection[int] = ()
    parted: Collection[int] = ()
    """The people with a block between them and the listener."""
    note: Html = NOTHING
    """The screen's last line."""


def outside(texts: Texts) -> Screen:
    """The explanation for somebody who has not joined."""
    return Screen(texts.html("room.outside"), rows(_does(texts, "button.join-room", OnRoom.JOIN)))


def inside(messages: tuple[TalkMessage, ...], hearing: Hearing) -> Screen:
    """The last messages that the listener may read."""
    texts, unheard = hearing.texts, {*hearing.muted, *hearing.parted}
    heard = [_message_line(message) for message in messages if message.person not in unheard][-SHOWN:]
    how = hearing.note or texts.html("room.how")
    html = page(texts.html("room.title"), heard or texts.html("room.silent"), how)
    who = _does(texts, "button.who-spoke", OnRoom.PEOPLE) if speakers(messages, hearing) else None
    return Screen(html, rows((who, _does(texts, "button.leave-room", OnRoom.LEAVE))))


def people(messages: tuple[TalkMessage, ...], hearing: Hearing) -> Screen:
    """The last speakers, to be muted or reported."""
    texts = hearing.texts

    def about(message: TalkMessage) -> Row:
        name, sign = shown_name(message.name), "🔔" if message.person in hearing.muted else "🔇"
        mute, report = (MenuPress(verb, message_key(message)) for verb in (OnRoom.MUTE, OnRoom.REPORT))
        return button(f"{sign} {name}", mute), button(f"🚩 {name}", report)

    each = map(about, speakers(messages, hearing))
    html = page(texts.html("room.title"), texts.html("room.people"))
    return Screen(html, rows(*each, _does(texts, "menu.back", OnRoom.SHOW)))


def speakers(messages: tuple[TalkMessage, ...], hearing: Hearing) -> tuple[TalkMessage, ...]:
    """The last message of each other speaker, the newest first."""
    last = {message.person: message for message in messages if message.person not in {hearing.person, *hearing.parted}}
    return tuple(sorted(last.values(), key=lambda message: -message.said_at)[:LISTED])


def message_key(message: TalkMessage) -> str:
    """The key of a message in buttons."""
    return message.id[:10]


def _message_line(message: TalkMessage) -> Html:
    name, text = (escape(words, quote=False) for words in (shown_name(message.name), harmless(message.text)))
    return Html(f"<u>{name}</u>: {text}")


def _does(texts: Texts, text: str, verb: OnRoom) -> Button:
    return button(texts.plain(text), MenuPress(verb))
