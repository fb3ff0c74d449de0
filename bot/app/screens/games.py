"""The list of a person's running games, and the question which one is meant."""

from bot.app.buttons import MenuPress, PickPress
from bot.app.screen import Row, Screen, button
from bot.app.screens.entry import Entry
from bot.app.screens.name import shown_name
from bot.app.screens.pages import Page, page_line, page_row
from bot.app.texts import NOTHING, Html, Texts
from bot.app.verbs import OnGames, OnMenu


def games(
    entries: tuple[Entry, ...], page: Page, texts: Texts, *, challenges: int = 0, note: Html = NOTHING, more: int = 0
) -> Screen:
    """A page of running games, each with whose turn it is and a button.

    `challenges`: how many of theirs are open; `more`: how many further games are listed as others end. `note`: a line
    above.
    """
    back = (button(texts.plain("menu.back"), MenuPress(OnMenu.MORE)),)
    waiting = [texts.counted("games.challenges", challenges)] * (challenges > 0)
    if not entries:
        return Screen(Html("\n\n".join((texts.html("games.none"), *waiting))), (back,))
    lines = [texts.html("games.title"), *page_line(page, texts), Html("")]
    lines += [entry.line for entry in entries]
    lines += [texts.counted("games.more", more)] * (more > 0)
    text = Html("\n\n".join((*([note] if note else []), "\n".join(lines), *waiting)))
    return Screen(text, (*_rows(entries, OnGames.SHOW), *_turning(page, OnMenu.GAMES), back))


def which(text: str, entries: tuple[Entry, ...], page: Page, texts: Texts) -> Screen:
    """The question for which game the text was, on a page of them; empty: a text that must not be quoted."""
    asked = texts.html("games.which-one", text=shown_name(text)) if text else texts.html("games.which")
    html = Html("\n".join((asked, *page_line(page, texts))))
    return Screen(html, (*_rows(entries, OnGames.MEANT), *_turning(page, OnMenu.WHICH)))


def _turning(page: Page, verb: OnMenu) -> tuple[Row, ...]:
    return page_row(page, lambda number: MenuPress(verb, number))


def _rows(entries: tuple[Entry, ...], verb: OnGames) -> tuple[Row, ...]:
    return tuple((button(entry.label, PickPress(verb, entry.game)),) for entry in entries)
