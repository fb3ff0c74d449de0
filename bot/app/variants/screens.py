"""Lists of variants by family, and a card for each."""

from bot.app.buttons import MenuPress, OnMenu
from bot.app.model.modes import PLAIN, on_cards
from bot.app.model.options import (
    FAMILIES,
    UNFOLDED,
    Family,
    family_of,
)
from bot.app.screen import Button, Row, Screen, button, in_few_rows
from bot.app.screens.board import (
    example_lines,
    form_of,
    legend,
    names_in,
    variant_name,
)
from bot.app.texts import Html, Texts
from solver.strength.figures import best_play
from solver.variant import VARIANTS, Variant

TASTE = 3
"""Symbols shown beside a name."""


def variants(family: Family, texts: Texts, *, unfolded: bool = False) -> Screen:
    """A button for each variant of a family, and the other families; words of other languages once `unfolded`."""
    tabs = tuple(_menu(_with_mark(texts, page, family), OnMenu.VARIANTS, name) for name, page in FAMILIES.items())
    own, others = names_in(family, texts.language)
    names = (*own, *others) if unfolded else own
    rows = in_few_rows(_menu(variant_label(VARIANTS[name], texts), OnMenu.CARD, name) for name in names)
    unfolds = _menu(texts.plain("button.other-words"), OnMenu.VARIANTS, f"{family.name}{UNFOLDED}")
    more = ((unfolds,),) if others and not unfolded else ()
    number = (_menu(texts.plain("menu.number"), OnMenu.NUMBER),)
    back = (_menu(texts.plain("menu.back"), OnMenu.AGAINST),)
    return Screen(texts.html("variants.title"), (tabs, *rows, *more, number, back))


def variant_label(variant: Variant, texts: Texts) -> str:
    """The name, with the first symbols where these are drawn."""
    return f"{variant.shown[:TASTE]} {variant_name(variant, texts)}".strip()


def variant_card(variant: Variant, style: str, texts: Texts) -> Screen:
    """The card: the form of codes, an example, the difficulty, and games to begin."""
    size = texts.counted("variants.words" if variant.words else "variants.codes", len(list(variant.secrets())))
    name = variant_name(variant, texts) if variant.words else form_of(variant, texts)
    lines = [Html(f"🎲 {name} · {size}"), *_difficulty(variant, texts)]
    if letters := legend(variant, texts):
        lines.append(texts.html("variants.typed", letters=letters))
    back = _menu(texts.plain("menu.back"), OnMenu.VARIANTS, family_of(variant).name)
    text = Html("\n\n".join(("\n".join(lines), example_lines(variant, style, texts))))
    return Screen(text, (*_ways(variant, texts), (back,)))


def _ways(variant: Variant, texts: Texts) -> tuple[Row, ...]:
    """Buttons to begin games: the plain one and degrees of help, then the other modes, two on a row."""

    def begins(mode: str) -> Button:
        card = on_cards()[mode]
        argument = f"{mode}-{variant.name}" if card.verb is OnMenu.BEGIN else variant.name
        return _menu(texts.plain(card.label), card.verb, argument)

    def leads(verb: OnMenu) -> Button:
        return _menu(texts.plain(f"menu.{verb.value}"), verb, variant.name)

    others = [begins(mode) for mode in on_cards() if mode != PLAIN]
    pairs = (tuple(others[at : at + 2]) for at in range(0, len(others), 2))
    return ((begins(PLAIN), leads(OnMenu.LEVELS)), (leads(OnMenu.COACHED), leads(OnMenu.BLIND)), *pairs)


def _difficulty(variant: Variant, texts: Texts) -> list[Html]:
    best = best_play(variant)
    if best is None:
        return []
    key = "variants.proven" if best.proven else "end.best-known"
    return [texts.html(key, mean=texts.decimal(best.mean), most=best.most)]


def _with_mark(texts: Texts, family: Family, chosen: Family) -> str:
    label = texts.plain(family.label)
    return f"✓ {label}" if family is chosen else label


def _menu(text: str, verb: OnMenu, argument: str = "") -> Button:
    return button(text, MenuPress(verb, argument))
