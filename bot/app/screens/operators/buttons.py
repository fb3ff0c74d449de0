"""Buttons of the operators' screens."""

from bot.app.buttons import AdminPress
from bot.app.operator_verbs import OnAdmin
from bot.app.screen import Button, Row, button
from bot.app.screens.pages import Page, page_row
from bot.app.texts import Texts


def leads(key: str, verb: OnAdmin, texts: Texts, argument: str = "") -> Button:
    """A button with that text."""
    return button(texts.plain(key), AdminPress(verb, argument))


def back(texts: Texts, verb: OnAdmin = OnAdmin.HOME) -> Row:
    """The row that leads back."""
    return (leads("menu.back", verb, texts),)


def turning(page: Page, verb: OnAdmin) -> tuple[Row, ...]:
    """The row that turns pages, if there are several."""
    return page_row(page, lambda number: AdminPress(verb, number))
