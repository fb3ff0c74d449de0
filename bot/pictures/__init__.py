"""Cards as PNG: painted in the process that thinks. A new kind of picture is one entry."""

from collections.abc import Callable

from bot.pictures.given import information_given, review_given
from bot.pictures.review_card import review_card
from bot.pictures.table_card import table_card

PAINTERS: dict[str, Callable[[str], bytes]] = {
    "review": lambda given: review_card(review_given(given)).png(),
    "table": lambda given: table_card(information_given(given)).png(),
}
"""By kind: from JSON to PNG."""


def kinds() -> tuple[str, ...]:
    """The kinds of pictures that there are."""
    return tuple(PAINTERS)


def painted(kind: str, given: str) -> bytes:
    """The picture of that kind. Raises KeyError and ValueError for what is no such picture."""
    return PAINTERS[kind](given)
