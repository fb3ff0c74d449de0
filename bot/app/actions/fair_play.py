"""Decides whether the bot may advise on turns that a person tells: not where that helps in a rated game."""

from collections.abc import Sequence

from bot.app.model.header import Header
from bot.app.model.limits import MATCHES
from bot.app.ports import Work
from bot.game.fair_play import is_help
from solver.feedback import History
from solver.variant import Variant

LOOKED_AT = 4 * MATCHES
"""The most games that are compared. Some people play more than MATCHES: games begun at one moment may all pass."""


async def is_refused(variant: Variant, history: History, person: int, work: Work) -> bool:
    """Whether advice on the told turns is refused, because it would help the person in a running game.

    With more games than are compared, any of them may be meant.
    """
    running = await work.games.running_of(person, Header, most=LOOKED_AT + 1)
    if len(running) > LOOKED_AT:
        return True
    return is_help_in(variant, history, running, person)


def is_help_in(variant: Variant, history: History, running: Sequence[Header], person: int) -> bool:
    """Whether advice on the told turns would help the person in one of these games."""
    guarded = [game.guarded_for(person) for game in running]
    return is_help(variant, history, tuple(game for game in guarded if game is not None))
