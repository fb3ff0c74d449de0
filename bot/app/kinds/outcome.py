"""What a kind of game decides, and how somebody looks at a game."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.app.follow import Follow
from bot.app.model.header import Header
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.app.screen import Screen
from bot.app.screens.end_buttons import EndPage
from bot.app.texts import NOTHING, Html, Texts
from bot.app.thinking import Recall

C_co = TypeVar("C_co", bound=Header, covariant=True)


@dataclass(frozen=True, slots=True)
class Look:
    """How somebody looks at a game. `person` is None where a screen is shown to nobody in particular."""

    texts: Texts
    style: str
    username: str
    has_inline: bool
    recall: Recall
    person: int | None = None
    draft: str = ""
    """What the person has tapped on the keypad, where only they see it."""
    note: Html = NOTHING
    """Said once, right below the guesses."""
    is_alone: bool = False
    """Whether the person is known to play with nobody else."""
    page: EndPage = EndPage.MAIN
    """Which buttons stand under a game that is over."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[C_co]):
    """What a kind has decided: `routing` keeps it, shows it and answers. Nothing else saves or shows a game."""

    game: C_co
    note: Html = NOTHING
    """Said once, right below the guesses."""
    answer: Answer = field(default_factory=Answer)
    """What whoever pressed is told."""
    draft: str | None = None
    """What the person has tapped from now on; None: as before."""
    place: Place | None = None
    """Where the screen appears; None: where what was pressed or typed brings it."""
    changed: bool = True
    """Whether the game is to be saved."""
    shows: bool = True
    """Whether its screen is to be shown to whoever caused this."""
    beside: tuple[tuple[str, Screen], ...] = ()
    """Screens that appear as messages of their own before it, by slot."""
    page: EndPage = EndPage.MAIN
    """Which buttons stand there this once, if the game is over."""
    follows: Follow | None = None
    """What is to be done beyond this game, once this has been carried out."""


def unchanged(game: C_co, answer: Answer, *, shows: bool = False) -> Outcome[C_co]:  # type: ignore[misc]
    """The game stays as it is; whoever pressed is answered."""
    return Outcome(game, answer=answer, changed=False, shows=shows)


def strip_buttons(game: C_co, request: Request, key: str = "toast.old-button") -> Outcome[C_co]:  # type: ignore[misc]
    """The button that was pressed counts no more: it goes with the others of its message."""
    return unchanged(game, request.strip_buttons(key))
