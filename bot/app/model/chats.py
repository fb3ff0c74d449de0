"""What is known of a chat: what it prefers, where its screens are, and which games run there."""

from dataclasses import dataclass, field

from bot.app.model.bell import ALWAYS, Bell
from bot.app.model.header import Header
from bot.app.model.operators import OPEN, Gate
from bot.app.texts import Texts, language_of, texts_in

FIRST_REPLIES = 2
"""So many of somebody's replies are explained; a query has the same number."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What is known of a chat. `language` was chosen; `spoken` is what Telegram said last."""

    language: str | None = None
    spoken: str | None = None
    style: str = "emoji"
    greeted: bool = False
    reachable: bool = True
    unexplained: int | None = None
    """How many of their first replies are still to be explained; None: not known yet."""
    bell: Bell = ALWAYS
    """What rings, and when; in a group everything always does."""
    username: str = ""
    """Of whose private chat it is, in small letters; empty: they have none, or it is not known."""

    @property
    def is_newcomer(self) -> bool:
        """Whether it is the private chat of somebody who has had no reply yet, and not played elsewhere."""
        return self.unexplained == FIRST_REPLIES

    @property
    def texts(self) -> Texts:
        """The words in which to write there."""
        return texts_in(language_of(self.language, self.spoken))


@dataclass(frozen=True, slots=True)
class Shown:
    """Where a slot's screen is now. `below`: messages that came after it; `pending`: a newer one is on its way.

    `at`: when the message was sent (seconds since 1970).
    """

    message: int | None
    below: int
    pending: bool
    at: float = field(default=0.0, compare=False)


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
    has_played: bool = False
    """Whether whoever has had no reply here yet has played elsewhere, or something else, to its end."""
    gate: Gate = OPEN
    """What whoever caused the update may do."""
