"""What is stored of people, in plain words; and the file with all that is stored of one."""

from bot.app.buttons import MenuPress
from bot.app.screen import Document, Screen, button
from bot.app.texts import Texts
from bot.app.verbs import OnMenu

FILE = "bulls-and-cows.json"


def privacy(texts: Texts, *, in_group: bool) -> Screen:
    """The page; in private with a button for the file."""
    rows = ((button(texts.plain("button.my-data"), MenuPress(OnMenu.MY_DATA)),),)
    back = ((button(texts.plain("menu.back"), MenuPress(OnMenu.SETTINGS)),),)
    return Screen(texts.html("privacy.text"), () if in_group else (*rows, *back))


def my_data(texts: Texts, written: str) -> Screen:
    """The file."""
    return Screen(texts.html("mydata.here"), document=Document(FILE, written))
