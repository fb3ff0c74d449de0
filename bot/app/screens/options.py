"""What a variant is, and why words behind a command name none: the rules, and what there is instead."""

from collections.abc import Callable

from bot.app.buttons import OnMenu, Press
from bot.app.model.options import (
    FAMILIES,
    LEVELS,
    ContraryOptions,
    Family,
    NoSuchVariant,
    UnknownOption,
    UselessOption,
    Wish,
    variants_of,
)
from bot.app.model.terms import CLOCKS, UnfitTerm
from bot.app.screen import Button, Row, Screen, back, button, choice, go, in_few_rows, lines, rows, when
from bot.app.screens.board import (
    example_lines,
    form_of,
    how_to_guess,
    language_of,
    legend_lines,
    variant_name,
)
from bot.app.texts import NOTHING, Html, Texts
from solver.strength import best_play
from solver.variant import VARIANTS, Variant

# The rules of a variant.


def rules(variant: Variant, texts: Texts, style: str, *, in_group: bool) -> Screen:
    """The rules of games with such secrets."""
    best = best_line(variant, texts)
    spelling = texts.html("rules.no-apostrophe") if language_of(variant) == "uk" else None
    text = texts.html(
        "rules.text",
        hides=texts.html("rules.hides-word" if variant.words else "rules.hides", form=form_of(variant, texts)),
        how=how_to_guess(variant, texts, in_group=in_group),
        legend=lines(legend_lines(variant, texts), spelling),
        example=example_lines(variant, style, texts),
        best=Html(f"\n{best}") if best else NOTHING,
    )
    return Screen(text, rows(go(texts, "menu.play", OnMenu.PLAY), back(texts, OnMenu.START)))


def best_line(variant: Variant, texts: Texts) -> Html | None:
    """How well it can be played, where that is known."""
    best = best_play(variant)
    if best is None:
        return None
    key = "variants.proven" if best.proven else "end.best-known"
    return texts.html(key, mean=texts.decimal(best.mean), most=best.most)


# The choice of a variant, one family on a page.


def variant_rows(
    family: Family,
    texts: Texts,
    tab: Callable[[Family], Press],
    one: Callable[[str], Button],
    unfold: Press,
    *,
    unfolded: bool,
    chosen: str = "",
) -> tuple[Row, ...]:
    """All families, and the variants of this one: words of other languages once `unfolded`, or if one is `chosen`.

    `tab`: shows a family; `one`: the button of a variant; `unfold`: shows the same unfolded.
    """
    tabs = [choice(texts.plain(each.label), tab(each), chosen=each is family) for each in FAMILIES.values()]
    names = tuple(variants_of(family))
    own = tuple(name for name in names if language_of(VARIANTS[name]) in {"", texts.language}) or names
    others = tuple(name for name in names if name not in own)
    shows_all = unfolded or chosen in others
    shown = in_few_rows(map(one, (*own, *others) if shows_all else own))
    return rows(tabs, *shown, when(others and not shows_all, button(texts.plain("button.other-words"), unfold)))


# Why option words behind a command begin no game.

EXAMPLES = {"duel": "example.duel", "party": "example.party"}
"""The text of an example of each command that takes the terms of a game of several."""


def why_no_option(error: UnknownOption, command: str, texts: Texts) -> Html:
    """What is wrong with the words behind that command, and what there is instead."""
    match error:
        case ContraryOptions(word=word, other=other):
            return texts.html("note.contrary-options", word=word, other=other)
        case NoSuchVariant(word=word, offers=offers):
            named = (Html(f"{_example(command, each.name, texts)} ({variant_name(each, texts)})") for each in offers)
            return lines(texts.html("note.no-such-variant", words=word), *named)
        case UselessOption(word=word, wish=wish):
            instead = ("think", "match") if wish is Wish.LEVEL else ("play",)
            examples = texts.listed([_example(each, word, texts) for each in instead])
            return texts.html("note.useless-option", word=word, command=command, instead=examples)
        case UnfitTerm(word=word, because=because):
            clocks = ", ".join(texts.plain(clock.label) for clock in CLOCKS.values())
            return texts.html(because, word=word, clocks=clocks)
    if command in EXAMPLES:
        return texts.html("note.unknown-term", word=error.word, example=texts.html(EXAMPLES[command]))
    if command != "play" and error.why == "note.unknown-wish":
        levels = ", ".join(texts.plain(f"face.{name}") for name in LEVELS)
        return texts.html("note.unknown-level", word=error.word, levels=levels, command=command)
    return texts.html(error.why, word=error.word)


def _example(command: str, words: str, texts: Texts) -> Html:
    return texts.html("<code>/{command} {words}</code>", command=command, words=words)
