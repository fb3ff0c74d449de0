"""Pictures as PNG, painted in the solver process for long computations. A new picture is an entry in PAINTERS."""

from collections.abc import Callable

from bot.pictures.cards import stats_card, stats_given, table_card
from bot.pictures.given import both_given, information_given, review_given
from bot.pictures.review_card import both_card, review_card

PAINTERS: dict[str, Callable[[str], bytes]] = {
    "both": lambda given: both_card(both_given(given)).png(),
    "review": lambda given: review_card(review_given(given)).png(),
    "stats": lambda given: stats_card(stats_given(given)).png(),
    "table": lambda given: table_card(information_given(given)).png(),
}
"""By kind of picture, the function from JSON to PNG."""


def kinds() -> tuple[str, ...]:
    """The kinds of pictures."""
    return tuple(PAINTERS)


def painted(kind: str, given: str) -> bytes:
    """The picture of that kind as PNG. Raises KeyError and ValueError for an unknown kind or malformed JSON."""
    return PAINTERS[kind](given)
