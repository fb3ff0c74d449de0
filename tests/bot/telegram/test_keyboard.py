"""Rows of buttons as they are sent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.screen import Button
from bot.telegram.sending import fitted, inline_keyboard

LABELS = st.lists(st.text("abc дЖ1🔒⌨️✓", max_size=30), max_size=12)


def row_of(*labels: str) -> tuple[Button, ...]:
    return tuple(Button(label, data="x") for label in labels)


@given(LABELS)
def test_all_buttons_stay_in_their_order(labels: list[str]) -> None:
    rows = fitted(row_of(*labels))
    assert [button.text for row in rows for button in row] == labels
    assert len({len(row) for row in rows[:-1]}) <= 1
    assert all(fitted(row) == (row,) for row in rows[:1])


@pytest.mark.parametrize(
    ("labels", "lengths"),
    [
        ("1 2 3 4 5", [5]),
        ("💡Hint ✏️Notes", [2]),
        ("🔎Знайти_суперника ✉️Запросити_друга", [1, 1]),
        ("🍎_А 🍋_Б 🍇_В 🌽_Д 🥕_Е 🍄_Ж", [3, 3]),
        ("Whatever_it_may_say_there_is_no_other", [1]),
        ("", []),
    ],
)
def test_a_row_is_broken_where_a_label_would_be_cut(labels: str, lengths: list[int]) -> None:
    row = row_of(*(label.replace("_", " ") for label in labels.split()))
    assert [len(sent) for sent in inline_keyboard((row,))["inline_keyboard"]] == lengths
