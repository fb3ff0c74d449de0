"""Guessing a number: what answers leave, the best questions, and questions as they are typed."""

import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import interval as solving
from solver.interval import Flaw, Interval, InvalidQuestion, Question, Relation, Remaining, between, parse_question
from tests.solver.games import pairs

# What answers leave.
HUGE = 10**30
MEANING = {
    Relation.GREATER: lambda sought, number: sought > number,
    Relation.LESS: lambda sought, number: sought < number,
    Relation.EQUAL: lambda sought, number: sought == number,
    Relation.AT_LEAST: lambda sought, number: sought >= number,
    Relation.AT_MOST: lambda sought, number: sought <= number,
}
sizes = st.integers(0, HUGE) | st.integers(0, 20)
ranges = st.builds(lambda low, size: (low, low + size), st.integers(-HUGE, HUGE), sizes)
small_questions = st.builds(Question, st.sampled_from(Relation), st.integers(-1, 16))
LEFT = """
>50 yes: 51-100. >50 no: 1-50. <=50 yes: 1-50. <50 yes: 1-49. <50 no: 50-100. >=50 yes: 50-100. =50 yes: 50-50
=50 no: 1-49 51-100. =1 no: 2-100. >500 no: 1-100. =500 no: 1-100. <500 yes: 1-100
"""
REFUSED = [
    *[(text, Flaw.FORM, text) for text in ("", "50", "50>", "hello", "!=50")],
    *[(text, Flaw.NUMBER, text[1:]) for text in (">", ">fifty", ">5 0", "<5.5", "==50", ">--5")],
    ("> ?", Flaw.NUMBER, ""),
    (">" + "9" * 1500, Flaw.FORM, ">" + "9" * 999),
    (">" + "\N{CIRCLED NUMBER FIFTY}" * 900, Flaw.NUMBER, "50" * 900),
]


@st.composite
def remains(draw: st.DrawFn) -> tuple[Remaining, set[int]]:
    """What true answers to some questions leave of 0-15, and the same as a plain set."""
    sought = draw(st.integers(0, 15))
    left, numbers = between(0, 15), set(range(16))
    for question in draw(st.lists(small_questions, max_size=6)):
        answer = question.answer_for(sought)
        left = left.after(question, answer=answer)
        numbers = {number for number in numbers if question.answer_for(number) == answer}
    return left, numbers


@pytest.mark.parametrize("line", LEFT.strip().replace("\n", ". ").split(". "))
def test_an_answer_leaves_the_numbers_it_is_true_of(line: str) -> None:
    question, answer, left = line.split(" ", 2)
    remaining = between(1, 100).after(parse_question(question), answer=answer == "yes:")
    assert " ".join(f"{interval.low}-{interval.high}" for interval in remaining.intervals) == left


