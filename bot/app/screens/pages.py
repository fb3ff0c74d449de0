"""Pages of long lists, which may have changed since they were shown."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.app.buttons import Press
from bot.app.screen import Row, button
from bot.app.texts import Html, Texts


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list: its index from 0, and the number of pages."""

    number: int
    of: int
    size: int

    @property
    def begin(self) -> int:
        """The number of entries on earlier pages."""
        return self.number * self.size


ONLY_PAGE = Page(0, 1, 0)


def page_of(total: int, page_key: str, size: int) -> Page:
    """The page of a button's argument, such as `2`, in a list of so many entries now; or the nearest page."""
    of = max(1, -(-total // size))
    number = int(page_key) if page_key.isdecimal() else 0
    return Page(min(number, of - 1), of, size)


def page_line(page: Page, texts: Texts) -> list[Html]:
    """The page's number; nothing if there is only one page."""
    return [texts.html("page.number", number=page.number + 1, of=page.of)] if page.of > 1 else []


def page_row(page: Page, press: Callable[[str], Press]) -> tuple[Row, ...]:
    """Buttons to the previous and next page; from the last page one comes to the first."""
    if page.of == 1:
        return ()
    back, on = ((page.number + step) % page.of for step in (-1, 1))
    return ((button("‹", press(str(back))), button("›", press(str(on)))),)
