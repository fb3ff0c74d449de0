"""The list of a person's running games, and the question which one is meant."""

from collections.abc import Iterator

from bot.app.buttons import GamePress, MenuPress, OnGames, OnMenu
from bot.app.screen import Button, Screen, back, button, grid, lines, page, rows, when
from bot.app.screens.board import name_amid
from bot.app.screens.common import Page, page_line, page_row
from bot.app.screens.entries import ListedGame, with_guesses
from bot.app.screens.people import shown_name
from bot.app.texts import NOTHING, Html, Texts
from bot.game.daily import MINUTE
from solver.variant import Variant

ON_PAGE, CLOSED = 4, 3
"""Games on a page of a list, and as many as have a button that closes them: eight buttons at most, with all others."""
RESTING = "rest"
"""What the argument of a button to those that rest begins with, before the page."""


def games(
    entries: tuple[ListedGame, ...],
    part: Page,
    texts: Texts,
    *,
    challenges: int = 0,
    note: Html = NOTHING,
    more: int = 0,
    resting: int = 0,
    in_group: bool = False,
) -> Screen:
    """A page of running games: a line for each, with its guesses and its age, and a button to show it.

    Where all are few, one to close it as well. `challenges`: how many of theirs are open; `more`: how many further
    games are listed as others end; `resting`: how many rest. `note`: a line above. `in_group`: they are everybody's.
    """
    title, none = ("games.title-group", "games.none-group") if in_group else ("games.title", "games.none")
    waiting = when(challenges, texts.counted("games.challenges", challenges))
    ways = [back(texts, OnMenu.MORE)]
    if resting and not part.number:
        ways.insert(0, button(texts.plain("games.resting", count=resting), MenuPress(OnMenu.GAMES, RESTING)))
    if not entries:
        return Screen(page(texts.html(none), waiting), rows(*ways))
    closing = []
    for number, entry in enumerate(entries if part.of == 1 and len(entries) <= CLOSED else (), 1):
        close = texts.plain("games.close", number=number if len(entries) > 1 else "").strip()
        closing.append(button(close, GamePress(OnGames.CLOSE, entry.game, 0)))
    html = page(
        note,
        (texts.html(title), page_line(part, texts)),
        (*_told(entries, texts), when(more, texts.counted("games.more", more))),
        waiting,
    )
    turning = page_row(part, lambda number: MenuPress(OnMenu.GAMES, number))
    return Screen(html, rows(*_each(entries, OnGames.SHOW), *grid(closing), *turning, *ways))


def resting(entries: tuple[ListedGame, ...], part: Page, texts: Texts) -> Screen:
    """A page of the games that rest, each with a button that takes it up."""
    html = page((texts.html("games.resting-title"), page_line(part, texts)), tuple(_told(entries, texts)))
    turning = page_row(part, lambda number: MenuPress(OnMenu.GAMES, f"{RESTING}{number}"))
    return Screen(html, rows(*_each(entries, OnGames.SHOW), *turning, back(texts, OnMenu.GAMES)))


def which(text: str, entries: tuple[ListedGame, ...], part: Page, texts: Texts) -> Screen:
    """The question for which game the text was, on a page of them; empty: a text that must not be quoted."""
    asked = texts.html("games.which-one", text=shown_name(text)) if text else texts.html("games.which")
    turning = page_row(part, lambda number: MenuPress(OnMenu.WHICH, number))
    return Screen(lines(asked, page_line(part, texts)), rows(*_each(entries, OnGames.MEANT), *turning))


def none_open(variant: Variant, others: tuple[Variant, ...], texts: Texts, note: Html | None) -> Screen:
    """That no game of that variant is open, and the way to begin one with what was typed. `others`: those that are."""
    if variant.words and not any(other.words for other in others):
        told = texts.html("games.no-words")
    else:
        told = texts.html("games.no-such", what=name_amid(variant, texts))
    return Screen(lines(told, note), rows(button(texts.plain("games.start-it"), MenuPress(OnMenu.TYPED))))


def at_rest(game: str, texts: Texts) -> Screen:
    """The line which says that the game of that id rests, for its topic is closed."""
    return Screen(texts.html("rest.closed"), rows(button(texts.plain("rest.here"), GamePress(OnGames.HERE, game, 0))))


def _told(entries: tuple[ListedGame, ...], texts: Texts) -> Iterator[Html]:
    """A single one needs no number."""
    for number, entry in enumerate(entries, 1):
        what = with_guesses(entry.line, entry.guesses, texts)
        begun = "" if entry.age < MINUTE else f" · {texts.html('games.begun', ago=texts.ago(entry.age))}"
        yield Html(f"{f'{number}. ' if len(entries) > 1 else ''}{what}{begun}")


def _each(entries: tuple[ListedGame, ...], verb: OnGames) -> Iterator[Button]:
    return (button(entry.label, GamePress(verb, entry.game, 0)) for entry in entries)
