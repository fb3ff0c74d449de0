"""The list of people whom somebody has blocked."""

from bot.app.buttons import MenuPress
from bot.app.screen import Screen, button
from bot.app.screens.name import shown_name
from bot.app.screens.pages import Page, page_line, page_row
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu


def blocked(people: tuple[tuple[int, str], ...], page: Page, texts: Texts) -> Screen:
    """A page of them, each with a button that unblocks them. `people`: id and name."""
    back = (button(texts.plain("menu.back"), MenuPress(OnMenu.SETTINGS)),)
    if not people:
        return Screen(texts.html("blocked.nobody"), (back,))
    rows = tuple((button(f"↩️ {shown_name(name)}", MenuPress(OnMenu.UNBLOCK, str(person))),) for person, name in people)
    turning = page_row(page, lambda number: MenuPress(OnMenu.BLOCKED, number))
    return Screen(Html("\n".join((texts.html("blocked.title"), *page_line(page, texts)))), (*rows, *turning, back))
