"""`/start`: follows the link that led here, lets a newcomer play at once, or shows home; greets groups."""

from bot.app.features import GAMES
from bot.app.handlers import contests, daily, home, review
from bot.app.handlers.duels import card_games, challenges
from bot.app.handlers.duels.answering import begin_waiting
from bot.app.handlers.lessons import list as lessons
from bot.app.handlers.puzzles import giving
from bot.app.kinds.alone.first import begin_first
from bot.app.links import CONTEST, LEARN, SEAT, digest_in, game_in, token_in
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.routing.boards import is_untouched
from bot.app.routing.carrying import carry_out
from bot.app.screens.seal import explained


async def start(payload: str, request: Request) -> Answer:
    """Open what the link of that payload names; where it names nothing begin a newcomer's first game, or show home.

    In groups it always greets.
    """
    if not request.chat.is_group and (digest := digest_in(payload)):
        request.show_menu(explained(digest, request.texts))
        return Answer()
    if not request.chat.is_group and await _open_link(payload, request):
        return Answer()
    if not await _begins_at_once(request):
        return await come_home(request)
    return await carry_out(await begin_first(request), request)


async def come_home(request: Request) -> Answer:
    """Show home. What others have accepted meanwhile begins now that the person is here."""
    await home.show(request)
    if not request.chat.is_group:
        await begin_waiting(request.person.id, request.work, request.world)
    return Answer()


async def _begins_at_once(request: Request) -> bool:
    """Whether a newcomer wrote who plays nothing yet, and has challenged nobody."""
    plays = request.has_seats or not all(is_untouched(game, request) for game in request.games)
    if plays or not request.preferences.is_newcomer or GAMES in request.gate.off:
        return False
    return not await request.work.challenges.open_of(request.person.id)


async def _open_link(payload: str, request: Request) -> bool:
    """Whether the payload named a position, a puzzle, a contest, a seat or a challenge, which is then shown."""
    if payload == LEARN:
        await lessons.show(request)
        return True
    if await review.open_position(payload, request) or await giving.follow_link(payload, request):
        return True
    if await daily.open_link(payload, request):
        return True
    if token := token_in(payload, CONTEST):
        return await contests.follow_link(token, request)
    if match_id := game_in(payload, SEAT):
        return await card_games.call_to_card(match_id, request)
    token = token_in(payload)
    return token is not None and await challenges.open_link(token, request)
