"""A short message where no game is running."""

from bot.app.buttons import MenuPress
from bot.app.screen import Screen, button
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu


def offer(texts: Texts, note: Html) -> Screen:
    """A note where no game is running, with a button that begins one."""
    return Screen(note, ((button(texts.plain("menu.play"), MenuPress(OnMenu.PLAY)),),))
