"""What the operators' screens share: where they are shown, and that each deed is kept."""

from bot.app.model.operators import Deed
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screen import Screen

SLOT = "admin"
"""The slot of the screen in an operator's private chat."""


def show(screen: Screen, request: Request, toast: str = "") -> Answer:
    """Show the screen; `toast`: what is told about the press."""
    request.work.show(request.chat, SLOT, screen, request.place)
    return Answer(request.texts.plain(toast) if toast else "")


def first_word(words: str) -> tuple[str, str]:
    """The first of the words, and the rest, which may begin on a line of its own."""
    first, *rest = words.split(maxsplit=1) or [""]
    return first, rest[0].strip() if rest else ""


def note(deed: str, request: Request, person: int = 0, about: str = "") -> None:
    """Keep what the operator has just done, to whom and what about."""
    request.work.operators.note(Deed(request.world.now(), request.person.id, deed, person, about))
