"""Notes: a tap marks a symbol out, maybe or in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import MenuPress
from bot.app.model.notes import AFTER, marks, notes_after_tap, notes_of, with_notes
from bot.app.screen import Button
from bot.app.screens.hint_menu import note_line, note_rows
from bot.app.screens.keypad import keypad_rows
from bot.app.texts import texts_in
from bot.app.verbs import OnMenu
from solver.variant import VARIANTS, variant_named
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
    assert once == text


def test_everybody_has_notes_of_their_own() -> None:
    kept = with_notes(2, "+", with_notes(1, "-?", ()))
    assert (notes_of(1, kept), notes_of(2, kept), notes_of(3, kept)) == ("-?", "+", "")
    assert with_notes(1, "", kept) == ((2, "+"),)


@pytest.mark.parametrize("name", [*VARIANTS, "2x36"])
def test_every_symbol_has_a_button_and_no_row_is_too_wide(name: str) -> None:
    variant = variant_named(name)
    rows = note_rows("-?+", variant, plain, texts_in("en"), marked=True)
    keys = [button for row in rows[:-1] for button in row]
    assert {button.data for button in keys} == {str(symbol) for symbol in range(len(variant.alphabet))}
    assert len(keys) == len(variant.alphabet)
    assert max(map(len, rows)) <= 8
    marked = {button.data: button.text[-1] for button in keys}
    assert [marked[symbol] for symbol in ("0", "1", "2")] == ["❌", "❓", "✅"]
    assert [button.data for button in rows[-1]] == ["clear", "back"]


@pytest.mark.parametrize("name", [name for name, variant in VARIANTS.items() if not variant.words] + ["3x20"])
def test_a_symbol_stands_where_the_keypad_has_it(name: str) -> None:
    variant = variant_named(name)
    does = MenuPress(OnMenu.PLAY)
    keypad = keypad_rows("", variant, lambda symbol: MenuPress(OnMenu.CARD, symbol.lower()), does, does, texts_in("en"))
    notes = note_rows("", variant, plain, texts_in("en"), marked=True)
    places = [[variant.alphabet.lower().index(str(key.data)[-1]) for key in row] for row in keypad[:-1]]
    assert [[int(str(key.data)) for key in row] for row in notes[:-1]] == places


def test_where_several_look_nobody_sees_anothers_notes() -> None:
    rows = note_rows("-?+", VARIANTS["classic"], plain, texts_in("en"), marked=False)
    assert [button.text for row in rows for button in row] == [*"1234567890", "↩️ Back"]


def test_the_line_tells_what_is_in_first() -> None:
    assert note_line("-?+-", VARIANTS["classic"]) == "📝 ✅ 2  ❓ 1  ❌ 0 3"
    assert not note_line("", VARIANTS["classic"])
