"""Arranging a party in a group."""

from bot.app.buttons import MenuPress
from bot.app.model.families import FAMILIES, Family, family_of
from bot.app.model.modes import party_modes
from bot.app.model.points import Score
from bot.app.screen import Button, Screen, button
from bot.app.screens.points import score_lines
from bot.app.screens.variant import names_in
from bot.app.texts import NOTHING, Html, Texts
from bot.app.verbs import OnMenu
from solver.variant import VARIANTS

MENU = "m"
"""The letter before the variant's number says what the button does: this menu, a mode to begin, a page of variants."""
NAMES = tuple(VARIANTS)
"""Buttons name a variant by its place here."""


def menu(variant: int, scores: tuple[Score, ...], texts: Texts) -> Screen:
    """How it goes, and the ways to begin."""
    page = family_of(VARIANTS[NAMES[variant]]).party_letter
    points = [NOTHING, texts.html("many.points-here"), *score_lines(scores, texts)] if scores else []
    begin = tuple(_press(texts.plain(mode.title), letter, variant) for letter, mode in party_modes().items())
    chosen = (_press(f"🎲 {texts.plain(f'variant.{NAMES[variant]}')} ▾", page, variant),)
    return Screen(Html("\n".join((texts.html("party.menu"), *points))), (begin, chosen))


def pages() -> dict[str, Family]:
    """The pages of variants, by the letter of each."""
    return {family.party_letter: family for family in FAMILIES.values()}


def variants(family: Family, variant: int, texts: Texts) -> Screen:
    """The choice of a variant, one family on a page."""
    tabs = tuple(
        _press(_with_mark(texts.plain(page.label), chosen=page is family), letter, variant)
        for letter, page in pages().items()
    )
    rows = tuple(
        (
            _press(
                _with_mark(texts.plain(f"variant.{name}"), chosen=NAMES.index(name) == variant), MENU, NAMES.index(name)
            ),
        )
        for name in names_in(family, texts.language)
    )
    return Screen(texts.html("duel.choose-variant"), (tabs, *rows, (_press(texts.plain("menu.back"), MENU, variant),)))


def only_in_groups(texts: Texts) -> Screen:
    """What whoever wants a party alone may do instead."""
    return Screen(
        texts.html("party.only-in-groups"), ((button(texts.plain("button.hotseat"), MenuPress(OnMenu.HOTSEAT)),),)
    )


def _press(text: str, letter: str, variant: int) -> Button:
    return button(text, MenuPress(OnMenu.PARTY, f"{letter}{variant}"))


def _with_mark(text: str, *, chosen: bool) -> str:
    return f"✓ {text}" if chosen else text
