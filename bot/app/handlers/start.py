"""`/start`: follows the link that led here, or shows home; newcomers and groups are greeted."""

from bot.app.handlers import contests, home, review
from bot.app.handlers.duels import card_games, challenges
from bot.app.handlers.duels.answering import begin_waiting
from bot.app.links import CONTEST, SEAT, game_in, token_in
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens import menu


async def start(payload: str, request: Request) -> Answer:
    """Open what the link of that payload names; show home if it names nothing; greet a newcomer, and groups."""
    if request.chat.is_group:
        request.show_menu(menu.group_greeting(request.texts))
    elif not await _open_link(payload, request):
        if await home.has_played(request):
            await home.show(request)
        else:
            request.show_menu(menu.greeting(request.texts, request.person.name))
        await begin_waiting(request.person.id, request.work, request.world)
    return Answer()


async def _open_link(payload: str, request: Request) -> bool:
    """Whether the payload named a position, a contest, a seat or a challenge, which is then shown."""
    if await review.open_position(payload, request):
        return True
    if token := token_in(payload, CONTEST):
        return await contests.follow_link(token, request)
    if match_id := game_in(payload, SEAT):
        return await card_games.call_to_card(match_id, request)
    token = token_in(payload)
    return token is not None and await challenges.open_link(token, request)
