"""Lists of variants by family, and a card for each."""

from bot.app.buttons import MenuPress, OnMenu
from bot.app.model.modes import PLAIN, PLAYABLE, on_cards
from bot.app.model.options import CLASSIC, UNFOLDED, Family, GameOptions, Help, family_of
from bot.app.screen import Button, Row, Screen, back, button, go, grid, page, rows
from bot.app.screens.board import example_lines, form_of, legend, variant_name
from bot.app.screens.options import best_line, variant_rows
from bot.app.texts import Html, Texts
from solver.variant import VARIANTS, Variant

TASTE = 3
"""Symbols shown beside a name."""


def variants(family: Family, texts: Texts, *, unfolded: bool = False) -> Screen:
    """A button for each variant of a family, and the other families; words of other languages once `unfolded`."""
    shown = variant_rows(
        family,
        texts,
        lambda family: MenuPress(OnMenu.VARIANTS, family.name),
        lambda name: button(variant_label(VARIANTS[name], texts), MenuPress(OnMenu.CARD, name)),
        MenuPress(OnMenu.VARIANTS, f"{family.name}{UNFOLDED}"),
        unfolded=unfolded,
    )
    number = go(texts, "menu.number", OnMenu.NUMBER)
    return Screen(texts.html("variants.title"), rows(*shown, number, back(texts, OnMenu.AGAINST)))


def variant_label(variant: Variant, texts: Texts) -> str:
    """The name, with the first symbols where these are drawn."""
    return f"{variant.shown[:TASTE]} {variant_name(variant, texts)}".strip()


def variant_card(variant: Variant, style: str, texts: Texts) -> Screen:
    """The card: the form of codes, an example, the difficulty, and games to begin."""
    size = texts.counted("variants.words" if variant.words else "variants.codes", len(list(variant.secrets())))
    name = variant_name(variant, texts) if variant.words else form_of(variant, texts)
    letters = legend(variant, texts)
    typed = texts.html("variants.typed", letters=letters) if letters else None
    about = Html(f"🎲 {name} · {size}"), best_line(variant, texts), typed
    html = page(about, example_lines(variant, style, texts))
    return Screen(html, rows(*_ways(variant, texts), back(texts, OnMenu.VARIANTS, family_of(variant).name)))


def nearest(note: Html, offered: tuple[GameOptions, ...], style: str, texts: Texts) -> Screen:
    """What there is of what was wished: a variant in its card, or ways to play with their buttons; `note`: above."""
    plain = GameOptions(variant=offered[0].variant)
    if offered == (plain,) and plain.variant in VARIANTS:
        card = variant_card(plain.the_variant, style, texts)
        return Screen(page(note, card.html), card.rows)
    of_what = None if plain.variant == CLASSIC else Html(f"🎲 {variant_name(plain.the_variant, texts)}")
    told = [_told(options, texts) for options in offered]
    return Screen(page(note, (of_what, *told)), rows(*(_begins(options, texts) for options in offered)))


def _told(options: GameOptions, texts: Texts) -> Html:
    """What is special about the game, in a line."""
    mode = PLAYABLE[options.mode]
    if mode.several is not None:
        return texts.html("nearest.several", title=texts.plain(mode.title))
    if options.help is not Help.NORMAL:
        return texts.html(f"degree.{options.help.value}")
    if mode.alone is not None and mode.alone.intro:
        return texts.html(mode.alone.intro)
    return Html(f"🎲 {form_of(options.the_variant, texts)}")


def _begins(options: GameOptions, texts: Texts) -> Button:
    helps = {Help.COACHED: OnMenu.COACHED, Help.BLIND: OnMenu.BLIND}
    label = PLAYABLE[options.mode].title or "menu.solo"
    press = MenuPress(OnMenu.BEGIN, f"{options.mode}-{options.variant}")
    if options.help in helps:
        press = MenuPress(helps[options.help], options.variant)
        label = f"menu.{press.verb.value}"
    return button(texts.plain(label), press)


def _ways(variant: Variant, texts: Texts) -> tuple[Row, ...]:
    """Buttons to begin games: the plain one and degrees of help, then the other modes, two on a row."""

    def begins(mode: str) -> Button:
        card = on_cards()[mode]
        argument = f"{mode}-{variant.name}" if card.verb is OnMenu.BEGIN else variant.name
        return go(texts, card.label, card.verb, argument)

    def leads(verb: OnMenu) -> Button:
        return go(texts, f"menu.{verb.value}", verb, variant.name)

    others = grid(begins(mode) for mode in on_cards() if mode != PLAIN)
    return ((begins(PLAIN), leads(OnMenu.LEVELS)), (leads(OnMenu.COACHED), leads(OnMenu.BLIND)), *others)
