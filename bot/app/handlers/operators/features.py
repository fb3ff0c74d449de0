"""Features, switched off and on for everybody."""

from bot.app.features import FEATURES
from bot.app.handlers.operators.showing import note, show
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens.operators import panel as screens


async def show_all(_argument: str, request: Request) -> Answer:
    """List the features, each with its switch."""
    return show(screens.features(tuple(FEATURES), request.gate.off, request.texts), request)


async def switch(argument: str, request: Request) -> Answer:
    """Switch a feature. The button says what is wanted, so that a second press changes nothing."""
    wanted, _, name = argument.partition("-")
    if name not in FEATURES:
        return await show_all("", request)
    off, on = request.gate.off, wanted != screens.OFF
    if (name in off) == on:
        off = await request.work.operators.switch(name, on=on)
        note(f"switch-{screens.ON if on else screens.OFF}", request, about=name)
    return show(screens.features(tuple(FEATURES), off, request.texts), request, "settings.saved")
