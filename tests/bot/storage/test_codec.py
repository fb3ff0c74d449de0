"""Outbox items as text."""

from hypothesis import given
from hypothesis import strategies as st

from bot.app.outbox import commands_written, item_read, mark_written, retirement_written, screen_written
from bot.app.screen import Button, Picture, Place, Screen, primary
from bot.app.texts import Html

BUTTONS = st.builds(Button, st.text(), data=st.text()) | st.builds(Button, st.text(), copies=st.text())
ROWS = st.lists(st.lists(BUTTONS, max_size=3).map(tuple), max_size=3).map(tuple)
PICTURES = st.none() | st.builds(Picture, st.text(), st.text())
SCREENS = st.builds(
    Screen,
    st.text().map(Html),
    ROWS,
    PICTURES,
    st.none() | st.integers(1, 2**40),
    is_silent=st.booleans(),
    if_scarce=st.text().map(Html),
)


@given(SCREENS, st.sampled_from(Place), st.none() | st.text(min_size=1))
def test_a_screen_reads_back_as_it_was_written(screen: Screen, place: Place, inline: str | None) -> None:
    read = item_read(screen_written(screen, place, inline))
    assert read == (screen, place, inline)
    assert isinstance(read[0], Screen)
    assert isinstance(read[0].html, Html)


@given(message=st.integers(-(2**63), 2**63 - 1), wholly=st.booleans())
def test_a_retirement_reads_back_as_it_was_written(message: int, *, wholly: bool) -> None:
    assert item_read(retirement_written(message, wholly=wholly)) == (message, wholly)


@given(st.text(min_size=1))
def test_a_language_of_commands_reads_back_as_it_was_written(language: str) -> None:
    assert item_read(commands_written(language)) == language


def test_a_button_without_a_style_is_stored_as_before_there_were_styles() -> None:
    plain, chosen = Button("Play", data="1:play"), primary(Button("Play", data="1:play"))
    assert '["Play","1:play"]' in screen_written(Screen(Html("x"), ((plain,),)), Place.HERE)
    screen = item_read(screen_written(Screen(Html("x"), ((chosen, plain),)), Place.HERE))[0]
    assert isinstance(screen, Screen)
    assert screen.rows == ((chosen, plain),)


@given(st.integers(1, 2**40), st.text(min_size=1))
def test_a_mark_reads_back_as_it_was_written(message: int, sign: str) -> None:
    assert item_read(mark_written(message, sign)) == (message, sign)
