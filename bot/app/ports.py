"""What the use cases need of the world outside; adapters in storage, telegram and `__main__` provide it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from math import inf
from typing import Protocol, TypeVar

from bot.app.intents import Follow
from bot.app.messages import Chat, Destination
from bot.app.model.chats import LongJobs, Preferences, Privacy, Prompts, Scene, Shown, Uptime
from bot.app.model.daily import DailyAverages, DailyCards, DailyPosts, DailyTries
from bot.app.model.duels import Challenges, Contests, Lobby
from bot.app.model.game import Games
from bot.app.model.ledger import Ledgers, MasteryStore
from bot.app.model.operators import Operators
from bot.app.model.ratings import Points, Ratings
from bot.app.model.talk import Rooms, Talk
from bot.app.model.training import Learners, Puzzles
from bot.app.screen import Screen

# What is stored, by what it is about: the parts of a transaction.


class Stores(Protocol):
    """Each reads what stood there before, and writes with the transaction to which it belongs."""

    @property
    def games(self) -> Games:
        """The games."""

    @property
    def prompts(self) -> Prompts:
        """What people said before."""

    @property
    def challenges(self) -> Challenges:
        """The offers of matches."""

    @property
    def contests(self) -> Contests:
        """Secrets that friends break one after the other."""

    @property
    def masteries(self) -> MasteryStore:
        """Where somebody was a master of guessing a number."""

    @property
    def learners(self) -> Learners:
        """How far people have come in the lessons."""

    @property
    def puzzles(self) -> Puzzles:
        """What people have come to with puzzles."""

    @property
    def ledgers(self) -> Ledgers:
        """The sums of games alone."""

    @property
    def lobby(self) -> Lobby:
        """Who looks for a rival."""

    @property
    def ratings(self) -> Ratings:
        """How strong people are, and how their games ended."""

    @property
    def points(self) -> Points:
        """What parties in groups have brought."""

    @property
    def uptime(self) -> Uptime:
        """When we served."""

    @property
    def talk(self) -> Talk:
        """What people say to each other."""

    @property
    def long_jobs(self) -> LongJobs:
        """What waits to be thought about at length."""

    @property
    def rooms(self) -> Rooms:
        """Who hears it where many talk."""

    @property
    def privacy(self) -> Privacy:
        """What is stored of one person."""

    @property
    def operators(self) -> Operators:
        """What operators see and do."""

    @property
    def daily(self) -> DailyTries:
        """Who has tried the codes of days."""

    @property
    def daily_averages(self) -> DailyAverages:
        """The table of the codes of days."""

    @property
    def daily_cards(self) -> DailyCards:
        """The cards of days in groups."""

    @property
    def daily_posts(self) -> DailyPosts:
        """The groups into which they come by themselves."""


Result = TypeVar("Result")


class StorageDown(Exception):
    """The database is locked, full or gone; the same work may succeed later."""


class StaleGame(StorageDown):
    """Somebody else saved the game meanwhile: begin again, at once."""


class Place(Enum):
    """Where a screen is to appear: in place of the old one, or as the newest message.

    SPARING: as the newest message, but in place where the old one has just been sent, or few more may be sent there.
    """

    HERE = "here"
    BOTTOM = "bottom"
    SPARING = "sparing"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person who pressed is told."""

    text: str = ""
    alert: bool = False
    url: str = ""
    """A link to open instead: Telegram takes none but to ourselves."""
    follows: Follow | None = None
    """What the handlers have still to carry out, before the answer is sent; the answer to that goes first."""


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


