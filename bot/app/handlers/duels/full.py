"""What somebody hears who has as much open as one may have at once, instead of beginning more."""

from bot.app.actions.fullness import plays_enough, waits_enough
from bot.app.kinds.match.model import Match
from bot.app.model.limits import CHALLENGES, MATCHES
from bot.app.model.terms import Terms
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.routing.boards import tell_limit, tell_why_not


async def why_no_game(request: Request) -> Answer | None:
    """Tell whoever wrote or pressed that they play enough; None if they may play one more."""
    if not await plays_enough(request.person.id, request.work):
        return None
    return tell_limit("late.you-full", MATCHES, request)


async def why_not_now(terms: Terms, request: Request) -> Answer | None:
    """The same for a game with somebody from the lobby; none in which both stay to the end begins beside another."""
    if (answer := await why_no_game(request)) is not None:
        return answer
    if not terms.the_clock.is_live or not await _plays_live(request):
        return None
    return tell_why_not(request, "late.live", clock=request.texts.plain(terms.the_clock.label))


async def _plays_live(request: Request) -> bool:
    running = await request.work.games.running_of(request.person.id, Match) if request.has_seats else ()
    return any(match.terms.the_clock.is_live and not match.level for match in running)


async def why_no_challenge(request: Request) -> Answer | None:
    """Tell them that they play enough, or that enough challenges of theirs wait; None if they may make one more."""
    if (answer := await why_no_game(request)) is not None:
        return answer
    if not await waits_enough(request.person.id, request.work, request.world.now()):
        return None
    return tell_limit("limit.challenges", CHALLENGES, request)
