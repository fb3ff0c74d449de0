"""How the person in a seat looks at a match."""

from dataclasses import dataclass

from bot.app.advice.hints import HintResult
from bot.app.screens.end_buttons import EndPage
from bot.app.screens.feedback import DEFAULT_STYLE
from bot.app.texts import NOTHING, Html, Texts
from bot.game.model import Seat


@dataclass(frozen=True, slots=True)
class SeatLook:
    """In which words, and with what of their own."""

    seat: Seat
    texts: Texts
    style: str = DEFAULT_STYLE
    username: str = ""
    draft: str = ""
    """What they have typed on the keypad."""
    note: Html = NOTHING
    """Said once, right below the guesses."""
    call: Html = NOTHING
    """The screen's first line, where something calls them."""
    hint: HintResult | None = None
    """What the hints come to that they have asked for."""
    has_inline: bool = True
    """Whether the bot's name may be typed in any chat."""
    page: EndPage = EndPage.MAIN
    """Which buttons stand under the match once it is over."""
