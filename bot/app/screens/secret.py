"""The request for a secret."""

from bot.app.screens.variant import form_of
from bot.app.texts import Html, Texts
from solver.variant import Code, Variant


def secret_wanted(variant: Variant, texts: Texts) -> Html:
    """The request for a secret, with an example of its form."""
    if variant.words:
        return texts.html("match.secret-wanted-word")
    return texts.html("match.secret-wanted", form=form_of(variant, texts), example=variant.show(_example(variant)))


def _example(variant: Variant) -> Code:
    """An example that is not guessed first, since some people take it as their secret."""
    return variant.parse((variant.alphabet[::-1] * variant.length)[: variant.length])
