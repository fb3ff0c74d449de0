"""Arranging a party in a group."""

from bot.app.buttons import MenuPress
from bot.app.model.company import Score
from bot.app.screen import Button, Screen, button
from bot.app.screens.together.company_end import score_lines
from bot.app.screens.variant import FAMILIES, names_in
from bot.app.texts import NOTHING, Html, Texts
from bot.app.verbs import OnMenu
from solver.variant import VARIANTS

MENU = "m"
MODES = {"p": "party", "c": "circle"}
PAGES = {"d": "digits", "s": "signs", "w": "words"}
"""The letter before the variant's number says what the button does: the menu, a mode to begin, a page of variants."""
NAMES = tuple(VARIANTS)
"""Buttons name a variant by its place here."""


def menu(variant: int, scores: tuple[Score, ...], texts: Texts) -> Screen:
    """How it goes, and the ways to begin."""
    page = next(letter for letter, family in PAGES.items() if NAMES[variant] in FAMILIES[family])
    points = [NOTHING, texts.html("many.points-here"), *score_lines(scores, texts)] if scores else []
    begin = tuple(_press(texts.plain(f"mode.{mode}"), letter, variant) for letter, mode in MODES.items())
    chosen = (_press(f"🎲 {texts.plain(f'variant.{NAMES[variant]}')} ▾", page, variant),)
    return Screen(Html("\n".join((texts.html("party.menu"), *points))), (begin, chosen))


def variants(family: str, variant: int, texts: Texts) -> Screen:
    """The choice of a variant, one family on a page."""
    tabs = tuple(
        _press(_marked(texts.plain(f"duel.{name}"), chosen=name == family), letter, variant)
        for letter, name in PAGES.items()
    )
    rows = tuple(
        (_press(_marked(texts.plain(f"variant.{name}"), chosen=NAMES.index(name) == variant), MENU, NAMES.index(name)),)
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


def _marked(text: str, *, chosen: bool) -> str:
    return f"✓ {text}" if chosen else text
