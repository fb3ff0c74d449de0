"""Ratings and terms of matches as text."""

from bot.app.model.terms import Terms
from bot.app.screen import dotted
from bot.app.screens.board import repeats_line
from bot.app.texts import Html, Texts
from bot.game.rating import Rating
from solver.variant import VARIANTS

# Ratings as text.

FAMILIES = {variant.shape: name for name, variant in reversed(VARIANTS.items())}
"""The first variant of each family, which names it."""
HALF = "½"


def family_name(family: str, texts: Texts) -> Html:
    """The family's name."""
    return texts.html(f"variant.{FAMILIES[family]}")


def figure(rating: Rating) -> str:
    """`1612`, or `1612?` while it is uncertain."""
    return f"{round(rating.value)}{'?' if rating.is_provisional else ''}"


def points(score: float) -> str:
    """`2`, `2½`, `½`."""
    whole, rest = divmod(score, 1)
    return f"{int(whole) or ('' if rest else 0)}{HALF if rest else ''}"


# Terms of matches as text.


def terms_line(terms: Terms, texts: Texts) -> Html:
    """The terms on one line."""
    return dotted(*map(texts.html, terms_keys(terms)))


def way_line(terms: Terms, texts: Texts) -> Html:
    """How it is played on these terms, and whether secrets may repeat symbols."""
    return Html(f"{texts.html(terms.play.way)} {repeats_line(terms.the_variant, texts)}")


def terms_keys(terms: Terms) -> tuple[str, ...]:
    """The keys of the words for the terms, one for each of them."""
    rated = "terms.rated" if terms.rated else "terms.friendly"
    return terms.playable.title, f"variant.{terms.variant}", terms.the_clock.label, rated