class Work(Stores, Protocol):
    """One update, one transaction. Reads tell what stood there before: what is saved is written together at the end."""

    async def scene(self, update: int, chat: Chat | None, person: int = 0) -> Scene:
        """What stood there when the person's update came; from now on it is seen."""

    def answers_at(self, to: Destination) -> None:
        """What is shown there answers whoever caused this work; what is shown elsewhere is news. A scene tells too."""

    async def preferences(self, chat: int) -> Preferences:
        """What is known of another chat, or of this one: what the work itself has learnt counts already."""

    def prefer(self, chat: Chat, preferences: Preferences) -> None:
        """Keep the chat's preferences."""

    async def person_with(self, username: str) -> int | None:
        """Whose username it was when they last wrote in private; in small letters, without the @. None: nobody's."""

    async def draft(self, game: str, person: int) -> str:
        """What the person has typed on the game's keypad."""

    def keep_draft(self, game: str, person: int, draft: str) -> None:
        """Keep what the person has typed; empty forgets it."""

    async def slot_state(self, chat: Chat, slot: str) -> Shown:
        """Where the slot's screen is."""

    async def slot_at(self, chat: Chat, message: int) -> str | None:
        """Of which slot the message is the screen now; None: of none that is known."""

    def count_below(self, chat: Chat, slot: str) -> None:
        """One more message came after the slot's screen."""

    def show(self, to: Destination, slot: str, screen: Screen, place: Place, *, for_many: bool = False) -> None:
        """Let them see the screen; an older one of the slot that has not left yet is dropped.

        `for_many`: many are shown the like, or only look on, so it may wait for what is for one.
        """

    def tell(self, chat: Chat, screen: Screen, *, for_many: bool = False) -> None:
        """Send a message that stays as it is: nothing will ever take its place. `for_many`: as in `show`."""

    def adopt(self, chat: Chat, slot: str, message: int, former: int | None) -> None:
        """From now on the message is the slot's screen; the former one goes."""

    def strip(self, chat: Chat, message: int) -> None:
        """Take the buttons off a message, unless that was done before; nothing else waits for it."""

    def retire(self, chat: Chat, message: int, *, wholly: bool) -> None:
        """Take a message out of play: its buttons go, and with `wholly` the message itself, if Telegram lets us."""

    def mark(self, chat: Chat, message: int, sign: str) -> None:
        """Put a sign on a message that somebody wrote; it must be one of those that Telegram has for reactions."""

    def list_commands(self, chat: Chat, language: str) -> None:
        """Let Telegram's menu of commands in the chat speak the language that was chosen there."""

    async def moved_to(self, chat: int) -> int | None:
        """The supergroup that the group has become; None: it has not, as far as we know."""

    def rename(self, chat: Chat, to: int) -> None:
        """The group's id has changed: all that is kept of it goes along, and its old id is known from now on."""

    def forget_messages(self, chat: Chat) -> None:
        """Nothing that waits for the chat is to be sent any more."""

    def at(self, due: float, job: Job) -> None:
        """Let the job be done at that time (seconds since 1970) or soon after."""

    async def due_job(self, now: float) -> Job | None:
        """The job that has been due for longest and that nobody is about; it is ours until the end of this work."""

    def postpone_job(self, job: Job, seconds: float) -> None:
        """Let the job be due so much later."""

    def drop_job(self, job: Job) -> None:
        """The job is done."""

    def keep_failed(self, update: int, content: str, error: str) -> None:
        """Remember for the operator what broke on a bug of ours."""


class Store(Protocol):
    """A database that runs work in transactions."""

    async def run(self, job: Callable[[Work], Awaitable[Result]], *chats: int) -> Result:
        """What `job` returns, once all that it wrote is safe. Raises StorageDown, and whatever `job` raises.

        When it raises, nothing was written. Jobs that name a chat in common follow one another.
        """


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


# The outbox: items to be sent, and what the dispatcher needs of the database.

NO_SLOT = ""
"""The slot of messages that are never replaced; each stands for itself."""
AT_ONCE = 8
"""The items of a chat that are read at a time."""
ALL, FOR_MANY = "grant", "grant_for_many"
"""The budgets by the names of their queries: for all messages, and for those that are for many."""
GONE = "gone"
"""The job that is written when a private chat turns out to be unreachable; its subject is the chat's id."""
RESTORED = "restored"
"""The job that is written for each chat with a game when a backup is restored: its subject is the chat's id, its turn
the moment of the backup in seconds since 1970."""
MOVED = "moved"
"""The job that is written when sending shows that a group has a new id; its subject is the old id."""


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


class Outbox(Protocol):
    """The stored items, in order for each chat, and the leases. Every method raises StorageDown."""

    async def pending(self, chat_id: int) -> list[OutboxItem]:
        """The chat's items, AT_ONCE at most, the next to be sent first.

        Answers and news in the order in which they were put, a newer screen in the place of an older one of its slot;
        then what is for many; last the removals of buttons.
        """

    async def note_delivered(self, items: list[OutboxItem], message: int | None, retire: int | None) -> None:
        """Delete the items. `message` shows their slot from now on; `retire` has still to be deleted at Telegram."""

    async def note_refused(self, items: list[OutboxItem], reason: str) -> None:
        """Move items that can never be sent to the failed messages."""

    async def note_unreachable(self, chat_id: int) -> None:
        """Drop the items of a chat that cannot be written to."""

    async def note_renamed(self, chat_id: int, to: int) -> None:
        """Move all that is stored for the group to its new id, and schedule that it is shown there."""

    async def keep(self, idle: Mapping[int, float], *, sends: bool) -> Kept:
        """Renew our leases, release those of idle chats, and take chats that have items and no sender.

        `idle`: for each chat, the seconds until its rate limit is whole again; `sends`: whether some chats stay ours.
        """

    async def leave(self) -> None:
        """Release all leases, whatever still waits."""

    async def grant(self, seconds: float, burst: float, budget: str = ALL) -> float:
        """Take the messages of so many seconds from a shared budget; returns the seconds to wait before sending.

        After a quiet time the messages of `burst` seconds may be sent at once.
        """
