"""The games that somebody plays at once: a list of them, and the question which one is meant."""

from dataclasses import dataclass

from bot.app.buttons import GamePress, MenuPress
from bot.app.model.terms import Terms
from bot.app.screen import Row, Screen, button
from bot.app.screens.name import shown_name
from bot.app.screens.pages import Page, page_line, page_row
from bot.app.screens.variant import variant_name
from bot.app.texts import NOTHING, Html, Texts
from bot.app.verbs import OnGames, OnMenu
from solver.interval import Interval
from solver.variant import Variant


@dataclass(frozen=True, slots=True)
class Entry:
    """One of the games: a match with its terms and its rival, or one with the bot, in a variant or about a number."""

    game: str
    terms: Terms | None = None
    rival: str = ""
    waits: bool = True
    """Whether it is this person's turn."""
    span: Interval | None = None
    """The range in which a number is guessed, where that is the game."""
    variant: Variant | None = None
    """What is played with the bot otherwise."""


def games(
    entries: tuple[Entry, ...], page: Page, texts: Texts, *, challenges: int = 0, note: Html = NOTHING, more: int = 0
) -> Screen:
    """A page of those that are on, each with whose turn it is, and a button to look at it.

    `challenges`: so many of theirs wait; `more`: so many games come into the list as others end. A note stands above.
    """
    back = (button(texts.plain("menu.back"), MenuPress(OnMenu.START)),)
    waiting = [texts.counted("games.challenges", challenges)] * (challenges > 0)
    if not entries:
        return Screen(Html("\n\n".join((texts.html("games.none"), *waiting))), (back,))
    lines = [texts.html("games.title"), *page_line(page, texts), Html("")]
    lines += [_line(entry, texts) for entry in entries]
    lines += [texts.counted("games.more", more)] * (more > 0)
    text = Html("\n\n".join((*([note] if note else []), "\n".join(lines), *waiting)))
    return Screen(text, (*_rows(entries, OnGames.SHOW, texts), *_turning(page, OnMenu.GAMES), back))


def which(text: str, entries: tuple[Entry, ...], page: Page, texts: Texts) -> Screen:
    """The question for which of them the text was, on a page of them; empty: one that had better not be seen again."""
    asked = texts.html("games.which-one", text=shown_name(text)) if text else texts.html("games.which")
    html = Html("\n".join((asked, *page_line(page, texts))))
    return Screen(html, (*_rows(entries, OnGames.MEANT, texts), *_turning(page, OnMenu.WHICH)))


def _turning(page: Page, verb: OnMenu) -> tuple[Row, ...]:
    return page_row(page, lambda number: MenuPress(verb, number))


def _line(entry: Entry, texts: Texts) -> Html:
    if entry.span is not None:
        return texts.html("number.listed", low=entry.span.low, high=entry.span.high)
    if entry.terms is None:
        return Html(f"{texts.html('games.solo')}{_in_variant(entry, texts)}")
    terms = Html(f"{texts.html(f'mode.{entry.terms.mode}')} · {texts.html(f'variant.{entry.terms.variant}')}")
    key = "games.your-turn" if entry.waits else "games.their-turn"
    return texts.html(key, terms=terms, name=shown_name(entry.rival))


def _in_variant(entry: Entry, texts: Texts) -> Html:
    return NOTHING if entry.variant is None else Html(f" · {variant_name(entry.variant, texts)}")


def _rows(entries: tuple[Entry, ...], verb: OnGames, texts: Texts) -> tuple[Row, ...]:
    return tuple((button(_label(entry, texts), GamePress(verb, entry.game)),) for entry in entries)


def _label(entry: Entry, texts: Texts) -> str:
    if entry.span is not None:
        return f"🔢 {entry.span.low}…{entry.span.high}"
    if entry.terms is None:
        return f"{texts.plain('games.solo-button')}{_in_variant(entry, texts)}"
    mark = "👉 " if entry.waits else ""
    return f"{mark}{texts.plain(f'mode.{entry.terms.mode}')} · {shown_name(entry.rival)}"
