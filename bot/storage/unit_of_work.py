"""One update, one transaction: reads go to the database, writes are kept back and made together."""

import time
from dataclasses import asdict
from typing import Any

from bot.app.messages import Chat
from bot.app.model.table import Table
from bot.app.ports import Job, Preferences, Scene, Shown
from bot.game.model import Phase
from bot.storage.codec import table_read, table_written
from bot.storage.letters_to_put import LettersToPut
from bot.storage.stored_contests import StoredContests
from bot.storage.stored_lobby import StoredLobby
from bot.storage.stored_long_jobs import StoredLongJobs
from bot.storage.stored_matches import StoredChallenges, StoredMatches
from bot.storage.stored_numbers import StoredNumbers
from bot.storage.stored_points import StoredPoints
from bot.storage.stored_ratings import StoredRatings
from bot.storage.stored_rooms import StoredRooms
from bot.storage.stored_talk import StoredTalk
from bot.storage.stored_uptime import StoredUptime


class UnitOfWork(LettersToPut):
    """The port `Work` over named queries, whichever database runs them."""

    def __init__(self, queries: Any, session: Any, bot_id: int) -> None:
        super().__init__(queries, session)
        self._bot_id = bot_id
        self._preferred: dict[int, Preferences] = {}
        self.matches = StoredMatches(queries, session, self.writes)
        self.challenges = StoredChallenges(queries, session, self.writes)
        self.contests = StoredContests(queries, session, self.writes)
        self.numbers = StoredNumbers(queries, session, self.writes)
        self.lobby = StoredLobby(queries, session, self.writes)
        self.ratings = StoredRatings(queries, session, self.writes)
        self.points = StoredPoints(queries, session, self.writes)
        self.uptime = StoredUptime(queries, session, self.writes)
        self.talk = StoredTalk(queries, session, self.writes)
        self.long_jobs = StoredLongJobs(queries, session, self.writes)
        self.rooms = StoredRooms(queries, session, self.writes)

    async def scene(self, update: int, chat: Chat | None) -> Scene:
        """What stood there when the update came; from now on it is seen."""
        chat_id = None if chat is None else chat.id
        if chat is not None:
            self.answers_at(chat)
        key = {"bot_id": self._bot_id, "update_id": update}
        row = await self._queries.scene(self._session, **key, chat_id=chat_id)
        seen, has_matches, number, moved_to, front, *preferences, table_id, table_chat, body, revision = row
        if not seen:
            self.write("remember_update", **key, seen_at=time.time())
        table = _table((table_id, table_chat, body, revision))
        known = _preferences(preferences)
        if chat_id is not None:
            self._preferred.setdefault(chat_id, known)
        return Scene(bool(seen), known, table, bool(has_matches), front, number, moved_to)

    async def preferences(self, chat: int) -> Preferences:
        """What is known of another chat, or of this one: what the work itself has learnt counts already."""
        if chat not in self._preferred:
            told = _preferences(await self._queries.preferences(self._session, chat_id=chat))
            self._preferred.setdefault(chat, told)
        return self._preferred[chat]

    def prefer(self, chat: Chat, preferences: Preferences) -> None:
        """Keep the chat's preferences."""
        self._preferred[chat.id] = preferences
        flags = {"greeted": int(preferences.greeted), "reachable": int(preferences.reachable)}
        self.write("prefer", chat_id=chat.id, **(asdict(preferences) | flags))

    async def table(self, table: str) -> Table | None:
        """The table of that id."""
        return _table(await self._queries.table(self._session, table_id=table))

    def save(self, table: Table) -> None:
        """Keep the table."""
        is_over = int(table.game.phase is Phase.OVER)
        columns = {"table_id": table.id, "chat_id": table.chat.id, "opened_at": table.opened_at}
        body = table_written(table)
        self.writes.replace("save_table", "table_id", **columns, revision=table.revision, is_over=is_over, body=body)
        if is_over:
            self.write("drop_drafts", table_id=table.id)

    async def draft(self, table: str, person: int) -> str:
        """What the person has typed on the table's keypad."""
        (symbols,) = await self._queries.draft(self._session, table_id=table, person_id=person)
        return symbols or ""

    def keep_draft(self, table: str, person: int, draft: str) -> None:
        """Keep what the person has typed; empty forgets it."""
        if draft:
            self.write("keep_draft", table_id=table, person_id=person, symbols=draft)
        else:
            self.write("drop_draft", table_id=table, person_id=person)

    async def shown(self, chat: Chat, slot: str) -> Shown:
        """Where the slot's screen is."""
        row = await self._queries.shown(self._session, chat_id=chat.id, slot=slot)
        message, below, pending = row
        return Shown(message, below or 0, bool(pending))

    async def slot_at(self, chat: Chat, message: int) -> str | None:
        """Of which slot the message is the screen now; None: of none that is known."""
        (slot,) = await self._queries.slot_at(self._session, chat_id=chat.id, message_id=message)
        return None if slot is None else str(slot)

    def count_below(self, chat: Chat, slot: str) -> None:
        """One more message came after the slot's screen."""
        self.write("count_below", chat_id=chat.id, slot=slot)

    async def moved_to(self, chat: int) -> int | None:
        """The supergroup that the group has become; None: it has not, as far as we know."""
        (new_id,) = await self._queries.moved_to(self._session, chat_id=chat)
        return None if new_id is None else int(new_id)

    def rename(self, chat: Chat, to: int) -> None:
        """The group's id has changed: all that is kept of it goes along, and its old id is known from now on."""
        for statement in (
            "note_move",
            "rename_chat",
            "rename_tables",
            "rename_numbers",
            "rename_group",
            "rename_points",
            "rename_long_jobs",
        ):
            self.write(statement, chat_id=chat.id, new_id=to)
        self.forward_letters(chat, to)

    def forward_letters(self, chat: Chat, to: int) -> None:
        """What waits for the group goes to the supergroup, where its messages have other numbers: none is known."""
        self.write("rename_outbox", chat_id=chat.id, new_id=to)
        self.write("forget_slots", chat_id=chat.id)
        self.write("forget_retirements", chat_id=chat.id)
        self.addressees.add(to)

    def forget_messages(self, chat: Chat) -> None:
        """Nothing that waits for the chat is to be sent any more."""
        self.write("drop_letters_to", chat_id=chat.id)

    def keep_failed(self, update: int, content: str, error: str) -> None:
        """Remember for the operator what broke on a bug of ours."""
        self.write("keep_failed_update", update_id=update, failed_at=time.time(), content=content, error=error)

    def at(self, due: float, job: Job) -> None:
        """Let the job be done at that time (seconds since 1970) or soon after."""
        self.write("put_job", due_at=due, kind=job.kind, table_id=job.table, turn=job.turn)

    async def due_job(self, now: float) -> Job | None:
        """The job that has been due for longest and that nobody is about; it is ours until the end of this work."""
        async for row in self._queries.due_job(self._session, now=now):
            job_id, found, table_id, turn = row
            return Job(found, table_id, turn, job_id)
        return None

    def postpone_job(self, job: Job, seconds: float) -> None:
        """Let the job be due so much later."""
        self.write("postpone_job", job_id=job.id, seconds=seconds)

    def drop_job(self, job: Job) -> None:
        """The job is done."""
        self.write("drop_job", job_id=job.id)

    async def rows(self, query: str, **values: Any) -> list[Any]:
        """What a query gives that is no part of a game: it may write, at once."""
        return [row async for row in getattr(self._queries, query)(self._session, **values)]

    async def rows_of_each(self, query: str, values: list[dict[str, Any]]) -> list[Any]:
        """The same for every set of values, one after the other."""
        rows: list[Any] = await getattr(self._queries, query)(self._session, values) if values else []
        return rows


def _preferences(row: Any) -> Preferences:
    language, spoken, style, greeted, reachable = row
    return Preferences() if style is None else Preferences(language, spoken, style, bool(greeted), bool(reachable))


def _table(row: Any) -> Table | None:
    return None if row[0] is None else table_read(*row)
