"""Terms of matches as text."""

from bot.app.model.terms import Terms
from bot.app.texts import Html, Texts


def terms_line(terms: Terms, texts: Texts) -> Html:
    """The terms on one line."""
    words = (
        texts.html(terms.playable.title),
        texts.html(f"variant.{terms.variant}"),
        texts.html(terms.the_clock.label),
        texts.html("terms.rated" if terms.rated else "terms.friendly"),
    )
    return Html(" · ".join(words))


def way_line(terms: Terms, texts: Texts) -> Html:
    """How it is played on these terms, and whether secrets may repeat symbols."""
    symbols = texts.html("code.may-repeat" if terms.the_variant.repeats else "code.all-differ")
    return Html(f"{texts.html(terms.play.way)} {symbols}")
