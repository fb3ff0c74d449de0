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
from tests.solver.games import CLASSIC, MINI, PEGS, codes, pairs

# Variant.
EVERY_CODE = frozenset(CLASSIC.codes())
SEPARATED = ["01 23", "0-1-2-3", " 0, 1, 2, 3. ", "0_1_2_3", "01\n23\n", "0–1\N{MINUS SIGN}2\N{NO-BREAK SPACE}3"]
SCRIPTS = "0123 \uff10\uff11\uff12\uff13 \u0660\u0661\u0662\u0663 \u09661\u09683 \U0001d7ce\U0001d7f723"


@pytest.mark.parametrize("text", [*SEPARATED, *SCRIPTS.split()])
def test_a_code_is_read_in_any_digits_and_with_any_separators(text: str) -> None:
    assert CLASSIC.parse(text) == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("text", "fault", "symbol", "count"),
    [
        ("", Fault.WRONG_LENGTH, "", 0),
        (" - ", Fault.WRONG_LENGTH, "", 0),
        ("123", Fault.WRONG_LENGTH, "", 3),
        ("11 22 3", Fault.WRONG_LENGTH, "", 5),
        ("1223", Fault.REPEATED_SYMBOL, "2", 0),
        ("1\N{ARABIC-INDIC DIGIT ONE}23", Fault.REPEATED_SYMBOL, "1", 0),
        ("12x4", Fault.UNKNOWN_SYMBOL, "x", 0),
        ("hello", Fault.UNKNOWN_SYMBOL, "h", 0),
        ("\N{VULGAR FRACTION ONE HALF}34", Fault.UNKNOWN_SYMBOL, "\N{VULGAR FRACTION ONE HALF}", 0),
        ("1" * 5000, Fault.WRONG_LENGTH, "", 5000),
    ],
)
def test_a_refusal_says_what_is_wrong(text: str, fault: Fault, symbol: str, count: int) -> None:
    with pytest.raises(InvalidCode) as refusal:
        CLASSIC.parse(text)
    assert (refusal.value.fault, refusal.value.symbol, refusal.value.given) == (fault, symbol, count)


def test_symbols_outside_the_alphabet_are_unknown_and_may_stand_twice_where_the_variant_says_so() -> None:
    with pytest.raises(InvalidCode, match="unknown symbol: '6'"):
        MINI.parse("1236")
    with pytest.raises(InvalidCode, match="unknown symbol: 'к'"):
        VARIANTS["mastermind"].parse("кожз", letters="ЧОЖЗСФ")
    assert PEGS.parse("A B-A") == (0, 1, 0)


def test_a_refusal_survives_the_way_between_processes() -> None:
    assert str(pickle.loads(pickle.dumps(InvalidCode(Fault.WRONG_LENGTH, given=3)))) == "wrong length: 3"


@pytest.mark.parametrize("variant", [*VARIANTS.values(), PEGS], ids=lambda variant: variant.name)
def test_codes_come_in_order_and_as_many_as_the_size_says(variant: Variant) -> None:
    listed = list(variant.codes())
    assert listed == sorted(set(listed))
    assert len(listed) == variant.size


SIZES = (
    "classic=5040 nonzero=3024 three=720 mini=120 five=30240 six=151200 repeats=10000 mastermind=1296 colours=32768 "
    "pictures=11880 cipher=1680"
)


def test_sizes_are_the_known_ones() -> None:
    sizes = {name: int(size) for name, size in pairs(SIZES)}
    assert {name: VARIANTS[name].size for name in sizes} == sizes


def test_any_shape_is_a_variant() -> None:
    for name, size in pairs("4x8=1680 5x6r=7776 3x36r=46656 7x7=5040 1x36=36"):
        variant = variant_named(name)
        assert (variant.name, variant.shape, variant.size) == (name, name, int(size))
        assert variant.alphabet == "0123456789abcdefghijklmnopqrstuvwxyz"[: len(variant.alphabet)]


@pytest.mark.parametrize(
    "name", ["", "klassik", "4x", "x8", "0x5", "04x8", "4x8R", "4x08", "4×8", "４x8", "-4x8", "4x8rr"]
)
def test_a_name_that_no_variant_has_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(UnknownVariant, match=r"no variant is called .*classic, .*words-ru-5-repeats, or LxN"):
        variant_named(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("8x9", "at most 7 places"),
        ("11x10", "11x10: at most 7 places and 36 symbols"),
        ("4x100r", "4x100r: at most 7 places and 36 symbols"),
        ("100x100", "at most 7 places"),
        ("2x37", "and 36 symbols"),
        ("4x3", "3 different symbols cannot fill 4 places; 4x3r"),
        ("7x9", f"181440 codes; at most {MOST_CODES}"),
        ("6x8r", "262144 codes"),
    ],
)
def test_a_shape_that_is_too_large_or_impossible_is_refused_and_why(name: str, why: str) -> None:
    with pytest.raises(UnknownVariant, match=why):
        variant_named(name)


