"""How one guesses, in a sentence."""

from bot.app.screens.variant import typed_example
from bot.app.texts import Html, Texts
from solver.variant import Variant


def how_to_guess(variant: Variant, texts: Texts, *, in_group: bool) -> Html:
    """How one guesses in a group, or in private."""
    if in_group:
        key = "how.group-word" if variant.words else "how.group"
    else:
        key = "how.private-word" if variant.words else "how.private"
    return texts.html(key, example=typed_example(variant, texts))
