"""Variants: their codes, their names, and codes as people type, paste and disguise them."""

import pickle
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.characters import ALIKE, bare, legible
from solver.variant import (
    LONGEST_TEXT,
    MOST_CODES,
    VARIANTS,
    Code,
    Fault,
    InvalidCode,
    UnknownVariant,
    Variant,
    variant_named,
)
from tests.solver.games import CLASSIC, PEGS, codes, pairs

EVERY_CODE = frozenset(CLASSIC.codes())
MASTERMIND, PICTURES, ENGLISH = VARIANTS["mastermind"], VARIANTS["pictures"], VARIANTS["words-en-4"]
OF_EACH = pytest.mark.parametrize("variant", [*VARIANTS.values(), PEGS], ids=lambda variant: variant.name)


# Codes and names.
@OF_EACH
def test_codes_come_in_order_and_as_many_as_the_size_says_and_every_symbol_is_told_apart(variant: Variant) -> None:
    listed = list(variant.codes())
    assert listed == sorted(set(listed))
    assert len(listed) == variant.size
    for way in (variant.alphabet, variant.shown or variant.alphabet):
        assert len(set(way.casefold())) == len(way) == len(variant.alphabet)


SIZES = """
classic=5040 nonzero=3024 three=720 mini=120 five=30240 six=151200 repeats=10000 mastermind=1296 colours=32768
pictures=11880 cipher=1680
"""


def test_sizes_are_the_known_ones_and_any_shape_is_a_variant() -> None:
    assert [f"{name}={VARIANTS[name].size}" for name, _ in pairs(SIZES)] == SIZES.split()
    for name, size in pairs("4x8=1680 5x6r=7776 3x36r=46656 7x7=5040 1x36=36"):
        variant = variant_named(name)
        assert (variant.name, variant.shape, variant.size) == (name, name, int(size))
        assert variant.alphabet == "0123456789abcdefghijklmnopqrstuvwxyz"[: len(variant.alphabet)]
    for shape, name in pairs("4x10=classic 3x10=three 5x10=five 6x10=six 4x10r=repeats 4x9=4x9"):
        assert (variant_named(shape).name, variant_named(name).shape) == (name, shape)
    assert (MASTERMIND.shape, ENGLISH.shape) == ("4x6r", "words-en-4")
    for variant in VARIANTS.values():
        if not variant.words:
            found = variant_named(variant.shape)
            is_same = (found.alphabet, found.shown) == (variant.alphabet, variant.shown)
            assert (found is variant) == is_same == (variant.alphabet[:1] == "0")


NO_NAMES = ["", *["klassik", "4x", "x8", "0x5", "04x8", "4x8R", "4x08", "4×8", "４x8", "-4x8", "4x8rr"]]
TOO_LARGE = {
    "8x9": "at most 7 places",
    "11x10": "11x10: at most 7 places and 36 symbols",
    "4x100r": "4x100r: at most 7 places and 36 symbols",
    "100x100": "at most 7 places",
    "2x37": "and 36 symbols",
    "4x3": "3 different symbols cannot fill 4 places; 4x3r",
    "7x9": f"181440 codes; at most {MOST_CODES}",
    "6x8r": "262144 codes",
}
UNKNOWN_NAMES = dict.fromkeys(NO_NAMES, r"no variant is called .*classic, .*words-ru-5-repeats, or LxN") | TOO_LARGE


@pytest.mark.parametrize("name", UNKNOWN_NAMES)
def test_a_name_that_no_variant_has_is_refused_and_why(name: str) -> None:
    with pytest.raises(UnknownVariant, match=UNKNOWN_NAMES[name]):
        variant_named(name)


# What is written is read back, and any text is a code or refused.
def reading_of(text: str, variant: Variant = CLASSIC, letters: str = "") -> str:
    """The code that is read, or else what is wrong with the text."""
    try:
        return variant.format(variant.parse(text, letters=letters))
    except InvalidCode as refusal:
        return str(refusal)


def code_or_fault(text: str) -> Code | Fault:
    try:
        return CLASSIC.parse(text)
    except InvalidCode as refusal:
        return refusal.fault


@OF_EACH
@given(data=st.data())
def test_what_is_formatted_or_shown_is_parsed_back(variant: Variant, data: st.DataObject) -> None:
    code = data.draw(codes(variant))
    for text in (variant.format(code), variant.show(code), f"«{variant.format(code)}»"):
        assert variant.parse(text) == code


@given(st.text() | st.text("0123456789 -\u0661\uff12", max_size=8))
def test_any_text_is_a_code_or_refused_and_what_is_legible_stays_as_it_is(text: str) -> None:
    reading = code_or_fault(text)
    assert isinstance(reading, Fault) or reading in EVERY_CODE
    assert legible(legible(text)) == legible(text)
    assert bare(bare(text)) == bare(text) or "<" in text


