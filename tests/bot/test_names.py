import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.screens.board import invalid_code
from bot.app.screens.people import FIRST_STRONG_ISOLATE, LONGEST, POP_ISOLATE, WORD_JOINER, shown_name
from bot.app.texts import texts_in
from solver.variant import VARIANTS, Fault, InvalidCode


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Alice", "Alice"),
        ("Олена Пчілка", "Олена Пчілка"),
        ("  Alice \n\t Liddell ", "Alice Liddell"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("<b>Bob</b> & Co", "<b>Bob</b> & Co"),
        ("evil\u202egnp.exe", "evil gnp.\u2060exe"),
        ("a\u2067b\u2066c\u2069", "a b c"),
        ("zero\u200bwidth\ufeff", "zero width"),
        ("line\u2028break\u2029", "line break"),
        ("@casino", "@\u2060casino"),
        ("Ann t.me/x #1", "Ann t.\u2060me/\u2060x #\u20601"),
        ("J. R.", "J. R."),
        ("", "?"),
        ("\u200d\u200d", "?"),
        ("\u202e \n", "?"),
        ("\u3164\u2800", "?"),
        ("\u115f \u1160\uffa0", "?"),
        ("\u0301\u0301", "?"),
        ("Z" + "\u0335\u0311\u0301" * 9 + "o", "Z\u0335\u0311o"),
        ("Ё\u0301 й й\u0306", "Ё\u0301 й й\u0306"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("A" * 100, "A" * 32),
    ],
)
def test_a_name_is_shown_on_one_line_without_what_hides_or_can_be_tapped(name: str, shown: str) -> None:
    assert shown_name(name) == shown


@pytest.mark.parametrize("name", ["שלום", "محمد", "Bob שלום"])
def test_a_name_that_runs_from_right_to_left_turns_nothing_around_it(name: str) -> None:
    assert shown_name(name) == f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}"


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200f", "\x1b", "\U0010ffff"])
def test_no_sign_that_hides_or_turns_is_repeated_to_whoever_typed_it(sign: str) -> None:
    text = invalid_code(InvalidCode(Fault.UNKNOWN_SYMBOL, sign), VARIANTS["six"], texts_in("en"))
    assert sign not in text
    assert "An invisible sign" in text


ODD = st.text(
    "@./\u2060"
    "\u200d\u200e\u200f\u202a\u202e\u2066\u2067\u2068\u2069\u2028\n\r\t\x00\x85\ufeff אب٣a <&>'\"🐂👩\u0301\U000e0067"
)


@given(st.text() | ODD)
def test_any_name_is_harmless(name: str) -> None:
    shown = shown_name(name)
    text = shown.removeprefix(FIRST_STRONG_ISOLATE).removesuffix(POP_ISOLATE)
    bare = text.replace(WORD_JOINER, "")
    assert bare.strip(" \u200d")
    assert len(bare) <= LONGEST
    assert shown.splitlines() == [shown]
    assert all(sign == "\u200d" or unicodedata.category(sign)[0] != "C" for sign in bare)
    turns = any(unicodedata.bidirectional(sign) in {"R", "AL", "AN"} for sign in bare)
    assert (shown != text) == turns


@given(st.text() | ODD)
def test_a_shown_name_shown_again_is_the_same(name: str) -> None:
    assert shown_name(shown_name(name)) == shown_name(name)
