"""The account of open challenges: who made them, accepted them and saw them."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Posted:
    """An open challenge. All times are the sandbox's."""

    host: int
    pressed: float
    """When its host pressed the button."""
    since: float | None = None
    """When the host read that it is open; None: never."""
    stopping: float | None = None
    """When the host began to withdraw it."""
    gone: float | None = None
    """When the host knew that it is closed."""


@dataclass(slots=True)
class Taking:
    """A press that accepts a challenge. `key`: the button's argument, different for each challenge."""

    taker: int
    host: int
    key: str
    when: float
    answer: str | None = None
    """The bot's answer: a text if it was too late; None or empty also if the answer was lost."""
    match: str = ""
    """The match that began."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the lobby: when it was requested and read, and whose challenges were on it."""

    person: int
    asked: float
    read: float
    listed: frozenset[int]


@dataclass(slots=True)
class PlayedLobby:
    """The whole account.

    `hosts`: people who can meet others only by their challenges, because their terms are unique.
    """

    hosts: frozenset[int] = frozenset()
    posted: list[Posted] = field(default_factory=list)
    takings: list[Taking] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
