import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.interval import (
    Flaw,
    InvalidQuestion,
    Question,
    Relation,
    parse_question,
)

HUGE = 10**30


@pytest.mark.parametrize(
    ("meant", "typed"),
    [
        (">50", [">50", "\uff1e\uff15\uff10", ">\u0665\u0660"]),
        ("<50", [" < 50 "]),
        ("=50", ["=50"]),
        (">=50", [">=50", "=>50", "≥50", "≧50"]),
        ("<=50", ["<=50?", "=< 50 ?", "≤ 50", "⩽50", "\uff1c\uff1d\uff15\uff10\uff1f"]),
        (">-5", [">-5"]),
        ("<-5", ["<\N{MINUS SIGN} 5"]),
        ("=5", ["=+5"]),
        (">7", [">007"]),
        (f">{HUGE}", [f">{HUGE}"]),
    ],
)
def test_a_question_is_read_however_it_is_typed(meant: str, typed: list[str]) -> None:
    assert {str(parse_question(text)) for text in typed} == {meant}


REFUSED = [
    *[(text, Flaw.FORM, text) for text in ("", "50", "50>", "hello", "!=50")],
    *[(text, Flaw.NUMBER, text[1:]) for text in (">", ">fifty", ">5 0", "<5.5", "==50", ">--5")],
    ("> ?", Flaw.NUMBER, ""),
    (">" + "9" * 1500, Flaw.FORM, ">" + "9" * 999),
    (">" + "\N{CIRCLED NUMBER FIFTY}" * 900, Flaw.NUMBER, "50" * 900),
]


@pytest.mark.parametrize(("text", "flaw", "blamed"), REFUSED)
def test_a_refusal_says_whether_the_form_or_the_number_is_wrong(text: str, flaw: Flaw, blamed: str) -> None:
    with pytest.raises(InvalidQuestion) as refusal:
        parse_question(text)
    assert (refusal.value.flaw, refusal.value.text) == (flaw, blamed)


def test_a_refusal_reads_well_and_survives_the_way_between_processes() -> None:
    refusal = pickle.loads(pickle.dumps(InvalidQuestion(Flaw.NUMBER, "fifty")))
    assert str(refusal) == "not a whole number: 'fifty'"
    assert str(InvalidQuestion(Flaw.FORM, "50")) == "not one of >N, <N, =N, >=N, <=N: '50'"


def reading_of(text: str) -> Question | Flaw:
    try:
        return parse_question(text)
    except InvalidQuestion as refusal:
        return refusal.flaw


@given(st.text() | st.text("<>=≥?-0٥ ", max_size=6))
def test_any_text_is_a_question_or_refused(text: str) -> None:
    reading = reading_of(text)
    assert isinstance(reading, Flaw) or parse_question(str(reading)) == reading


@given(st.sampled_from(Relation), st.integers(-HUGE, HUGE))
def test_what_is_written_is_read_back(relation: Relation, number: int) -> None:
    assert parse_question(str(Question(relation, number))) == Question(relation, number)
