"""What a player looks at: text and buttons, and sometimes a picture."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.app.buttons import Press, written
from bot.app.texts import Html


@dataclass(frozen=True, slots=True)
class Button:
    """A button, with exactly one of the things that it does."""

    text: str
    data: str | None = None
    """Sent to us when pressed."""
    copies: str | None = None
    """Put on the clipboard."""
    opens: str | None = None
    """A link."""
    shares: str | None = None
    """An inline query, to be made in a chat that they choose."""


Row = tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be painted when it is sent."""

    kind: str
    """Which painter paints it."""
    given: str
    """What the painter is given, as JSON."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Text with the buttons under it.

    With a picture the text is its caption: at most 1024 characters as they are read, and it says all by itself, for it
    stands alone where the picture cannot be sent. Such a screen is always sent anew.
    """

    html: Html
    rows: tuple[Row, ...] = ()
    picture: Picture | None = None
    answers: int | None = None
    """The message to which it replies where it is sent, which makes the phone of whoever wrote that ring."""


def button(text: str, press: Press) -> Button:
    """A button that tells us of `press`."""
    return Button(text, data=written(press))


def folded(lines: Iterable[Html]) -> Html:
    """Lines of which only the first few are seen until somebody unfolds them."""
    told = "\n".join(lines)
    return Html(f"<blockquote expandable>{told}</blockquote>")
