"""Long lists, a page at a time: it is turned in place, and may have grown or shrunk since it was shown."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.app.buttons import Press
from bot.app.screen import Row, button
from bot.app.texts import Html, Texts


@dataclass(frozen=True, slots=True)
class Page:
    """Which page of a list is shown, counted from 0, and of how many."""

    number: int
    of: int
    size: int

    @property
    def begin(self) -> int:
        """How many entries stand on the pages before."""
        return self.number * self.size


ONLY_PAGE = Page(0, 1, 0)


def page_of(total: int, wished: str, size: int) -> Page:
    """The page that a button names, such as `2`, of a list that has so many entries now; or the nearest there is."""
    of = max(1, -(-total // size))
    number = int(wished) if wished.isdecimal() else 0
    return Page(min(number, of - 1), of, size)


def page_line(page: Page, texts: Texts) -> list[Html]:
    """Where one is in the list; nothing if it has but one page."""
    return [texts.html("page.number", number=page.number + 1, of=page.of)] if page.of > 1 else []


def page_row(page: Page, press: Callable[[str], Press]) -> tuple[Row, ...]:
    """Back and on, always in the same places; from the last page one comes to the first."""
    if page.of == 1:
        return ()
    back, on = ((page.number + step) % page.of for step in (-1, 1))
    return ((button("‹", press(str(back))), button("›", press(str(on)))),)
