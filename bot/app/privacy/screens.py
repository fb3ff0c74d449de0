"""What is stored of a person, in words; and what happens when they ask to be forgotten."""

from typing import Any

from bot.app.buttons import MenuPress, OnMenu
from bot.app.screen import Button, Screen, button
from bot.app.screens.common import sure_rows
from bot.app.texts import Texts

DATA = "data"
"""The argument of the button that has all of it sent."""


def privacy(texts: Texts, *, in_group: bool) -> Screen:
    """What is stored, why, how long, and who sees it."""
    data = button(texts.plain("button.my-data"), MenuPress(OnMenu.PRIVACY, DATA))
    forget = _leads("button.forget-me", OnMenu.FORGET, texts)
    rows = () if in_group else ((data, forget), (_leads("menu.back", OnMenu.SETTINGS, texts),))
    return Screen(texts.html("privacy.text"), rows)


def note(key: str, texts: Texts, **values: Any) -> Screen:
    """A line about the person's data."""
    return Screen(texts.html(key, **values), ((_leads("menu.back", OnMenu.PRIVACY, texts),),))


def question(sign: str, minutes: int, texts: Texts) -> Screen:
    """Whether they want to be forgotten, and what that means."""
    yes = button(texts.plain("button.forget-yes"), MenuPress(OnMenu.FORGET, sign))
    rows = sure_rows(yes, _leads("menu.back", OnMenu.PRIVACY, texts))
    return Screen(texts.html("forget.question", minutes=minutes), rows)


def begun(texts: Texts) -> Screen:
    """It is being done."""
    return Screen(texts.html("forget.begun"))


def done(texts: Texts) -> Screen:
    """It is done."""
    return Screen(texts.html("forget.done"))


def _leads(key: str, verb: OnMenu, texts: Texts) -> Button:
    return button(texts.plain(key), MenuPress(verb))
