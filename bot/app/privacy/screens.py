"""What is stored of a person, in words; and what happens when they ask to be forgotten."""

from typing import Any

from bot.app.buttons import OnMenu
from bot.app.screen import Screen, back, go, rows
from bot.app.screens.common import sure_rows
from bot.app.texts import Texts

DATA = "data"
"""The argument of the button that has all of it sent."""


def privacy(texts: Texts, *, in_group: bool) -> Screen:
    """What is stored, why, how long, and who sees it."""
    own = go(texts, "button.my-data", OnMenu.PRIVACY, DATA), go(texts, "button.forget-me", OnMenu.FORGET)
    return Screen(texts.html("privacy.text"), () if in_group else rows(own, back(texts, OnMenu.SETTINGS)))


def note(key: str, texts: Texts, **values: Any) -> Screen:
    """A line about the person's data."""
    return Screen(texts.html(key, **values), rows(back(texts, OnMenu.PRIVACY)))


def question(sign: str, minutes: int, texts: Texts) -> Screen:
    """Whether they want to be forgotten, and what that means."""
    yes = go(texts, "button.forget-yes", OnMenu.FORGET, sign)
    return Screen(texts.html("forget.question", minutes=minutes), sure_rows(yes, back(texts, OnMenu.PRIVACY)))


def begun(texts: Texts) -> Screen:
    """It is being done."""
    return Screen(texts.html("forget.begun"))


def done(texts: Texts) -> Screen:
    """It is done."""
    return Screen(texts.html("forget.done"))
