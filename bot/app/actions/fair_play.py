"""The one door to advice on turns that a person tells: it stays shut where that would help them in a rated game."""

from collections.abc import Iterable

from bot.app.model.limits import MATCHES
from bot.app.model.match import Match
from bot.app.ports import Work
from bot.game.clock import CLOCKS
from bot.game.fair_play import GuardedGame, is_help
from solver.feedback import History
from solver.variant import Variant

LOOKED_AT = 4 * MATCHES
"""Games that are looked at. Some play more than MATCHES: those that begin in one moment may all pass that limit."""


async def is_refused(variant: Variant, told: History, person: int, work: Work) -> bool:
    """Whether nothing may be said of the told turns now, as it would help the person in a game of theirs.

    Of more games than are looked at any may be meant.
    """
    running = await work.matches.running(person, most=LOOKED_AT + 1)
    return len(running) > LOOKED_AT or is_help(variant, told, _guarded(running, person))


def _guarded(running: Iterable[Match], person: int) -> tuple[GuardedGame, ...]:
    """The games among these that the person has to think about alone."""
    seated = [(match, match.seat_of(person)) for match in running if match.rated]
    return tuple(
        GuardedGame(match.game.variant, match.game.history_of(seat), CLOCKS[match.clock].is_live)
        for match, seat in seated
        if seat is not None
    )
