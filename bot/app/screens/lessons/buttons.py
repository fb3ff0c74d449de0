"""Buttons of the lessons: one verb, and what it is about."""

from bot.app.buttons import MenuPress
from bot.app.screen import Button, button
from bot.app.texts import Texts
from bot.app.verbs import OnMenu

FIRST, GUESS, SKIP, AGAIN, NEXT = "first", "guess", "skip", "again", "next"
"""What buttons are about besides stages and answers; the list, where they are about nothing."""


def leads(text: str, about: str = "") -> Button:
    """The button that leads there."""
    return button(text, MenuPress(OnMenu.LEARN, about))


def learn(key: str, about: str, texts: Texts) -> Button:
    """The same, with the text of that key."""
    return leads(texts.plain(key), about)


def back(texts: Texts) -> Button:
    """The button that leads to the list."""
    return learn("button.lessons", "", texts)
