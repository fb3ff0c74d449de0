"""The outbox as a dispatcher sees it."""

import time
from typing import Any

from bot.app.messages import Chat
from bot.app.outbox import Letter, RetireLetter, ScreenLetter
from bot.app.ports import Place
from bot.app.screens.screen import Screen
from bot.storage.codec import letter_read, retirement_written, screen_written
from bot.storage.unit_of_work import UnitOfWork


class StoredOutbox:
    """The port `Outbox` over named queries."""

    def __init__(self, queries: Any, connection: Any, run: Any) -> None:
        self._queries = queries
        self._connection = connection
        self._run = run

    async def waiting(self) -> list[int]:
        """The chats for which something waits."""
        return [row[0] async for row in self._queries.waiting_chats(self._connection)]

    async def pending(self, chat_id: int) -> list[Letter]:
        """What waits for a chat, oldest first."""
        rows = self._queries.pending(self._connection, chat_id=chat_id)
        return [_letter(chat_id, *row) async for row in rows]

    async def delivered(self, letters: list[Letter], message: int | None, retire: int | None) -> None:
        """The letters are done. `message` shows their slot from now on; `retire` has still to be deleted."""

        async def job(work: UnitOfWork) -> None:
            _drop(work, letters)
            first = letters[0]
            if message is not None and isinstance(first, ScreenLetter):
                work.write("occupy_slot", chat_id=first.chat.id, slot=first.slot, message_id=message)
            if retire is not None:
                work.retire(first.chat, retire, wholly=True)

        await self._run(job)

    async def refused(self, letters: list[Letter], reason: str) -> None:
        """Telegram will never take these: keep them for the operator."""

        async def job(work: UnitOfWork) -> None:
            _drop(work, letters)
            for letter in letters:
                work.write(
                    "keep_failed_message",
                    chat_id=letter.chat.id,
                    failed_at=time.time(),
                    content=_written(letter),
                    error=reason,
                )

        await self._run(job)

    async def unreachable(self, chat_id: int) -> None:
        """The chat takes nothing any more: drop what waits."""

        async def job(work: UnitOfWork) -> None:
            work.write("drop_letters_to", chat_id=chat_id)
            work.write("mark_unreachable", chat_id=chat_id)

        await self._run(job)

    async def renamed(self, chat_id: int, to: int) -> None:
        """The chat has a new id."""

        async def job(work: UnitOfWork) -> None:
            work.rename(Chat(chat_id), to)

        await self._run(job)


def _drop(work: UnitOfWork, letters: list[Letter]) -> None:
    for letter in letters:
        work.write("drop_letter", letter_id=letter.id)


def _letter(
    chat_id: int, letter_id: int, thread: int | None, slot: str | None, content: str, current: int | None
) -> Letter:
    chat = Chat(chat_id, thread)
    match letter_read(content):
        case int(message), bool(wholly):
            return RetireLetter(letter_id, chat, message, wholly)
        case Screen() as screen, Place() as place:
            return ScreenLetter(letter_id, chat, slot or "", screen, place, current)
    raise ValueError(f"letter {letter_id} reads as nothing we know")


def _written(letter: Letter) -> str:
    if isinstance(letter, RetireLetter):
        return retirement_written(letter.message, wholly=letter.wholly)
    return screen_written(letter.screen, letter.place)