def test_a_shape_with_the_same_alphabet_as_a_variant_is_that_and_variants_of_one_shape_are_one_game() -> None:
    for shape, name in pairs("4x10=classic 3x10=three 5x10=five 6x10=six 4x10r=repeats 4x9=4x9"):
        assert variant_named(shape).name == name
        assert variant_named(name).shape == shape
    assert VARIANTS["mastermind"].shape == "4x6r"
    assert VARIANTS["words-en-4"].shape == "words-en-4"


@pytest.mark.parametrize("variant", [one for one in VARIANTS.values() if not one.words], ids=lambda one: one.name)
def test_a_variant_is_found_by_its_shape_if_that_has_its_alphabet(variant: Variant) -> None:
    found = variant_named(variant.shape)
    is_same = (found.alphabet, found.shown) == (variant.alphabet, variant.shown)
    assert (found is variant) == is_same == (variant.alphabet[:1] == "0")


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_every_symbol_can_be_typed_and_shown_apart_from_all_others(variant: Variant) -> None:
    for way in (variant.alphabet, variant.shown or variant.alphabet):
        assert len(set(way.casefold())) == len(way) == len(variant.alphabet)


@pytest.mark.parametrize(
    ("variant", "letters", "texts"),
    [
        ("mastermind", "", ["ROYG", "roy g", "🔴🟠🟡🟢", "🔴\ufe0f 🟠 🟡 G"]),
        ("mastermind", "ЧОЖЗСФ", ["ЧОЖЗ"]),
        ("mastermind", "КОЖЗСФ", ["кожз", "ROYG"]),
        ("mastermind", "ROGNBV", ["rogn"]),
        ("cipher", "АБВГДЕЖЗ", ["абвг"]),
        ("cipher", "", ["●▲■◆"]),
        ("pictures", "", ["a-b-c-d"]),
    ],
)
def test_signs_are_typed_as_letters_or_as_they_are_shown(variant: str, letters: str, texts: list[str]) -> None:
    assert {VARIANTS[variant].parse(text, letters=letters) for text in texts} == {(0, 1, 2, 3)}


def test_a_code_is_shown_in_signs_and_typed_in_letters() -> None:
    colours = VARIANTS["colours"]
    assert colours.show(colours.parse("kwror")) == "⚫⚪🔴🟠🔴"
    assert colours.format(colours.parse("⚫⚪🔴🟠🔴")) == "KWROR"


def test_a_word_is_a_code_and_yo_is_read_as_ye() -> None:
    for name, text in pairs("words-en-4=Game words-uk-4=вода words-ru-4=Небо words-ru-4=Ёлка"):
        words = VARIANTS[name]
        assert words.format(words.parse(text)) == text.lower().replace("ё", "е")


def test_what_is_no_word_of_the_list_is_refused() -> None:
    for text, fault in pairs("gzqx=UNKNOWN_WORD book=REPEATED_SYMBOL вода=UNKNOWN_SYMBOL"):
        with pytest.raises(InvalidCode) as refusal:
            VARIANTS["words-en-4"].parse(text)
        assert refusal.value.fault is Fault[fault]


def test_secrets_are_the_common_words_and_guesses_all() -> None:
    words = VARIANTS["words-en-5"]
    assert set(words.secrets()) < set(words.codes())
    assert set(CLASSIC.secrets()) == EVERY_CODE


@pytest.mark.parametrize("variant", [*VARIANTS.values(), PEGS], ids=lambda variant: variant.name)
@given(data=st.data())
def test_what_is_formatted_is_parsed_back(variant: Variant, data: st.DataObject) -> None:
    code = data.draw(codes(variant))
    assert variant.parse(variant.format(code)) == code


def code_or_fault(text: str) -> Code | Fault:
    try:
        return CLASSIC.parse(text)
    except InvalidCode as refusal:
        return refusal.fault


@given(st.text() | st.text("0123456789 -\u0661\uff12", max_size=8))
def test_any_text_is_a_code_or_refused(text: str) -> None:
    reading = code_or_fault(text)
    assert isinstance(reading, Fault) or reading in EVERY_CODE


@given(
    codes(CLASSIC),
    st.lists(st.sampled_from(["", " ", "-", ", ", "_", "\n", "x", "\u0301", "\u00b2"]), min_size=5, max_size=5),
)
def test_only_separators_may_stand_between_symbols(code: Code, between: list[str]) -> None:
    written = between[0] + "".join(symbol + gap for symbol, gap in zip(CLASSIC.format(code), between[1:], strict=True))
    expected: Code | Fault = code
    if "\u00b2" in between:  # a superscript two is a two
        expected = Fault.WRONG_LENGTH
    if {"x", "\u0301"} & set(between):
        expected = Fault.UNKNOWN_SYMBOL
    assert code_or_fault(written) == expected


# Codes as people type and paste them: what nobody sees, what stands around, what only looks alike, signs and names.
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
