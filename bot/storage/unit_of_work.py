"""One unit of work: reads go to the database, writes are buffered and made together at the end."""

from collections.abc import Callable
from dataclasses import asdict
from functools import cached_property
from typing import Any, Generic, TypeVar

from bot.app.kinds.kind import Kinds
from bot.app.messages import Chat
from bot.app.model.chats import Preferences, Scene, Shown
from bot.app.ports import Job
from bot.clocks import wall
from bot.metrics import FAILED
from bot.storage.outbox import ItemsToPut
from bot.storage.stores.chats import StoredLongJobs, StoredPrivacy, StoredPrompts, StoredUptime, bell_read, bell_written
from bot.storage.stores.daily import StoredDaily, StoredDailyAverages, StoredDailyCards, StoredDailyPosts
from bot.storage.stores.duels import StoredChallenges, StoredContests, StoredLobby
from bot.storage.stores.games import StoredGames
from bot.storage.stores.operators import StoredOperators, gate_read
from bot.storage.stores.people import StoredLedgers, StoredMasteries, StoredPoints, StoredRatings
from bot.storage.stores.talk import StoredRooms, StoredTalk
from bot.storage.stores.training import StoredLearners, StoredPuzzles
from bot.storage.writes import Writes

T = TypeVar("T")
RENAMES = (
    *("note_move", "rename_chat", "rename_games", "rename_last_options", "rename_long_jobs"),
    *("rename_daily_cards", "rename_daily_posts"),
)
"""What goes along when a group gets a new id."""


class Part(Generic[T]):
    """A part of a unit of work, made once it is asked for: an update needs two or three of them."""

    def __init__(self, make: Callable[[Any, Any, Writes], T]) -> None:
        self._make = make

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, work: "UnitOfWork", _owner: type) -> T:
        made = self._make(work._queries, work._session, work.writes)  # noqa: SLF001  a part of it
        work.__dict__[self._name] = made  # found there from now on
        return made


