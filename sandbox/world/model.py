"""The types of the sandbox's world."""

from dataclasses import dataclass, field
from typing import Any, Literal

from sandbox.text import Text

Json = dict[str, Any]
ChatType = Literal["private", "pair", "group", "supergroup"]  # private: with the bot; pair: two people's
BotStatus = Literal["member", "administrator", "left", "kicked"]
Status = Literal["creator", "administrator", "member", "left", "kicked"]
Happening = Literal[
    "created", "joined", "left", "added", "removed", "upgraded", "topic", "closed", "reopened", "pinned", "allowed"
]

GROUP_ANONYMOUS_BOT = 1087968824
_NOTES: dict[Happening, str] = {
    "created": "{} created the group",
    "joined": "{} joined the group",
    "left": "{} left the group",
    "added": "{} added {}",
    "removed": "{} removed {}",
    "upgraded": "The group became a supergroup",
    "topic": "{} created the topic {}",
    "closed": "{} closed the topic",
    "reopened": "{} reopened the topic",
    "pinned": "{} pinned “{}”",
    "allowed": "{} allowed the bot to write messages",
}


@dataclass(frozen=True, slots=True)
class Bot:
    """The one bot of this sandbox."""

    id: int = 7000000000
    name: str = "Sandbox bot"
    username: str = "sandbox_bot"
    key: str = "AAE-on-your-own-machine-nobody-else"

    @property
    def token(self) -> str:
        """The bot's token."""
        return f"{self.id}:{self.key}"


@dataclass(slots=True)
class Person:
    """Somebody with a Telegram account."""

    id: int
    name: str
    username: str | None
    language: str
    blocked: bool = False  # this person blocked the bot
    wrote: bool = False  # until then the bot may not write first


@dataclass(frozen=True, slots=True)
class File:
    """Something uploaded, kept for as long as the sandbox runs."""

    id: str
    path: str
    name: str
    mime: str
    content: bytes
    width: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class Service:
    """A service message: Telegram's fields for it, and who did what."""

    fields: Json
    kind: Happening
    names: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """A sentence in English."""
        return _NOTES[self.kind].format(*self.names)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a forwarded message was written first: by whom, when, and, in a group's name, where."""

    sender: int
    date: int
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One message as it stands now; an edit makes a new value."""

    chat: int
    id: int
    date: int
    sender: int
    anonymous: bool = False
    text: Text | None = None
    photo: File | None = None
    document: File | None = None
    sticker: str | None = None
    service: Service | None = None
    reply_to: int | None = None
    markup: Json | None = None
    edited: int | None = None
    inline: str | None = None  # its inline_message_id, if it was sent via the bot
    thread: int | None = None  # the topic it stands in, or, where there are none, the first message of its replies
    reaction: str | None = None  # the bot's
    forwarded: Origin | None = None
    extras: Json = field(default_factory=dict)  # Telegram's fields that are only passed on

    @property
    def is_media(self) -> bool:
        """Whether its text is a caption."""
        return self.photo is not None or self.document is not None

    @property
    def keyboard(self) -> list[list[Json]]:
        """Its inline buttons, row by row."""
        rows: list[list[Json]] = (self.markup or {}).get("inline_keyboard", [])
        return rows


@dataclass(slots=True)
class Topic:
    """A topic of a forum, identified by the service message of its creation."""

    id: int
    name: str
    color: int
    closed: bool = False


@dataclass(slots=True)
class Chat:
    """A chat with its messages."""

    id: int
    type: ChatType
    title: str
    members: list[int]
    bot: BotStatus
    bot_was_in: bool = False
    creator: int | None = None
    admins: list[int] = field(default_factory=list)  # among the members, besides the creator
    banned: list[int] = field(default_factory=list)
    migrated_to: int | None = None
    topics: dict[int, Topic] | None = None  # of a forum, besides its General topic
    pinned: list[int] = field(default_factory=list)
    last_message_id: int = 0
    messages: dict[int, Message] = field(default_factory=dict)

    @property
    def is_group(self) -> bool:
        """Whether it is a group."""
        return self.type in ("group", "supergroup")

    @property
    def has_bot(self) -> bool:
        """Whether the bot is in it."""
        return self.bot in ("member", "administrator")

    def status_of(self, person: int) -> Status:
        """What somebody is in it."""
        if person not in self.members:
            return "kicked" if person in self.banned else "left"
        if person == self.creator:
            return "creator"
        return "administrator" if person in self.admins else "member"

    def thread_of(self, reply_to: int | None) -> int | None:
        """The thread of a reply: its topic; in a supergroup without topics, the first message of the thread."""
        answered = self.messages.get(reply_to) if reply_to is not None else None
        if answered is None or self.type != "supergroup":
            return None
        return answered.thread if self.topics is not None else answered.thread or answered.id


@dataclass(slots=True)
class Press:
    """A callback query that waits for its answer."""

    id: str
    person: int
    chat: int
    message: int
    made: float
    inline: str | None = None
    answered: bool = False


@dataclass(slots=True)
class GuestQuery:
    """A guest message: somebody has named the bot in a chat in which it is no member. It waits for one answer."""

    id: str
    message: Message
    made: float
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Article:
    """One result of an inline query: a card, and the message it becomes."""

    id: str
    title: str
    description: str
    text: Text
    markup: Json | None
    extras: Json


@dataclass(frozen=True, slots=True)
class InlineAnswer:
    """The answer to an inline query."""

    articles: tuple[Article, ...]
    button: Json | None
    next_offset: str
    fresh_until: float


@dataclass(slots=True)
class InlineQuery:
    """An inline query."""

    id: str
    person: int
    chat: int
    text: str
    offset: str
    made: float
    answer: InlineAnswer | None = None
