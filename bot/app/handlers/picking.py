"""One of several games is picked: to look at it, or for what was typed."""

from dataclasses import replace

from bot.app.buttons import PickPress
from bot.app.handlers.games_on import pick_game, take_text
from bot.app.handlers.typing import type_into
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.routing.carrying import show
from bot.app.verbs import OnGames


async def pick(press: PickPress, request: Request) -> Answer:
    """Show the game as a new message, or carry out there what was typed."""
    game, refused = await pick_game(press, request)
    if game is None:
        return refused
    text = await take_text(request) if press.verb is OnGames.MEANT else ""
    request = replace(request, as_new_message=True)
    if text:
        return await type_into(game, text, request)
    await show(game, request)
    return Answer()
