"""Guessing a number, position by position."""

from math import ceil, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.number import (
    MOST_QUESTIONS,
    KnownAlready,
    NumberGame,
    OutOfQuestions,
    answered,
    asked,
    corrected,
    given_up,
    guessed,
    line_of,
    masters_path,
    number_game_at,
    pointed,
)
from bot.game.rules import IllegalMove
from solver.interval import Interval, Question, Relation, parse_question

WON = "number 1..100 37 | >50 >25 >38 >32 >35 >36 >37 =37"
LOST_WITH_A_LIE = "number 1..8 - | >4=no >2=yes >3=yes =4=no"


def after(line: str, *questions: str) -> NumberGame:
    game = number_game_at(line)
    for question in questions:
        game = asked(game, parse_question(question))
    return game


def test_the_bot_answers_truly_and_what_fits_gets_less() -> None:
    game = after("number 1..100 37 |", ">50", "<=25", ">=38", "=33")
    assert [turn.answer for turn in game.turns] == [False, False, False, False]
    assert line_of(game) == "number 1..100 37 | >50 <=25 >=38 =33"
    assert game.left is not None
    assert game.left.intervals == (Interval(26, 32), Interval(34, 37))
    assert game.questions == 4
    assert not game.is_over


def test_whoever_needs_no_more_than_a_master_is_one() -> None:
    game = number_game_at(WON)
    assert game.is_found
    assert (game.questions, game.needed) == (7, 7)
    assert game.is_mastered
    assert not number_game_at("number 1..4 1 | =2 =3 =4 =1").is_mastered


def test_to_name_the_only_number_is_free_and_to_hit_on_it_is_a_question() -> None:
    only = after("number 1..4 3 |", ">2", "<4")
    assert only.only == 3
    assert not only.is_over
    assert asked(only, parse_question("=3")).questions == 2
    lucky = after("number 1..4 3 |", "=3")
    assert lucky.is_found
    assert lucky.questions == 1


def test_a_number_is_still_to_be_named_however_surely_it_is_known() -> None:
    only = after("number 1..2 2 |", ">1")
    assert not only.is_over
    assert after("number 1..2 2 |", ">1", "=2").is_found


@pytest.mark.parametrize(
    ("line", "question", "answer"),
    [
        ("number 1..100 37 |", ">100", False),
        ("number 1..100 37 |", ">=1", True),
        ("number 1..100 37 |", "=-7", False),
        ("number 1..100 37 | >50", ">50", False),
        ("number 1..100 37 | >50", "<51", True),
        ("number 1..2 2 | >1", ">1", True),
        ("number 1..2 2 | >1", "=1", False),
    ],
)
def test_what_is_known_already_is_told_for_nothing(line: str, question: str, *, answer: bool) -> None:
    with pytest.raises(KnownAlready) as refusal:
        asked(number_game_at(line), parse_question(question))
    assert refusal.value.turn.answer is answer


def test_the_bot_halves_what_is_left_and_then_names_the_number() -> None:
    game, answers = number_game_at("number 1..8 - |"), []
    while not game.is_over:
        assert game.asks is not None
        answers.append(str(game.asks))
        game = answered(game, answer=game.asks.answer_for(4))
    assert answers == [">4", ">2", ">3", "=4"]
    assert game.known_secret == 4
    assert game.questions == game.needed == 3


def test_a_contradiction_is_noticed_and_says_which_answers_to_doubt() -> None:
    game = number_game_at(LOST_WITH_A_LIE)
    assert game.is_contradicted
    assert game.asks is None
    assert game.doubtful == (0, 2, 3)
    assert game.wrong_for(7) == (0,)
    assert game.wrong_for(1) == (1, 2)
    with pytest.raises(ValueError, match="asks nothing"):
        answered(game, answer=True)


def test_after_a_correction_the_bot_asks_on_from_there() -> None:
    game = corrected(number_game_at(LOST_WITH_A_LIE), 0)
    assert line_of(game) == "number 1..8 - | >4=yes"
    assert str(game.asks) == ">6"
    assert corrected(number_game_at(LOST_WITH_A_LIE), 3).is_found


@pytest.mark.parametrize("at", [-1, 4])
def test_only_an_answer_that_was_given_can_be_put_right(at: int) -> None:
    with pytest.raises(ValueError, match="no answer"):
        corrected(number_game_at(LOST_WITH_A_LIE), at)


def test_each_side_keeps_to_its_own_moves() -> None:
    with pytest.raises(ValueError, match="keeps no number"):
        asked(number_game_at("number 1..8 - |"), parse_question(">4"))
    with pytest.raises(ValueError, match="asks nothing"):
        answered(number_game_at("number 1..8 5 |"), answer=True)
    with pytest.raises(ValueError, match="no answer"):
        corrected(number_game_at("number 1..8 5 | >4"), 0)


