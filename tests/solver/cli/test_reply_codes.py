import pytest

from solver.cli.bad_input import BadInput
from solver.cli.games.reply_codes import code_table, parse_reply, reply_codes
from solver.feedback import Feedback, possible_feedback
from solver.variant import VARIANTS, variant_named


@pytest.mark.parametrize("name", ["classic", "nonzero", "pictures", "cipher", "words-en-4"])
def test_variants_of_four_different_symbols_have_the_old_codes(name: str) -> None:
    assert " ".join(map(str, reply_codes(variant_named(name)))) == (
        "4B0C 3B0C 2B0C 2B1C 2B2C 1B0C 1B1C 1B2C 1B3C 0B0C 0B1C 0B2C 0B3C 0B4C"
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_every_reply_can_be_given_by_number_and_in_writing(name: str) -> None:
    variant = VARIANTS[name]
    codes = reply_codes(variant)
    assert set(possible_feedback(variant)) <= set(codes)
    for number, reply in enumerate(codes):
        if reply in possible_feedback(variant):
            assert parse_reply(variant, str(number)) == parse_reply(variant, str(reply).lower()) == reply


def test_only_mini_numbers_an_impossible_reply() -> None:
    impossible = {
        name: set(reply_codes(variant)) - set(possible_feedback(variant)) for name, variant in VARIANTS.items()
    }
    assert {name: replies for name, replies in impossible.items() if replies} == {"mini": {Feedback(3, 1)}}
    assert code_table(VARIANTS["mini"]).count("(impossible)") == 1


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        *[(text, Feedback(1, 2)) for text in ("1 2", "1,2", "1, 2", "1-2", "1b 2c", "1B, 2C", "1 b 2 c", " 1B2C ")],
        *[(text, Feedback(1, 2)) for text in ("1В2С", "1в2с", "1б2к", "1Б 2К", "1B2С")],
        *[(text, Feedback(1, 0)) for text in ("1B", "1b", "1В", "1б", "1 0")],
        *[(text, Feedback(0, 2)) for text in ("2c", "2C", "2С", "2к", "0,2")],
    ],
)
def test_a_reply_may_be_written_in_many_ways(text: str, reply: Feedback) -> None:
    assert parse_reply(VARIANTS["classic"], text) == reply


def test_a_bare_number_remains_a_code() -> None:
    assert parse_reply(VARIANTS["classic"], "12") == Feedback(0, 3)


@pytest.mark.parametrize("text", ["1B 2", "1 2C", "b2c", "1 2 3", "12 1", "1c2b", "1B2C1B2C", "B 1"])
def test_what_is_half_a_reply_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_reply(VARIANTS["classic"], text)


@pytest.mark.parametrize("text", ["2", "3B1C", "9", "-1", "٣", "", "5B0C", "0B0C", "9" * 5000])
def test_what_is_no_reply_on_mini_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_reply(VARIANTS["mini"], text)
