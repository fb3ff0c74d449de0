"""Home and the menus that it leads to, and lists of a person's games."""

import html
from dataclasses import dataclass

from bot.app.buttons import MenuPress, OnGames, OnMenu, PickPress, Press
from bot.app.daily.model import Try
from bot.app.daily.screens import result_of
from bot.app.model.game import BoardGame
from bot.app.model.modes import PLAYABLE
from bot.app.screen import Button, Row, Screen, button, in_pairs, primary
from bot.app.screens.board import variant_name
from bot.app.screens.common import Page, page_line, page_row
from bot.app.screens.people import shown_name
from bot.app.texts import NOTHING, Html, Texts

# Entries in lists of games.


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry in the list of a person's games."""

    game: str
    line: Html
    label: str
    """The text of its button."""
    waits: bool = True
    """Whether it is this person's turn."""
    rival: str = ""
    """The name of whoever else plays it, from a screen of their own; empty: nobody."""
    guesses: int = 0
    age: float = 0.0
    """Seconds since it was begun."""


def board_entry(game: BoardGame, texts: Texts, name: Html = NOTHING) -> Entry:
    """The entry of a game on a board, the same for everybody who sees it: its name, and the number of guesses.

    `name`: its own; else that of mode and variant.
    """
    title, made = PLAYABLE[game.game.mode.name].title or "games.solo", len(game.game.turns)
    line = name or Html(f"{texts.html(title)} · {variant_name(game.game.variant, texts)}")
    return Entry(game.id, line, html.unescape(_with_guesses(line, made, texts)), guesses=made)


def _with_guesses(line: Html, made: int, texts: Texts) -> Html:
    return Html(f"{line} · {texts.counted('end.guesses', made)}" if made else line)


# The list of a person's running games, and the question which one is meant.


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
    return Screen(text, (*shown, *in_pairs(closing), *_turning(page, OnMenu.GAMES), back))


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


# Home, and the menus that it leads to: against the bot, with people, and more.

CLASSIC = "classic"
"""The variant in which two guess against each other unless another is chosen."""


def home(name: str, rows: tuple[Row, ...], others: int, texts: Texts) -> Screen:
    """Home. `others`: how many games are on besides the one on the first button."""
    lines = [texts.html("home.hello", name=shown_name(name))]
    lines += [texts.counted("home.others", others)] * (others > 0)
    return Screen(Html("\n\n".join(lines)), rows)


def back_to(entry: Entry, texts: Texts) -> Button:
    """The button that leads back to a game that waits for this person."""
    press = PickPress(OnGames.SHOW, entry.game)
    if entry.rival:
        return button(texts.plain("home.your-turn", name=entry.rival), press)
    parts = [texts.plain("home.go-on")]
    parts += [texts.counted("end.guesses", entry.guesses)] * (entry.guesses > 0)
    return button(" · ".join(parts), press)


def against(texts: Texts) -> Screen:
    """Who guesses: I, the bot, or both; an evil bot; and other codes than the usual one."""

    def new(key: str, mode: str) -> Button:
        return _button(texts, key, MenuPress(OnMenu.NEW, mode))

    rows = (
        (primary(new("menu.i-guess", "solo")),),
        (new("menu.bot-guesses", "think"), _button(texts, "menu.levels", MenuPress(OnMenu.LEVELS, CLASSIC))),
        (new("menu.evil", "evil"), _button(texts, "menu.codes", MenuPress(OnMenu.VARIANTS))),
        (_back(texts),),
    )
    return Screen(texts.html("home.against"), rows)


def people(texts: Texts) -> Screen:
    """A friend or a rival, whoever is in the lobby, those beside me, a group."""
    rows = (
        (primary(_button(texts, "menu.duel", MenuPress(OnMenu.DUEL))),),
        (
            _button(texts, "button.friends", MenuPress(OnMenu.FRIENDS)),
            _button(texts, "button.lobby", MenuPress(OnMenu.HALL)),
        ),
        (_button(texts, "button.set", MenuPress(OnMenu.SET)),),
        (_button(texts, "button.hotseat", MenuPress(OnMenu.HOTSEAT)),),
        (_back(texts),),
    )
    return Screen(texts.html("home.people"), rows)


def more(texts: Texts) -> Screen:
    """What is no game."""
    rows = (
        (leads(OnMenu.LEARN, texts),),
        (leads(OnMenu.RULES, texts), _button(texts, "games.title", MenuPress(OnMenu.GAMES))),
        (leads(OnMenu.STATS, texts), _button(texts, "button.top", MenuPress(OnMenu.TOP))),
        (leads(OnMenu.SETTINGS, texts),),
        (_back(texts),),
    )
    return Screen(texts.html("home.more"), rows)


def daily(number: int, attempt: Try | None, texts: Texts) -> Button:
    """The button of today's code: to be played, or what it has come to."""
    is_over = attempt is not None and attempt.ended_at is not None
    text = f"✅ #{number} · {result_of(attempt)}" if attempt and is_over else texts.plain("home.daily", number=number)
    return button(text, MenuPress(OnMenu.DAILY))


def leads(verb: OnMenu, texts: Texts) -> Button:
    """The button of that menu."""
    return _button(texts, f"menu.{verb.value}", MenuPress(verb))


def _button(texts: Texts, key: str, press: Press) -> Button:
    return button(texts.plain(key), press)


def _back(texts: Texts) -> Button:
    return _button(texts, "menu.back", MenuPress(OnMenu.START))
