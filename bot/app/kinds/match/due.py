"""What time and absence do to matches: clocks that run out, people out of reach, cards of a group that has moved."""

from dataclasses import replace

from bot.app.duels.actions import end_search_of_absent
from bot.app.kinds.match.model import Match, name_of
from bot.app.kinds.match.moves import (
    REMIND,
    Appearance,
    force_move,
    save_with_alarms,
    seat_of_alarm,
    show_card,
    show_seat,
    tell_watchers,
    with_outages,
)
from bot.app.kinds.match.screen_parts import reminder
from bot.app.messages import Chat
from bot.app.screen import Place
from bot.app.work import Job, Work
from bot.app.world import World
from bot.game.leaving import Way
from bot.game.model import Seat
from bot.game.rules import end_by

# What the clocks of matches set off: a reminder while there is time, and the end when there is none left.


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
    longer = await with_outages(match, seat, work, now)
    if longer is not match:
        save_with_alarms(await tell_watchers(longer, work, now), work)
        return None
    return match, seat


# Cards of matches in a group that has become a supergroup, whose old messages are gone.

CARD_MOVED = "card-moved"
"""The kind of job that a query writes for each card in such a group; its subject is what the card's slot names."""


async def move_card(job: Job, work: Work, world: World) -> None:
    """Show the match's card in the supergroup, if it goes on there. Raises NeedsThought."""
    match = await work.games.load(job.subject, Match)
    if match is None or match.is_over or not isinstance(match.card, Chat):
        return
    to = await work.moved_to(match.card.id)
    if to is None:
        return
    match = replace(match, card=replace(match.card, id=to))
    work.games.save(match)
    await show_card(match, work, world)


# Who can no longer be reached: whoever plays with them hears of it, and nobody waits for ever.


async def handle_gone(job: Job, work: Work, world: World) -> None:
    """The person of that private chat cannot be reached, as Telegram has told when we wrote to them.

    Whoever has come back meanwhile has lost nothing by it.
    """
    person = int(job.subject)
    if not (await work.preferences(person)).reachable:
        await tell_rivals(person, work, world)


async def tell_rivals(person: int, work: Work, world: World) -> None:
    """Without a clock their games end now; with one it runs on, for they may come back.

    What they play on a card they play on there.
    """
    for match in await work.games.running_of(person, Match, most=await work.games.count_of(person)):
        if (seat := match.seat_of(person)) is None or match.level:
            continue  # the bot can wait
        if match.on_card:
            if match.sitters[seat].chat is not None:
                work.games.save(match.with_sitter(seat, replace(match.sitters[seat], chat=None)))
        else:
            await _leave(match, seat, work, world)


async def _leave(match: Match, seat: Seat, work: Work, world: World) -> None:
    """What their absence costs stands in the table of costs; where a clock decides, the others hear that it runs."""
    has_clock = match.terms.the_clock.seconds is not None
    end = end_by(match.game, seat, Way.BLOCK if has_clock else Way.GONE)
    if end is not None:
        await force_move(match, end, work, world)
    elif has_clock:
        await _tell(match, seat, work, world)


async def show_games(person: int, work: Work, world: World) -> None:
    """Let somebody who has come back see what they play."""
    for match in await work.games.running_of(person, Match):
        seat = match.seat_of(person)
        if seat is not None:
            await show_seat(match, seat, Appearance(Place.BOTTOM), work, world)


async def _tell(match: Match, gone: Seat, work: Work, world: World) -> None:
    """Let the others hear of it, once until the next move of whoever has gone: they may come and go as they like."""
    sitter = match.sitters[gone]
    if sitter.told_gone:
        return
    match = match.with_sitter(gone, replace(sitter, told_gone=True))
    work.games.save(match)
    for seat in match.game.seats:
        if seat != gone:
            texts = (await work.preferences(match.sitters[seat].person)).texts
            note = texts.html("note.unreachable", name=name_of(match, gone, texts))
            await show_seat(match, seat, Appearance(Place.BOTTOM, note), work, world)
