"""What two people agree on, in words."""

from bot.app.terms import Terms
from bot.app.texts import Html, Texts


def terms_line(terms: Terms, texts: Texts) -> Html:
    """The terms on one line."""
    told = (
        texts.html(f"mode.{terms.mode}"),
        texts.html(f"variant.{terms.variant}"),
        texts.html(f"clock.{terms.clock}"),
        texts.html("terms.rated" if terms.rated else "terms.friendly"),
    )
    return Html(" · ".join(told))
