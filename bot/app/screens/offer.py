"""A short line where no game is on."""

from bot.app.buttons import MenuPress
from bot.app.screen import Screen, button
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu


def offer(texts: Texts, note: Html) -> Screen:
    """A short line where no game is on, with a button that begins one."""
    return Screen(note, ((button(texts.plain("menu.play"), MenuPress(OnMenu.PLAY)),),))
