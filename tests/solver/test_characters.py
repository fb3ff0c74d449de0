"""Codes as people type and paste them: what nobody sees, what stands around, what only looks alike, signs and names."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.characters import ALIKE, bare, legible
from solver.variant import LONGEST_TEXT, VARIANTS, Code, Fault, InvalidCode, Variant, variant_named
from tests.solver.games import CLASSIC, codes, pairs

UNSEEN = [
    sign
    for sign in map(chr, range(sys.maxunicode + 1))
    if unicodedata.category(sign) in {"Cf", "Cc"} and not sign.isspace()
]


SELECTORS = [*map(chr, range(0xFE00, 0xFE10)), "\U000e0100", "\u180b", "\u034f", "\u3164", "\u2800"]


AROUND = [
    sign
    for sign in map(chr, range(sys.maxunicode + 1))
    if unicodedata.category(sign)[0] == "P" and sign not in {"%", "‰", "&", "@", "％", "＆", "＠", "﹠", "﹪", "﹫"}
]


DIGITS = """
1️⃣2️⃣3️⃣8️⃣ 1⃣2⃣3⃣8⃣ １２３８ 𝟏𝟐𝟑𝟖 𝟙𝟚𝟛𝟠 ①②③⑧ ❶❷❸❽ ⓵⓶⓷⓼ ¹²³⁸ ₁₂₃₈ ⒈⒉⒊⒏ ١٢٣٨ ۱۲۳۸ १२३८
"""


WRITTEN = r"""
1238! 1238? 1238. 1238… (1238) [1238] {1238} <1238> "1238" '1238' «1238» „1238“ “1238” `1238` ```1238``` **1238**
__1238__ ~~1238~~ ||1238|| #1238 №1238 ¿1238? ¡1238! \1238 1238: 1,2,3,8! (1)(2)(3)(8) 1/2/3/8 1|2|3|8 1:2:3:8
"1","2","3","8" 1'238
"""
APART = ["№ 1238", "# 1238", "- 1238", "— 1238 —", "* 1238", "• 1238", "[1, 2, 3, 8]"]
HIDDEN = ["1\u200e2\u200b3\u20608", "\ufeff1238\u00ad", "\u20681238\u2069"]


def reading_of(text: str, variant: Variant = CLASSIC, letters: str = "") -> str:
    """The code that is read, or else what is wrong with the text."""
    try:
        return variant.format(variant.parse(text, letters=letters))
    except InvalidCode as refusal:
        return str(refusal)


@pytest.mark.parametrize("text", [*DIGITS.split(), *WRITTEN.split(), *APART, *HIDDEN])
def test_a_code_is_read_however_it_is_written(text: str) -> None:
    assert reading_of(text) == "1238"


@given(codes(CLASSIC), st.lists(st.sampled_from([*UNSEEN, *SELECTORS]), min_size=5, max_size=5))
def test_what_nobody_sees_means_nothing(code: Code, unseen: list[str]) -> None:
    typed = unseen[0] + "".join(digit + sign for digit, sign in zip(CLASSIC.format(code), unseen[1:], strict=True))
    assert CLASSIC.parse(typed) == code


@given(codes(CLASSIC), st.text(AROUND, max_size=3), st.text(AROUND, max_size=3))
def test_punctuation_around_a_code_means_nothing(code: Code, before: str, behind: str) -> None:
    assert CLASSIC.parse(f"{before}{CLASSIC.format(code)}{behind}") == code


@pytest.mark.parametrize("text", ["O123", "О123", "l238", "З124", "½34", "一二三八", "🔴🟠🟡🟢", "@123", "?!"])
def test_what_only_looks_like_a_digit_is_an_unknown_symbol(text: str) -> None:
    assert reading_of(text) == f"unknown symbol: '{text[0]}'"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *[(text, f"unknown symbol: '{text[2]}'") for text in ("12?8", "12*8", "12=8", "12+8")],
        ("123%", "unknown symbol: '%'"),
        ("1234 5678", "wrong length: 8"),
        ("\u200b", "wrong length: 0"),
        ("1\ue00023", "unknown symbol: '\\ue000'"),
    ],
)
def test_what_means_something_else_is_still_no_code(text: str, why: str) -> None:
    assert reading_of(text) == why


UNKNOWN = "unknown symbol: '{}'".format


@pytest.mark.parametrize(
    ("variant", "texts", "code"),
    [
        ("words-uk-5-repeats", "кiшка КIШКА", "кішка"),
        ("words-uk-4", "вoдa BOДA во'да воʼда во’да", "вода"),
        ("words-ru-4", "нeбo HEБO", "небо"),
        ("words-ru-4", "Ëлкa е\u0308лка", "елка"),
        ("words-ru-4", "кiты", UNKNOWN("i")),
        ("words-en-4", "gаmе GАМЕ GΑΜΕ “Game!”", "game"),
        ("words-en-4", "g@me", UNKNOWN("@")),
        ("words-en-4", "g4me", UNKNOWN("4")),
        ("pictures", "АВСЕ", "ABCE"),
        ("pictures", "авсе", UNKNOWN("в")),
        ("cipher", "ＡＢＣＥ", "ABCE"),
        ("cipher", "●▲■◆", "ABCD"),
        ("mastermind", "🟥🟧🟨🟩 ❤️🧡💛💚", "ROYG"),
        ("mastermind", "♥️🔶💙💜", "ROBV"),
        ("mastermind", "redred", UNKNOWN("e")),
    ],
)
def test_letters_and_signs_are_taken_for_those_of_the_variant(variant: str, texts: str, code: str) -> None:
    assert {reading_of(text, VARIANTS[variant]) for text in texts.split()} == {code}


@pytest.mark.parametrize(
    ("variant", "text", "code"),
    [
        ("pictures", "А B С E", "ABCE"),
        ("mastermind", "red red orange green", "RROG"),
        ("mastermind", "Red, Orange; YELLOW-purple.", "ROYV"),
        ("mastermind", "red 🟠 Y 💚", "ROYG"),
        ("mastermind", "red brown green blue", UNKNOWN("w")),
        ("colours", "white black ⬜⬛ 🤍", "WKWKW"),
    ],
)
def test_letters_words_and_signs_may_stand_apart(variant: str, text: str, code: str) -> None:
    assert reading_of(text, VARIANTS[variant]) == code


@pytest.mark.parametrize(
    ("variant", "letters", "readings"),
    [
        ("mastermind", "КОЖЗСФ", "КОЖС=ROYB KOЖC=ROYB KOCK=ROBR ROYB=ROYB"),
        ("colours", "КОЖЗСФБЧ", "KОЖЗЧ=ROYGK ROYGK=ROYGK"),
        ("pictures", "АБВГДЕЖЗИКЛМ", "ABCE=ABCE АБBE=ABCF"),
    ],
)
def test_a_text_with_a_letter_of_ones_own_is_in_ones_own_script(variant: str, letters: str, readings: str) -> None:
    for text, code in pairs(readings):
        assert reading_of(text, VARIANTS[variant], letters) == code
    assert reading_of("АВСЕ", VARIANTS["pictures"], "АБВГДЕЖЗИКЛМ") == UNKNOWN("С")


@given(codes(variant_named("3x36")), st.data())
def test_a_letter_that_looks_the_same_is_the_same_and_none_is_a_digit(code: Code, data: st.DataObject) -> None:
    variant = variant_named("3x36")
    typed = [variant.alphabet[symbol] for symbol in code]
    alike = [next((group for group in ALIKE.split() if letter in group), letter) for letter in typed]
    disguised = "".join(data.draw(st.sampled_from(group)) for group in alike)
    assert variant.parse(disguised) == code
    assert all(group.isalpha() for group in ALIKE.split())


@given(st.text(max_size=60))
def test_what_is_legible_stays_as_it_is(text: str) -> None:
    assert legible(legible(text)) == legible(text)
    assert bare(bare(text)) == bare(text) or "<" in text


@pytest.mark.parametrize("sign", ["\u0301", "1\u0301", "\u200b", "🟥", "(", "a\u0308"])
def test_a_long_text_is_read_in_no_time(sign: str) -> None:
    with pytest.raises(InvalidCode) as refusal:
        CLASSIC.parse((sign * LONGEST_TEXT)[:LONGEST_TEXT])
    assert refusal.value.fault in {Fault.UNKNOWN_SYMBOL, Fault.WRONG_LENGTH}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
@given(data=st.data())
def test_what_is_shown_is_parsed_back(variant: Variant, data: st.DataObject) -> None:
    code = data.draw(codes(variant))
    assert variant.parse(variant.show(code)) == code
    assert variant.parse(f"«{variant.format(code)}»") == code
