"""Notes: a tap marks a symbol out, maybe or in."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import MenuPress, OnMenu
from bot.app.kinds.hints import notes_after
from bot.app.model.hints import (
    AFTER,
    HAS_PLACES,
    Mark,
    chosen,
    marks,
    notes_after_choice,
    notes_after_place,
    notes_after_tap,
    notes_of,
    place_marks,
    placed,
    with_notes,
)
from bot.app.screen import Button
from bot.app.screens.hints import CHOOSE, note_line, note_rows, place_lines
from bot.app.screens.keypad import Keys, keypad_rows
from bot.app.texts import texts_in
from solver.variant import VARIANTS, Variant, variant_named
from tests.bot.strategies import VARIANT, notes


def plain(text: str, argument: str) -> Button:
    return Button(text, data=argument)


@given(VARIANT.flatmap(lambda variant: st.tuples(st.just(len(variant.alphabet)), notes(variant))), st.data())
def test_a_tap_changes_one_symbol_and_four_taps_none(noted: tuple[int, str], data: st.DataObject) -> None:
    symbols, text = noted
    symbol = data.draw(st.integers(0, symbols - 1))
    once = notes_after_tap(text, symbol, symbols)
    before, after = marks(text, symbols), marks(once, symbols)
    assert after[symbol] is AFTER[before[symbol]]
    assert [mark for at, mark in enumerate(after) if at != symbol] == [
        mark for at, mark in enumerate(before) if at != symbol
    ]
    for _ in range(3):
        once = notes_after_tap(once, symbol, symbols)
    assert marks(once, symbols) == before
    assert symbol not in placed(once), "a symbol that is out has no places"


def test_everybody_has_notes_of_their_own() -> None:
    kept = with_notes(2, "+", with_notes(1, "-?", ()))
    assert (notes_of(1, kept), notes_of(2, kept), notes_of(3, kept)) == ("-?", "+", "")
    assert with_notes(1, "", kept) == ((2, "+"),)


@pytest.mark.parametrize("name", [*VARIANTS, "2x36"])
def test_every_symbol_has_a_button_and_no_row_is_too_wide(name: str) -> None:
    variant = variant_named(name)
    rows = note_rows("-?+", variant, plain, texts_in("en"), marked=True)
    keys = [button for row in rows[:-1] for button in row]
    symbols = {str(button.data).removeprefix(CHOOSE) for button in keys}
    assert symbols == {str(symbol) for symbol in range(len(variant.alphabet))}
    assert len(keys) == len(variant.alphabet)
    assert max(map(len, rows)) <= 8
    marked = {str(button.data).removeprefix(CHOOSE): button.text[-1] for button in keys}
    assert [marked[symbol] for symbol in ("0", "1", "2")] == ["❌", "❓", "✅"]
    assert [button.data for button in rows[-1]] == ["clear", "back"]


@pytest.mark.parametrize("name", [name for name, variant in VARIANTS.items() if not variant.words] + ["3x20"])
def test_a_symbol_stands_where_the_keypad_has_it(name: str) -> None:
    variant = variant_named(name)
    does = MenuPress(OnMenu.PLAY)
    keys = Keys(lambda symbol: MenuPress(OnMenu.CARD, symbol.lower()), does, does)
    keypad = keypad_rows("", variant, keys, texts_in("en"))
    notes = note_rows("", variant, plain, texts_in("en"), marked=True)
    places = [[variant.alphabet.lower().index(str(key.data)[-1]) for key in row] for row in keypad[:-1]]
    assert [[int(str(key.data)) for key in row] for row in notes[:-1]] == places


def test_where_several_look_nobody_sees_anothers_notes() -> None:
    rows = note_rows("-?+", VARIANTS["classic"], plain, texts_in("en"), marked=False)
    assert [button.text for row in rows for button in row] == [*"1234567890", "↩️ Back"]


def test_the_line_tells_what_is_in_first() -> None:
    assert note_line("-?+-", VARIANTS["classic"]) == "📝 ✅ 2  ❓ 1  ❌ 0 3"
    assert not note_line("", VARIANTS["classic"])


ENGLISH = texts_in("en")
CLASSIC = VARIANTS["classic"]


def tapped(words: str, noted: str = "") -> str:
    """The notes after presses on those buttons, one after the other."""
    for word in words.split():
        after = notes_after(word, noted, CLASSIC)
        assert after is not None
        noted = after
    return noted


def test_a_place_goes_round_from_unknown_over_not_there_to_there() -> None:
    assert [place_marks(tapped("7 7" + " 7-1" * taps), 7, 4)[1] for taps in range(4)] == [
        Mark.NONE, Mark.OUT, Mark.IN, Mark.NONE,
    ]  # fmt: skip


def test_the_grid_shows_the_places_of_every_symbol_and_asks_for_those_of_the_chosen_one() -> None:
    noted = tapped("7 7 7-1 7-2 7-2 3 3 3 3-0")
    grid, asks = place_lines(noted, CLASSIC, ENGLISH, asks=True)
    assert grid == "<pre> │1234\n3│✗···\n7│·✗✓·</pre>"
    assert asks.startswith("👇 Where is 3?")
    assert place_lines(noted, CLASSIC, ENGLISH, asks=False) == [grid]


def test_a_symbol_with_places_is_chosen_by_a_tap_and_keeps_its_mark() -> None:
    noted = tapped("7 7 7-1 3 3")
    rows = note_rows(noted, CLASSIC, plain, ENGLISH, marked=True)
    data = {button.text: button.data for row in rows for button in row}
    assert (data["7❓"], data["3❓"], data["2"]) == ("at-7", "3", "2")
    assert [button.data for button in rows[-2]] == ["3-0", "3-1", "3-2", "3-3"]
    again = tapped("at-7", noted)
    assert (chosen(again), marks(again, 10)) == (7, marks(noted, 10))
    shown = note_rows(again, CLASSIC, plain, ENGLISH, marked=True)[-2]
    assert [button.text for button in shown] == ["1️⃣", "2️⃣✗", "3️⃣", "4️⃣"]


@pytest.mark.parametrize("word", ["10", "99", "7-4", "7-9", "at-10", "at-", "-1", "7-", "at-7-1-1", "x", "７"])
def test_a_forged_button_is_none_of_the_notes(word: str) -> None:
    assert notes_after(word, "", CLASSIC) is None


@given(VARIANT.flatmap(lambda variant: st.tuples(st.just(variant), notes(variant))), st.data())
def test_only_symbols_that_may_be_in_have_places(noted: tuple[Variant, str], data: st.DataObject) -> None:
    variant, text = noted
    symbols = len(variant.alphabet)
    symbol = data.draw(st.integers(0, symbols - 1))
    place = data.draw(st.integers(0, variant.length - 1))
    for after in (
        notes_after_tap(text, symbol, symbols),
        notes_after_choice(text, symbol, symbols),
        notes_after_place(text, symbol, place, symbols),
    ):
        assert all(marks(after, symbols)[at] in HAS_PLACES for at in placed(after))
        assert chosen(after) is None or marks(after, symbols)[chosen(after) or 0] in HAS_PLACES


@pytest.mark.parametrize("variant", [replace(variant_named("3x20"), length=8), variant_named("2x36")])
def test_the_grid_fits_a_phone_and_a_message(variant: Variant) -> None:
    symbols = len(variant.alphabet)
    noted = "?" * symbols
    for symbol in range(symbols):
        for place in range(variant.length):
            noted = notes_after_place(noted, symbol, place, symbols)
    rows = note_rows(noted, variant, plain, ENGLISH, marked=True)
    assert max(map(len, rows)) <= 8
    assert sum(map(len, rows)) <= 100
    assert len("".join(place_lines(noted, variant, ENGLISH, asks=True))) < 600


KEY_SIGNS = {Mark.NONE: "", Mark.OUT: "✗", Mark.MAYBE: "?", Mark.IN: "✓"}
TAPPABLE = VARIANT.filter(lambda variant: not variant.words)


@given(TAPPABLE.flatmap(lambda variant: st.tuples(st.just(variant), notes(variant))))
def test_every_key_says_how_its_symbol_is_noted_and_does_what_it_did(noted: tuple[Variant, str]) -> None:
    variant, text = noted
    does = MenuPress(OnMenu.PLAY)
    keys = Keys(lambda symbol: MenuPress(OnMenu.CARD, str(variant.alphabet.index(symbol))), does, does)
    pads = [[key for row in keypad_rows("", variant, keys, ENGLISH, written) for key in row] for written in (text, "")]
    shown = marks(text, len(variant.alphabet))
    for noted_key, plain_key in zip(*pads, strict=True):
        assert noted_key.data == plain_key.data
        symbol = str(plain_key.data).rpartition(":")[2]
        sign = KEY_SIGNS[shown[int(symbol)]] if symbol.isdecimal() else ""
        assert noted_key.text == f"{sign}{plain_key.text}"


def test_the_keypad_shows_what_is_noted_and_its_key_stays() -> None:
    keys = Keys(lambda symbol: MenuPress(OnMenu.CARD, symbol), MenuPress(OnMenu.PLAY), MenuPress(OnMenu.PLAY))
    pad = [button for row in keypad_rows("", CLASSIC, keys, ENGLISH, "-?+-") for button in row]
    assert [button.text for button in pad[:10]] == ["?1", "✓2", "✗3", "4", "5", "6", "7", "8", "9", "✗0"]
    assert [button.data for button in pad] == [
        button.data for row in keypad_rows("", CLASSIC, keys, ENGLISH) for button in row
    ]
