import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import (
    CardPress,
    ChallengePress,
    ContestPress,
    GamePress,
    LobbyPress,
    MenuPress,
    OnBoard,
    OnCard,
    OnChallenge,
    OnContest,
    OnLobby,
    OnMenu,
    OnNumber,
    Press,
    button_data,
    press_from,
)
from tests.bot.strategies import TABLE_IDS

ARGUMENTS = st.text("abcdefghijklmnopqrstuvwxyz0123456789-", max_size=13)
TURNS = st.integers(0, 9999)
TOKENS = st.text("abcXYZ019_-", min_size=22, max_size=22)
PRESSES: st.SearchStrategy[Press] = (
    st.builds(MenuPress, st.sampled_from(OnMenu), ARGUMENTS)
    | st.builds(GamePress, st.sampled_from(OnBoard), TABLE_IDS, TURNS, ARGUMENTS)
    | st.builds(CardPress, st.sampled_from(OnCard), TABLE_IDS, TURNS, ARGUMENTS)
    | st.builds(GamePress, st.sampled_from(OnNumber), TABLE_IDS, TURNS, ARGUMENTS)
    | st.builds(LobbyPress, st.sampled_from(OnLobby), ARGUMENTS)
    | st.builds(ChallengePress, st.sampled_from(OnChallenge), TOKENS)
    | st.builds(ContestPress, st.sampled_from(OnContest), TOKENS)
)
TABLE = "0123456789abcdef"


@given(PRESSES)
def test_every_press_reads_back_as_it_was_written(press: Press) -> None:
    assert press_from(button_data(press)) == press


@given(PRESSES)
def test_every_press_fits_into_a_button(press: Press) -> None:
    assert 1 <= len(button_data(press).encode()) <= 64


@given(PRESSES, PRESSES)
def test_no_two_presses_are_written_alike(one: Press, other: Press) -> None:
    assert (button_data(one) == button_data(other)) == (one == other)


PIECES = st.sampled_from(["1", "2", ":", "play", "d", "hint", TABLE, "0", "99999", "٣", "-1", "", "\n", "zz", "ＡＢ"])


@given(st.text() | st.lists(PIECES).map(":".join) | st.lists(PIECES).map("".join))
def test_any_text_is_a_press_or_nothing(data: str) -> None:
    press = press_from(data)
    assert press is None or press_from(button_data(press)) == press


@given(PRESSES, st.data())
def test_a_press_is_only_what_we_write(press: Press, data: st.DataObject) -> None:
    text = button_data(press)
    at = data.draw(st.integers(0, len(text)))
    forged = text[:at] + data.draw(st.text(min_size=1, max_size=2)) + text[at:]
    reading = press_from(forged)
    assert reading is None or re.sub(r":0+(?=\d)", ":", forged) == re.sub(r":0+(?=\d)", ":", button_data(reading))


@pytest.mark.parametrize(
    ("data", "press"),
    [
        ("1:play", MenuPress(OnMenu.PLAY)),
        ("1:lang:uk", MenuPress(OnMenu.LANGUAGE, "uk")),
        (f"1:d:{TABLE}:3:7", GamePress(OnBoard.DIGIT, TABLE, 3, "7")),
        (f"1:hint:{TABLE}:0", GamePress(OnBoard.HINT, TABLE, 0)),
        ("1:find", LobbyPress(OnLobby.FIND)),
        ("1:accept:AbCdEfGhIjKlMnOpQrSt_-", ChallengePress(OnChallenge.ACCEPT, "AbCdEfGhIjKlMnOpQrSt_-")),
    ],
)
def test_buttons_that_hang_in_chats_already_keep_their_meaning(data: str, press: Press) -> None:
    assert press_from(data) == press


@pytest.mark.parametrize(
    "data",
    [
        "",
        "1",
        "1:",
        "1:dance",
        "2:play",
        "play",
        "1:hint",
        f"1:play:{TABLE}:0",
        f"1:d:{TABLE[1:]}:3:7",
        f"1:d:{TABLE}:٣:7",
    ],
)
def test_what_is_no_button_of_ours_means_nothing(data: str) -> None:
    assert press_from(data) is None
