"""The menus by which a match is arranged: its terms, and levels of the bot."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.app.buttons import Argument, MenuPress, OnLobby, OnMenu
from bot.app.model.modes import PLAYABLE, match_plays
from bot.app.model.options import LEVELS, STRONGEST, UNFOLDED, Family, Level
from bot.app.model.terms import CLOCKS, Terms
from bot.app.screen import (
    Button,
    Row,
    Screen,
    back,
    button,
    choice,
    dotted,
    go,
    in_few_rows,
    lines,
    page,
    primary,
    rows,
    when,
)
from bot.app.screens.board import form_of
from bot.app.screens.options import variant_rows
from bot.app.screens.terms import terms_line, way_line
from bot.app.texts import NOTHING, Html, Texts
from solver.variant import Variant

# The menu of matches, and the choices of terms.


def duel_menu(friends: Terms, lobby: Terms, texts: Texts) -> Screen:
    """The menu: games to begin, and the page of the terms with friends."""
    terms = {"terms": terms_line(friends, texts), "way": way_line(friends, texts), "lobby": terms_line(lobby, texts)}
    shown = rows(
        primary(_invite(texts)),
        (_find(texts), go(texts, "button.hotseat", OnMenu.HOTSEAT)),
        (back(texts, OnMenu.PEOPLE), go(texts, "button.terms", OnMenu.DUEL, TERMS)),
    )
    return Screen(texts.html("duel.menu", **terms), shown)


TERMS = "terms"
"""The argument of the button that leads to the page of the terms."""
OF_LOBBY = "l"
"""What the argument of a button of the terms in the lobby begins with; without it a button is of those with friends.

