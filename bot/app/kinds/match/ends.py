"""How people end a match without breaking a code: alone, at what that costs, or together."""

from bot.app.kinds.match.actor import Actor, actor_in
from bot.app.kinds.match.codes import end_by_move, refuse_move
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.screens.leaving import ABORT, OFFER_EVERY, RESIGN, may_offer, question, words
from bot.app.kinds.outcome import Outcome
from bot.app.ports import Answer
from bot.app.request import Request
from bot.game.ending import end_by
from bot.game.leaving import Cost, Way, cost_of, is_free
from bot.game.rules import IllegalMove, Reason

WAYS = {ABORT: Way.WISH, RESIGN: Way.RESIGN}
"""How the game ends, by what was asked before."""
OFFERED = {Way.DRAW: "toast.draw-offered", Way.CALL_OFF: "toast.call-off-offered"}
"""The text for whoever offers an end that needs both."""


async def end(game: Match, request: Request) -> Outcome[Match]:
    """Ask the same, or end the match where that was asked."""
    actor = actor_in(game, request)
    return await confirm_leaving(actor) if actor.sitter.asking in WAYS else ask_to_leave(actor)


async def keep(game: Match, request: Request) -> Outcome[Match] | None:
    """The match goes on, if its screen asks the person whether to end it, or the rival offers to."""
    actor = actor_in(game, request)
    if actor.sitter.asking:
        return actor.having(asking="").outcome()
    return await decline(actor) if actor.rival.offers else None


def ask_to_leave(actor: Actor) -> Outcome[Match]:
    """Ask whether the person wants to end the match, and say what that will cost. A slip of the finger must not."""
    match, seat = actor.match, actor.seat
    if cost_of(match.game, seat, Way.WISH) is Cost.GOES_ON:
        return refuse_move(IllegalMove(Reason.SOLVED_ALREADY), actor)
    asked = question(match.game, seat)
    return actor.having(asking=asked).outcome(words(asked, match, seat, actor.texts))


def ask_to_abort(actor: Actor) -> Outcome[Match]:
    """The same, where the screen has promised that it costs nothing."""
    if not is_free(actor.match.game, actor.seat):
        return refuse_move(IllegalMove(Reason.TOO_LATE_TO_ABORT), actor)
    return ask_to_leave(actor)


async def confirm_leaving(actor: Actor) -> Outcome[Match]:
    """End the match as was asked before: a game that may not be aborted any more is not lost instead."""
    asked = actor.sitter.asking
    if asked not in WAYS:
        return actor.stale_press()
    if asked == ABORT and not is_free(actor.match.game, actor.seat):
        return refuse_move(IllegalMove(Reason.TOO_LATE_TO_ABORT), actor.having(asking=""))
    return await _end(WAYS[asked], actor)


async def offer(way: Way, actor: Actor, *, agrees: bool = False) -> Outcome[Match]:
    """Offer an end that needs both, or agree to it where the other has offered it.

    `agrees`: whoever only agrees offers none of their own.
    """
    match = actor.match
    if match.level or is_free(match.game, actor.seat) or end_by(match.game, actor.seat, way) is None:
        return actor.stale_press()
    if actor.rival.offers == way.value:
        return await _end(way, actor)
    if agrees or actor.rival.offers:
        return actor.stale_press()
    answer = Answer(actor.texts.plain(OFFERED[way]))
    if actor.sitter.offers == way.value:
        return Outcome(match, answer=answer, changed=False, shows=False)
    if not may_offer(match, actor.seat):
        soon = Answer(actor.texts.plain("toast.offered-lately", turns=OFFER_EVERY), alert=True)
        return Outcome(match, answer=soon, changed=False, shows=False)
    guesses = len(match.game.turns_of(actor.seat))
    return await actor.having(offers=way.value, offered_after=guesses, asking="").announce(answer)


async def decline(actor: Actor) -> Outcome[Match]:
    """Decline what is offered, or take it back if it is the person's own offer."""
    if actor.rival.offers:
        return await actor.with_rival(offers="").announce(rings=False, key="match.draw-declined")
    if not actor.sitter.offers:
        return actor.stale_press()
    return await actor.having(offers="").announce(rings=False)


async def _end(way: Way, actor: Actor) -> Outcome[Match]:
    move = end_by(actor.match.game, actor.seat, way)
    return actor.stale_press() if move is None else await end_by_move(move, actor)
