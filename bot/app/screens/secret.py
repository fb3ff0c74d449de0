"""How somebody is asked for a secret."""

from bot.app.screens.variant import example_of, form_of
from bot.app.texts import Html, Texts
from solver.variant import Variant


def secret_wanted(variant: Variant, texts: Texts) -> Html:
    """Which secret to think of, with an example of its form."""
    if variant.words:
        return texts.html("match.secret-wanted-word")
    return texts.html("match.secret-wanted", form=form_of(variant, texts), example=variant.show(example_of(variant)))
