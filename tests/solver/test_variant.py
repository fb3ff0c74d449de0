import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.variant import VARIANTS, Code, Fault, InvalidCode, Variant
from tests.solver.games import CLASSIC, MINI, PEGS, codes

EVERY_CODE = frozenset(CLASSIC.codes())


@pytest.mark.parametrize(
    "text",
    [
        "0123",
        "01 23",
        "0-1-2-3",
        " 0, 1, 2, 3. ",
        "0_1_2_3",
        "01\n23\n",
        "0\N{EN DASH}1\N{MINUS SIGN}2\N{NO-BREAK SPACE}3",
        "\uff10\uff11\uff12\uff13",
        "\N{ARABIC-INDIC DIGIT ZERO}\N{ARABIC-INDIC DIGIT ONE}\N{ARABIC-INDIC DIGIT TWO}\N{ARABIC-INDIC DIGIT THREE}",
        "\N{DEVANAGARI DIGIT ZERO}1\N{DEVANAGARI DIGIT TWO}3",
        "\N{MATHEMATICAL BOLD DIGIT ZERO}\N{MATHEMATICAL MONOSPACE DIGIT ONE}23",
    ],
)
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


def test_digits_outside_the_alphabet_are_unknown() -> None:
    with pytest.raises(InvalidCode, match="unknown symbol: '6'"):
        MINI.parse("1236")


def test_a_refusal_survives_the_way_between_processes() -> None:
    refusal = pickle.loads(pickle.dumps(InvalidCode(Fault.WRONG_LENGTH, given=3)))
    assert str(refusal) == "wrong length: 3"


def test_a_symbol_may_stand_twice_where_the_variant_says_so() -> None:
    assert PEGS.parse("A B-A") == (0, 1, 0)


@pytest.mark.parametrize("variant", [*VARIANTS.values(), PEGS], ids=lambda variant: variant.name)
def test_codes_come_in_order_and_as_many_as_the_size_says(variant: Variant) -> None:
    listed = list(variant.codes())
    assert listed == sorted(set(listed))
    assert len(listed) == variant.size


def test_sizes_are_the_known_ones() -> None:
    sizes = {variant.name: variant.size for variant in VARIANTS.values()}
    assert sizes == {"classic": 5040, "nonzero": 3024, "three": 720, "mini": 120}


@pytest.mark.parametrize("variant", [*VARIANTS.values(), PEGS], ids=lambda variant: variant.name)
@given(data=st.data())
def test_what_is_formatted_is_parsed_back(variant: Variant, data: st.DataObject) -> None:
    code = data.draw(codes(variant))
    assert variant.parse(variant.format(code)) == code


def reading_of(text: str) -> Code | Fault:
    try:
        return CLASSIC.parse(text)
    except InvalidCode as refusal:
        return refusal.fault


@given(st.text() | st.text("0123456789 -\u0661\uff12", max_size=8))
def test_any_text_is_a_code_or_refused(text: str) -> None:
    reading = reading_of(text)
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
    assert reading_of(written) == expected
