"""How somebody is asked for a secret."""

from bot.app.screens.variant import form_of
from bot.app.texts import Html, Texts
from solver.variant import Code, Variant


def secret_wanted(variant: Variant, texts: Texts) -> Html:
    """Which secret to think of, with an example of its form."""
    if variant.words:
        return texts.html("match.secret-wanted-word")
    return texts.html("match.secret-wanted", form=form_of(variant, texts), example=variant.show(_example(variant)))


def _example(variant: Variant) -> Code:
    """Not what is guessed first: some will take the example itself."""
    return variant.parse((variant.alphabet[::-1] * variant.length)[: variant.length])
