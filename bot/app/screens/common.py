"""What screens of all kinds share: durations, moments, pages, the buttons below a game that is over."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from sys import maxsize
from typing import Any, TypeVar

from bot.app.buttons import GamePress, GameVerb, OnBoard, OnEnd, OnMenu, Press
from bot.app.links import link_to
from bot.app.model.chats import Preferences
from bot.app.model.game import BoardGame, Header
from bot.app.reading import whole_number
from bot.app.screen import Button, Row, Screen, button, go, grid, primary, rows, when
from bot.app.screens.board import DEFAULT_STYLE, latest, turn_lines
from bot.app.screens.keypad import Keys, keypad_rows
from bot.app.texts import NOTHING, Html, Texts
from bot.app.world import Recall, World, recall_nothing
from bot.game.daily import HOUR, MINUTE
from bot.game.model import Game, Seat
from solver.variant import Variant

# The buttons under a game that is over, of whatever kind.
#
# A button under every such game is an entry of `UNDER_EVERY` here and its function in `bot/app/kinds/table.py`.


class EndPage(Enum):
    """Which buttons stand there."""

    MAIN = "main"
    SHARE = "share"
    REVIEW = "review"
    """The main one once the review was asked for; on a newcomer's first board what is behind ☰."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndButtons:
    """What a kind of game has to put there; what it has not is empty."""

    first: tuple[Row, ...] = ()
    """What leads on to the person at the other end, with the primary button."""
    again: Button | None = None
    """To play again, which is the primary button where nothing else is first."""
    next: Iterable[Button | Iterable[Button | None] | None] = ()
    """What this kind alone offers to go on with: see `rows`."""
    review: Button | None = None
    proof: Button | None = None
    """The proof of fair play: in the place of the review where there is none, or once that was asked for."""
    share: Iterable[Button | None] = ()
    """Ways to share the game: one stands there itself, several under a button."""


UNDER_EVERY = (OnEnd.HOME,)
"""The last row."""


def end_rows(buttons: EndButtons, page: EndPage, press: Callable[[OnEnd], Press], texts: Texts) -> tuple[Row, ...]:
    """The rows of that page, or of the main one where it has nothing. `press`: on one of the buttons of every kind."""

    def every(verb: OnEnd) -> Button:
        return button(texts.plain(f"after.{verb.value}"), press(verb))

    share = [way for way in buttons.share if way]
    if page is EndPage.SHARE and len(share) > 1:
        return rows(*grid(share), every(OnEnd.BACK))
    is_reviewed = page is EndPage.REVIEW and buttons.proof is not None
    review = buttons.proof if is_reviewed else buttons.review or buttons.proof
    again = primary(buttons.again) if buttons.again and not buttons.first else buttons.again
    shares = [every(OnEnd.SHARE)] if len(share) > 1 else share
    return rows(*buttons.first, again, *buttons.next, [review, *shares], map(every, UNDER_EVERY))


# Somebody who looks at a screen.


@dataclass(frozen=True, slots=True)
class Viewer:
    """In which words and style somebody looks at a screen, what they may press, and what is shown this one time."""

    texts: Texts
    style: str = DEFAULT_STYLE
    username: str = ""
    """The bot's username."""
    draft: str = ""
    """What the person has tapped on the keypad, where only they see it."""
    note: Html = NOTHING
    """Said once, right below the guesses."""
    has_inline: bool = True
    """Whether the bot's name may be typed in any chat."""
    page: EndPage = EndPage.MAIN
    """Which buttons stand under a game that is over."""
    person: int | None = None
    """None where a screen is shown to nobody in particular."""
    now: float = 0.0
    """When they look."""
    recall: Recall = recall_nothing
    app_url: str = ""
    """The address of the Mini App's page; empty: there is none."""


