"""How people end a match without breaking a code: alone, at what that costs, or together."""

from bot.app.handlers.duels import playing
from bot.app.handlers.duels.seated import Seated
from bot.app.ports import Answer
from bot.app.screens.duels.leaving import ABORT, RESIGN, question, words
from bot.game.ending import end_by
from bot.game.leaving import Cost, Way, cost_of, is_free
from bot.game.model import Seat
from bot.game.rules import IllegalMove, Reason

WAYS = {ABORT: Way.WISH, RESIGN: Way.RESIGN}
"""How the game ends, by what was asked before."""

OFFERED = {Way.DRAW: "toast.draw-offered", Way.CALL_OFF: "toast.call-off-offered"}
"""What whoever offers an end that needs both is told."""


async def leave(seated: Seated) -> Answer:
    """The person wants to end the game. A slip of the finger must not: they are asked, and told what it will cost."""
    match, seat = seated.match, seated.seat
    if cost_of(match.game, seat, Way.WISH) is Cost.GOES_ON:
        return await playing.refused(IllegalMove(Reason.SOLVED_ALREADY), seated)
    asked = question(match.game, seat)
    await seated.having(asking=asked).keep(words(asked, match, seat, seated.texts))
    return Answer()


async def abort(seated: Seated) -> Answer:
    """The same, where the screen has promised that it costs nothing."""
    if not is_free(seated.match.game, seated.seat):
        return await playing.refused(IllegalMove(Reason.TOO_LATE_TO_ABORT), seated)
    return await leave(seated)


async def agreed(seated: Seated) -> Answer:
    """They mean it. What they were asked is what they get: a game that may not be aborted any more is not lost."""
    asked = seated.sitter.asking
    if asked not in WAYS:
        return await _moved_on(seated)
    if asked == ABORT and not is_free(seated.match.game, seated.seat):
        return await playing.refused(IllegalMove(Reason.TOO_LATE_TO_ABORT), seated.having(asking=""))
    return await _ended(WAYS[asked], seated)


async def offer(way: Way, seated: Seated, *, agrees: bool = False) -> Answer:
    """An end that needs both is offered, or agreed to where the other has offered it.

    `agrees`: whoever only agrees offers none of their own.
    """
    match, rival = seated.match, seated.match.sitters[1 - seated.seat]
    if match.level or is_free(match.game, seated.seat) or end_by(match.game, seated.seat, way) is None:
        return await _moved_on(seated)
    if rival.offers == way.value:
        return await _ended(way, seated)
    if agrees or rival.offers:
        return await _moved_on(seated)
    if seated.sitter.offers != way.value:
        await seated.having(offers=way.value, asking="").announce()
    return Answer(seated.texts.plain(OFFERED[way]))


async def declined(seated: Seated) -> Answer:
    """What is offered is declined, or taken back by whoever made the offer."""
    rival = Seat(1 - seated.seat)
    if seated.match.sitters[rival].offers:
        seated = seated.with_rival(offers="")
        await seated.announce(rings=False)
        await seated.tell_rival("match.draw-declined")
        return Answer()
    if not seated.sitter.offers:
        return await _moved_on(seated)
    await seated.having(offers="").announce(rings=False)
    return Answer()


async def _ended(way: Way, seated: Seated) -> Answer:
    end = end_by(seated.match.game, seated.seat, way)
    if end is None:
        return await _moved_on(seated)
    await seated.move(end)
    return Answer()


async def _moved_on(seated: Seated) -> Answer:
    await seated.show()
    return Answer(seated.texts.plain("toast.moved-on"))
