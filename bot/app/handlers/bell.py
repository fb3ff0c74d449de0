"""What rings, and when it is quiet: chosen in the settings of a private chat."""

from dataclasses import replace

from bot.app.handlers.commands import settings_for
from bot.app.model.bell import HOURS, QUIET, Bell
from bot.app.model.zones import OFFERED
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
    asks = bell.quiet is not None and bell.clock(request.world.now()) is None
    return Answer(request.texts.plain("toast.which-hour" if asks else "settings.saved"), alert=asks)


async def set_clock(name: str, request: Request) -> Answer:
    """Keep what hour it is for them now, or by which city's clock they live; or show the cities."""
    if request.chat.is_group:
        return Answer(request.texts.plain("toast.old-button"))
    bell, now = request.preferences.bell, request.world.now()
    if name in BY_NAME:
        _show(_with_bell(bell.set_to(BY_NAME[name], now), request))
        return Answer(request.texts.plain("settings.saved"))
    zones = await _zones(request)
    if name == screens.CITIES:
        request.show_menu(screens.cities(zones, bell, request.texts))
        return Answer()
    if name not in zones:
        return Answer(request.texts.plain("toast.old-button"))
    _show(_with_bell(bell.set_by(zones[name], now), request))
    return Answer(request.texts.plain("settings.saved"))


async def _zones(request: Request) -> dict[str, str]:
    """The zones that can be tapped, by the argument of their buttons: that of the person's reminder comes first."""
    reminder = await request.work.daily.reminder(request.person.id)
    offered = {f"{screens.CITIES}-{at}": zone for at, zone in enumerate(OFFERED)}
    if reminder is None or reminder.zone in OFFERED:
        return offered
    return {f"{screens.CITIES}-own": reminder.zone, **offered}


def _with_bell(bell: Bell, request: Request) -> Request:
    return request.prefers(replace(request.preferences, bell=bell))


def _show(request: Request) -> None:
    request.show_menu(screens.quiet_hours(request.preferences.bell, request.world.now(), request.texts))
