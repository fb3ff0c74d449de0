"""The menu of matches, and the choices of terms."""

from bot.app.buttons import LobbyPress, MenuPress
from bot.app.lobby_verbs import OnLobby
from bot.app.model.clocks import CLOCKS
from bot.app.model.families import FAMILIES, Family
from bot.app.model.modes import PLAYABLE, match_plays
from bot.app.model.terms import Terms
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.duels.terms import terms_line, way_line
from bot.app.screens.variant import names_in
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu

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
