"""What a player looks at: text and buttons."""

from dataclasses import dataclass

from bot.app.buttons import Press, written
from bot.app.texts import Html


@dataclass(frozen=True, slots=True)
class Button:
    """A button. Exactly one of `data` (sent to us when pressed) and `copies` (put on the clipboard) is set."""

    text: str
    data: str | None = None
    copies: str | None = None


Row = tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """Text with the buttons under it."""

    html: Html
    rows: tuple[Row, ...] = ()


def button(text: str, press: Press) -> Button:
    """A button that tells us of `press`."""
    return Button(text, data=written(press))
