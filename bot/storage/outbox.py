"""Outbox items as JSON, and what a unit of work sends: put together with its other writes."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import orjson

from bot.app.messages import Chat, Destination, Inline
from bot.app.model.chats import Preferences
from bot.app.ports import NO_SLOT, Place, Urgency
from bot.app.screen import Button, Document, Picture, Screen
from bot.app.texts import Html
from bot.clocks import wall
from bot.storage.writes import Writes

# Outbox items as JSON.


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
    doings = [button.data, button.copies, button.opens, button.shares, button.style]
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


def as_json(value: dict[str, Any]) -> str:
    """JSON without spaces."""
    return orjson.dumps(value).decode()


# What a unit of work sends: buffered, and put into the outbox together with its other writes.

MOST_WAITING = 200
"""Items that may wait for one chat. Beyond it, newer screens still replace older ones; everything else is dropped."""
MOST_STRIPS = 3
"""Of these, at most so many may remove buttons."""
STRIPPED_KEPT = 64
"""So many messages of a chat are remembered as having no buttons any more."""


@dataclass(frozen=True, slots=True)
class MayRing:
    """A screen that rings in a private chat, unless that is not wanted there. `row`: what is put into the outbox."""

    chat: int
    screen: Screen
    place: Place
    row: dict[str, Any]


class ItemsToPut(ABC):
    """The outbox items of one unit of work. Urgency follows from the destination, unless it is given."""

    def __init__(self, queries: Any, session: Any, now: Callable[[], float]) -> None:
        self._queries = queries
        self._session = session
        self.now = now
        self.writes = Writes()
        self.addressees: set[int] = set()
        """The chats for which items were put."""
        self._home: int | None = None
        self._to_strip: dict[tuple[int, int], Chat] = {}
        self._rows: list[dict[str, Any]] = []
        self._may_ring: list[MayRing] = []

    @abstractmethod
    async def preferences(self, chat: int) -> Preferences:
        """What the chat prefers."""

    def write(self, statement: str, **values: Any) -> None:
        """Buffer a write until the end."""
        self.writes.add(statement, **values)

    def answers_at(self, to: Destination) -> None:
        """Items for this destination are answers to the update; items for others are news."""
        self._home = to.id

    def show(self, to: Destination, slot: str, screen: Screen, place: Place, *, for_many: bool = False) -> None:
        """Show the screen in the slot; an older screen of the slot that has not been sent is dropped."""
        thread, inline = (None, to.message) if isinstance(to, Inline) else (to.thread, None)
        screen = replace(screen, is_silent=screen.is_silent or for_many)
        content = screen_written(screen, place, inline)
        urgency = Urgency.MANY if for_many else Urgency.NEWS
        row = self._put(to.id, thread, slot, content, urgency, at_bottom=place is Place.BOTTOM)
        if isinstance(to, Chat):
            self._heed_bell(MayRing(to.id, screen, place, row))

    def tell(self, chat: Chat, screen: Screen, *, for_many: bool = False) -> None:
        """Send a message without a slot: nothing replaces it."""
        urgency = Urgency.MANY if for_many else Urgency.NEWS
        row = self._put(chat.id, chat.thread, NO_SLOT, screen_written(screen, Place.BOTTOM), urgency)
        self._heed_bell(MayRing(chat.id, screen, Place.BOTTOM, row))

    def _heed_bell(self, shown: MayRing) -> None:
        """Let it come without a sound, if that is how they want it; see `finish`. In a group everything rings."""
        if shown.chat > 0 and not shown.screen.is_silent:
            self._may_ring.append(shown)

    def adopt(self, chat: Chat, slot: str, message: int, former: int | None) -> None:
        """Make the message the slot's screen; the former one is deleted."""
        self.write("adopt_message", chat_id=chat.id, slot=slot, message_id=message, shown_at=self.now())
        if former is not None:
            self.retire(chat, former, wholly=True)

    def strip(self, chat: Chat, message: int) -> None:
        """Remove a message's buttons, once, after everything else that waits for the chat; see `finish`."""
        self._to_strip[chat.id, message] = chat

    def retire(self, chat: Chat, message: int, *, wholly: bool) -> None:
        """Remove a message's buttons soon; with `wholly`, delete the message."""
        self._put(chat.id, chat.thread, None, retirement_written(message, wholly=wholly))

    def mark(self, chat: Chat, message: int, sign: str) -> None:
        """React to a message that somebody wrote."""
        self._put(chat.id, chat.thread, None, mark_written(message, sign))

    def list_commands(self, chat: Chat, language: str) -> None:
        """List the bot's commands in the chat in that language."""
        self._put(chat.id, chat.thread, None, commands_written(language))

    async def finish(self) -> None:
        """Put the items, and the removals of buttons that are still needed. To be called after the work.

        Here alone is decided what rings: by what the chat prefers once the work is done.
        """
        for shown in self._may_ring:
            bell = (await self.preferences(shown.chat)).bell
            if not bell.rings(shown.screen.news, self.now()):
                shown.row["content"] = screen_written(replace(shown.screen, is_silent=True), shown.place)
        for (chat_id, message), chat in self._to_strip.items():
            key = {"chat_id": chat_id, "message_id": message}
            row = await self._queries.may_strip(self._session, **key, most=MOST_STRIPS)
            if row["may"]:
                self.write("note_stripped", **key, stripped_at=wall())
                self.write("drop_stripped", chat_id=chat_id, most=STRIPPED_KEPT)
                content = retirement_written(message, wholly=False)
                self._put(chat_id, chat.thread, None, content, Urgency.TIDYING)
        for item in self._rows:
            self.write("put_item", **item)

    def _put(
        self,
        chat_id: int,
        thread: int | None,
        slot: str | None,
        content: str,
        urgency: Urgency = Urgency.NEWS,
        *,
        at_bottom: bool = False,
    ) -> dict[str, Any]:
        # A removal is never an answer: nobody waits for it.
        if chat_id == self._home and urgency is not Urgency.TIDYING:
            urgency = Urgency.ANSWER
        row = {
            "chat_id": chat_id,
            "thread_id": thread,
            "slot": slot,
            "content": content,
            "urgency": int(urgency),
            "at_bottom": int(at_bottom),
            "most": MOST_WAITING,
        }
        self._rows.append(row)
        self.addressees.add(chat_id)
        return row