@given(remains())
def test_what_remains_is_kept_apart_the_best_question_halves_it_and_a_path_begins_anywhere(
    given: tuple[Remaining, set[int]],
) -> None:
    left, numbers = given
    assert [each for one in left.intervals for each in range(one.low, one.high + 1)] == sorted(numbers)
    assert (left.size, {number for number in range(-2, 19) if number in left}) == (len(numbers), numbers)
    assert all(other.low > one.high + 1 for one, other in pairwise(left.intervals))
    if len(numbers) > 1:
        question = left.best_question
        assert question.relation is Relation.GREATER
        halves = [left.after(question, answer=answer).size for answer in (True, False)]
        assert halves == [len(numbers) // 2, (len(numbers) + 1) // 2]
    else:
        with pytest.raises(ValueError, match="nothing to ask"):
            _ = left.best_question
    paths = {number: left.path_to(number) for number in numbers}
    assert (max(map(len, paths.values())), len(set(paths.values()))) == (left.questions_needed, len(numbers))
    for number in set(range(-1, 17)) - numbers:
        with pytest.raises(solving.NotRemaining, match=f"{number} is not among"):
            left.path_to(number)


def test_the_first_question_is_the_one_people_ask_and_a_range_or_answer_that_leaves_nothing_is_refused() -> None:
    odd = between(1, 100).after(parse_question("=50"), answer=False)
    assert [str(left.best_question) for left in (between(1, 100), between(1, 2), odd)] == [">50", ">1", ">51"]
    for of in (between, Interval, solving.questions_needed):
        with pytest.raises(solving.EmptyInterval, match="no number lies from 5 to 4"):
            of(5, 4)
    for question in (">100", "<1", "=0", ">=101", "<=0"):
        with pytest.raises(solving.InconsistentAnswer, match=f"no number is left if {question} is answered yes"):
            between(1, 100).after(parse_question(question), answer=True)
    with pytest.raises(solving.InconsistentAnswer, match="=7 is answered no"):
        between(7, 7).after(parse_question("=7"), answer=False)


def test_a_master_needs_the_logarithm_of_the_range_however_large_and_no_fewer_do_for_every_number() -> None:
    known = "1=0 2=1 3=2 4=2 5=3 100=7 128=7 129=8"
    for low, high, needed in ((-8, 7, 4), *((1, int(high), int(needed)) for high, needed in pairs(known))):
        assert solving.questions_needed(low, high) == needed
        assert (solving.is_master(needed, low, high), solving.is_master(needed + 1, low, high)) == (True, False)
    assert [solving.questions_needed(1, high) for high in (HUGE, 2**1000)] == [100, 1000]
    assert len(between(1, HUGE).path_to(HUGE // 3)) in {99, 100}
    for size in range(1, 70):
        longest = max(len(between(1, size).path_to(number)) for number in range(1, size + 1))
        assert longest == solving.questions_needed(1, size)
        assert 2**longest >= size > 2**longest // 2


@given(ranges, st.data())
def test_the_best_path_is_a_master_s(ends: tuple[int, int], data: st.DataObject) -> None:
    low, high = ends
    number = data.draw(st.integers(low, high))
    path, left = between(low, high).path_to(number), between(low, high)
    for question, answer in path:
        assert question == left.best_question
        assert answer == MEANING[question.relation](number, question.number)
        left = left.after(question, answer=answer)
    assert left.intervals == (Interval(number, number),)
    assert solving.questions_needed(low, high) - 1 <= len(path) <= solving.questions_needed(low, high)
    assert solving.is_master(len(path), low, high)


# Questions as they are typed.
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


@pytest.mark.parametrize(("text", "flaw", "blamed"), REFUSED)
def test_a_refusal_says_whether_the_form_or_the_number_is_wrong_in_other_processes_too(
    text: str, flaw: Flaw, blamed: str
) -> None:
    with pytest.raises(InvalidQuestion) as refusal:
        parse_question(text)
    assert (refusal.value.flaw, refusal.value.text) == (flaw, blamed)
    said = {Flaw.NUMBER: "not a whole number", Flaw.FORM: "not one of >N, <N, =N, >=N, <=N"}[flaw]
    assert str(pickle.loads(pickle.dumps(refusal.value))) == f"{said}: {blamed!r}"


def reading_of(text: str) -> Question | Flaw:
    try:
        return parse_question(text)
    except InvalidQuestion as refusal:
        return refusal.flaw


@given(st.text() | st.text("<>=≥?-0٥ ", max_size=6), st.sampled_from(Relation), st.integers(-HUGE, HUGE))
def test_texts_are_questions_or_refused_and_read_back(text: str, relation: Relation, number: int) -> None:
    reading = reading_of(text)
    assert isinstance(reading, Flaw) or parse_question(str(reading)) == reading
    assert parse_question(str(Question(relation, number))) == Question(relation, number)
    for sought in (number - 1, number, number + 1):
        assert Question(relation, number).answer_for(sought) == MEANING[relation](sought, number)
