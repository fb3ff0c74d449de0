"""Terms as one short text: equal texts mean equal terms."""

from bot.app.model.terms import Terms

RATED, FRIENDLY = "rated", "friendly"


def terms_written(terms: Terms) -> str:
    """`duel classic live rated`."""
    return f"{terms.mode} {terms.variant} {terms.clock} {RATED if terms.rated else FRIENDLY}"


def terms_read(text: str) -> Terms:
    """The terms of such a text."""
    mode, variant, clock, rated = text.split(" ")
    return Terms(mode, variant, clock, rated == RATED)
