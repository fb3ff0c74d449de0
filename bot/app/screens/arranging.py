"""The menus by which a match is arranged: its terms, and levels of the bot."""

from bot.app.buttons import LobbyPress, MenuPress, OnLobby, OnMenu
from bot.app.model.modes import PLAYABLE, match_plays
from bot.app.model.options import FAMILIES, LEVELS, STRONGEST, UNFOLDED, Family, Level
from bot.app.model.terms import CLOCKS, Terms
from bot.app.screen import Button, Row, Screen, button, in_few_rows
from bot.app.screens.board import form_of, names_in
from bot.app.screens.duels import terms_line, way_line
from bot.app.texts import NOTHING, Html, Texts
from solver.variant import Variant

# The menu of matches, and the choices of terms.


LONGEST_OF_TERMS = 20
"""Characters of these labels that a phone shows on one of two buttons side by side."""


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
    return (*in_few_rows((mode, variant), LONGEST_OF_TERMS), *in_few_rows((clock, counts), LONGEST_OF_TERMS))


def modes(terms: Terms, texts: Texts) -> Screen:
    """The choice of a mode, each explained."""
    plays = match_plays().items()
    ways = [Html(f"{texts.html(PLAYABLE[mode].title)}\n{texts.html(play.way)}") for mode, play in plays]
    text = Html("\n\n".join((texts.html("duel.choose-mode"), *ways)))
    rows = tuple(
        (_choice(texts, PLAYABLE[mode].title, OnMenu.MODE, mode, chosen=mode == terms.mode),) for mode, _ in plays
    )
    return Screen(text, (*rows, _back(texts)))


def variants(terms: Terms, family: Family, texts: Texts, *, unfolded: bool = False) -> Screen:
    """The choice of a variant, one family on a page; words of other languages once that is `unfolded`."""
    tabs = tuple(
        _choice(texts, page.label, OnMenu.FAMILY, name, chosen=page is family) for name, page in FAMILIES.items()
    )
    own, others = names_in(family, texts.language)
    shows_all = unfolded or terms.variant in others
    names = (*own, *others) if shows_all else own
    rows = in_few_rows(
        _choice(texts, f"variant.{name}", OnMenu.VARIANT, name, chosen=name == terms.variant) for name in names
    )
    more = _unfolds(family, OnMenu.FAMILY, texts) if others and not shows_all else ()
    text = Html("\n\n".join((texts.html("duel.choose-variant"), texts.html(family.rule))))
    return Screen(text, (tabs, *rows, *more, _back(texts)))


def _unfolds(family: Family, verb: OnMenu, texts: Texts) -> tuple[Row, ...]:
    """The button that shows words of other languages."""
    return ((_menu(texts, "button.other-words", verb, f"{family.name}{UNFOLDED}"),),)


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
    """The levels, each with its mean number of guesses on its button; `note` stands above them."""
    text = texts.html("partner.title", form=form_of(variant, texts))
    if LEVELS[STRONGEST].figure_for(variant) is not None:
        text = Html(f"{text} {texts.html('partner.means')}")
    rows = in_few_rows(_level_button(level, variant, texts) for level in LEVELS.values())
    back = button(texts.plain("menu.back"), MenuPress(OnMenu.VARIANTS, variant.name))
    return Screen(Html("\n\n".join(filter(None, (note, text)))), (*rows, (back,)))


def partners_name(level: str, texts: Texts) -> str:
    """The bot's name at that level."""
    return f"🤖 {texts.plain(f'level.{level}')}"


def _level_button(level: Level, variant: Variant, texts: Texts) -> Button:
    """The level with its mean number of guesses, where that is known."""
    figure = level.figure_for(variant)
    needs = "" if figure is None else f" · {texts.decimal(figure.mean, '0.0')}"
    press = MenuPress(OnMenu.LEVELS, f"{level.name}-{variant.name}")
    return button(f"{partners_name(level.name, texts)}{needs}", press)
