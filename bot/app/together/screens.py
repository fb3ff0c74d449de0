"""Menus by which a game round one phone and a party in a group are arranged."""

from bot.app.buttons import MenuPress, OnMenu
from bot.app.model.modes import hot_seats, party_modes
from bot.app.model.options import FAMILIES, Family, family_of
from bot.app.ratings.model import Score
from bot.app.ratings.screens import score_lines
from bot.app.screen import Button, Row, Screen, button, in_few_rows
from bot.app.screens.board import names_in
from bot.app.texts import NOTHING, Html, Texts
from solver.variant import VARIANTS

# Arranging a game round one phone.

LONGEST_LABEL = 36
LAST_TIME, TWO = 0, 2


def modes(variant: str, texts: Texts) -> Screen:
    """The choice of what to play, on the variant that was chosen for games with others."""
    offered = hot_seats().items()
    rows = tuple((button(texts.plain(seats.button), MenuPress(OnMenu.HOTSEAT, mode)),) for mode, seats in offered)
    text = texts.html("hotseat.kinds", variant=texts.html(f"variant.{variant}"))
    return Screen(text, (*rows, (button(texts.plain("menu.back"), MenuPress(OnMenu.DUEL)),)))


def names(mode: str, made_up: tuple[str, ...], last: tuple[str, ...], texts: Texts, note: Html | None = None) -> Screen:
    """The question who plays, with those of last time and made-up ones to choose; `note`: what was wrong."""
    text = texts.html("hotseat.names" if len(made_up) > TWO else "hotseat.names-of-two")
    offered: tuple[Row, ...] = ((_those(last, mode, LAST_TIME),),) if len(last) >= TWO else ()
    if len(made_up) == TWO:
        counts: Row = (_those(made_up, mode, TWO),)
    else:
        numbers = range(TWO, len(made_up) + 1)
        counts = tuple(button(f"👥 {count}", MenuPress(OnMenu.HOTSEAT, f"{mode}-{count}")) for count in numbers)
    back = (button(texts.plain("menu.back"), MenuPress(OnMenu.HOTSEAT)),)
    return Screen(Html("\n\n".join(part for part in (text, note) if part)), (*offered, counts, back))


def _those(names: tuple[str, ...], mode: str, number: int) -> Button:
    label = f"▶️ {', '.join(names)}"
    short = label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"
    return button(short, MenuPress(OnMenu.HOTSEAT, f"{mode}-{number}"))


# Arranging a party in a group.

MENU = "m"
"""The letter before the variant's number says what the button does: this menu, a mode to begin, a page of variants."""
NAMES = tuple(VARIANTS)
"""The variants by number, by which buttons name them; on a page so many more say that it is unfolded."""


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


def variants(family: Family, variant: int, texts: Texts, *, unfolded: bool = False) -> Screen:
    """The choice of a variant, one family on a page; words of other languages once that is `unfolded`."""
    tabs = tuple(
        _press(_with_mark(texts.plain(page.label), chosen=page is family), letter, variant)
        for letter, page in pages().items()
    )
    own, others = names_in(family, texts.language)
    shows_all = unfolded or NAMES[variant] in others
    rows = in_few_rows(
        _press(_with_mark(texts.plain(f"variant.{name}"), chosen=NAMES.index(name) == variant), MENU, NAMES.index(name))
        for name in ((*own, *others) if shows_all else own)
    )
    unfolds = _press(texts.plain("button.other-words"), family.party_letter, variant + len(NAMES))
    more = ((unfolds,),) if others and not shows_all else ()
    back = (_press(texts.plain("menu.back"), MENU, variant),)
    return Screen(texts.html("duel.choose-variant"), (tabs, *rows, *more, back))


def only_in_groups(texts: Texts) -> Screen:
    """What whoever wants a party alone may do instead."""
    return Screen(
        texts.html("party.only-in-groups"), ((button(texts.plain("button.hotseat"), MenuPress(OnMenu.HOTSEAT)),),)
    )


def _press(text: str, letter: str, variant: int) -> Button:
    return button(text, MenuPress(OnMenu.PARTY, f"{letter}{variant}"))


def _with_mark(text: str, *, chosen: bool) -> str:
    return f"✓ {text}" if chosen else text
