"""The menus by which a match is arranged: its terms, and levels of the bot."""

from bot.app.buttons import LobbyPress, MenuPress, OnLobby, OnMenu
from bot.app.model.modes import PLAYABLE, match_plays
from bot.app.model.options import FAMILIES, LEVELS, STRONGEST, Family, Level
from bot.app.model.terms import CLOCKS, Terms
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.board import form_of, names_in
from bot.app.screens.duels import terms_line, way_line
from bot.app.texts import NOTHING, Html, Texts
from solver.variant import Variant

# The menu of matches, and the choices of terms.

LONGEST_OF_TWO = 20
"""Characters that a phone shows on one of two buttons side by side."""


def duel_menu(terms: Terms, texts: Texts) -> Screen:
    """The menu: games to begin on these terms, and the terms to change."""
    text = texts.html("duel.menu", terms=terms_line(terms, texts), way=way_line(terms, texts))
    rows = (
        (
            button(texts.plain("button.find-rival"), LobbyPress(OnLobby.FIND)),
            _menu(texts, "button.invite", OnMenu.INVITE),
        ),
        (_menu(texts, "button.hotseat", OnMenu.HOTSEAT),),
        *_changes(terms, texts),
        (_menu(texts, "menu.back", OnMenu.PEOPLE),),
    )
    return Screen(text, rows)


def _changes(terms: Terms, texts: Texts) -> tuple[Row, ...]:
    """The terms, each on a button that changes it."""

    def now(mark: str, key: str, verb: OnMenu, argument: str = "") -> Button:
        return button(f"{mark} {texts.plain(key)}", MenuPress(verb, argument))

    mode = _menu(texts, terms.playable.title, OnMenu.MODE)
    variant = now("🎯", f"variant.{terms.variant}", OnMenu.VARIANT)
    clock = now("⏱", terms.the_clock.label, OnMenu.CLOCK)
    if terms.rated:
        counts = now("🏆", "terms.rated", OnMenu.RATED, "no")
    else:
        counts = now("🕊", "terms.friendly", OnMenu.RATED, "yes")
    return (*_side_by_side(mode, variant), *_side_by_side(clock, counts))


def _side_by_side(one: Button, other: Button) -> tuple[Row, ...]:
    """The two buttons on one row, if a phone does not cut their texts."""
    fits = max(len(one.text), len(other.text)) <= LONGEST_OF_TWO
    return ((one, other),) if fits else ((one,), (other,))


def modes(terms: Terms, texts: Texts) -> Screen:
    """The choice of a mode, each explained."""
    plays = match_plays().items()
    ways = [Html(f"{texts.html(PLAYABLE[mode].title)}\n{texts.html(play.way)}") for mode, play in plays]
    text = Html("\n\n".join((texts.html("duel.choose-mode"), *ways)))
    rows = tuple(
        (_choice(texts, PLAYABLE[mode].title, OnMenu.MODE, mode, chosen=mode == terms.mode),) for mode, _ in plays
    )
    return Screen(text, (*rows, _back(texts)))


def variants(terms: Terms, family: Family, texts: Texts) -> Screen:
    """The choice of a variant, one family on a page."""
    tabs = tuple(
        _choice(texts, page.label, OnMenu.FAMILY, name, chosen=page is family) for name, page in FAMILIES.items()
    )
    rows = tuple(
        (_choice(texts, f"variant.{name}", OnMenu.VARIANT, name, chosen=name == terms.variant),)
        for name in names_in(family, texts.language)
    )
    text = Html("\n\n".join((texts.html("duel.choose-variant"), texts.html(family.rule))))
    return Screen(text, (tabs, *rows, _back(texts)))


def clocks(terms: Terms, texts: Texts) -> Screen:
    """The choice of a clock."""
    rows = tuple(
        (_choice(texts, clock.label, OnMenu.CLOCK, name, chosen=name == terms.clock),) for name, clock in CLOCKS.items()
    )
    return Screen(texts.html("duel.choose-clock"), (*rows, _back(texts)))


def _menu(texts: Texts, text: str, verb: OnMenu, argument: str = "") -> Button:
    return button(texts.plain(text), MenuPress(verb, argument))


def _choice(texts: Texts, text: str, verb: OnMenu, argument: str, *, chosen: bool) -> Button:
    label = texts.plain(text)
    return button(f"✓ {label}" if chosen else label, MenuPress(verb, argument))


def _back(texts: Texts) -> Row:
    return (_menu(texts, "menu.back", OnMenu.DUEL),)


# The levels at which the bot plays a match, as a menu.


def levels(variant: Variant, texts: Texts, note: Html = NOTHING) -> Screen:
    """The levels, each with its character and its mean number of guesses; `note` stands above them."""
    lines = [_level_line(level, variant, texts) for level in LEVELS.values()]
    text = texts.html("partner.title", form=form_of(variant, texts))
    if LEVELS[STRONGEST].figure_for(variant) is not None:
        text = Html(f"{text} {texts.html('partner.means')}")
    rows = tuple(_level_button(level, variant, texts) for level in LEVELS.values())
    back = button(texts.plain("menu.back"), MenuPress(OnMenu.VARIANTS, variant.name))
    return Screen(Html("\n\n".join(filter(None, (note, text, "\n".join(lines))))), (*rows, (back,)))


def partners_name(level: str, texts: Texts) -> str:
    """The bot's name at that level."""
    return f"🤖 {texts.plain(f'level.{level}')}"


def _level_line(level: Level, variant: Variant, texts: Texts) -> Html:
    name, about = texts.html(f"level.{level.name}"), texts.html(f"character.{level.name}")
    figure = level.figure_for(variant)
    needs = "" if figure is None else f" ({texts.decimal(figure.mean)})"
    return Html(f"<b>{name}</b>{needs}: {about}")


def _level_button(level: Level, variant: Variant, texts: Texts) -> Row:
    press = MenuPress(OnMenu.LEVELS, f"{level.name}-{variant.name}")
    return (button(partners_name(level.name, texts), press),)
