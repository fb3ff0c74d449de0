"""How a viewer sees a board."""

from dataclasses import dataclass

from bot.app.screens.end_buttons import EndPage
from bot.app.screens.feedback import DEFAULT_STYLE
from bot.app.texts import NOTHING, Html, Texts


@dataclass(frozen=True, slots=True)
class View:
    """Language, style, and what is shown this one time."""

    texts: Texts
    style: str = DEFAULT_STYLE
    username: str = ""
    """The bot's username."""
    draft: str = ""
    """The draft on the keypad, in private chats."""
    note: Html = NOTHING
    """Said once, right below the guesses."""
    has_inline: bool = True
    """Whether inline mode is on."""
    page: EndPage = EndPage.MAIN
    """Which buttons stand under the game once it is over."""
