"""What people write for a game of guessing a number: ranges, questions, answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.kinds.number.model import FARTHEST, InvalidRange, RangeFault, asking_of, data_of, range_in
from bot.app.reading import answer_in, is_question, number_in
from solver.interval import Interval, Question, Relation, parse_question

ENDS = st.integers(-FARTHEST, FARTHEST)


@pytest.mark.parametrize(
    ("written", "low", "high"),
    [
        ("", 1, 100),
        ("1 1000", 1, 1000),
        ("1000", 1, 1000),
        ("100 1", 1, 100),
        ("-50 50", -50, 50),
        ("−50 50", -50, 50),
        ("-1 -20", -20, -1),
        ("1-9", 1, 9),
        ("1 - 9", 1, 9),
        ("1–9", 1, 9),
        ("1..9", 1, 9),
        ("1…9", 1, 9),
        ("-9..-1", -9, -1),
        ("від 1 до 9", 1, 9),
        ("From 1 to 9", 1, 9),
        ("от 1 до 9", 1, 9),
        ("１ ٩", 1, 9),
        ("-1000000000 1000000000", -FARTHEST, FARTHEST),
        ("000000000000001 9", 1, 9),
    ],
)
def test_a_range_may_be_written_in_many_ways(written: str, low: int, high: int) -> None:
    assert range_in(written) == Interval(low, high)


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("a b", RangeFault.FORM),
        ("1.5 9", RangeFault.FORM),
        ("1 2 3", RangeFault.FORM),
        (">50", RangeFault.FORM),
        ("-5", RangeFault.FORM),
        ("7 7", RangeFault.NARROW),
        ("1", RangeFault.NARROW),
        ("1 1000000001", RangeFault.FAR),
        ("-1000000001 1", RangeFault.FAR),
        ("1 " + "9" * 4000, RangeFault.FAR),
    ],
)
def test_what_is_no_range_to_play_in_is_refused_by_name(written: str, fault: RangeFault) -> None:
    with pytest.raises(InvalidRange) as refusal:
        range_in(written)
    assert refusal.value.fault is fault


@given(ENDS, ENDS)
def test_every_range_reads_back(one: int, other: int) -> None:
    if one != other:
        assert range_in(f"{one} {other}") == Interval(min(one, other), max(one, other))


@given(st.text(max_size=40) | st.text("0123456789+-−–…., todo", max_size=20))
def test_any_text_is_a_range_or_refused(text: str) -> None:
    try:
        span = range_in(text)
    except InvalidRange:
        return
    assert -FARTHEST <= span.low < span.high <= FARTHEST


@given(st.sampled_from(Relation), ENDS)
def test_a_button_carries_every_question(relation: Relation, number: int) -> None:
    question = Question(relation, number)
    assert asking_of(data_of(question)) == question
    assert len(data_of(question)) <= 13
    assert asking_of(data_of(number)) == number


@pytest.mark.parametrize("forged", ["", "gt", "is", "50", "xx50", "gt5-0", "gt99999999999", "gt٥"])
def test_a_forged_button_asks_nothing(forged: str) -> None:
    assert asking_of(forged) is None


@pytest.mark.parametrize(
    ("written", "question"),
    [(">50", ">50"), ("< -5 ?", "<-5"), ("≥ 7", ">=7"), ("＝７", "=7")],
)
def test_a_question_is_read(written: str, question: str) -> None:
    assert is_question(written)
    assert number_in(written) is None
    assert str(parse_question(written)) == question


@pytest.mark.parametrize(("written", "number"), [("37", 37), (" -3 ", -3), ("٣٧", 37), ("+5", 5)])
def test_a_number_alone_is_a_guess(written: str, number: int) -> None:
    assert number_in(written) == number
    assert not is_question(written)


@pytest.mark.parametrize("higher", ["higher", "More!", "більше", "Вище", "больше.", "выше", ">"])
@pytest.mark.parametrize("lower", ["lower", "less", "менше", "НИЖЧЕ", "меньше", "ниже!", "<"])
def test_higher_and_lower_are_understood_in_every_language(higher: str, lower: str) -> None:
    assert answer_in(higher) is Relation.GREATER
    assert answer_in(lower) is Relation.LESS


@pytest.mark.parametrize("written", ["", "hello", "> many", "3.5", "12 34", "так"])
def test_what_is_no_question_is_refused(written: str) -> None:
    assert not is_question(written)
    assert number_in(written) is None


@pytest.mark.parametrize("yes", ["yes", "Yes!", "Так", "ТАК.", "да", "Д", "+", "ｙｅｓ"])
@pytest.mark.parametrize("no", ["no", "No.", "Ні", "НІ!", "нет", "н", "-", "−"])
def test_yes_and_no_are_understood_in_every_language(yes: str, no: str) -> None:
    assert answer_in(yes) is True
    assert answer_in(no) is False


@pytest.mark.parametrize("text", ["", "maybe", "not", "дада", "yes no", "42", ">50"])
def test_anything_else_is_no_answer(text: str) -> None:
    assert answer_in(text) is None
