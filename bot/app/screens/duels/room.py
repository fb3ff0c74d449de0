"""Screens of the lobby's room, where people talk."""

from collections.abc import Collection
from dataclasses import dataclass
from html import escape

from bot.app.buttons import LobbyPress
from bot.app.model.remark import Remark
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.name import shown_name
from bot.app.screens.remark import harmless
from bot.app.texts import NOTHING, Html, Texts
from bot.app.verbs import OnRoom

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
    return Screen(texts.html("room.outside"), ((_does(texts, "button.join-room", OnRoom.JOIN),),))


def inside(remarks: tuple[Remark, ...], hearing: Hearing) -> Screen:
    """The last remarks that the listener may read."""
    texts = hearing.texts
    unheard = {*hearing.muted, *hearing.parted}
    lines = [_line(remark) for remark in remarks if remark.person not in unheard][-SHOWN:]
    paragraphs = [
        texts.html("room.title"),
        Html("\n".join(lines)) if lines else texts.html("room.silent"),
        hearing.note or texts.html("room.how"),
    ]
    who = (_does(texts, "button.who-spoke", OnRoom.PEOPLE),) if speakers(remarks, hearing) else ()
    return Screen(Html("\n\n".join(paragraphs)), ((*who, _does(texts, "button.leave-room", OnRoom.LEAVE)),))


def people(remarks: tuple[Remark, ...], hearing: Hearing) -> Screen:
    """The last speakers, to be muted or reported."""
    texts = hearing.texts
    rows: list[Row] = []
    for remark in speakers(remarks, hearing):
        name = shown_name(remark.name)
        sign = "🔔" if remark.person in hearing.muted else "🔇"
        rows.append((_press(f"{sign} {name}", OnRoom.MUTE, remark), _press(f"🚩 {name}", OnRoom.REPORT, remark)))
    rows.append((_does(texts, "menu.back", OnRoom.SHOW),))
    return Screen(Html("\n\n".join([texts.html("room.title"), texts.html("room.people")])), tuple(rows))


def speakers(remarks: tuple[Remark, ...], hearing: Hearing) -> tuple[Remark, ...]:
    """The last remark of each other speaker, the newest first."""
    last = {remark.person: remark for remark in remarks if remark.person not in {hearing.person, *hearing.parted}}
    return tuple(sorted(last.values(), key=lambda remark: -remark.said_at)[:LISTED])


def key_of(remark: Remark) -> str:
    """The key of a remark in buttons."""
    return remark.id[:10]


def _line(remark: Remark) -> Html:
    name, text = (escape(told, quote=False) for told in (shown_name(remark.name), harmless(remark.text)))
    return Html(f"<u>{name}</u>: {text}")


def _press(text: str, verb: OnRoom, remark: Remark) -> Button:
    return button(text, LobbyPress(verb, key_of(remark)))


def _does(texts: Texts, text: str, verb: OnRoom) -> Button:
    return button(texts.plain(text), LobbyPress(verb))