ONE, HALF = "\N{ARABIC-INDIC DIGIT ONE}", "\N{VULGAR FRACTION ONE HALF}"
COUNTED = {"": 0, " - ": 0, "123": 3, "11 22 3": 5, "1" * 5000: 5000}
REPEATED, UNKNOWN_SIGNS = {"1223": "2", f"1{ONE}23": "1"}, {"12x4": "x", "hello": "h", f"{HALF}34": HALF}
REFUSED = {text: (Fault.WRONG_LENGTH, "", count) for text, count in COUNTED.items()}
REFUSED |= {text: (Fault.REPEATED_SYMBOL, symbol, 0) for text, symbol in REPEATED.items()}
REFUSED |= {text: (Fault.UNKNOWN_SYMBOL, symbol, 0) for text, symbol in UNKNOWN_SIGNS.items()}


@pytest.mark.parametrize("text", REFUSED)
def test_a_refusal_says_what_is_wrong(text: str) -> None:
    with pytest.raises(InvalidCode) as refusal:
        CLASSIC.parse(text)
    assert (refusal.value.fault, refusal.value.symbol, refusal.value.given) == REFUSED[text]
    assert str(pickle.loads(pickle.dumps(refusal.value))) == str(refusal.value)


def test_symbols_repeat_where_they_may_signs_are_typed_in_letters_and_words_are_codes_of_the_list() -> None:
    assert PEGS.parse("A B-A") == (0, 1, 0)
    colours = VARIANTS["colours"]
    assert colours.show(colours.parse("kwror")) == "⚫⚪🔴🟠🔴"
    assert colours.format(colours.parse("⚫⚪🔴🟠🔴")) == "KWROR"
    for name, text in pairs("words-en-4=Game words-uk-4=вода words-ru-4=Небо words-ru-4=Ёлка"):
        assert reading_of(text, VARIANTS[name]) == text.lower().replace("ё", "е")
    for text, fault in pairs("gzqx=UNKNOWN_WORD book=REPEATED_SYMBOL вода=UNKNOWN_SYMBOL"):
        with pytest.raises(InvalidCode) as refusal:
            ENGLISH.parse(text)
        assert refusal.value.fault is Fault[fault]
    words = VARIANTS["words-en-5"]
    assert set(words.secrets()) < set(words.codes())
    assert set(CLASSIC.secrets()) == EVERY_CODE


# Codes as people type and paste them: what stands between and around, what nobody sees, what only looks alike.
EVERY_SIGN = [(sign, unicodedata.category(sign)) for sign in map(chr, range(sys.maxunicode + 1))]
UNSEEN = [sign for sign, category in EVERY_SIGN if category in {"Cf", "Cc"} and not sign.isspace()]
SELECTORS = [*map(chr, range(0xFE00, 0xFE10)), "\U000e0100", "\u180b", "\u034f", "\u3164", "\u2800"]
AROUND = [sign for sign, category in EVERY_SIGN if category[0] == "P" and sign not in "%‰&@％＆＠﹠﹪﹫"]
SEPARATED = ["12 38", "1-2-3-8", " 1, 2, 3, 8. ", "1_2_3_8", "12\n38\n", "1–2\N{MINUS SIGN}3\N{NO-BREAK SPACE}8"]
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
SEPARATORS = ["", " ", "-", ", ", "_", "\n", "x", "\u0301", "\u00b2"]


def spread(code: Code, signs: list[str]) -> str:
    """The code with these signs around its symbols."""
    return signs[0] + "".join(symbol + sign for symbol, sign in zip(CLASSIC.format(code), signs[1:], strict=True))


