"""The one door to advice on turns that a person tells: it stays shut where that would help them in a rated game."""

from bot.app.ports import Work
from bot.game.clock import CLOCKS
from bot.game.fair_play import GuardedGame, is_help
from solver.feedback import History
from solver.variant import Variant


async def is_refused(variant: Variant, told: History, person: int, work: Work) -> bool:
    """Whether nothing may be said of the told turns now, as it would help the person in a game of theirs."""
    return is_help(variant, told, await _guarded_games(person, work))


async def _guarded_games(person: int, work: Work) -> tuple[GuardedGame, ...]:
    """The games that the person plays and has to think about alone."""
    seated = [(match, match.seat_of(person)) for match in await work.matches.running(person) if match.rated]
    return tuple(
        GuardedGame(match.game.variant, match.game.history_of(seat), CLOCKS[match.clock].is_live)
        for match, seat in seated
        if seat is not None
    )