def boards_of(
    game: Game, viewer: Viewer, room: int, names: Iterable[str], head: Callable[[Seat], Html]
) -> list[list[Html]]:
    """The turns in so much room: on one board where all learn from each other, else on one for each seat.

    `names`: of whoever made each turn; `head`: of a seat's board.
    """
    if game.mode.shares_history:
        return [latest(turn_lines(game.turns, game.variant, viewer.style, viewer.texts, names), room)]
    found, each = ((seat, game.turns_of(seat)) for seat in game.seats), room // len(game.seats)
    return [
        [head(seat), *latest(turn_lines(turns, game.variant, viewer.style, viewer.texts), each)]
        for seat, turns in found
        if turns
    ]


def viewer_of(known: Preferences, world: World, **shown: Any) -> Viewer:
    """Whoever has a chat with these preferences."""
    shown |= {
        "has_inline": world.has_inline,
        "now": world.now(),
        "recall": world.recall,
        "app_url": world.app_url,
    }
    return Viewer(known.texts, known.style, world.username, **shown)


# Ending a game is asked for where a second tap at the same place keeps it.


def with_end_last(others: Iterable[Button | None], end: Button) -> tuple[Row, ...]:
    """The buttons two on a row; the one that ends a game stands at the right of the last row."""
    *above, beside = filter(None, others)
    return (*grid(above), (beside, end))


def sure_rows(yes: Button, keep: Button, *, is_alone: bool = False) -> tuple[Row, ...]:
    """The answers once it is pressed: *keep* stands where it stood. `is_alone`: nothing stood beside it."""
    return ((yes,), (keep,)) if is_alone else ((yes, keep),)


# The buttons of a game's screen.


@dataclass(frozen=True, slots=True)
class GameButtons:
    """Makes the buttons of a game's screen, which say at which step it stands for whoever looks."""

    texts: Texts
    game: str
    step: int

    def press(self, verb: GameVerb, argument: str = "") -> GamePress:
        """The press of that verb."""
        return GamePress(verb, self.game, self.step, argument)

    def on(self, key: str, verb: GameVerb, argument: str = "") -> Button:
        """The button with the text of that key."""
        return button(self.texts.plain(key), self.press(verb, argument))

    def labelled(self, text: str, verb: GameVerb, argument: str = "") -> Button:
        """The button with that text."""
        return button(text, self.press(verb, argument))

    def saying(self, verb: GameVerb) -> Callable[[str, str], Button]:
        """Makes buttons of that verb, of their texts and arguments."""
        return lambda text, argument: self.labelled(text, verb, argument)

    def keypad(
        self, variant: Variant, draft: str, keys: tuple[GameVerb, GameVerb, GameVerb], noted: str = ""
    ) -> tuple[Row, ...]:
        """The keypad. `keys`: the verbs of a symbol, which names its place in the alphabet, of erase and of send."""
        symbol, erase, submit = keys

        def key(sign: str) -> GamePress:
            return self.press(symbol, str(variant.alphabet.index(sign)))

        return keypad_rows(draft, variant, Keys(key, self.press(erase), self.press(submit)), self.texts, noted)

    def at_the_end(self, shown: EndButtons, page: EndPage = EndPage.MAIN) -> tuple[Row, ...]:
        """The rows under the game that is over."""
        return end_rows(shown, page, self.press, self.texts)


class BoardButtons(GameButtons):
    """The buttons of a board on which codes are guessed."""

    @property
    def again(self) -> Button:
        """To begin the same once more."""
        return self.on("button.again", OnBoard.AGAIN)

    @property
    def proof(self) -> Button:
        """To unfold what proves that the secret was not changed."""
        return self.on("button.proof", OnBoard.PROOF)

    @property
    def resign(self) -> Button:
        """To give the game up."""
        return self.on("button.resign", OnBoard.RESIGN)

    def sure(self, yes: str = "button.give-up", *, is_alone: bool = False) -> tuple[Row, ...]:
        """The answers to whether to give it up; `yes`: the key of that. See `sure_rows`."""
        return sure_rows(self.on(yes, OnBoard.GIVE_UP), self.on("button.keep", OnBoard.KEEP), is_alone=is_alone)

    def keypad_of(self, game: BoardGame, draft: str, noted: str = "") -> tuple[tuple[Row, ...], Button | None]:
        """The keypad, if it is unfolded; and the button that unfolds it, if it is not. Words are typed."""
        if game.game.variant.words:
            return (), None
        if not game.keypad:
            return (), self.on("button.keypad", OnBoard.KEYPAD)
        return self.keypad(game.game.variant, draft, (OnBoard.DIGIT, OnBoard.ERASE, OnBoard.SUBMIT), noted), None


