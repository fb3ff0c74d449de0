import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.model.table import Asked, Hint, Page, Table
from bot.app.ports import Place
from bot.app.screen import Button, Picture, Screen
from bot.app.texts import Html
from bot.storage.codec import (
    FORMAT,
    letter_read,
    mark_written,
    retirement_written,
    screen_written,
    table_read,
    table_written,
)
from tests.bot.strategies import breaking_tables, tables

BUTTONS = st.builds(Button, st.text(), data=st.text()) | st.builds(Button, st.text(), copies=st.text())
ROWS = st.lists(st.lists(BUTTONS, max_size=3).map(tuple), max_size=3).map(tuple)
PICTURES = st.none() | st.builds(Picture, st.text(), st.text())
SCREENS = st.builds(Screen, st.text().map(Html), ROWS, PICTURES, st.none() | st.integers(1, 2**40))


@given(tables() | breaking_tables())
def test_a_table_reads_back_as_it_was_written(table: Table) -> None:
    assert table_read(table.id, table.chat.id, table_written(table), 1) == table


@given(tables() | breaking_tables())
def test_a_table_is_one_line_with_its_format_number(table: Table) -> None:
    body = table_written(table)
    assert "\n" not in body
    assert json.loads(body)["format"] == FORMAT


@given(SCREENS, st.sampled_from(Place), st.none() | st.text(min_size=1))
def test_a_screen_reads_back_as_it_was_written(screen: Screen, place: Place, inline: str | None) -> None:
    read = letter_read(screen_written(screen, place, inline))
    assert read == (screen, place, inline)
    assert isinstance(read[0], Screen)
    assert isinstance(read[0].html, Html)


@given(message=st.integers(), wholly=st.booleans())
def test_a_retirement_reads_back_as_it_was_written(message: int, *, wholly: bool) -> None:
    assert letter_read(retirement_written(message, wholly=wholly)) == (message, wholly)


@given(st.integers(1, 2**40), st.text(min_size=1))
def test_a_mark_reads_back_as_it_was_written(message: int, sign: str) -> None:
    assert letter_read(mark_written(message, sign)) == (message, sign)


STORED = (
    '{"format":1,"position":"solo classic 0834 | 0123","thread":7,"starter":1,"salt":"5a5a","opened_at":100.0,'
    '"ended_at":null,"guessed_by":["Alice"],"hint":{"asked":["count","guess"],"wondered":"4561","page":"hints"},'
    '"suggestions":1,"keypad":true,"proof":false,"asked_again":"0123","resigning":[5],"asking":"resign"}'
)


def test_what_stands_in_databases_already_stays_readable() -> None:
    table = table_read("0123456789abcdef", -5, STORED, 3)
    assert table_written(table) == STORED
    assert (table.chat.id, table.chat.thread, table.revision) == (-5, 7, 3)
    assert table.hint == Hint((Asked.COUNT, Asked.GUESS), (4, 5, 6, 1), Page.HINTS)


@pytest.mark.parametrize(("guess", "asked"), [("null", (Asked.COUNT,)), ('"7285"', (Asked.COUNT, Asked.GUESS))])
def test_a_hint_whose_figures_were_kept_is_asked_for_anew(guess: str, asked: tuple[Asked, ...]) -> None:
    now = '{"asked":["count","guess"],"wondered":"4561","page":"hints"}'
    then = f'{{"candidates":378,"guess":{guess},"bits":3.0,"worst":70}}'
    assert table_read("0123456789abcdef", -5, STORED.replace(now, then), 3).hint == Hint(asked)


def test_a_format_of_another_time_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="table 0123456789abcdef has format 99"):
        table_read("0123456789abcdef", -5, STORED.replace('"format":1', '"format":99'), 3)
