"""Reminders of the code of the day: chosen, and as they come."""

from bot.app.buttons import MenuPress
from bot.app.model.daily import Reminder
from bot.app.model.zones import HOUR, OFFERED, city_of
from bot.app.screen import Button, Screen, button, in_pairs
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu

ROWS_OF = 6
"""Hours in a row."""


def cities(reminder: Reminder | None, texts: Texts, *, is_unread: bool = False) -> Screen:
    """What is chosen, and the choice of a city. `is_unread`: what was typed is neither a day nor a city and a time."""
    remark = [texts.html("remind.unread")] * is_unread
    rows = in_pairs(tuple(_leads(city_of(zone, texts.language), f"remind-{at}") for at, zone in enumerate(OFFERED)))
    below = (_leads(texts.plain("menu.daily"), ""),)
    if reminder is None:
        return Screen(Html("\n\n".join((*remark, texts.html("remind.choose")))), (*rows, below))
    time = f"{reminder.minute // HOUR}:{reminder.minute % HOUR:02}"
    html = texts.html("remind.chosen", time=time, city=city_of(reminder.zone, texts.language))
    return Screen(
        Html("\n\n".join((*remark, html))), ((_leads(texts.plain("button.remind-off"), "remind-off"),), *rows, below)
    )


def hours(at: int, zone: str, texts: Texts) -> Screen:
    """The choice of an hour in that city. `at`: its place among those that are offered."""
    buttons = tuple(_leads(str(hour), f"remind-{at}-{hour}") for hour in range(24))
    rows = tuple(buttons[begin : begin + ROWS_OF] for begin in range(0, len(buttons), ROWS_OF))
    back = (_leads(texts.plain("menu.back"), "remind"),)
    return Screen(texts.html("remind.hour", city=city_of(zone, texts.language)), (*rows, back))


def reminder(number: int, texts: Texts) -> Screen:
    """The reminder."""
    play = (_leads(texts.plain("button.daily-go"), ""),)
    return Screen(texts.html("remind.now", number=number), (play,))


def _leads(text: str, argument: str) -> Button:
    return button(text, MenuPress(OnMenu.DAILY, argument))
