"""Menus by which a game round one phone and a party in a group are arranged."""

from dataclasses import dataclass

from bot.app.buttons import Argument, MenuPress, Numbered, OnMenu
from bot.app.model.modes import hot_seats, party_modes
from bot.app.model.options import FAMILIES, Family, family_of
from bot.app.ratings.model import Score
from bot.app.ratings.screens import score_lines
from bot.app.screen import Button, Screen, back, button, choice, go, page, rows, when
from bot.app.screens.options import variant_rows
from bot.app.texts import Html, Texts
from solver.variant import VARIANTS

# Arranging a game round one phone.

LONGEST_LABEL = 36
LAST_TIME, TWO = 0, 2


@dataclass(frozen=True, slots=True)
class OfSeats(Argument):
    """A mode, and how many play it, LAST_TIME for those of then: `turns`, `turns-3`."""

    mode: str
    players: int | None = None


def modes(variant: str, texts: Texts) -> Screen:
    """The choice of what to play, on the variant that was chosen for games with others."""
    offered = (go(texts, seats.button, OnMenu.HOTSEAT, mode) for mode, seats in hot_seats().items())
    text = texts.html("hotseat.kinds", variant=texts.html(f"variant.{variant}"))
    return Screen(text, rows(*offered, back(texts, OnMenu.DUEL)))


def names(mode: str, made_up: tuple[str, ...], last: tuple[str, ...], texts: Texts, note: Html | None = None) -> Screen:
    """The question who plays, with those of last time and made-up ones to choose; `note`: what was wrong."""
    text = texts.html("hotseat.names" if len(made_up) > TWO else "hotseat.names-of-two")
    offered = when(len(last) >= TWO, _those(last, mode, LAST_TIME))
    numbers = range(TWO, len(made_up) + 1)
    counts = [_seats(f"👥 {count}", OfSeats(mode, count)) for count in numbers]
    those = [_those(made_up, mode, TWO)] if len(made_up) == TWO else counts
    return Screen(page(text, note), rows(offered, those, back(texts, OnMenu.HOTSEAT)))


def _those(names: tuple[str, ...], mode: str, number: int) -> Button:
    label = f"▶️ {', '.join(names)}"
    short = label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"
    return _seats(short, OfSeats(mode, number))


def _seats(text: str, argument: OfSeats) -> Button:
    return button(text, MenuPress(OnMenu.HOTSEAT, str(argument)))


# Arranging a party in a group.

MENU = "m"
"""The letter before the variant's number says what the button does: this menu, a mode to begin, a page of variants."""
NAMES = tuple(VARIANTS)
"""The variants by number, by which buttons name them; on a page so many more say that it is unfolded."""


def menu(variant: int, scores: tuple[Score, ...], texts: Texts) -> Screen:
    """How it goes, and the ways to begin."""
    name, family = texts.plain(f"variant.{NAMES[variant]}"), family_of(VARIANTS[NAMES[variant]])
    points = (texts.html("many.points-here") if scores else None, *score_lines(scores, texts))
    begin = [button(texts.plain(mode.title), _press(letter, variant)) for letter, mode in party_modes().items()]
    chosen = button(f"🎲 {name} ▾", _press(family.party_letter, variant))
    return Screen(page(texts.html("party.menu"), points), rows(begin, chosen))


def pages() -> dict[str, Family]:
    """The pages of variants, by the letter of each."""
    return {family.party_letter: family for family in FAMILIES.values()}


def variants(family: Family, variant: int, texts: Texts, *, unfolded: bool = False) -> Screen:
    """The choice of a variant, one family on a page; words of other languages once that is `unfolded`."""
    chosen = NAMES[variant]
    shown = variant_rows(
        family,
        texts,
        lambda family: _press(family.party_letter, variant),
        lambda name: choice(texts.plain(f"variant.{name}"), _press(MENU, NAMES.index(name)), chosen=name == chosen),
        _press(family.party_letter, variant + len(NAMES)),
        unfolded=unfolded,
        chosen=chosen,
    )
    leads_back = button(texts.plain("menu.back"), _press(MENU, variant))
    return Screen(texts.html("duel.choose-variant"), rows(*shown, leads_back))


def only_in_groups(texts: Texts) -> Screen:
    """What whoever wants a party alone may do instead."""
    return Screen(texts.html("party.only-in-groups"), rows(go(texts, "button.hotseat", OnMenu.HOTSEAT)))


def _press(letter: str, variant: int) -> MenuPress:
    return MenuPress(OnMenu.PARTY, str(Numbered(letter, variant)))
