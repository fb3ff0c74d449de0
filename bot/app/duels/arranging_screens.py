"""The menus by which a match is arranged: its terms, and levels of the bot."""

from dataclasses import dataclass

from bot.app.buttons import LobbyPress, MenuPress, OnLobby, OnMenu
from bot.app.model.modes import PLAYABLE, match_plays
from bot.app.model.options import FAMILIES, LEVELS, STRONGEST, UNFOLDED, Family, Level
from bot.app.model.terms import CLOCKS, Terms
from bot.app.screen import Button, Row, Screen, button, in_few_rows
from bot.app.screens.board import form_of, names_in
from bot.app.screens.terms import terms_line, way_line
from bot.app.texts import NOTHING, Html, Texts
from solver.variant import Variant

# The menu of matches, and the choices of terms.


def duel_menu(friends: Terms, lobby: Terms, texts: Texts) -> Screen:
    """The menu: games to begin, and the terms with friends to change; those in the lobby are on a page of their own."""
    terms = {"terms": terms_line(friends, texts), "way": way_line(friends, texts), "lobby": terms_line(lobby, texts)}
    rows = (
        (_find(texts), _menu(texts, "button.invite", OnMenu.INVITE)),
        (_menu(texts, "button.hotseat", OnMenu.HOTSEAT),),
        *_changes(Wish(friends, in_lobby=False), texts),
        (button(texts.plain("button.lobby-terms"), Wish(lobby, in_lobby=True).press(OnMenu.DUEL)),),
        (_menu(texts, "menu.back", OnMenu.PEOPLE),),
    )
    return Screen(texts.html("duel.menu", **terms), rows)


def lobby_menu(terms: Terms, texts: Texts) -> Screen:
    """The terms in the lobby, to change, and the search that begins on them."""
    text = texts.html("duel.lobby", terms=terms_line(terms, texts), way=way_line(terms, texts))
    back = _menu(texts, "menu.back", OnMenu.DUEL)
    return Screen(text, ((_find(texts),), *_changes(Wish(terms, in_lobby=True), texts), (back,)))


def _find(texts: Texts) -> Button:
    return button(texts.plain("button.find-rival"), LobbyPress(OnLobby.FIND))


OF_LOBBY = "l"
"""What the argument of a button of the terms in the lobby begins with; without it a button is of those with friends.

It is short because the name of a variant follows it.
"""


@dataclass(frozen=True, slots=True)
class Wish:
    """Terms to be chosen: those with friends, or those in the lobby."""

    terms: Terms
    in_lobby: bool

    def press(self, verb: OnMenu, argument: str = "") -> MenuPress:
        """The press that chooses it for these terms, or leads to its choice."""
        return MenuPress(verb, "-".join(filter(None, (OF_LOBBY * self.in_lobby, argument))))


def is_of_lobby(argument: str) -> tuple[bool, str]:
    """Whether the button is about the terms in the lobby, and what else its argument says."""
    mark, _, rest = argument.partition("-")
    return (True, rest) if mark == OF_LOBBY else (False, argument)


LONGEST_OF_TERMS = 20
"""Characters of these labels that a phone shows on one of two buttons side by side."""


def _changes(wish: Wish, texts: Texts) -> tuple[Row, ...]:
    """The terms, each on a button that changes it."""
    terms = wish.terms

    def now(mark: str, key: str, verb: OnMenu, argument: str = "") -> Button:
        return button(f"{mark} {texts.plain(key)}", wish.press(verb, argument))

    mode = button(texts.plain(terms.playable.title), wish.press(OnMenu.MODE))
    variant = now("🎯", f"variant.{terms.variant}", OnMenu.VARIANT)
    clock = now("⏱", terms.the_clock.label, OnMenu.CLOCK)
    if terms.rated:
        counts = now("🏆", "terms.rated", OnMenu.RATED, "no")
    else:
        counts = now("🕊", "terms.friendly", OnMenu.RATED, "yes")
    return (*in_few_rows((mode, variant), LONGEST_OF_TERMS), *in_few_rows((clock, counts), LONGEST_OF_TERMS))


