"""The list of a person's running games, and the question which one is meant."""

from bot.app.buttons import MenuPress, OnGames, OnMenu, PickPress
from bot.app.screen import Row, Screen, button, grid
from bot.app.screens.common import Page, page_line, page_row
from bot.app.screens.entries import Entry, _with_guesses
from bot.app.screens.people import shown_name
from bot.app.texts import NOTHING, Html, Texts


def games(
    entries: tuple[Entry, ...],
    page: Page,
    texts: Texts,
    *,
    challenges: int = 0,
    note: Html = NOTHING,
    more: int = 0,
    in_group: bool = False,
) -> Screen:
    """A page of running games: a line for each, with its guesses and its age, and buttons to show and to close it.

    `challenges`: how many of theirs are open; `more`: how many further games are listed as others end. `note`: a line
    above. `in_group`: they are everybody's there.
    """
    title, none = ("games.title-group", "games.none-group") if in_group else ("games.title", "games.none")
    back = (button(texts.plain("menu.back"), MenuPress(OnMenu.MORE)),)
    waiting = [texts.counted("games.challenges", challenges)] * (challenges > 0)
    if not entries:
        return Screen(Html("\n\n".join((texts.html(none), *waiting))), (back,))
    lines = [texts.html(title), *page_line(page, texts), Html("")]
    lines += [_line(number, entry, texts) for number, entry in _numbered(entries)]
    lines += [texts.counted("games.more", more)] * (more > 0)
    text = Html("\n\n".join((*([note] if note else []), "\n".join(lines), *waiting)))
    shown = [_row(entry, OnGames.SHOW) for entry in entries]
    closing = tuple(
        button(texts.plain("games.close", number=number).strip(), PickPress(OnGames.CLOSE, entry.game))
        for number, entry in _numbered(entries)
    )
    return Screen(text, (*shown, *grid(closing), *_turning(page, OnMenu.GAMES), back))


def which(text: str, entries: tuple[Entry, ...], page: Page, texts: Texts) -> Screen:
    """The question for which game the text was, on a page of them; empty: a text that must not be quoted."""
    asked = texts.html("games.which-one", text=shown_name(text)) if text else texts.html("games.which")
    html = Html("\n".join((asked, *page_line(page, texts))))
    return Screen(html, (*(_row(entry, OnGames.MEANT) for entry in entries), *_turning(page, OnMenu.WHICH)))


def at_rest(game: str, texts: Texts) -> Screen:
    """The line which says that the game of that id rests, for its topic is closed."""
    return Screen(texts.html("rest.closed"), ((button(texts.plain("rest.here"), PickPress(OnGames.HERE, game)),),))


def _turning(page: Page, verb: OnMenu) -> tuple[Row, ...]:
    return page_row(page, lambda number: MenuPress(verb, number))


def _numbered(entries: tuple[Entry, ...]) -> list[tuple[str, Entry]]:
    """The entries with how their lines and the buttons to close them are numbered; a single one needs no number."""
    return [(str(at) if len(entries) > 1 else "", entry) for at, entry in enumerate(entries, 1)]


def _line(number: str, entry: Entry, texts: Texts) -> Html:
    """What it is, its guesses and its age, on one line."""
    what = _with_guesses(entry.line, entry.guesses, texts)
    return Html(f"{number}{'. ' * bool(number)}{what} · {texts.lasting(entry.age)}")


def _row(entry: Entry, verb: OnGames) -> Row:
    return (button(entry.label, PickPress(verb, entry.game)),)