# Pages of long lists, which may have changed since they were shown.

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list: its index from 0, and the number of pages."""

    number: int
    of: int
    size: int

    @property
    def begin(self) -> int:
        """The number of entries on earlier pages."""
        return self.number * self.size

    def shown(self, entries: Sequence[T]) -> tuple[T, ...]:
        """Those of all entries that stand on it."""
        return tuple(entries[self.begin : self.begin + self.size])


ONLY_PAGE = Page(0, 1, maxsize)


def page_of(total: int, page_key: str, size: int) -> Page:
    """The page of a button's argument, such as `2`, in a list of so many entries now; or the nearest page."""
    of = max(1, -(-total // size))
    return Page(min(whole_number(page_key) or 0, of - 1), of, size)


def page_line(page: Page, texts: Texts) -> Html | None:
    """The page's number; None if there is only one page."""
    return texts.html("page.number", number=page.number + 1, of=page.of) if page.of > 1 else None


def page_row(page: Page, press: Callable[[str], Press]) -> tuple[Row, ...]:
    """Buttons to the previous and next page; from the last page one comes to the first."""
    turning = (button(sign, press(str((page.number + step) % page.of))) for sign, step in (("‹", -1), ("›", 1)))
    return rows(when(page.of > 1, turning))


# Durations as text.


def duration(took: float) -> Html:
    """The seconds on a clock face with a stopwatch sign."""
    return Html(f"⏱ {clock_face(took)}")


def clock_face(took: float) -> str:
    """The seconds as minutes and seconds; with hours if there are any."""
    minutes, seconds = divmod(max(0, round(took)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def how_long(game: Header) -> Html:
    """How long the game that is over took."""
    return duration((game.ended_at or game.opened_at) - game.opened_at)


def hints_taken(taken: int, texts: Texts) -> Html | None:
    """How many hints were taken, if any were."""
    return texts.counted("end.hints", taken) if taken else None


MANY = 2
"""From so many of a larger unit a time is told in those."""


def later(seconds: float, texts: Texts) -> Html:
    """In how long something happens, in words."""
    if seconds >= MANY * HOUR:
        return texts.counted("time.hours", round(seconds / HOUR))
    if seconds >= MANY * MINUTE:
        return texts.counted("time.minutes", round(seconds / MINUTE))
    return texts.counted("time.seconds", max(0, round(seconds)))


# A moment, as the reader's own clock shows it.

LONG, SHORT, RELATIVE = "Dt", "dt", "r"
"""Telegram's formats: the date in words or in digits, then the time; in how long, or how long ago."""


def shown_moment(at: float, form: str = SHORT) -> Html:
    """The moment (seconds since 1970); Telegram shows it in the reader's time, older clients in UTC."""
    return ticking(at, f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC", form)


def ticking(at: float, text: str, form: str = RELATIVE) -> Html:
    """The moment, which Telegram keeps up to date where it is near; older clients show the text."""
    return Html(f'<tg-time unix="{int(at)}" format="{form}">{text}</tg-time>')


# The buttons for sharing a link, and for people who see a shared result.


def copy_link(link: str, texts: Texts) -> Button:
    """The button that copies the link."""
    return Button(texts.plain("button.copy-link"), copies=link)


def play_too(username: str, texts: Texts) -> Row:
    """The button that opens the bot of that name."""
    return (Button(texts.plain("button.play-too"), opens=link_to(username)),)


# A short message where no game is running.


def offer(texts: Texts, note: Html) -> Screen:
    """A note where no game is running, with a button that begins one."""
    return Screen(note, rows(go(texts, "menu.play", OnMenu.PLAY)))
