"""What is to be sent: items of the outbox, how urgent they are, how they are stored, how many may wait."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from math import inf
from typing import Any

import orjson

from bot.app.messages import Chat, Destination
from bot.app.rows import as_json
from bot.app.screen import Button, Document, Picture, Place, Screen
from bot.app.texts import NOTHING, Html

BOARD = "game:"
"""How the slots begin in which the boards of games stand."""
WATCHED_BOARD = "watching"
"""The slot of the board of whoever watches a match of others: a crowd's, also where it answers somebody."""

# How urgent an outbox item is, where not all can be sent at once.


class Urgency(IntEnum):
    """The lower, the sooner. Within a chat, answers and news keep their order; the others come after them."""

    ANSWER = 1
    """An answer to what somebody has just done, in their private chat or on the card that they pressed."""
    NEWS = 2
    """All else for one person or group: a group's board, whose turn it is, that a game has ended."""
    MANY = 3
    """The same news to many, who only look on."""
    TIDYING = 4
    """The removal of buttons that no longer count; nobody waits for it."""

    @property
    def is_for_many(self) -> bool:
        """Whether it draws on the budget for many."""
        return self >= Urgency.MANY


# What is to be sent.

NO_SLOT = ""
"""The slot of messages that are never replaced; each stands for itself."""
AT_ONCE = 8
"""The items of a chat that are read at a time."""


@dataclass(frozen=True, slots=True)
class ScreenItem:
    """A screen for a slot. `current`: the message that shows the slot now, `age`: for how many seconds.

    `to_bottom`: it replaces an unsent one that was to be the newest message of the chat.
    """

    id: int
    to: Destination
    slot: str
    screen: Screen
    place: Place
    current: int | None
    urgency: Urgency = Urgency.NEWS
    to_bottom: bool = False
    age: float = field(default=inf, compare=False)


@dataclass(frozen=True, slots=True)
class RetireItem:
    """Remove a message's buttons; with `wholly`, delete the message."""

    id: int
    to: Chat
    message: int
    wholly: bool
    urgency: Urgency = Urgency.NEWS


@dataclass(frozen=True, slots=True)
class MarkItem:
    """React to a message that somebody wrote; this notifies nobody."""

    id: int
    to: Chat
    message: int
    sign: str
    urgency: Urgency = Urgency.NEWS


@dataclass(frozen=True, slots=True)
class CommandsItem:
    """List the bot's commands in the chat in a language that was chosen there; this notifies nobody."""

    id: int
    to: Chat
    language: str
    urgency: Urgency = Urgency.NEWS


@dataclass(frozen=True, slots=True)
class UnreadableItem:
    """An item that cannot be read: its stored content, and why."""

    id: int
    to: Chat
    content: str
    error: str
    urgency: Urgency = Urgency.NEWS


OutboxItem = ScreenItem | RetireItem | MarkItem | CommandsItem | UnreadableItem


@dataclass(frozen=True, slots=True)
class Kept:
    """The chats whose leases this replica holds, has released, and has taken.

    `taken`: for each chat, the seconds until its rate limit is whole again.
    """

    held: set[int]
    released: set[int]
    taken: Mapping[int, float]


BLANK = Screen(NOTHING)
"""What a slot shows that is to have no message."""

# The same as JSON.


def screen_written(screen: Screen, place: Place, inline: str | None = None) -> str:
    """A screen to be sent, as JSON; `inline`: the inline message that is to show it."""
    rows = [[[button.text, *_doings(button)] for button in row] for row in screen.rows]
    data: dict[str, Any] = {"html": screen.html, "rows": rows, "place": place.value}
    if screen.picture is not None:
        data["picture"] = [screen.picture.kind, screen.picture.given]
    if screen.document is not None:
        data["document"] = [screen.document.name, screen.document.text]
    if screen.answers is not None:
        data["answers"] = screen.answers
    if screen.is_silent:
        data["silent"] = True
    if screen.if_scarce:
        data["if_scarce"] = screen.if_scarce
    return as_json(data if inline is None else data | {"inline": inline})


def _doings(button: Button) -> list[str | None]:
    """What the button does, in the shortest form: most buttons have only callback data."""
    doings = [button.data, button.copies, button.opens, button.shares, button.style, button.app]
    while doings[-1] is None:
        doings.pop()
    return doings


def retirement_written(message: int, *, wholly: bool) -> str:
    """The order to delete a message or remove its buttons, as JSON."""
    return as_json({"retire": message, "wholly": wholly})


def mark_written(message: int, sign: str) -> str:
    """The order to react to a message, as JSON."""
    return as_json({"mark": message, "sign": sign})


def commands_written(language: str) -> str:
    """The order to list the commands in that language, as JSON."""
    return as_json({"commands": language})


def item_read(content: str) -> tuple[Screen, Place, str | None] | tuple[int, bool] | tuple[int, str] | str:
    """A screen, its place and its inline message, if any; or an order about a message.

    An order has the message with whether to delete it wholly, or with the sign to react with; the order to list the
    commands is their language.
    """
    data = orjson.loads(content)
    if "commands" in data:
        return str(data["commands"])
    if "mark" in data:
        return data["mark"], data["sign"]
    if "retire" in data:
        return data["retire"], data["wholly"]
    rows = tuple(tuple(Button(*button) for button in row) for row in data["rows"])
    picture = Picture(*data["picture"]) if "picture" in data else None
    note = Html(data.get("if_scarce", ""))
    silent = data.get("silent", False)
    document = Document(*data["document"]) if "document" in data else None
    more = {"is_silent": silent, "if_scarce": note, "document": document}
    screen = Screen(Html(data["html"]), rows, picture, data.get("answers"), **more)
    return screen, Place(data["place"]), data.get("inline")


# How many may wait.

MOST_WAITING = 200
"""Items that may wait for one chat. Beyond it, newer screens still replace older ones; everything else is dropped."""
MOST_STRIPS = 3
"""Of these, at most so many may remove buttons."""
STRIPPED_KEPT = 64
"""So many messages of a chat are remembered as having no buttons any more."""