def modes(wish: Wish, texts: Texts) -> Screen:
    """The choice of a mode, each explained."""
    plays = match_plays().items()
    ways = [Html(f"{texts.html(PLAYABLE[mode].title)}\n{texts.html(play.way)}") for mode, play in plays]
    text = Html("\n\n".join((texts.html("duel.choose-mode"), *ways)))
    rows = tuple(
        (_choice(texts, PLAYABLE[mode].title, wish.press(OnMenu.MODE, mode), chosen=mode == wish.terms.mode),)
        for mode, _ in plays
    )
    return Screen(text, (*rows, _back(wish, texts)))


def variants(wish: Wish, family: Family, texts: Texts, *, unfolded: bool = False) -> Screen:
    """The choice of a variant, one family on a page; words of other languages once that is `unfolded`."""
    tabs = tuple(
        _choice(texts, page.label, wish.press(OnMenu.FAMILY, name), chosen=page is family)
        for name, page in FAMILIES.items()
    )
    own, others = names_in(family, texts.language)
    shows_all = unfolded or wish.terms.variant in others
    names = (*own, *others) if shows_all else own
    rows = in_few_rows(
        _choice(texts, f"variant.{name}", wish.press(OnMenu.VARIANT, name), chosen=name == wish.terms.variant)
        for name in names
    )
    unfolds = button(texts.plain("button.other-words"), wish.press(OnMenu.FAMILY, f"{family.name}{UNFOLDED}"))
    more = ((unfolds,),) if others and not shows_all else ()
    text = Html("\n\n".join((texts.html("duel.choose-variant"), texts.html(family.rule))))
    return Screen(text, (tabs, *rows, *more, _back(wish, texts)))


def clocks(wish: Wish, texts: Texts) -> Screen:
    """The choice of a clock."""
    rows = tuple(
        (_choice(texts, clock.label, wish.press(OnMenu.CLOCK, name), chosen=name == wish.terms.clock),)
        for name, clock in CLOCKS.items()
    )
    return Screen(texts.html("duel.choose-clock"), (*rows, _back(wish, texts)))


def _menu(texts: Texts, text: str, verb: OnMenu, argument: str = "") -> Button:
    return button(texts.plain(text), MenuPress(verb, argument))


def _choice(texts: Texts, text: str, press: MenuPress, *, chosen: bool) -> Button:
    label = texts.plain(text)
    return button(f"✓ {label}" if chosen else label, press)


def _back(wish: Wish, texts: Texts) -> Row:
    return (button(texts.plain("menu.back"), wish.press(OnMenu.DUEL)),)


# The levels at which the bot plays a match, as a menu.


def levels(variant: Variant, texts: Texts, note: Html = NOTHING) -> Screen:
    """The levels, each with its mean number of guesses on its button; `note` stands above them."""
    text = texts.html("partner.title", form=form_of(variant, texts))
    if LEVELS[STRONGEST].figure_for(variant) is not None:
        text = Html(f"{text} {texts.html('partner.means')}")
    rows = in_few_rows(_level_button(level, variant, texts) for level in LEVELS.values())
    back = button(texts.plain("menu.back"), MenuPress(OnMenu.VARIANTS, variant.name))
    return Screen(Html("\n\n".join(filter(None, (note, text)))), (*rows, (back,)))


def _level_button(level: Level, variant: Variant, texts: Texts) -> Button:
    """The level with its mean number of guesses, where that is known."""
    figure = level.figure_for(variant)
    needs = "" if figure is None else f" · {texts.decimal(figure.mean, '0.0')}"
    press = MenuPress(OnMenu.LEVELS, f"{level.name}-{variant.name}")
    return button(f"{partners_name(level.name, texts)}{needs}", press)


BOT = "🤖"
"""The bot's name in every language, as it is stored."""


def partners_name(level: str, texts: Texts) -> str:
    """The bot's name at that level; the sign alone where the level is not known."""
    return f"{BOT} {texts.plain(f'level.{level}')}" if level in LEVELS else BOT
