"""One unit of work: what an update or a job reads and writes, in one transaction."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, TypeVar

from bot.app.messages import Chat, Destination, Inline
from bot.app.model.chats import Preferences, Scene, Shown, preferences_read, preferences_written
from bot.app.model.game import RESTS_AFTER, Codecs, Games, Header
from bot.app.model.tables import MOVES_ALONG
from bot.app.operators.model import access_read
from bot.app.outbox import (
    BLANK,
    BOARD,
    MOST_STRIPS,
    MOST_WAITING,
    NO_SLOT,
    STRIPPED_KEPT,
    WATCHED_BOARD,
    Urgency,
    commands_written,
    mark_written,
    retirement_written,
    screen_written,
)
from bot.app.privacy.model import Privacy
from bot.app.rows import Rows, Transaction
from bot.app.screen import Place, Screen
from bot.app.texts import Html
from bot.metrics import FAILED

S = TypeVar("S", bound=Rows)
GONE = "gone"
"""The job that is written when a private chat turns out to be unreachable; its subject is the chat's id."""
RESTORED = "restored"
"""The job that is written for each chat with a game when a backup is restored: its subject is the chat's id, its turn
the moment of the backup in seconds since 1970."""
MOVED = "moved"
"""The job that is written when sending shows that a group has a new id; its subject is the old id."""
SHUT_OUT = "shutout"
"""The job that is written when Telegram refuses the board of a game in its topic; its subject is the game's id."""
GRACE = 2.0
"""Seconds that a job waits after it is due: Telegram's dates are whole seconds, and delivery takes time."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to do later with a subject that its kind knows. `turn`: how far that had come when it was written."""

    kind: str
    subject: str
    turn: int
    """How far it had come when the job was written, lest the job be done when that has moved on."""
    id: int = 0
    """The database's; 0 while it has not been stored."""


RENAMES = ("note_move", "rename_chat", "rename_games", *(f"rename_{table}" for table in MOVES_ALONG))
"""What goes along when a group gets a new id."""


@dataclass(frozen=True, slots=True)
class MayRing:
    """A screen that rings in a private chat, unless that is not wanted there. `row`: what is put into the outbox."""

    chat: int
    screen: Screen
    place: Place
    row: dict[str, Any]


