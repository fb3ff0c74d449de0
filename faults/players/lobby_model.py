"""What the people of the lobby know of challenges to everybody: who made them, who took them, and who saw them."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Posted:
    """A challenge to everybody. All times are the sandbox's."""

    host: int
    pressed: float
    """When its host began to make it."""
    since: float | None = None
    """When they read that it stands; None: they never did."""
    stopping: float | None = None
    """When they began to withdraw it."""
    gone: float | None = None
    """When they knew that it stands no more."""


@dataclass(slots=True)
class Taking:
    """A press on somebody's challenge. `key`: what the button had for it, other for each challenge."""

    taker: int
    host: int
    key: str
    when: float
    told: str | None = None
    """What the bot answered: words if it was too late; None or nothing also where the answer was lost."""
    match: str = ""
    """What they then played with each other."""


@dataclass(frozen=True, slots=True)
class Page:
    """The lobby as somebody saw it: asked for and read at these times, with the challenges of these people."""

    person: int
    asked: float
    read: float
    listed: frozenset[int]


@dataclass(slots=True)
class PlayedLobby:
    """All of that. `hosts`: who cannot meet anybody but by their challenges, for nobody looks for the like."""

    hosts: frozenset[int] = frozenset()
    posted: list[Posted] = field(default_factory=list)
    takings: list[Taking] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
