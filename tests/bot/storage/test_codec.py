"""Outbox items as text."""

from hypothesis import given
from hypothesis import strategies as st

from bot.app.ports import Place
from bot.app.screen import Button, Picture, Screen
from bot.app.texts import Html
from bot.storage.codec import item_read, mark_written, retirement_written, screen_written

BUTTONS = st.builds(Button, st.text(), data=st.text()) | st.builds(Button, st.text(), copies=st.text())
ROWS = st.lists(st.lists(BUTTONS, max_size=3).map(tuple), max_size=3).map(tuple)
PICTURES = st.none() | st.builds(Picture, st.text(), st.text())
SCREENS = st.builds(Screen, st.text().map(Html), ROWS, PICTURES, st.none() | st.integers(1, 2**40))


@given(SCREENS, st.sampled_from(Place), st.none() | st.text(min_size=1))
def test_a_screen_reads_back_as_it_was_written(screen: Screen, place: Place, inline: str | None) -> None:
    read = item_read(screen_written(screen, place, inline))
    assert read == (screen, place, inline)
    assert isinstance(read[0], Screen)
    assert isinstance(read[0].html, Html)


@given(message=st.integers(-(2**63), 2**63 - 1), wholly=st.booleans())
def test_a_retirement_reads_back_as_it_was_written(message: int, *, wholly: bool) -> None:
    assert item_read(retirement_written(message, wholly=wholly)) == (message, wholly)


@given(st.integers(1, 2**40), st.text(min_size=1))
def test_a_mark_reads_back_as_it_was_written(message: int, sign: str) -> None:
    assert item_read(mark_written(message, sign)) == (message, sign)
