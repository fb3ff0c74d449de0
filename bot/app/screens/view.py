"""How somebody looks at a board."""

from dataclasses import dataclass

from bot.app.screens.feedback import DEFAULT_STYLE
from bot.app.texts import NOTHING, Html, Texts


@dataclass(frozen=True, slots=True)
class View:
    """The words, the style, and what stands on the board for this one look."""

    texts: Texts
    style: str = DEFAULT_STYLE
    username: str = ""
    """The bot's."""
    draft: str = ""
    """What a person in a private chat has tapped on the keypad."""
    note: Html = NOTHING
    """The board's last line, said once."""
    has_inline: bool = True
    """Whether the bot's name may be typed in any chat."""
