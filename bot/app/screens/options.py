"""What a variant is, and why words behind a command name none: the rules, and what there is instead."""

from bot.app.buttons import MenuPress, OnMenu
from bot.app.model.options import (
    LEVELS,
    ContraryOptions,
    NoSuchVariant,
    UnknownOption,
    UselessOption,
    Wish,
)
from bot.app.model.terms import CLOCKS, UnfitTerm
from bot.app.screen import Screen, button
from bot.app.screens.board import (
    example_lines,
    form_of,
    how_to_guess,
    language_of,
    legend_lines,
    variant_name,
)
from bot.app.texts import NOTHING, Html, Texts
from solver.strength.figures import best_play
from solver.variant import Variant

# The rules of a variant.


def rules(variant: Variant, texts: Texts, style: str, *, in_group: bool) -> Screen:
    """The rules of games with such secrets."""
    text = texts.html(
        "rules.text",
        hides=texts.html("rules.hides-word" if variant.words else "rules.hides", form=form_of(variant, texts)),
        how=how_to_guess(variant, texts, in_group=in_group),
        legend=Html("\n".join((legend_lines(variant, texts), *_spelling(variant, texts)))),
        example=example_lines(variant, style, texts),
        best=_best(variant, texts),
    )
    play = button(texts.plain("menu.play"), MenuPress(OnMenu.PLAY))
    return Screen(text, ((play,), (button(texts.plain("menu.back"), MenuPress(OnMenu.START)),)))


def _spelling(variant: Variant, texts: Texts) -> list[Html]:
    """What whoever spells in Ukrainian has to know."""
    return [texts.html("rules.no-apostrophe")] if language_of(variant) == "uk" else []


def _best(variant: Variant, texts: Texts) -> Html:
    """How well it can be played, where that is known."""
    best = best_play(variant)
    if best is None:
        return NOTHING
    key = "variants.proven" if best.proven else "end.best-known"
    return Html(f"\n{texts.html(key, mean=texts.decimal(best.mean), most=best.most)}")


# Why option words behind a command begin no game.

EXAMPLES = {"duel": "example.duel", "party": "example.party"}
"""The text of an example of each command that takes the terms of a game of several."""


def why_no_option(error: UnknownOption, command: str, texts: Texts) -> Html:
    """What is wrong with the words behind that command, and what there is instead."""
    match error:
        case ContraryOptions(word=word, other=other):
            return texts.html("note.contrary-options", word=word, other=other)
        case NoSuchVariant(word=word, offers=offers):
            lines = [Html(f"{_example(command, each.name, texts)} ({variant_name(each, texts)})") for each in offers]
            return Html("\n".join((texts.html("note.no-such-variant", words=word), *lines)))
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
        levels = ", ".join(texts.plain(f"level.{name}") for name in LEVELS)
        return texts.html("note.unknown-level", word=error.word, levels=levels, command=command)
    return texts.html(error.why, word=error.word)


def _example(command: str, words: str, texts: Texts) -> Html:
    return texts.html("<code>/{command} {words}</code>", command=command, words=words)
