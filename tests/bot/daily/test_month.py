"""A month of the archive: a table that fits the narrowest phone."""

import re

import pytest

from bot.app.model.daily import Try
from bot.app.screens.daily import Month, month
from bot.app.texts import LANGUAGES, texts_in

NARROWEST = 22
"""Signs of one width on a line of a phone of 320 pixels."""
WIDE = Try(10, 1001, "Ann", "1", 0.0, ended_at=1.0, guesses=12, solved=True, hints=2, counts=True)


def table(page: Month, language: str) -> list[str]:
    """The lines of the table."""
    found = re.search("<pre>(.*)</pre>", month(page, texts_in(language)).html, re.DOTALL)
    assert found
    return found[1].split("\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_week_fits_a_line_of_the_narrowest_phone(language: str) -> None:
    page = Month(2026, 11, first=1, today=30, tries=dict.fromkeys(range(1, 31), WIDE))
    assert max(map(len, table(page, language))) <= NARROWEST
    assert "".join(table(page, language)).count("12*") == 30


def test_weeks_before_the_first_of_all_days_take_no_room() -> None:
    assert len(table(Month(2026, 11, first=-23, today=3, tries={}), "en")) == 2