class UnitOfWork(ItemsToPut):
    """The port `Work` over named queries, on either database.

    `session` reads; `writer` writes at once what is not buffered. `now`: the time of the games.
    """

    masteries = Part(StoredMasteries)
    learners = Part(StoredLearners)
    prompts = Part(StoredPrompts)
    puzzles = Part(StoredPuzzles)
    challenges = Part(StoredChallenges)
    contests = Part(StoredContests)
    ledgers = Part(StoredLedgers)
    lobby = Part(StoredLobby)
    ratings = Part(StoredRatings)
    points = Part(StoredPoints)
    uptime = Part(StoredUptime)
    talk = Part(StoredTalk)
    long_jobs = Part(StoredLongJobs)
    rooms = Part(StoredRooms)
    privacy = Part(StoredPrivacy)
    operators = Part(StoredOperators)
    daily = Part(StoredDaily)
    daily_averages = Part(StoredDailyAverages)
    daily_cards = Part(StoredDailyCards)
    daily_posts = Part(StoredDailyPosts)

    def __init__(
        self, queries: Any, session: Any, writer: Any, bot_id: int, kinds: Kinds, now: Callable[[], float]
    ) -> None:
        super().__init__(queries, session, now)
        self._writer = writer
        self._kinds = kinds
        self._bot_id = bot_id
        self._preferred: dict[int, Preferences] = {}

    @cached_property
    def games(self) -> StoredGames:
        """The games."""
        return StoredGames(self._queries, self._session, self.writes, self._kinds, self.now)

    async def scene(self, update: int, chat: Chat | None, person: int = 0) -> Scene:
        """What is stored about the chat of an update and the person; the update is stored as seen."""
        chat_id = None if chat is None else chat.id
        if chat is not None and not chat.is_group:  # one person may write in many groups, but in one private chat
            self.answers_at(chat)
        key = {"bot_id": self._bot_id, "update_id": update}
        rows = [row async for row in self._queries.scene(self._session, **key, chat_id=chat_id, person_id=person)]
        row = rows[0]
        if not row["seen"]:
            self.write("remember_update", **key, seen_at=wall())
        known = _preferences(row)
        if chat_id is not None:
            self._preferred.setdefault(chat_id, known)
        games = tuple(self._kinds.game_of(each) for each in rows if each["game_id"] is not None)
        has_seats, has_played = bool(row["has_seats"]), bool(row["has_played"])
        return Scene(
            bool(row["seen"]), known, games, has_seats, row["focus"], row["moved_to"], has_played, gate_read(row)
        )

    async def preferences(self, chat: int) -> Preferences:
        """A chat's preferences, changes by this work included."""
        if chat not in self._preferred:
            preferences = _preferences(await self._queries.preferences(self._session, chat_id=chat))
            self._preferred.setdefault(chat, preferences)
        return self._preferred[chat]

    def prefer(self, chat: Chat, preferences: Preferences) -> None:
        """Save the chat's preferences."""
        former = self._preferred.get(chat.id)
        if preferences.username and (former is None or former.username != preferences.username):
            self.write("release_username", chat_id=chat.id, username=preferences.username)
        self._preferred[chat.id] = preferences
        flags = {"greeted": int(preferences.greeted), "reachable": int(preferences.reachable)}
        others = {"bell": bell_written(preferences.bell), "username": preferences.username or None}
        self.write("prefer", chat_id=chat.id, **(asdict(preferences) | flags | others))

    async def person_with(self, username: str) -> int | None:
        """Whose username it was when they last wrote in private; in small letters, without the @. None: nobody's."""
        row = await self._queries.person_with(self._session, username=username)
        return None if row["person_id"] is None else int(row["person_id"])

    async def draft(self, game: str, person: int) -> str:
        """What the person has typed on the game's keypad; empty: nothing."""
        row = await self._queries.draft(self._session, game_id=game, person_id=person)
        return row["symbols"] or ""

    def keep_draft(self, game: str, person: int, draft: str) -> None:
        """Save what the person has typed; empty deletes it."""
        if draft:
            self.write("keep_draft", game_id=game, person_id=person, symbols=draft)
        else:
            self.write("drop_draft", game_id=game, person_id=person)

    async def slot_state(self, chat: Chat, slot: str) -> Shown:
        """The message that shows the slot."""
        row = await self._queries.shown(self._session, chat_id=chat.id, slot=slot)
        return Shown(row["message_id"], row["below"] or 0, bool(row["pending"]), row["shown_at"] or 0.0)

    async def slot_at(self, chat: Chat, message: int) -> str | None:
        """The slot whose screen the message is; None if it is no known one."""
        row = await self._queries.slot_at(self._session, chat_id=chat.id, message_id=message)
        return None if row["slot"] is None else str(row["slot"])

    def count_below(self, chat: Chat, slot: str) -> None:
        """Count a message below the slot's screen."""
        self.write("count_below", chat_id=chat.id, slot=slot)

    async def moved_to(self, chat: int) -> int | None:
        """The supergroup that the group has become; None if it has not, as far as we know."""
        row = await self._queries.moved_to(self._session, chat_id=chat)
        return None if row["new_id"] is None else int(row["new_id"])

    def rename(self, chat: Chat, to: int) -> None:
        """Move the group's running games and what waits for it to its new id, and store the old id as moved.

        What it has come to (ended games, points, who has played there) keeps the old id, by which it is looked up.
        """
        for statement in RENAMES:
            self.write(statement, chat_id=chat.id, new_id=to)
        self.write("rename_cards", chat_id=chat.id)
        self.forward_items(chat, to)

    def forward_items(self, chat: Chat, to: int) -> None:
        """Move the group's items to the supergroup. Its old message ids are invalid there and are forgotten."""
        self.write("rename_outbox", chat_id=chat.id, new_id=to)
        self.write("forget_slots", chat_id=chat.id)
        self.write("forget_retirements", chat_id=chat.id)
        self.addressees.add(to)

    def forget_messages(self, chat: Chat) -> None:
        """Drop all items of the chat."""
        self.write("drop_items_to", chat_id=chat.id)

    def keep_failed(self, update: int, content: str, error: str) -> None:
        """Keep an update that failed by a bug of ours, for the operator."""
        self.writes.count(FAILED.labels("update"))
        self.write("keep_failed_update", update_id=update, failed_at=wall(), content=content, error=error)

    def at(self, due: float, job: Job) -> None:
        """Schedule the job for that time (seconds since 1970)."""
        self.write("put_job", due_at=due, kind=job.kind, subject=job.subject, turn=job.turn)

    async def due_job(self, now: float) -> Job | None:
        """The job that has been due longest and that no other replica holds, locked until the end of this work."""
        async for row in self._queries.due_job(self._session, now=now):
            return Job(row["kind"], row["subject"], row["turn"], row["job_id"])
        return None

    def postpone_job(self, job: Job, seconds: float) -> None:
        """Postpone the job by so many seconds."""
        self.write("postpone_job", job_id=job.id, seconds=seconds)

    def drop_job(self, job: Job) -> None:
        """Delete the job."""
        self.write("drop_job", job_id=job.id)

    async def rows(self, query: str, **values: Any) -> list[Any]:
        """Run a query that is not about a game, at once, even if it writes; returns its rows."""
        return [row async for row in getattr(self._queries, query)(self._writer, **values)]

    async def rows_of_each(self, query: str, values: list[dict[str, Any]]) -> list[Any]:
        """Run such a query for every set of values, one after the other."""
        rows: list[Any] = await getattr(self._queries, query)(self._writer, values) if values else []
        return rows

    async def give_back(self) -> bool:
        """Give some free pages of the file back to the disk; whether there were some to give."""
        given: bool = await self._writer.give_back()
        return given


def _preferences(row: Any) -> Preferences:
    if row["style"] is None:
        return Preferences()
    flags = bool(row["greeted"]), bool(row["reachable"])
    bell = bell_read(row["bell"])
    return Preferences(
        row["language"], row["spoken"], row["style"], *flags, row["unexplained"], bell, row["username"] or ""
    )