It is short because the name of a variant follows it.
"""


@dataclass(frozen=True, slots=True)
class TermsChoice:
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


def terms_menu(wish: TermsChoice, texts: Texts) -> Screen:
    """The terms with friends or in the lobby, to change, and what begins on them."""
    terms, key, begins = wish.terms, *(("duel.lobby", _find) if wish.in_lobby else ("duel.friend", _invite))
    text = texts.html(key, terms=terms_line(terms, texts), way=way_line(terms, texts))
    others = go(texts, "button.lobby-terms", OnMenu.DUEL, OF_LOBBY)
    shown = rows(begins(texts), *_changes(wish, texts), when(not wish.in_lobby, others), back(texts, OnMenu.DUEL))
    return Screen(text, shown)


def _find(texts: Texts) -> Button:
    return button(texts.plain("button.find-rival"), MenuPress(OnLobby.FIND))


def _invite(texts: Texts) -> Button:
    return go(texts, "button.invite", OnMenu.INVITE)


LONGEST_OF_TERMS = 20
"""Characters of these labels that a phone shows on one of two buttons side by side."""


def _changes(wish: TermsChoice, texts: Texts) -> tuple[Row, ...]:
    """The terms, each on a button that changes it."""
    terms = wish.terms

    def now(mark: str, key: str, verb: OnMenu, argument: str = "") -> Button:
        return button(f"{mark} {texts.plain(key)}", wish.press(verb, argument))

    mode = button(texts.plain(terms.playable.title), wish.press(OnMenu.MODE))
    variant = now("🎯", f"variant.{terms.variant}", OnMenu.VARIANT)
    clock = now("⏱", terms.the_clock.label, OnMenu.CLOCK)
    counts = ("🏆", "terms.rated", OnMenu.RATED, "no") if terms.rated else ("🕊", "terms.friendly", OnMenu.RATED, "yes")
    return (*in_few_rows((mode, variant), LONGEST_OF_TERMS), *in_few_rows((clock, now(*counts)), LONGEST_OF_TERMS))


def modes(wish: TermsChoice, texts: Texts) -> Screen:
    """The choice of a mode, each explained."""
    titles = {mode: PLAYABLE[mode].title for mode in match_plays()}
    ways = (lines(texts.html(titles[mode]), texts.html(play.way)) for mode, play in match_plays().items())
    return Screen(
        page(texts.html("duel.choose-mode"), *ways), _choices(wish, OnMenu.MODE, wish.terms.mode, titles, texts)
    )


def variants(wish: TermsChoice, family: Family, texts: Texts, *, unfolded: bool = False) -> Screen:
    """The choice of a variant, one family on a page; words of other languages once that is `unfolded`."""
    chosen = wish.terms.variant
    shown = variant_rows(
        family,
        texts,
        lambda family: wish.press(OnMenu.FAMILY, family.name),
        lambda name: choice(texts.plain(f"variant.{name}"), wish.press(OnMenu.VARIANT, name), chosen=name == chosen),
        wish.press(OnMenu.FAMILY, f"{family.name}{UNFOLDED}"),
        unfolded=unfolded,
        chosen=chosen,
    )
    return Screen(page(texts.html("duel.choose-variant"), texts.html(family.rule)), rows(*shown, _back(wish, texts)))


def clocks(wish: TermsChoice, texts: Texts) -> Screen:
    """The choice of a clock."""
    labels = {name: clock.label for name, clock in CLOCKS.items()}
    return Screen(texts.html("duel.choose-clock"), _choices(wish, OnMenu.CLOCK, wish.terms.clock, labels, texts))


def _choices(wish: TermsChoice, verb: OnMenu, chosen: str, labels: Mapping[str, str], texts: Texts) -> tuple[Row, ...]:
    each = (choice(texts.plain(key), wish.press(verb, name), chosen=name == chosen) for name, key in labels.items())
    return rows(*each, _back(wish, texts))


def _back(wish: TermsChoice, texts: Texts) -> Button:
    return button(texts.plain("menu.back"), wish.press(OnMenu.DUEL, TERMS))


# The levels at which the bot plays a match, as a menu.


@dataclass(frozen=True, slots=True)
class OfLevel(Argument):
    """A match against the bot at that level: `club-classic`."""

    level: str
    variant: str


def levels(variant: Variant, texts: Texts, note: Html = NOTHING) -> Screen:
    """The levels, each with its name and strength on its button; `note` stands above them."""
    text = texts.html("partner.title", form=form_of(variant, texts))
    if LEVELS[STRONGEST].figure_for(variant) is not None:
        text = Html(f"{text} {texts.html('partner.means')}")
    each = (_level_button(level, variant, texts) for level in LEVELS.values())
    return Screen(page(note, text), rows(*each, back(texts, OnMenu.VARIANTS, variant.name)))


def _level_button(level: Level, variant: Variant, texts: Texts) -> Button:
    """The level with its mean number of guesses, where that is known."""
    figure = level.figure_for(variant)
    needs = None if figure is None else texts.decimal(figure.mean, "0.0")
    press = MenuPress(OnMenu.LEVELS, str(OfLevel(level.name, variant.name)))
    return button(dotted(with_strength(level.name, texts), needs), press)


# What the bot is called at its levels, and what it says.


BOT = "🤖"
"""The bot's name in every language, as it is stored."""


def partners_name(level: str, texts: Texts) -> str:
    """The bot's name at that level, with its face; the sign alone where the level is not known."""
    return f"{_face(level, texts)} {texts.plain(f'face.{level}')}" if level in LEVELS else BOT


def with_strength(level: str, texts: Texts) -> str:
    """The same, and how strong it is."""
    return dotted(partners_name(level, texts), texts.plain(f"level.{level}") if level in LEVELS else None)


class Moment(StrEnum):
    """When the bot says something: as a game begins, and as it ends for whoever reads."""

    BEGUN = "begun"
    WON = "won"
    LOST = "lost"
    CLOSE = "close"


def said_at(moment: Moment, level: str, texts: Texts) -> list[Html]:
    """The line of the board in which it does; none where the level is not known."""
    said = f"{level}-{moment}"
    return [Html(f"{_face(level, texts)} <i>{texts.html(f'voice.{said}')}</i>")] if level in LEVELS else []


def _face(level: str, texts: Texts) -> str:
    return LEVELS[level].face if texts.has_faces else BOT
