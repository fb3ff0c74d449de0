"""Notes: a tap marks a symbol out, maybe or in."""

from dataclasses import replace
from itertools import product

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
from tests.solver.games import CLASSIC

ENGLISH = texts_in("en")
DOES = MenuPress(OnMenu.PLAY)
NOTED = VARIANT.flatmap(lambda variant: st.tuples(st.just(variant), notes(variant)))
TAPPABLE = NOTED.filter(lambda noted: not noted[0].words)


def rows_of(noted: str, variant: Variant = CLASSIC, *, marked: bool = True) -> list[list[Button]]:
    """The buttons that take notes, each of which sends its argument alone."""
    rows = note_rows(noted, variant, lambda text, argument: Button(text, data=argument), ENGLISH, marked=marked)
    return [list(row) for row in rows]


def tapped(words: str, noted: str = "") -> str:
    for word in words.split():
        after = notes_after(word, noted, CLASSIC)
        assert after is not None
        noted = after
    return noted


def keypad(variant: Variant, noted: str = "") -> list[list[Button]]:
    """The keypad, whose keys carry the number of their symbol."""
    symbols = variant.alphabet.lower()
    keys = Keys(lambda symbol: MenuPress(OnMenu.CARD, str(symbols.index(symbol.lower()))), DOES, DOES)
    return [list(row) for row in keypad_rows("", variant, keys, ENGLISH, noted)]


@given(NOTED, st.data())
def test_a_tap_changes_one_symbol_and_four_taps_none(noted: tuple[Variant, str], data: st.DataObject) -> None:
    text, symbols = noted[1], len(noted[0].alphabet)
    symbol = data.draw(st.integers(0, symbols - 1))
    once = notes_after_tap(text, symbol, symbols)
    before, after = marks(text, symbols), marks(once, symbols)
    assert list(after) == [AFTER[mark] if at == symbol else mark for at, mark in enumerate(before)]
    for _ in range(3):
        once = notes_after_tap(once, symbol, symbols)
    assert marks(once, symbols) == before
    assert symbol not in placed(once), "a symbol that is out has no places"


def test_everybody_has_notes_of_their_own_and_nobody_sees_anothers() -> None:
    kept = with_notes(2, "+", with_notes(1, "-?", ()))
    assert (notes_of(1, kept), notes_of(2, kept), notes_of(3, kept)) == ("-?", "+", "")
    assert with_notes(1, "", kept) == ((2, "+"),)
    shown = [button.text for row in rows_of("-?+", marked=False) for button in row]
    assert shown == [*"1234567890", "↩️ Back"], "where several look"


@pytest.mark.parametrize("name", [*VARIANTS, "2x36"])
def test_every_symbol_has_a_button_and_no_row_is_too_wide(name: str) -> None:
    variant = variant_named(name)
    *rows, last = rows_of("-?+", variant)
    marked = {str(button.data).removeprefix(CHOOSE): button.text[-1] for row in rows for button in row}
    assert marked.keys() == {str(symbol) for symbol in range(len(variant.alphabet))}
    assert (sum(map(len, rows)), max(map(len, rows)) <= 8) == (len(variant.alphabet), True)
    assert [marked[symbol] for symbol in ("0", "1", "2")] == ["❌", "❓", "✅"]
    assert [button.data for button in last] == ["clear", "back"]


@pytest.mark.parametrize("name", [name for name, variant in VARIANTS.items() if not variant.words] + ["3x20"])
def test_a_symbol_stands_where_the_keypad_has_it(name: str) -> None:
    variant = variant_named(name)
    places = [[str(key.data).rpartition(":")[2] for key in row] for row in keypad(variant)[:-1]]
    assert [[key.data for key in row] for row in rows_of("", variant)[:-1]] == places


def test_the_line_tells_what_is_in_first() -> None:
    assert note_line("-?+-", CLASSIC) == "📝 ✅ 2  ❓ 1  ❌ 0 3"
    assert not note_line("", CLASSIC)
    assert note_line(tapped("3 7 7 3-0 7-1 7"), CLASSIC) == "📝 ✅ 7  ❌ 3", "though its places are not shown"


def test_the_grid_shows_the_places_of_every_symbol_and_asks_for_those_of_the_chosen_one() -> None:
    seen = [place_marks(tapped("7 7" + " 7-1" * taps), 7, 4)[1] for taps in range(4)]
    assert seen == [Mark.NONE, Mark.OUT, Mark.IN, Mark.NONE], "a place goes round"
    noted = tapped("7 7 7-1 7-2 7-2 3 3 3 3-0")
    grid, asks = place_lines(noted, CLASSIC, ENGLISH, asks=True)
    assert grid == "<pre> │1234\n3│✗···\n7│·✗✓·</pre>"
    assert asks.startswith("👇 Where is 3?")
    assert place_lines(noted, CLASSIC, ENGLISH, asks=False) == [grid]


def test_a_symbol_with_places_is_chosen_by_a_tap_and_keeps_its_mark() -> None:
    noted = tapped("7 7 7-1 3 3")
    rows = rows_of(noted)
    data = {button.text: button.data for row in rows for button in row}
    assert (data["7❓"], data["3❓"], data["2"]) == ("at-7", "3", "2")
    assert [button.data for button in rows[-2]] == ["3-0", "3-1", "3-2", "3-3"]
    again = tapped("at-7", noted)
    assert (chosen(again), marks(again, 10)) == (7, marks(noted, 10))
    assert [button.text for button in rows_of(again)[-2]] == ["1️⃣", "2️⃣✗", "3️⃣", "4️⃣"]


@pytest.mark.parametrize("word", ["10", "99", "7-4", "7-9", "at-10", "at-", "-1", "7-", "at-7-1-1", "x", "７"])
def test_a_forged_button_is_none_of_the_notes(word: str) -> None:
    assert notes_after(word, "", CLASSIC) is None


@given(NOTED, st.data())
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
    for symbol, place in product(range(symbols), range(variant.length)):
        noted = notes_after_place(noted, symbol, place, symbols)
    widths = [len(row) for row in rows_of(noted, variant)]
    assert (max(widths) <= 8, sum(widths) <= 100) == (True, True)
    assert len("".join(place_lines(noted, variant, ENGLISH, asks=True))) < 600


KEY_SIGNS = {Mark.NONE: "", Mark.OUT: "✗", Mark.MAYBE: "?", Mark.IN: "✓"}


@given(TAPPABLE)
def test_every_key_says_how_its_symbol_is_noted_and_does_what_it_did(noted: tuple[Variant, str]) -> None:
    variant, text = noted
    shown = marks(text, len(variant.alphabet))
    pads = [[key for row in keypad(variant, written) for key in row] for written in (text, "")]
    for noted_key, plain_key in zip(*pads, strict=True):
        symbol = str(plain_key.data).rpartition(":")[2]
        sign = KEY_SIGNS[shown[int(symbol)]] if symbol.isdecimal() else ""
        assert (noted_key.data, noted_key.text) == (plain_key.data, f"{sign}{plain_key.text}")
