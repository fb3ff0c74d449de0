"""What comes in, in our own words. Telegram's types end where these begin."""

from dataclasses import dataclass, replace
from hashlib import sha256

SUPERGROUPS = -(10**12)
"""Below it are the ids of supergroups; those of mere groups are between it and zero."""


@dataclass(frozen=True, slots=True)
class Chat:
    """A place to talk: a chat, or one topic of it."""

    id: int
    thread: int | None = None

    @property
    def is_group(self) -> bool:
        """Whether several people talk here (Telegram gives groups negative ids)."""
        return self.id < 0

    @property
    def counts_all(self) -> bool:
        """Whether the numbers of messages tell how many came between two, those too that the bot does not hear of.

        So it is in supergroups alone; their ids begin below -10**12. In a topic those of other topics count as well.
        """
        return self.id < SUPERGROUPS and self.thread is None


@dataclass(frozen=True, slots=True)
class Inline:
    """A message that somebody sent through the bot into a chat of theirs, where the bot need not be a member."""

    message: str
    """Telegram's inline_message_id."""

    @property
    def id(self) -> int:
        """Stands for it where chats are told apart: beyond any id that Telegram gives to a chat."""
        return 2**62 + int.from_bytes(sha256(self.message.encode()).digest()[:7])


Destination = Chat | Inline
"""Where a screen can be shown."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who wrote or pressed. `language` is what their Telegram speaks, if it says."""

    id: int
    name: str
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A message. `text` is None for pictures and the like."""

    update: int
    chat: Chat
    person: Person
    message: int
    text: str | None
    edited: bool = False
    to_bot: bool = False
    """A reply to one of the bot's own messages."""
    anonymous: bool = False
    """Written in the name of a group or channel: nobody to play with."""
    replied_to: Person | None = None
    """Whose message this replies to, if a person's."""
    answers: int | None = None
    """The message that this replies to, whosever it is."""
    at: float = 0.0
    """When Telegram says that it was sent; seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed. `message` is None where Telegram no longer says which, and on an inline message."""

    update: int
    query: str
    chat: Chat | None
    person: Person
    message: int | None
    data: str
    inline: Inline | None = None
    has_buttons: bool = True
    """Whether the message has any, as far as Telegram tells: a forged press may name one that never had, or is gone."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody has typed the bot's name in some chat, and perhaps more, and is to be offered cards."""

    update: int
    query: str
    person: Person
    text: str


@dataclass(frozen=True, slots=True)
class Chose:
    """Somebody has sent one of the cards. Telegram does not always tell. `inline`: the message."""

    update: int
    person: Person
    result: str
    inline: Inline | None


@dataclass(frozen=True, slots=True)
class Joined:
    """The bot came into a chat, or a person let it write to them again."""

    update: int
    chat: Chat
    person: Person


@dataclass(frozen=True, slots=True)
class Left:
    """The bot was removed or blocked."""

    update: int
    chat: Chat


@dataclass(frozen=True, slots=True)
class Migrated:
    """A group became a supergroup and has a new id. Telegram says so twice, once in each of the two chats."""

    update: int
    chat: Chat
    """The group, by its old id."""
    to: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """Something the bot has no use for."""

    update: int
    what: str


Incoming = Said | Pressed | Asked | Chose | Joined | Left | Migrated | Unknown


def chat_of(incoming: Incoming) -> Chat | None:
    """The chat it happened in, where there is one that we know."""
    return None if isinstance(incoming, Asked | Chose | Unknown) else incoming.chat


def lines_of(incoming: Incoming) -> tuple[int, ...]:
    """The lines it stands in, one behind the other: its chat's, or, where that is not known, its person's own.

    A group that moves stands in the lines of both its ids; what belongs to nobody in none.
    """
    if isinstance(incoming, Migrated):
        return incoming.chat.id, incoming.to
    chat = chat_of(incoming)
    if chat is not None:
        return (chat.id,)
    return (incoming.person.id,) if isinstance(incoming, Pressed | Asked | Chose) else ()


def in_supergroup(said: Said, to: int) -> Said:
    """What was said in a group, as said in the supergroup that it has become, where its message has another number."""
    return replace(said, chat=Chat(to), message=0, answers=None)


def query_of(incoming: Incoming) -> str | None:
    """The press that waits for an answer, if it is one."""
    return incoming.query if isinstance(incoming, Pressed) else None