class Work(Rows):
    """One update or job, one transaction. Reads tell what stood there before; all writes are made at its end."""

    def __init__(self, transaction: Transaction, bot_id: int, codecs: Codecs) -> None:
        super().__init__(transaction)
        self.addressees: set[int] = set()
        """The chats for which items were put."""
        self._codecs = codecs
        self._bot_id = bot_id
        self._stores: dict[type[Rows], Any] = {}
        self._preferred: dict[int, Preferences] = {}
        self._boards: dict[int, tuple[Header, ...]] = {}
        self._running: dict[int, tuple[Header, ...]] = {}
        self._home: int | None = None
        self._to_strip: dict[tuple[int, int], Chat] = {}
        self._items: list[dict[str, Any]] = []
        self._may_ring: list[MayRing] = []
        self._heading: tuple[int, Html] | None = None
        self._on_page: int | None = None
        self._sends_there = True

    def of(self, store: type[S]) -> S:
        """The store of that class, made once it is asked for: an update needs two or three of them."""
        if store not in self._stores:
            self._stores[store] = store(self.transaction)
        made: S = self._stores[store]
        return made

    @cached_property
    def games(self) -> Games:
        """The games."""
        return Games(self.transaction, self._codecs)

    @cached_property
    def privacy(self) -> Privacy:
        """What is stored of one person."""
        return Privacy(self.transaction, self._codecs)

    async def scene(self, update: int, chat: Chat | None, person: int = 0) -> Scene:
        """What is stored about the chat of an update and the person; the update is stored as seen."""
        chat_id = None if chat is None else chat.id
        if chat is not None and not chat.is_group:  # one person may write in many groups, but in one private chat
            self.answers_at(chat)
        key = {"bot_id": self._bot_id, "update_id": update}
        rested = self.now() - RESTS_AFTER
        rows = await self.rows("scene", **key, chat_id=chat_id, person_id=person, rested=rested)
        row = rows[0]
        if not row["seen"]:
            self.write("remember_update", **key, seen_at=self.wall())
        known = preferences_read(row)
        if chat_id is not None:
            self._preferred.setdefault(chat_id, known)
        games = tuple(self._codecs.game_of(each) for each in rows if each["game_id"] is not None)
        has_seats, has_played = bool(row["has_seats"]), bool(row["has_played"])
        if chat_id is not None:
            self._boards[chat_id] = games
            self._running |= {} if has_seats else {chat_id: games}
        return Scene(
            bool(row["seen"]),
            known,
            games,
            has_seats,
            row["focus"],
            row["asked_at"],
            row["moved_to"],
            has_played,
            access_read(row),
        )

    async def running(self, chat: int, most: int) -> tuple[Header, ...]:
        """The games that ran in the chat as this work began, in seats (so many at most) and on boards, read once."""
        if chat not in self._running:
            seated = await self.games.running_of(chat, Header, most=most)
            boards = self._boards[chat] if chat in self._boards else await self.games.running_in(chat)
            self._running[chat] = (*seated, *boards)
        return self._running[chat]

    async def preferences(self, chat: int) -> Preferences:
        """A chat's preferences, changes by this work included."""
        if chat not in self._preferred:
            preferences = preferences_read(await self.row("preferences", chat_id=chat))
            self._preferred.setdefault(chat, preferences)
        return self._preferred[chat]

    def prefer(self, chat: Chat, preferences: Preferences) -> None:
        """Save the chat's preferences."""
        former = self._preferred.get(chat.id)
        if preferences.username and (former is None or former.username != preferences.username):
            self.write("release_username", chat_id=chat.id, username=preferences.username)
        self._preferred[chat.id] = preferences
        self.write("prefer", chat_id=chat.id, **preferences_written(preferences))

    async def person_with(self, username: str) -> int | None:
        """Whose username it was when they last wrote in private; in small letters, without the @. None: nobody's."""
        row = await self.row("person_with", username=username)
        return None if row["person_id"] is None else int(row["person_id"])

    async def draft(self, game: str, person: int) -> str:
        """What the person has typed on the game's keypad; empty: nothing."""
        row = await self.row("draft", game_id=game, person_id=person)
        return row["symbols"] or ""

    def keep_draft(self, game: str, person: int, draft: str) -> None:
        """Save what the person has typed; empty deletes it."""
        if draft:
            self.write("keep_draft", game_id=game, person_id=person, symbols=draft)
        else:
            self.write("drop_draft", game_id=game, person_id=person)

    async def slot_state(self, chat: Chat, slot: str) -> Shown:
        """The message that shows the slot."""
        row = await self.row("shown", chat_id=chat.id, slot=slot)
        return Shown(row["message_id"], bool(row["pending"]), row["shown_at"] or 0.0)

    async def discard(self, game: Header, now: float, *, shown_before: float | None = None) -> None:
        """End a game on a board in which nothing was done, and take its screen from sight.

        `shown_before`: only where that screen was sent before, and after all else that is to be sent.
        """
        if game.chat is None:
            return
        shown = await self.slot_state(game.chat, f"{BOARD}{game.id}")
        if shown_before is not None and shown.at >= shown_before:
            return
        self.games.save(game.given_up_at(now))
        urgency = Urgency.NEWS if shown_before is None else Urgency.TIDYING
        await self.take_away(game.chat, f"{BOARD}{game.id}", urgency)

    async def slot_at(self, chat: Chat, message: int) -> str | None:
        """The slot whose screen the message is; None if it is no known one."""
        row = await self.row("slot_at", chat_id=chat.id, message_id=message)
        return None if row["slot"] is None else str(row["slot"])

    async def moved_to(self, chat: int) -> int | None:
        """The supergroup that the group has become; None if it has not, as far as we know."""
        row = await self.row("moved_to", chat_id=chat)
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
        self.write("keep_failed_update", update_id=update, failed_at=self.wall(), content=content, error=error)

    def at(self, due: float, job: Job) -> None:
        """Schedule the job for that time (seconds since 1970)."""
        self.write("put_job", due_at=due, kind=job.kind, subject=job.subject, turn=job.turn)

    async def due_job(self, now: float) -> Job | None:
        """The job that has been due longest and that no other replica holds, locked until the end of this work."""
        for row in await self.rows("due_job", now=now):
            return Job(row["kind"], row["subject"], row["turn"], row["job_id"])
        return None

    def postpone_job(self, job: Job, seconds: float) -> None:
        """Postpone the job by so many seconds."""
        self.write("postpone_job", job_id=job.id, seconds=seconds)

    def drop_job(self, job: Job) -> None:
        """Delete the job."""
        self.write("drop_job", job_id=job.id)

    async def rows_at_once(self, query: str, **values: Any) -> list[Any]:
        """Run a query that is not about a game, at once, even if it writes; returns its rows."""
        return [row async for row in getattr(self.transaction.queries, query)(self.transaction.writer, **values)]

    async def rows_of_each(self, query: str, values: list[dict[str, Any]]) -> list[Any]:
        """Run such a query for every set of values, one after the other."""
        rows: list[Any] = (
            await getattr(self.transaction.queries, query)(self.transaction.writer, values) if values else []
        )
        return rows

    async def give_back(self) -> bool:
        """Give some free pages of the file back to the disk; whether there were some to give."""
        given: bool = await self.transaction.writer.give_back()
        return given

    # What is sent: buffered, and put into the outbox with the other writes.

    def answers_at(self, to: Destination) -> None:
        """Items for this destination are answers to the update; items for others are news."""
        self._home = to.id

    def is_on_page(self, chat: Chat, *, sends: bool) -> None:
        """Whoever has that private chat looks at the board on the Mini App's page.

        In the chat boards are changed when there is time, without a sound; not `sends`: nothing is sent there at all.
        """
        self._on_page, self._sends_there = chat.id, sends

    @property
    def leads_to_chat(self) -> bool:
        """Whether what was asked for on the page is to be seen in the chat: a screen that is no board."""
        shown = any(item["chat_id"] == self._on_page and _is_beside(item["slot"]) for item in self._items)
        return self._sends_there and shown

    def head_next(self, chat: Chat, note: Html) -> None:
        """Let the next screen that is shown in the chat begin with the note."""
        self._heading = (chat.id, note)

    @property
    def has_headed(self) -> bool:
        """Whether a screen has begun with the note since."""
        return self._heading is None

    def _headed(self, to: int, screen: Screen) -> Screen:
        if self._heading is None or self._heading[0] != to:
            return screen
        (_, note), self._heading = self._heading, None
        return replace(screen, html=Html(f"{note}\n\n{screen.html}"))

    def show(self, to: Destination, slot: str, screen: Screen, place: Place, *, for_many: bool = False) -> None:
        """Show the screen in the slot; an older screen of the slot that has not been sent is dropped.

        `for_many`: many are shown the like, or only look on, so it may wait for what is for one.
        """
        thread, inline = (None, to.message) if isinstance(to, Inline) else (to.thread, None)
        for_many = for_many or (to.id == self._on_page and slot.startswith(BOARD))
        screen = self._headed(to.id, replace(screen, is_silent=True) if for_many else screen)
        content = screen_written(screen, place, inline)
        urgency = Urgency.MANY if for_many else Urgency.NEWS
        row = self._put(to.id, thread, slot, content, urgency, at_bottom=place is Place.BOTTOM)
        if isinstance(to, Chat):
            self._heed_notifications(MayRing(to.id, screen, place, row))

    async def take_away(self, chat: Chat, slot: str, urgency: Urgency = Urgency.NEWS) -> None:
        """Delete the message that shows the slot, be it one that is only about to be sent."""
        shown = await self.slot_state(chat, slot)
        if shown.message is not None or shown.pending:
            self._put(chat.id, chat.thread, slot, screen_written(BLANK, Place.HERE), urgency)

    def tell(self, chat: Chat, screen: Screen, *, for_many: bool = False) -> None:
        """Send a message without a slot: nothing replaces it. `for_many`: as in `show`."""
        urgency = Urgency.MANY if for_many else Urgency.NEWS
        screen = self._headed(chat.id, screen)
        row = self._put(chat.id, chat.thread, NO_SLOT, screen_written(screen, Place.BOTTOM), urgency)
        self._heed_notifications(MayRing(chat.id, screen, Place.BOTTOM, row))

    def _heed_notifications(self, shown: MayRing) -> None:
        """Let it come without a sound, if that is how they want it; see `finish`. In a group everything rings."""
        if shown.chat > 0 and not shown.screen.is_silent:
            self._may_ring.append(shown)

    def adopt(self, chat: Chat, slot: str, message: int, former: int | None) -> None:
        """Make the message the slot's screen; the former one is deleted."""
        self.write("adopt_message", chat_id=chat.id, slot=slot, message_id=message, shown_at=self.now())
        if former is not None:
            self.retire(chat, former, wholly=True)

    def strip(self, chat: Chat, message: int) -> None:
        """Remove a message's buttons, once, after everything else that waits for the chat; see `finish`.

        Not those of a game's newest board, whose others count, nor where another screen is about to take its place.
        """
        self._to_strip[chat.id, message] = chat

    def retire(self, chat: Chat, message: int, *, wholly: bool, urgency: Urgency = Urgency.NEWS) -> None:
        """Remove a message's buttons soon; with `wholly`, delete the message."""
        self._put(chat.id, chat.thread, None, retirement_written(message, wholly=wholly), urgency)

    def mark(self, chat: Chat, message: int, sign: str) -> None:
        """React to a message that somebody wrote; `sign` must be one of those that Telegram has for reactions."""
        self._put(chat.id, chat.thread, None, mark_written(message, sign))

    def list_commands(self, chat: Chat, language: str) -> None:
        """List the bot's commands in the chat in that language."""
        self._put(chat.id, chat.thread, None, commands_written(language))

    async def finish(self) -> None:
        """Put the items, and the removals of buttons that are still needed. To be called after the work.

        Here alone is decided what rings: by what the chat prefers once the work is done.
        """
        for shown in self._may_ring:
            notifications = (await self.preferences(shown.chat)).notifications
            if not notifications.rings(shown.screen.news, self.now()):
                shown.row["content"] = screen_written(replace(shown.screen, is_silent=True), shown.place)
        for (chat_id, message), chat in self._to_strip.items():
            key = {"chat_id": chat_id, "message_id": message}
            row = await self.row("may_strip", **key, most=MOST_STRIPS)
            if row["may"]:
                self.write("note_stripped", **key, stripped_at=self.wall())
                self.write("drop_stripped", chat_id=chat_id, most=STRIPPED_KEPT)
                content = retirement_written(message, wholly=False)
                self._put(chat_id, chat.thread, None, content, Urgency.TIDYING)
        for item in self._items:
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
        # A removal is never an answer: nobody waits for it. A crowd that looks on comes after those who play.
        looks_on = chat_id == self._on_page or slot == WATCHED_BOARD
        waits = chat_id == self._home and not (urgency.is_for_many and looks_on)
        if waits and urgency is not Urgency.TIDYING:
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
        if self._sends_there or chat_id != self._on_page:
            self._items.append(row)
            self.addressees.add(chat_id)
        return row


def _is_beside(slot: str | None) -> bool:
    """Whether what stands in the slot is a screen, but no board."""
    return slot is not None and not slot.startswith(BOARD)


class StorageDown(Exception):
    """The database is locked, full or gone; the same work may succeed later."""


class StaleGame(StorageDown):
    """Somebody else saved the game meanwhile: begin again, at once."""


Result = TypeVar("Result")


class Store(Protocol):
    """A database that runs work in transactions."""

    async def run(self, job: Callable[[Work], Awaitable[Result]], *chats: int, alone: bool = False) -> Result:
        """What `job` returns, once all that it wrote is safe. Raises StorageDown, and whatever `job` raises.

        When it raises, nothing was written. Jobs that name a chat in common follow one another. A job that writes rows
        that belong to none of its chats must run `alone`, or replicas could deadlock.
        """

    async def look(self, job: Callable[[Work], Awaitable[Result]]) -> Result:
        """What `job` returns, of what is committed; whatever it writes is dropped. Raises StorageDown."""
