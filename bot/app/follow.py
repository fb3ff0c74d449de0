"""Follow-ups of an outcome: data that a kind returns in its `Outcome` and that handlers carry out."""

from dataclasses import dataclass

from bot.app.intents import Order
from bot.app.model.terms import Terms
from solver.variant import Code


@dataclass(frozen=True, slots=True)
class FindRival:
    """Search the lobby for a rival on these terms."""

    terms: Terms


@dataclass(frozen=True, slots=True)
class BreakAlone:
    """Begin a game alone with the secret that the bot kept in a match, for whoever lost that match."""

    match: str
    """The id of the match."""
    code: Code | None = None
    """The first guess; None: only the board is shown."""


Follow = Order | FindRival | BreakAlone
"""A command, or an action that no command has."""
