"""What a game asks for beyond itself: data that a kind returns in its `Outcome`, and that the handlers carry out."""

from dataclasses import dataclass

from bot.app.intents import Order
from bot.app.model.terms import Terms
from solver.variant import Code


@dataclass(frozen=True, slots=True)
class FindRival:
    """A search for a rival in the lobby, on these terms."""

    terms: Terms


@dataclass(frozen=True, slots=True)
class BreakAlone:
    """A game alone with the number that the bot has kept in a match and not shown, for whoever lost that match."""

    match: str
    """The id of the match."""
    code: Code | None = None
    """The guess that begins it; None: only its board is shown."""


Follow = Order | FindRival | BreakAlone
"""A command, or what no command says."""
