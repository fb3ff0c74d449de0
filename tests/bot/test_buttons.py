"""What buttons and links carry, and that each of them has its function."""

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import buttons
from bot.app.buttons import Feature, GamePress, MenuPress, Press, button_data, press_from
from bot.app.intents import Command
from bot.app.kinds.table import BUTTONS
from bot.app.links import GREETING, digest_in
from bot.app.registry import KINDS
from tests.bot.conftest import Stage
from tests.bot.strategies import TABLE_IDS

on_stage = pytest.mark.asyncio(loop_scope="session")


ARGUMENTS = st.text("abcdefghijklmnopqrstuvwxyz0123456789-", max_size=13)
TURNS = st.integers(0, 9999)
TOKENS = st.text("abcXYZ019_-", min_size=22, max_size=22)
PRESSES: st.SearchStrategy[Press] = (
    st.builds(MenuPress, st.sampled_from(buttons.OnMenu), ARGUMENTS)
    | st.builds(GamePress, st.sampled_from(buttons.OnBoard), TABLE_IDS, TURNS, ARGUMENTS)
    | st.builds(buttons.CardPress, st.sampled_from(buttons.OnCard), TABLE_IDS, TURNS, ARGUMENTS)
    | st.builds(GamePress, st.sampled_from(buttons.OnNumber), TABLE_IDS, TURNS, ARGUMENTS)
    | st.builds(buttons.LobbyPress, st.sampled_from(buttons.OnLobby), ARGUMENTS)
    | st.builds(buttons.ChallengePress, st.sampled_from(buttons.OnChallenge), TOKENS)
    | st.builds(buttons.ContestPress, st.sampled_from(buttons.OnContest), TOKENS)
)
TABLE = "0123456789abcdef"


@given(PRESSES)
def test_every_press_reads_back_as_it_was_written_and_fits_into_a_button(press: Press) -> None:
    assert press_from(button_data(press)) == press
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


def test_buttons_that_hang_in_chats_already_keep_their_meaning() -> None:
    hanging = {
        "1:play": MenuPress(buttons.OnMenu.PLAY),
        "1:lang:uk": MenuPress(buttons.OnMenu.LANGUAGE, "uk"),
        f"1:d:{TABLE}:3:7": GamePress(buttons.OnBoard.DIGIT, TABLE, 3, "7"),
        f"1:hint:{TABLE}:0": GamePress(buttons.OnBoard.HINT, TABLE, 0),
        "1:find": buttons.LobbyPress(buttons.OnLobby.FIND),
        "1:accept:AbCdEfGhIjKlMnOpQrSt_-": buttons.ChallengePress(buttons.OnChallenge.ACCEPT, "AbCdEfGhIjKlMnOpQrSt_-"),
    }
    assert {data: press_from(data) for data in hanging} == hanging


def test_what_is_no_button_of_ours_means_nothing() -> None:
    game = (f"1:play:{TABLE}:0", f"1:d:{TABLE[1:]}:3:7", f"1:d:{TABLE}:٣:7")
    assert [data for data in ("", "1", "1:", "1:dance", "2:play", "play", "1:hint", *game) if press_from(data)] == []


def test_every_button_of_a_game_counts_in_some_kind_and_every_one_below_its_end_has_its_function() -> None:
    ruled = {verb for kind in KINDS for verb in kind.rules}
    assert {verb for verbs in get_args(buttons.GameVerb) for verb in verbs} == ruled | BUTTONS.keys()
    assert BUTTONS.keys() == set(buttons.OnEnd)


def test_every_verb_is_marked_with_what_there_is() -> None:
    families: list[type[buttons.Verb]] = [Command]
    families += [each for each in vars(buttons).values() if isinstance(each, type) and issubclass(each, buttons.Verb)]
    marks = [verb.marks for family in families for verb in family]
    assert {mark for each in marks for mark in each} == {*Feature, buttons.BEGINS} - {Feature.INLINE}
    assert all(Feature.GAMES in each for each in marks if buttons.BEGINS in each)


def test_the_whole_digest_comes_back_from_a_link_and_forged_ones_are_read() -> None:
    """The payload carries SHA-256 in base64url without padding: 43 characters, also with spare bits set."""
    digest = sha256(b"0123 salt").digest()
    coded = urlsafe_b64encode(digest).decode().rstrip("=")
    assert (len(coded), digest_in(f"proof-{coded}")) == (43, digest.hex())
    for forged in ("_" * 43, "-" * 43, "A" * 42 + "9"):
        assert len(digest_in(f"proof-{forged}") or "") == 64
    for other in ("", "proof-", "proof-" + "A" * 42, "proof-" + "A" * 44, "A" * 43, "proof-" + "я" * 43):
        assert digest_in(other) is None


DEAD = ["c" + "A" * 22, "b" + "A" * 22, "c" + "A" * 21, "t" + "0" * 16, "pclassic_", "zonly_pclassic", "z99999999"]
DEAD_END = "This link is incomplete or no longer works"


@on_stage
@pytest.mark.parametrize("payload", [*DEAD, "proof-abc", "storebot", "x" * 64])
async def test_a_newcomer_and_whoever_comes_back_are_told_of_a_dead_link(stage: Stage, payload: str) -> None:
    alice = await stage.sandbox.person("Alice")
    for begins in ("I’ve hidden", "Hi, Alice!"):
        asked = await stage.after(alice.send(f"/start {payload}"))
        told, shown = [message.text for message in alice.messages() if message.by_bot and message.id > asked.id]
        assert (DEAD_END in told, shown.startswith(begins)) == (True, True)
        await stage.after(alice.send("0123"))


@on_stage
async def test_of_no_link_and_of_a_greeting_nothing_is_said(stage: Stage) -> None:
    for payload in ("", GREETING):
        alice = await stage.sandbox.person("Alice")
        await stage.after(alice.send(f"/start {payload}".strip()))
        assert not any(DEAD_END in message.text for message in alice.messages())
