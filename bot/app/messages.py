"""Updates in our own types. Telegram's types are not used beyond this point."""

from dataclasses import dataclass, replace
from hashlib import sha256

SUPERGROUPS = -(10**12)
"""Ids of supergroups are below it, those of basic groups between it and zero."""


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat, or one topic of it."""

    id: int
    thread: int | None = None

    @property
    def is_group(self) -> bool:
        """Whether it is a group (Telegram gives groups negative ids)."""
        return self.id < 0


@dataclass(frozen=True, slots=True)
class Inline:
    """An inline message: sent through the bot into a chat in which the bot need not be a member."""

    message: str
    """Telegram's inline_message_id."""

    @property
    def id(self) -> int:
        """A number that stands for it among ids of chats: beyond any that Telegram gives to a chat."""
        return 2**62 + int.from_bytes(sha256(self.message.encode()).digest()[:7])


Destination = Chat | Inline
"""Where a screen can be shown."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who wrote or pressed. `language`: the language of their Telegram, if known."""

    id: int
    name: str
    language: str | None = None
    username: str = ""
    """Without the @, in small letters; empty: they have none."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message. `text`: None for pictures and the like."""

    update: int
    chat: Chat
    person: Person
    message: int
    text: str | None
    edited: bool = False
    to_bot: bool = False
    """Whether it replies to a message of the bot's."""
    anonymous: bool = False
    """Whether it was written in the name of a group or channel, which cannot play."""
    replied_to: Person | None = None
    """The author of the message that it replies to, if a person."""
    answers: int | None = None
    """The message that it replies to, whoever wrote that."""
    at: float = 0.0
    """The time of sending by Telegram; seconds since 1970."""
    as_channel: bool = False
    """Whether it is anonymous because it was written in the name of a channel, not of the group itself."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press on a button. `message`: None if Telegram does not say, and for inline messages."""

    update: int
    query: str
    chat: Chat | None
    person: Person
    message: int | None
    data: str
    inline: Inline | None = None
    carries: bool = True
    """Whether the message has this very button, by Telegram: a forged press names one that never had it, or is gone."""
    on_page: bool = False
    """Whether it was made on the Mini App's page, which has no message; nobody waits for its answer at Telegram."""
    opens_chat: bool = True
    """Whether it shows that the bot may write to the person: on the page only if Telegram or they have said so."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An inline query: somebody has typed the bot's name in some chat, and perhaps more."""

    update: int
    query: str
    person: Person
    text: str


@dataclass(frozen=True, slots=True)
class Summoned:
    """Somebody has written the bot's name in a chat in which it is no member: a guest message.

    It has no chat, for the id that comes with it may be that of somebody's private chat with the bot. `place`: that id,
    by which guest messages are counted; nothing is read or stored under it.
    """

    update: int
    query: str
    person: Person
    text: str
    place: int


@dataclass(frozen=True, slots=True)
class Chose:
    """Somebody has sent an inline card. Telegram does not always report it. `inline`: the message."""

    update: int
    person: Person
    result: str
    inline: Inline | None


@dataclass(frozen=True, slots=True)
class Joined:
    """The bot was added to a chat or unblocked."""

    update: int
    chat: Chat
    person: Person


@dataclass(frozen=True, slots=True)
class Left:
    """The bot was removed or blocked."""

    update: int
    chat: Chat


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """Somebody has left a group, or was removed from it."""

    update: int
    chat: Chat
    person: Person


@dataclass(frozen=True, slots=True)
class Migrated:
    """A group became a supergroup with a new id. Telegram reports it in both chats."""

    update: int
    chat: Chat
    """The group, by its old id."""
    to: int


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a forum was closed, or opened again."""

    update: int
    chat: Chat
    is_open: bool


@dataclass(frozen=True, slots=True)
class Unknown:
    """An update of which the bot makes no use."""

    update: int
    what: str


Incoming = Said | Pressed | Asked | Summoned | Chose | Joined | Left | MemberLeft | Migrated | Topic | Unknown


def chat_of(incoming: Incoming) -> Chat | None:
    """The chat of an update, if it has one."""
    return None if isinstance(incoming, Asked | Summoned | Chose | Unknown) else incoming.chat


def lines_of(incoming: Incoming) -> tuple[int, ...]:
    """The ids of the queues in which it waits: its chat's or, without a chat, its person's.

    A move of a group waits in the queues of both ids; what belongs to nobody in none.
    """
    if isinstance(incoming, Migrated):
        return incoming.chat.id, incoming.to
    chat = chat_of(incoming)
    if chat is not None:
        return (chat.id,)
    return (incoming.person.id,) if isinstance(incoming, Pressed | Asked | Summoned | Chose) else ()


def in_supergroup(said: Said, to: int) -> Said:
    """A message of a group as one of the supergroup that it became, where its message id is not valid."""
    return replace(said, chat=Chat(to), message=0, answers=None)


def query_of(incoming: Incoming) -> str | None:
    """The id of the callback query that waits for an answer, if it is one."""
    return incoming.query if isinstance(incoming, Pressed) and not incoming.on_page else None
