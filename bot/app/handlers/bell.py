"""What rings, and when it is quiet: chosen in the settings of a private chat."""

from dataclasses import replace

from bot.app.handlers.commands import settings_for
from bot.app.model.bell import HOURS, QUIET, Bell
from bot.app.news import News
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens import bell as screens

SWITCHES = {news.value: news for news in News}
BY_NAME = {str(hour): hour for hour in range(HOURS)}


async def switch(name: str, request: Request) -> Answer:
    """Let that news ring from now on, or no longer."""
    if request.chat.is_group or name not in SWITCHES:
        return Answer(request.texts.plain("toast.old-button"))
    request = _with_bell(request.preferences.bell.switched(SWITCHES[name]), request)
    request.show_menu(settings_for(request))
    return Answer(request.texts.plain("settings.saved"))


async def choose_quiet(name: str, request: Request) -> Answer:
    """Keep the quiet hours of that name; without a name show them."""
    if request.chat.is_group or (name and name != screens.NEVER and name not in QUIET):
        return Answer(request.texts.plain("toast.old-button"))
    if not name:
        _show(request)
        return Answer()
    bell = replace(request.preferences.bell, quiet=QUIET.get(name))
    _show(_with_bell(bell, request))
    asks = bell.quiet is not None and bell.ahead is None
    return Answer(request.texts.plain("toast.which-hour" if asks else "settings.saved"), alert=asks)


async def set_hour(name: str, request: Request) -> Answer:
    """Keep what hour it is for them now."""
    if request.chat.is_group or name not in BY_NAME:
        return Answer(request.texts.plain("toast.old-button"))
    _show(_with_bell(request.preferences.bell.set_to(BY_NAME[name], request.world.now()), request))
    return Answer(request.texts.plain("settings.saved"))


def _with_bell(bell: Bell, request: Request) -> Request:
    return request.prefers(replace(request.preferences, bell=bell))


def _show(request: Request) -> None:
    request.show_menu(screens.quiet_hours(request.preferences.bell, request.world.now(), request.texts))
