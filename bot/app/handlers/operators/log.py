"""What operators have done."""

from bot.app.handlers.operators.showing import show
from bot.app.model.limits import LOOKED_AT
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens.operators import panel as screens


async def show_all(_argument: str, request: Request) -> Answer:
    """List the latest deeds."""
    return show(screens.deeds(await request.work.operators.deeds(LOOKED_AT), request.texts), request)