def five(signs: list[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(signs), min_size=5, max_size=5)


@pytest.mark.parametrize("text", [*SEPARATED, *DIGITS.split(), *WRITTEN.split(), *APART, *HIDDEN])
def test_a_code_is_read_however_it_is_written(text: str) -> None:
    assert reading_of(text) == "1238"


@given(codes(CLASSIC), five(SEPARATORS))
def test_only_separators_may_stand_between_symbols(code: Code, between: list[str]) -> None:
    expected: Code | Fault = Fault.WRONG_LENGTH if "\u00b2" in between else code  # a superscript two is a two
    if {"x", "\u0301"} & set(between):
        expected = Fault.UNKNOWN_SYMBOL
    assert code_or_fault(spread(code, between)) == expected


@given(codes(CLASSIC), five([*UNSEEN, *SELECTORS]), st.text(AROUND, max_size=3), st.text(AROUND, max_size=3))
def test_unseen_signs_and_punctuation_mean_nothing(code: Code, unseen: list[str], before: str, behind: str) -> None:
    assert CLASSIC.parse(spread(code, unseen)) == CLASSIC.parse(f"{before}{CLASSIC.format(code)}{behind}") == code


UNKNOWN = "unknown symbol: '{}'".format
ALIKE_ONLY = ["O123", "О123", "l238", "З124", "一二三八", "🔴🟠🟡🟢", "@123", "?!"]
NO_CODES = {
    **{text: UNKNOWN(text[0]) for text in ALIKE_ONLY},
    **{text: UNKNOWN(text[2]) for text in ("12?8", "12*8", "12=8", "12+8")},
    "123%": UNKNOWN("%"),
    "1234 5678": "wrong length: 8",
    "\u200b": "wrong length: 0",
    "1\ue00023": UNKNOWN("\\ue000"),
}


@pytest.mark.parametrize("text", NO_CODES)
def test_what_only_looks_like_a_digit_or_means_something_else_is_no_code(text: str) -> None:
    assert reading_of(text) == NO_CODES[text]


READ = """
classic: 0123 | ０１２３ | ٠١٢٣ | ०1२3 | 𝟎𝟏23 = 0123
words-uk-5-repeats: кiшка | КIШКА = кішка
words-uk-4: вoдa | BOДA | во'да | воʼда | во’да = вода
words-ru-4: нeбo | HEБO = небо
words-ru-4: Ëлкa | е\u0308лка = елка
words-ru-4: кiты = unknown symbol: 'i'
words-en-4: gаmе | GАМЕ | GΑΜΕ | “Game!” = game
words-en-4: g@me = unknown symbol: '@'
words-en-4: g4me = unknown symbol: '4'
mini: 1236 = unknown symbol: '6'
pictures: АВСЕ | А B С E = ABCE
pictures: авсе = unknown symbol: 'в'
cipher: ＡＢＣＥ = ABCE
cipher: ●▲■◆ = ABCD
mastermind: 🟥🟧🟨🟩 | ❤️🧡💛💚 | red 🟠 Y 💚 = ROYG
mastermind: ♥️🔶💙💜 = ROBV
mastermind: redred = unknown symbol: 'e'
mastermind: red red orange green = RROG
mastermind: Red, Orange; YELLOW-purple. = ROYV
mastermind: red brown green blue = unknown symbol: 'w'
colours: white black ⬜⬛ 🤍 = WKWKW
mastermind КОЖЗСФ: КОЖС | KOЖC | ROYB = ROYB
mastermind КОЖЗСФ: KOCK = ROBR
mastermind ЧОЖЗСФ: кожз = unknown symbol: 'к'
colours КОЖЗСФБЧ: KОЖЗЧ | ROYGK = ROYGK
pictures АБВГДЕЖЗИКЛМ: ABCE = ABCE
pictures АБВГДЕЖЗИКЛМ: АБBE = ABCF
pictures АБВГДЕЖЗИКЛМ: АВСЕ = unknown symbol: 'С'
"""
"""The variant, with letters of one's own if there are any; texts; how they are read."""


@pytest.mark.parametrize("line", READ.strip().splitlines())
def test_letters_words_and_signs_are_taken_for_those_of_the_variant_or_of_ones_own_script(line: str) -> None:
    where, _, what = line.partition(": ")
    name, _, letters = where.partition(" ")
    texts, _, code = what.rpartition(" = ")
    assert {reading_of(text, VARIANTS[name], letters) for text in texts.split(" | ")} == {code}


@given(codes(variant_named("3x36")), st.data())
def test_a_letter_that_looks_the_same_is_the_same_and_none_is_a_digit(code: Code, data: st.DataObject) -> None:
    variant, groups = variant_named("3x36"), ALIKE.split()
    typed = [variant.alphabet[symbol] for symbol in code]
    alike = [next((group for group in groups if letter in group), letter) for letter in typed]
    assert variant.parse("".join(data.draw(st.sampled_from(group)) for group in alike)) == code
    assert all(group.isalpha() for group in groups)


@pytest.mark.parametrize("sign", ["\u0301", "1\u0301", "\u200b", "🟥", "(", "a\u0308"])
def test_a_long_text_is_read_in_no_time(sign: str) -> None:
    with pytest.raises(InvalidCode) as refusal:
        CLASSIC.parse((sign * LONGEST_TEXT)[:LONGEST_TEXT])
    assert refusal.value.fault in {Fault.UNKNOWN_SYMBOL, Fault.WRONG_LENGTH}
