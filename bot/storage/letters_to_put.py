"""What a piece of work lets people see: kept back as letters, and put into the outbox with all that it writes."""

import time
from typing import Any

from bot.app.messages import Chat, Destination, Inline
from bot.app.outbox import NO_SLOT
from bot.app.ports import Place
from bot.app.screen import Screen
from bot.app.urgency import Urgency
from bot.storage.codec import mark_written, retirement_written, screen_written
from bot.storage.writes import Writes

MOST_WAITING = 200
"""So many letters may wait for one chat. A newer screen takes an older one's place even then; the rest is not put."""
MOST_STRIPS = 3
"""Of these so many may take buttons off."""
STRIPPED_KEPT = 64
"""So many messages of a chat are known to have no buttons any more."""


class LettersToPut:
    """The letters of one piece of work. How urgent each is follows from where it goes, unless that is said."""

    def __init__(self, queries: Any, session: Any) -> None:
        self._queries = queries
        self._session = session
        self.writes = Writes()
        self.addressees: set[int] = set()
        """The chats for which letters were put."""
        self._home: int | None = None
        self._to_strip: dict[tuple[int, int], Chat] = {}

    def write(self, statement: str, **values: Any) -> None:
        """Keep a write back until the end."""
        self.writes.add(statement, **values)

    def answers_at(self, to: Destination) -> None:
        """What is shown there answers whoever caused this work; what is shown elsewhere is news."""
        self._home = to.id

    def show(self, to: Destination, slot: str, screen: Screen, place: Place, *, for_many: bool = False) -> None:
        """Let them see the screen; an older one of the slot that has not left yet is dropped."""
        thread, inline = (None, to.message) if isinstance(to, Inline) else (to.thread, None)
        content = screen_written(screen, place, inline)
        urgency = Urgency.MANY if for_many else Urgency.NEWS
        self._put(to.id, thread, slot, content, urgency, at_bottom=place is Place.BOTTOM)

    def tell(self, chat: Chat, screen: Screen) -> None:
        """Send a message that stays as it is: nothing will ever take its place."""
        self._put(chat.id, chat.thread, NO_SLOT, screen_written(screen, Place.BOTTOM))

    def adopt(self, chat: Chat, slot: str, message: int, former: int | None) -> None:
        """From now on the message is the slot's screen; the former one goes."""
        self.write("adopt_message", chat_id=chat.id, slot=slot, message_id=message)
        if former is not None:
            self.retire(chat, former, wholly=True)

    def strip(self, chat: Chat, message: int) -> None:
        """Take the buttons off a message, once, when nothing else waits for the chat; see `finish`."""
        self._to_strip[chat.id, message] = chat

    def retire(self, chat: Chat, message: int, *, wholly: bool) -> None:
        """Take a message out of play, soon: its buttons go, and with `wholly` the message itself."""
        self._put(chat.id, chat.thread, None, retirement_written(message, wholly=wholly))

    def mark(self, chat: Chat, message: int, sign: str) -> None:
        """Put a sign on a message that somebody wrote."""
        self._put(chat.id, chat.thread, None, mark_written(message, sign))

    async def finish(self) -> None:
        """Decide what could not be decided before the work was done. Whoever runs the work calls this after it."""
        for (chat_id, message), chat in self._to_strip.items():
            key = {"chat_id": chat_id, "message_id": message}
            row = await self._queries.may_strip(self._session, **key, most=MOST_STRIPS)
            if row["may"]:
                self.write("note_stripped", **key, stripped_at=time.time())
                self.write("drop_stripped", chat_id=chat_id, most=STRIPPED_KEPT)
                content = retirement_written(message, wholly=False)
                self._put(chat_id, chat.thread, None, content, Urgency.TIDYING)

    def _put(
        self,
        chat_id: int,
        thread: int | None,
        slot: str | None,
        content: str,
        urgency: Urgency = Urgency.NEWS,
        *,
        at_bottom: bool = False,
    ) -> None:
        if chat_id == self._home and urgency is not Urgency.TIDYING:
            urgency = Urgency.ANSWER
        self.write(
            "put_letter",
            chat_id=chat_id,
            thread_id=thread,
            slot=slot,
            content=content,
            urgency=int(urgency),
            at_bottom=int(at_bottom),
            most=MOST_WAITING,
        )
        self.addressees.add(chat_id)
