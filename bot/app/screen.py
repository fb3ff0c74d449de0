"""Screens: text and buttons, and sometimes a picture; and what a message is news of."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from bot.app.buttons import MenuPress, MenuVerb, Press, button_data
from bot.app.intents import Follow
from bot.app.texts import NOTHING, Html, Texts

# What a message is news of, for those who choose what rings.


class News(Enum):
    """What somebody else or the clock has brought about. What only answers somebody is no news."""

    TURNS = "turns"
    """Somebody waits for them: a turn, a new match, an offer, a challenge."""
    TALK = "talk"
    RESULTS = "results"


# Screens: text and buttons, and sometimes a picture.


@dataclass(frozen=True, slots=True)
class Button:
    """A button, with exactly one of these effects."""

    text: str
    data: str | None = None
    """Callback data that is sent to the bot."""
    copies: str | None = None
    """Text that is copied to the clipboard."""
    opens: str | None = None
    """A URL that is opened."""
    shares: str | None = None
    """An inline query, in a chat that they choose."""
    style: str | None = None
    """How Telegram draws it: `primary`, or None for plainly."""
    app: str | None = None
    """The URL of a Mini App that is opened. Only private chats have such a button: elsewhere it is left out."""


Row = tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be painted when it is sent."""

    kind: str
    """The name of its painter."""
    given: str
    """The painter's input, as JSON."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file that is sent as it is."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Screen:
    """A text with buttons.

    With a picture or a document the text is its caption, of at most 1024 characters after parsing. Beside a picture it
    must say everything by itself, because it is sent alone where the picture cannot be. Such a screen is always sent as
    a new message.
    """

    html: Html
    rows: tuple[Row, ...] = ()
    picture: Picture | None = None
    answers: int | None = None
    """The message to which it replies, which notifies the author of that."""
    is_silent: bool = False
    """Whether it comes without a sound, as a new message: it only answers what somebody has just done."""
    news: News | None = None
    """What it is news of, so that it comes without a sound to those for whom that does not ring."""
    if_scarce: Html = NOTHING
    """What else it says, at the end, where it stays in place because few more messages may be sent there."""
    document: Document | None = None
    """A file that it brings, in a message that stays as it is."""


def button(text: str, press: Press) -> Button:
    """A button that sends `press`."""
    return Button(text, data=button_data(press))


def primary(chosen: Button) -> Button:
    """The button as the one of its screen that most people want, of which there is one at most."""
    return replace(chosen, style="primary")


# What screens are put together from: their text, their rows, and buttons of menus.

T = TypeVar("T")


def when(condition: object, shown: T) -> T | None:
    """What is shown if the condition holds; `page` and `rows` leave out None."""
    return shown if condition else None


def page(*paragraphs: Html | Iterable[Html | None] | None) -> Html:
    """The paragraphs that there are, each a text or lines, with a blank line between them."""
    texts = [each if each is None or isinstance(each, str) else lines(*each) for each in paragraphs]
    return Html("\n\n".join(filter(None, texts)))


def lines(*given: Html | None) -> Html:
    """The lines that there are, one below the other; an empty one stays."""
    return Html("\n".join([line for line in given if line is not None]))


def dotted(*parts: str | None) -> Html:
    """The parts that there are, on one line with points between them."""
    return Html(" · ".join(filter(None, parts)))


def rows(*given: Button | Iterable[Button | None] | None) -> tuple[Row, ...]:
    """The rows of those buttons that there are; one that is given alone stands on a row of its own."""
    found = [(each,) if isinstance(each, Button) else tuple(filter(None, each or ())) for each in given]
    return tuple(row for row in found if row)


def grid(buttons: Iterable[Button], width: int = 2) -> tuple[Row, ...]:
    """So many on a row; three would be cut off on a small phone unless they are short."""
    row = tuple(buttons)
    return tuple(row[at : at + width] for at in range(0, len(row), width))


def go(texts: Texts, key: str, verb: MenuVerb, argument: str = "") -> Button:
    """The button of a menu; `key`: of its text."""
    return button(texts.plain(key), MenuPress(verb, argument))


def back(texts: Texts, verb: MenuVerb, argument: str = "") -> Button:
    """The button that leads back to that menu."""
    return go(texts, "menu.back", verb, argument)


def choice(text: str, press: Press, *, chosen: bool) -> Button:
    """One of several to choose from; the chosen one has a mark."""
    return button(f"✓ {text}" if chosen else text, press)


LONGEST_OF_TWO = 16
"""Characters of whatever kind that a small phone shows on one of two buttons side by side."""


def in_few_rows(buttons: Iterable[Button], longest: int = LONGEST_OF_TWO) -> tuple[Row, ...]:
    """Two on a row where neither is longer; the others alone, all in their order."""
    rows: list[Row] = []
    for each in buttons:
        fits = len(each.text) <= longest
        if fits and rows and len(rows[-1]) == 1 and len(rows[-1][0].text) <= longest:
            rows[-1] = (*rows[-1], each)
        else:
            rows.append((each,))
    return tuple(rows)


def folded_lines(lines: Iterable[Html]) -> Html:
    """Lines in a quote that is folded until somebody unfolds it."""
    text = "\n".join(lines)
    return Html(f"<blockquote expandable>{text}</blockquote>")


# Where a screen appears, and what whoever pressed is told.


class Place(Enum):
    """Where a screen is to appear: in place of the old one, or as the newest message.

    SPARING: as the newest message, but in place where the old one has just been sent, or few more may be sent there.
    In place may be another topic of a forum: whoever shows it answers there.
    """

    HERE = "here"
    BOTTOM = "bottom"
    SPARING = "sparing"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person who pressed is told."""

    text: str = ""
    alert: bool = False
    url: str = ""
    """A link to open instead: Telegram takes none but to ourselves."""
    follows: Follow | None = None
    """What the handlers have still to carry out, before the answer is sent; the answer to that goes first."""
