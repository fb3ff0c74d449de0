"""What the use cases need of the world outside; adapters in storage, telegram and `__main__` provide it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeVar

from bot.app.follow import Follow
from bot.app.messages import Chat, Destination
from bot.app.model.challenge import Challenges
from bot.app.model.contest import Contests
from bot.app.model.header import Header
from bot.app.model.limits import MATCHES
from bot.app.model.long_job import LongJobs
from bot.app.model.masteries import MasteryStore
from bot.app.model.points import Points
from bot.app.model.record import Ratings
from bot.app.model.remark import Talk
from bot.app.model.room import Rooms
from bot.app.model.seek import Lobby
from bot.app.screen import Screen
from bot.app.texts import Texts, language_of, texts_in
from bot.app.thinking import Recall
from solver.variant import Code, Variant

Result = TypeVar("Result")
G = TypeVar("G", bound=Header)


class StorageDown(Exception):
    """The database is locked, full or gone; the same work may succeed later."""


class StaleGame(StorageDown):
    """Somebody else saved the game meanwhile: begin again, at once."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What is known of a chat. `language` was chosen; `spoken` is what Telegram said last."""

    language: str | None = None
    spoken: str | None = None
    style: str = "emoji"
    greeted: bool = False
    reachable: bool = True

    @property
    def texts(self) -> Texts:
        """The words in which to write there."""
        return texts_in(language_of(self.language, self.spoken))


@dataclass(frozen=True, slots=True)
class Shown:
    """Where a slot's screen is now. `below`: messages that came after it; `pending`: a newer one is on its way."""

    message: int | None
    below: int
    pending: bool


class Place(Enum):
    """Where a screen is to appear: in place of the old one, or as the newest message."""

    HERE = "here"
    BOTTOM = "bottom"


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
    """Something to do later with a game or whatever else the kind of job knows by that subject.

    `turn` tells how far it had come when the job was written, lest the job be done when that has moved on.
    """

    kind: str
    subject: str
    turn: int
    id: int = 0
    """The database's; 0 while it has not been stored."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What stood in a chat when an update came. `seen`: the update has been handled before."""

    seen: bool
    preferences: Preferences
    games: tuple[Header, ...] = ()
    """Those that run on boards there, the oldest first."""
    has_seats: bool = False
    """Whether the person whose private chat it is has a seat in a running game."""
    focus: str | None = None
    """For which of their games what they type is; None: none, or not known for sure."""
    moved_to: int | None = None
    """The supergroup that this group has become."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a person looks at in their private chat, and the games that run on boards there, by id."""

    focus: str | None
    games: tuple[str, ...]
    has_seats: bool
    """Whether they have a seat in a running game."""


class Games(Protocol):
    """The games, of every kind."""

    async def load(self, game: str, model: type[G]) -> G | None:
        """The game of that id, if it is of that class."""

    async def running_in(self, chat: int) -> tuple[Header, ...]:
        """Those that run on boards in the chat, the oldest first."""

    async def running_of(self, person: int, model: type[G], *, most: int = MATCHES) -> tuple[G, ...]:
        """Those in which the person has a seat, seen from a private chat, the oldest first: so many at most.

        Whoever has more, from before there was a limit, is read as many as they may have.
        """

    async def count_of(self, person: int) -> int:
        """In how many running games the person has a seat."""

    async def latest(self, chat: int, model: type[G]) -> G | None:
        """The one of that kind that was begun last in the chat, over or not."""

    def save(self, game: Header) -> None:
        """Keep the game. The work begins again if somebody else has saved it meanwhile."""

    def hold(self, game: Header) -> None:
        """Let nobody save the game while we show it. The work begins again if somebody has done so meanwhile."""

    async def glance(self, chat: int) -> Glance:
        """What the person of that private chat looks at."""

    def focus_on(self, chat: Chat, game: str | None) -> None:
        """From now on what is typed in the chat is for this game; None: it is not known for which."""


class Prompts(Protocol):
    """What a person or a chat said before, besides moves: answers to questions of ours, options of the last games."""

    async def read(self, kind: str, person: int) -> str:
        """What is kept of that kind; empty: nothing."""

    def keep(self, kind: str, person: int, content: str) -> None:
        """Keep it; empty forgets it."""

    async def last_options(self, chat: int, mode: str) -> str:
        """The options with which the mode was played last in the chat; empty: it never was."""

    def keep_last_options(self, chat: int, mode: str, options: str) -> None:
        """Keep the options of the game that begins."""


class Uptime(Protocol):
    """When we served: what could not reach us must cost nobody their time."""

    async def outages(self, since: float, now: float) -> tuple[tuple[float, float], ...]:
        """When we could not be reached since then: from when to when, each time."""


class Work(Protocol):
    """One update, one transaction: its new state and its answers, or neither.

    What is saved is written together at the end, so a read tells what stood there before the work began.
    """

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

    async def scene(self, update: int, chat: Chat | None) -> Scene:
        """What stood there when the update came; from now on it is seen."""

    def answers_at(self, to: Destination) -> None:
        """What is shown there answers whoever caused this work; what is shown elsewhere is news. A scene tells too."""

    async def preferences(self, chat: int) -> Preferences:
        """What is known of another chat, or of this one: what the work itself has learnt counts already."""

    def prefer(self, chat: Chat, preferences: Preferences) -> None:
        """Keep the chat's preferences."""

    async def draft(self, game: str, person: int) -> str:
        """What the person has typed on the game's keypad."""

    def keep_draft(self, game: str, person: int, draft: str) -> None:
        """Keep what the person has typed; empty forgets it."""

    async def shown(self, chat: Chat, slot: str) -> Shown:
        """Where the slot's screen is."""

    async def slot_at(self, chat: Chat, message: int) -> str | None:
        """Of which slot the message is the screen now; None: of none that is known."""

    def count_below(self, chat: Chat, slot: str) -> None:
        """One more message came after the slot's screen."""

    def show(self, to: Destination, slot: str, screen: Screen, place: Place, *, for_many: bool = False) -> None:
        """Let them see the screen; an older one of the slot that has not left yet is dropped.

        `for_many`: many are shown the like, or only look on, so it may wait for what is for one.
        """

    def tell(self, chat: Chat, screen: Screen) -> None:
        """Send a message that stays as it is: nothing will ever take its place."""

    def adopt(self, chat: Chat, slot: str, message: int, former: int | None) -> None:
        """From now on the message is the slot's screen; the former one goes."""

    def strip(self, chat: Chat, message: int) -> None:
        """Take the buttons off a message, unless that was done before; nothing else waits for it."""

    def retire(self, chat: Chat, message: int, *, wholly: bool) -> None:
        """Take a message out of play: its buttons go, and with `wholly` the message itself, if Telegram lets us."""

    def mark(self, chat: Chat, message: int, sign: str) -> None:
        """Put a sign on a message that somebody wrote; it must be one of those that Telegram has for reactions."""

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


@dataclass(frozen=True, slots=True)
class World:
    """Time, chance and what the bot knows of itself. Tests pass a fixed one."""

    username: str
    now: Callable[[], float]
    draw_secret: Callable[[Variant], Code]
    new_salt: Callable[[], str]
    new_id: Callable[[], str]
    new_token: Callable[[], str]
    """128 random bits that may stand in a link."""
    recall: Recall
    """What a function of the solver's comes to. Raises ThinkFirst if that has not been thought about."""
    draw_number: Callable[[int, int], int]
    """A number between these two, or one of them."""
    has_inline: bool = True
    """Whether its name may be typed in any chat: Telegram takes no button that leads there otherwise."""
