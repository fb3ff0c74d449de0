"""Codes as people type and paste them: what nobody sees, what stands around, what only looks alike, signs and names."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.characters import ALIKE, bare, legible
from solver.variant import LONGEST_TEXT, VARIANTS, Code, Fault, InvalidCode, Variant, variant_named
from tests.solver.games import CLASSIC, codes

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
DIGITS = [
    "1️⃣2️⃣3️⃣8️⃣",
    "1\u20e32\u20e33\u20e38\u20e3",
    "１２３８",
    "𝟏𝟐𝟑𝟖",
    "𝟙𝟚𝟛𝟠",
    "①②③⑧",
    "❶❷❸❽",
    "⓵⓶⓷⓼",
    "¹²³⁸",
    "₁₂₃₈",
    "⒈⒉⒊⒏",
    "١٢٣٨",
    "۱۲۳۸",
    "१२३८",
]
WRITTEN = [
    "1238!",
    "1238?",
    "1238.",
    "1238…",
    "(1238)",
    "[1238]",
    "{1238}",
    "<1238>",
    '"1238"',
    "'1238'",
    "«1238»",
    "„1238“",
    "“1238”",
    "`1238`",
    "```1238```",
    "**1238**",
    "__1238__",
    "~~1238~~",
    "||1238||",
    "#1238",
    "№1238",
    "№ 1238",
    "# 1238",
    "- 1238",
    "— 1238 —",
    "¿1238?",
    "¡1238!",
    "* 1238",
    "• 1238",
    "\\1238",
    "1238:",
    "1,2,3,8!",
    "(1)(2)(3)(8)",
    "[1, 2, 3, 8]",
    "1/2/3/8",
    "1|2|3|8",
    "1:2:3:8",
    '"1","2","3","8"',
    "1'238",
    "1\u200e2\u200b3\u20608",
    "\ufeff1238\u00ad",
    "\u20681238\u2069",
]


def reading_of(text: str, variant: Variant = CLASSIC, letters: str = "") -> str:
    """The code that is read, or else what is wrong with the text."""
    try:
        return variant.format(variant.parse(text, letters=letters))
    except InvalidCode as refusal:
        return str(refusal)


@pytest.mark.parametrize("text", [*DIGITS, *WRITTEN])
def test_a_code_is_read_however_it_is_written(text: str) -> None:
    assert reading_of(text) == "1238"


@given(codes(CLASSIC), st.lists(st.sampled_from([*UNSEEN, *SELECTORS]), min_size=5, max_size=5))
def test_what_nobody_sees_means_nothing(code: Code, unseen: list[str]) -> None:
    typed = unseen[0] + "".join(digit + sign for digit, sign in zip(CLASSIC.format(code), unseen[1:], strict=True))
    assert CLASSIC.parse(typed) == code


@given(codes(CLASSIC), st.text(AROUND, max_size=3), st.text(AROUND, max_size=3))
def test_punctuation_around_a_code_means_nothing(code: Code, before: str, behind: str) -> None:
    assert CLASSIC.parse(f"{before}{CLASSIC.format(code)}{behind}") == code


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("O123", "unknown symbol: 'O'"),
        ("О123", "unknown symbol: 'О'"),
        ("l238", "unknown symbol: 'l'"),
        ("З124", "unknown symbol: 'З'"),
        ("12?8", "unknown symbol: '?'"),
        ("12*8", "unknown symbol: '*'"),
        ("12=8", "unknown symbol: '='"),
        ("12+8", "unknown symbol: '+'"),
        ("123%", "unknown symbol: '%'"),
        ("@123", "unknown symbol: '@'"),
        ("½34", "unknown symbol: '½'"),
        ("一二三八", "unknown symbol: '一'"),
        ("🔴🟠🟡🟢", "unknown symbol: '🔴'"),
        ("1234 5678", "wrong length: 8"),
        ("?!", "unknown symbol: '?'"),
        ("\u200b", "wrong length: 0"),
        ("1\ue00023", "unknown symbol: '\\ue000'"),
    ],
)
def test_what_means_something_else_is_still_no_code(text: str, why: str) -> None:
    assert reading_of(text) == why


@pytest.mark.parametrize(
    ("variant", "text", "code"),
    [
        ("words-uk-5-repeats", "кiшка", "кішка"),
        ("words-uk-5-repeats", "КIШКА", "кішка"),
        ("words-uk-4", "вoдa", "вода"),
        ("words-uk-4", "BOДA", "вода"),
        ("words-ru-4", "нeбo", "небо"),
        ("words-ru-4", "HEБO", "небо"),
        ("words-ru-4", "Ëлкa", "елка"),
        ("words-ru-4", "е\u0308лка", "елка"),
        ("words-en-4", "gаmе", "game"),
        ("words-en-4", "GАМЕ", "game"),
        ("words-en-4", "GΑΜΕ", "game"),
        ("words-en-4", "“Game!”", "game"),
        ("words-uk-4", "во'да", "вода"),
        ("words-uk-4", "воʼда", "вода"),
        ("words-uk-4", "во’да", "вода"),
        ("pictures", "АВСЕ", "ABCE"),
        ("pictures", "А B С E", "ABCE"),
        ("pictures", "авсе", "unknown symbol: 'в'"),
        ("cipher", "ＡＢＣＥ", "ABCE"),
        ("mastermind", "🟥🟧🟨🟩", "ROYG"),
        ("mastermind", "❤️🧡💛💚", "ROYG"),
        ("mastermind", "♥️🔶💙💜", "ROBV"),
        ("mastermind", "red red orange green", "RROG"),
        ("mastermind", "Red, Orange; YELLOW-purple.", "ROYV"),
        ("mastermind", "red 🟠 Y 💚", "ROYG"),
        ("colours", "white black ⬜⬛ 🤍", "WKWKW"),
        ("mastermind", "red brown green blue", "unknown symbol: 'w'"),
        ("mastermind", "redred", "unknown symbol: 'e'"),
        ("cipher", "●▲■◆", "ABCD"),
        ("words-ru-4", "кiты", "unknown symbol: 'i'"),
        ("words-en-4", "g@me", "unknown symbol: '@'"),
        ("words-en-4", "g4me", "unknown symbol: '4'"),
    ],
)
def test_letters_and_signs_are_taken_for_those_of_the_variant(variant: str, text: str, code: str) -> None:
    assert reading_of(text, VARIANTS[variant]) == code


@pytest.mark.parametrize(
    ("variant", "letters", "text", "code"),
    [
        ("mastermind", "КОЖЗСФ", "КОЖС", "ROYB"),
        ("mastermind", "КОЖЗСФ", "KOЖC", "ROYB"),
        ("mastermind", "КОЖЗСФ", "KOCK", "ROBR"),
        ("mastermind", "КОЖЗСФ", "ROYB", "ROYB"),
        ("colours", "КОЖЗСФБЧ", "KОЖЗЧ", "ROYGK"),
        ("colours", "КОЖЗСФБЧ", "ROYGK", "ROYGK"),
        ("pictures", "АБВГДЕЖЗИКЛМ", "ABCE", "ABCE"),
        ("pictures", "АБВГДЕЖЗИКЛМ", "АБBE", "ABCF"),
        ("pictures", "АБВГДЕЖЗИКЛМ", "АВСЕ", "unknown symbol: 'С'"),
    ],
)
def test_a_text_with_a_letter_of_ones_own_is_in_ones_own_script(
    variant: str, letters: str, text: str, code: str
) -> None:
    assert reading_of(text, VARIANTS[variant], letters) == code


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
