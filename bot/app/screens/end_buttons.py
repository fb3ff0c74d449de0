"""The buttons under a game that is over, of whatever kind.

A button under every such game is an entry of `UNDER_EVERY` here and its function in `bot/app/kinds/after_game.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from bot.app.buttons import GamePress
from bot.app.screen import Button, Row, button, in_pairs, primary
from bot.app.texts import Texts
from bot.app.verbs import OnEnd


class EndPage(Enum):
    """Which buttons stand there."""

    MAIN = "main"
    SHARE = "share"
    REVIEW = "review"
    """The main one once the review was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndButtons:
    """What a kind of game has to put there; what it has not is empty."""

    again: Row = ()
    """To play again: the first is the primary button."""
    next: tuple[Row, ...] = ()
    """What this kind alone offers to go on with."""
    review: Row = ()
    proof: Row = ()
    """The proof of fair play: in the place of the review where there is none, or once that was asked for."""
    share: Row = ()
    """Ways to share the game: one stands there itself, several under a button."""


UNDER_EVERY = (OnEnd.HOME,)
"""The last row."""


def end_rows(buttons: EndButtons, page: EndPage, press: Callable[[OnEnd], GamePress], texts: Texts) -> tuple[Row, ...]:
    """The rows of that page, or of the main one where it has nothing. `press`: on one of the buttons of every kind."""

    def every(verb: OnEnd) -> Button:
        return button(texts.plain(f"after.{verb.value}"), press(verb))

    if page is EndPage.SHARE and len(buttons.share) > 1:
        return (*in_pairs(buttons.share), (every(OnEnd.BACK),))
    is_reviewed = page is EndPage.REVIEW and bool(buttons.proof)
    review = buttons.proof if is_reviewed else buttons.review or buttons.proof
    share = (every(OnEnd.SHARE),) if len(buttons.share) > 1 else buttons.share
    again = (primary(buttons.again[0]), *buttons.again[1:]) if buttons.again else ()
    rows = (again, *buttons.next, (*review, *share), tuple(map(every, UNDER_EVERY)))
    return tuple(row for row in rows if row)
