"""How somebody is asked for a secret."""

from bot.app.texts import Html, Texts
from solver.variant import Variant


def secret_wanted(variant: Variant, texts: Texts) -> Html:
    """Which secret to think of, with an example of its form."""
    if variant.words:
        return texts.html("match.secret-wanted-word")
    form = texts.html(f"variant.{variant.name}")
    if not variant.repeats:
        form = texts.html("match.all-different", form=form)
    example = variant.show(variant.parse(variant.alphabet[: variant.length]))
    return texts.html("match.secret-wanted", form=form, example=example)
