"""What the use cases need of the world outside; adapters in storage, telegram and `__main__` provide it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeVar

from bot.app.follow import Follow
from bot.app.messages import Chat, Destination
from bot.app.model.chats import Preferences, Scene, Shown
from bot.app.screen import Screen
from bot.app.stores import Stores

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
