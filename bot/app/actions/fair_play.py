"""The one door to advice on turns that a person tells: it stays shut where that would help them in a rated game."""

from bot.app.model.header import Header
from bot.app.model.limits import MATCHES
from bot.app.ports import Work
from bot.game.fair_play import is_help
from solver.feedback import History
from solver.variant import Variant

LOOKED_AT = 4 * MATCHES
"""Games that are looked at. Some play more than MATCHES: those that begin in one moment may all pass that limit."""


async def is_refused(variant: Variant, told: History, person: int, work: Work) -> bool:
    """Whether nothing may be said of the told turns now, as it would help the person in a game of theirs.

    Of more games than are looked at any may be meant.
    """
    running = await work.games.running_of(person, Header, most=LOOKED_AT + 1)
    if len(running) > LOOKED_AT:
        return True
    guarded = [game.guarded_for(person) for game in running]
    return is_help(variant, told, tuple(game for game in guarded if game is not None))