@pytest.mark.parametrize("line", [WON, "number 1..100 37 | >50 | resigned"])
def test_nothing_happens_in_a_game_that_is_over(line: str) -> None:
    game = number_game_at(line)
    with pytest.raises(IllegalMove):
        asked(game, parse_question(">30"))
    with pytest.raises(IllegalMove):
        corrected(game, 0)
    with pytest.raises(IllegalMove):
        given_up(game)


def test_there_is_an_end_to_questions_but_the_only_number_can_still_be_named() -> None:
    asked_often = " ".join(f"={number}" for number in range(1, MOST_QUESTIONS + 1))
    game = number_game_at(f"number 1..{MOST_QUESTIONS + 2} {MOST_QUESTIONS + 2} | {asked_often}")
    with pytest.raises(OutOfQuestions):
        asked(game, parse_question(f"={MOST_QUESTIONS + 1}"))
    only = number_game_at(f"number 1..{MOST_QUESTIONS + 1} {MOST_QUESTIONS + 1} | {asked_often}")
    assert asked(only, parse_question(f"={MOST_QUESTIONS + 1}")).is_found


def test_the_masters_path_leads_to_the_same_number() -> None:
    path = masters_path(number_game_at("number 1..100 37 | | resigned"))
    assert [f"{turn.question} {turn.answer}" for turn in path[:2]] == [">50 False", ">25 True"]
    assert number_game_at("number 1..100 37 |").needed == len(path) == 7
    with pytest.raises(ValueError, match="nobody knows"):
        masters_path(number_game_at("number 1..8 - |"))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "solo classic 0123 |",
        "number 1..100",
        "number 1..100 101 |",
        "number 9..1 5 |",
        "number 1..100 37 | fifty",
        "number 1..100 - | 50=maybe",
        "number 1..100 - | >50=higher",
        "number 1..100 37 | >50=yes",
        "number 1..100 - | >50",
        "number 1..100 37 | >50 | timed-out",
        "number 1..100 37 | >50 | resigned | resigned",
    ],
)
def test_what_is_no_game_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"not a|no number lies|not one of"):
        number_game_at(line)


@given(st.integers(-(10**9), 10**9), st.integers(1, 2 * 10**9), st.data())
def test_a_master_is_never_beaten_by_any_range(low: int, wide: int, data: st.DataObject) -> None:
    sought = data.draw(st.integers(low, low + wide))
    game = NumberGame(Interval(low, low + wide), sought)
    for turn in masters_path(game):
        game = asked(game, turn.question)
    game = asked(game, Question(Relation.EQUAL, sought))
    assert game.is_mastered
    assert game == number_game_at(line_of(game))


@given(st.integers(-(10**9), 10**9), st.integers(1, 2 * 10**9), st.data())
def test_whoever_only_guesses_the_middle_is_a_master(low: int, wide: int, data: st.DataObject) -> None:
    game = NumberGame(Interval(low, low + wide), data.draw(st.integers(low, low + wide)))
    while not game.is_over:
        assert game.left is not None
        game = guessed(game, game.left.middle)
    assert game.needed == ceil(log2(wide + 2))
    assert game.questions == len(game.turns) <= game.needed
    assert game.is_mastered
    assert game == number_game_at(line_of(game))
    assert [turn.asked for turn in masters_path(game)] == [turn.asked for turn in game.turns]


@pytest.mark.parametrize(("guesses", "is_master"), [("50 25 37", True), ("99 98 97 96 95 94 93 37", False)])
def test_a_guess_is_answered_higher_or_lower_and_each_counts(guesses: str, *, is_master: bool) -> None:
    game = number_game_at("number 1..100 37 |")
    for number in guesses.split():
        game = guessed(game, int(number))
    missed = [int(number) for number in guesses.split()[:-1]]
    assert [turn.said for turn in game.turns[:-1]] == ["lower" if number > 37 else "higher" for number in missed]
    assert (game.turns[-1].said, game.questions, game.needed) == ("yes", len(guesses.split()), 7)
    assert game.is_mastered is is_master


def test_the_only_number_left_is_named_for_nothing_unless_there_were_only_guesses() -> None:
    assert guessed(number_game_at("number 1..4 3 | >2 >3"), 3).questions == 2
    assert guessed(number_game_at("number 1..4 3 | 2 4"), 3).questions == 3


def test_a_guess_whose_answer_is_known_is_told_for_nothing() -> None:
    with pytest.raises(KnownAlready) as refusal:
        guessed(number_game_at("number 1..100 37 | 50"), 60)
    assert refusal.value.turn.said == "lower"


def test_whoever_keeps_the_number_may_say_higher_or_lower() -> None:
    game = pointed(pointed(number_game_at("number 1..100 - |"), Relation.LESS), Relation.GREATER)
    assert line_of(game) == "number 1..100 - | 50=lower 25=higher"
    assert game == number_game_at(line_of(game))
    assert game.asks == parse_question(">37")
    assert line_of(corrected(game, 1)) == "number 1..100 - | 50=lower >25=no"
