"""What rings, and when it is quiet, as it is chosen."""

from collections.abc import Mapping

from bot.app.buttons import MenuPress
from bot.app.model.bell import HOURS, QUIET, Bell, Hours
from bot.app.model.zones import city_of
from bot.app.news import News
from bot.app.screen import Button, Row, Screen, button, in_pairs
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu

NEVER, CITIES = "never", "city"
"""The arguments of the buttons for no quiet hours, and for the choice of a city."""
IN_A_ROW = 6


def bell_rows(bell: Bell, texts: Texts) -> tuple[Row, ...]:
    """The rows of the settings: a switch for each kind of news, and the way to the quiet hours."""
    quiet = texts.plain("button.quiet", hours=_named(bell.quiet, texts))
    switches = tuple(_switch(news, bell, texts) for news in News)
    return in_pairs((*switches, button(quiet, MenuPress(OnMenu.QUIET))))


def quiet_hours(bell: Bell, now: float, texts: Texts) -> Screen:
    """The choice of quiet hours, and of the hour that it is for them now."""
    clock = bell.clock(now)
    if clock is None:
        time = texts.html("quiet.which-hour")
    elif bell.zone is None:
        time = texts.html("quiet.clock", time=clock)
    else:
        time = texts.html("quiet.clock-there", time=clock, city=city_of(bell.zone, texts.language))
    choices = {NEVER: None, **QUIET}
    chosen = tuple(
        _choice(_named(hours, texts), OnMenu.QUIET, name, chosen=hours == bell.quiet) for name, hours in choices.items()
    )
    shown = None if clock is None or bell.zone is not None else clock.partition(":")[0]
    hours = tuple(_choice(str(hour), OnMenu.HOUR, str(hour), chosen=str(hour) == shown) for hour in range(HOURS))
    rows = tuple(hours[at : at + IN_A_ROW] for at in range(0, HOURS, IN_A_ROW))
    city = button(texts.plain("button.by-city"), MenuPress(OnMenu.HOUR, CITIES))
    back = button(texts.plain("menu.back"), MenuPress(OnMenu.SETTINGS))
    return Screen(Html(f"{texts.html('quiet.text')}\n\n{time}"), (chosen, *rows, (city,), (back,)))


def cities(zones: Mapping[str, str], bell: Bell, texts: Texts) -> Screen:
    """The choice of a city by whose clock quiet hours are kept. `zones`: by the argument of the button."""
    chosen = tuple(
        _choice(city_of(zone, texts.language), OnMenu.HOUR, argument, chosen=zone == bell.zone)
        for argument, zone in zones.items()
    )
    back = button(texts.plain("menu.back"), MenuPress(OnMenu.QUIET))
    return Screen(texts.html("quiet.which-city"), (*in_pairs(chosen), (back,)))


def _switch(news: News, bell: Bell, texts: Texts) -> Button:
    sign = "🔕" if news in bell.silenced else "🔔"
    return button(f"{sign} {texts.plain(f'rings.{news.value}')}", MenuPress(OnMenu.RINGS, news.value))


def _choice(text: str, verb: OnMenu, argument: str, *, chosen: bool) -> Button:
    return button(f"✓ {text}" if chosen else text, MenuPress(verb, argument))


def _named(hours: Hours | None, texts: Texts) -> str:
    return texts.plain("quiet.never") if hours is None else f"{hours[0]}–{hours[1]}"
