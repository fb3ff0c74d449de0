"""Who can no longer be reached: whoever plays with them hears of it, and nobody waits for ever."""

from dataclasses import replace

from bot.app.kinds.match.model import Match
from bot.app.kinds.match.moves import force_move
from bot.app.kinds.match.showing import Appearance, show_seat
from bot.app.ports import Job, Place, Work
from bot.app.screens.name import shown_name
from bot.app.world import World
from bot.game.ending import end_by
from bot.game.leaving import Way
from bot.game.model import Seat


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
    name = shown_name(sitter.name)
    for seat in match.game.seats:
        if seat != gone:
            texts = (await work.preferences(match.sitters[seat].person)).texts
            note = texts.html("note.unreachable", name=name)
            await show_seat(match, seat, Appearance(Place.BOTTOM, note), work, world)
