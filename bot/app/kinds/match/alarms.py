"""What the clocks of matches set off: a reminder while there is time, and the end when there is none left."""

from dataclasses import replace

from bot.app.actions.live_search import end_search_of_absent
from bot.app.kinds.match.clocks import REMIND, seat_of_alarm, set_alarms
from bot.app.kinds.match.focus import focus_on_news
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.moves import force_move
from bot.app.kinds.match.screens.clock import reminder
from bot.app.kinds.match.showing import Appearance, show_seat
from bot.app.ports import Job, Place, Work
from bot.app.world import World
from bot.game.clock import lengthened
from bot.game.ending import end_by
from bot.game.leaving import Way
from bot.game.model import Seat


async def time_out(job: Job, work: Work, world: World) -> None:
    """The time of whoever the game has waited for is over: what that costs stands in the table of costs.

    It is this job that ends the time, not the clock. Jobs wait until all has been read that was sent before they were
    due, so what was sent in time counts however late it is read; what was sent late counts if it is read before.
    """
    rings = await _rings(job, work, world.now())
    if rings is not None:
        match, seat = rings
        end = end_by(match.game, seat, Way.TIME)
        if end is not None:
            match = await force_move(match, end, work, world)
            await focus_on_news(match, seat, work)
            await end_search_of_absent(match.sitters[seat].person, work)


async def remind(job: Job, work: Work, world: World) -> None:
    """Whoever the game waits for sees it anew, and how much time is left."""
    rings = await _rings(job, work, world.now())
    if rings is not None:
        match, seat = rings
        sitter = match.sitters[seat]
        if sitter.chat is None:
            return
        if sitter.asking:  # whatever they were about to say or do, the keypad comes first now
            match = match.with_sitter(seat, replace(sitter, asking=""))
            work.games.save(match)
        texts = (await work.preferences(sitter.chat)).texts
        call = reminder(sitter, world.now(), texts)
        await show_seat(match, seat, Appearance(Place.BOTTOM, call=call), work, world)
        await focus_on_news(match, seat, work)


async def _rings(job: Job, work: Work, now: float) -> tuple[Match, Seat] | None:
    """The match and the seat that the alarm is for; None if it is not to ring, or not yet."""
    match = await work.games.load(job.subject, Match)
    seat = None if match is None or match.is_over else seat_of_alarm(match, job.turn)
    deadline = None if match is None or seat is None else match.sitters[seat].deadline
    if match is None or seat is None or deadline is None:
        return None
    early = match.terms.the_clock.reminder or 0.0 if job.kind == REMIND else 0.0
    if now < deadline - early:
        return None
    longer = lengthened(deadline, since := match.sitters[seat].since, await work.uptime.outages(since, now))
    if longer > deadline:
        _give_back(match, seat, longer, now, work)
        return None
    return match, seat


def _give_back(match: Match, seat: Seat, deadline: float, now: float, work: Work) -> None:
    """The time that an outage has cost, with alarms of its own."""
    sitter = replace(match.sitters[seat], deadline=deadline, since=now, wound_in=match.revision)
    match = match.with_sitter(seat, sitter)
    work.games.save(match)
    set_alarms(match, work)
