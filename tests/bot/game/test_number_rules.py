"""Guessing a number, line by line: how a game stands, and what is made of what is asked, guessed and answered."""

from functools import reduce
from math import ceil, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game import number as rules
from bot.game.number import DIRECTIONS, MOST_QUESTIONS, KnownAlready, NumberGame, line_of, number_game_at
from bot.game.rules import IllegalMove
from solver.interval import Interval, Question, Relation, parse_question
from tests.bot.game.test_rules import lines

MANY = MOST_QUESTIONS
OFTEN = " ".join(f"={number}" for number in range(1, MANY + 1))
LIED = "number 1..8 - | >4=no >2=yes >3=yes =4=no"
STANDS = f"""
number 1..100 37 | >50 <=25 >=38 =33 → 4 of 7, left 26..32 34..37
number 1..100 37 | >50 >25 >38 >32 >35 >36 >37 =37 → 7 of 7, found, mastered
number 1..4 1 | =2 =3 =4 =1 → 3 of 2, found
number 1..4 3 | >2 <4 → 2 of 2, left 3..3
number 1..4 3 | >2 <4 =3 → 2 of 2, found, mastered
number 1..4 3 | =3 → 1 of 2, found, mastered
number 1..2 2 | >1 → 1 of 1, left 2..2
number 1..2 2 | >1 =2 → 1 of 1, found, mastered
number 1..4 3 | >2 >3 3 → 2 of 2, found, mastered
number 1..4 3 | 2 4 3 → 3 of 3, found, mastered
number 1..100 37 | 50 25 37 → 3 of 7, found, mastered
number 1..100 37 | 99 98 97 96 95 94 93 37 → 8 of 7, found
{LIED} → 3 of 3, doubtful 0 2 3
"""
LEADS = f"""
number 1..100 37 | → >50 <=25 >=38 =33 → number 1..100 37 | >50 <=25 >=38 =33
number 1..4 3 | → >2 <4 =3 → number 1..4 3 | >2 <4 =3
number 1..2 2 | → >1 =2 → number 1..2 2 | >1 =2
number 1..4 3 | >2 >3 → 3 → number 1..4 3 | >2 >3 3
number 1..4 3 | 2 4 → 3 → number 1..4 3 | 2 4 3
number 1..100 37 | → >100 → known: no
number 1..100 37 | → >=1 → known: yes
number 1..100 37 | → =-7 → known: no
number 1..100 37 | >50 → >50 → known: no
number 1..100 37 | >50 → <51 → known: yes
number 1..2 2 | >1 → >1 → known: yes
number 1..2 2 | >1 → =1 → known: no
number 1..100 37 | 50 → 60 → known: lower
number 1..100 37 | >50 >25 >38 >32 >35 >36 >37 =37 → >30 → over
number 1..100 37 | >50 >25 >38 >32 >35 >36 >37 =37 → ~0 → over
number 1..100 37 | >50 >25 >38 >32 >35 >36 >37 =37 → resigns → over
number 1..100 37 | >50 | resigned → >30 → over
number 1..100 37 | >50 | resigned → ~0 → over
number 1..100 37 | >50 | resigned → resigns → over
number 1..{MANY + 2} {MANY + 2} | {OFTEN} → ={MANY + 1} → out of questions
number 1..{MANY + 1} {MANY + 1} | {OFTEN} → ={MANY + 1} → number 1..{MANY + 1} {MANY + 1} | {OFTEN} ={MANY + 1}
number 1..8 - | → no yes yes yes → number 1..8 - | >4=no >2=yes >3=yes =4=yes
{LIED} → yes → ✗ asks nothing
{LIED} → ~0 → number 1..8 - | >4=yes
{LIED} → ~3 → number 1..8 - | >4=no >2=yes >3=yes =4=yes
{LIED} → ~-1 → ✗ no answer
{LIED} → ~4 → ✗ no answer
number 1..100 - | → lower higher → number 1..100 - | 50=lower 25=higher
number 1..100 - | 50=lower 25=higher → ~1 → number 1..100 - | 50=lower >25=no
number 1..8 - | → >4 → ✗ keeps no number
number 1..8 5 | → yes → ✗ asks nothing
number 1..8 5 | >4 → ~0 → ✗ no answer
"""
"""Steps: a question, a guess, an answer to the bot's question; `~0` puts the first answer right. `✗`: it is a bug."""
REFUSED: dict[str, tuple[type[Exception], str | None]] = {
    "over": (IllegalMove, "game-over"),
    "out of questions": (rules.OutOfQuestions, None),
}
NONSENSE = (
    "solo classic 0123 |; number 1..100; number 1..100 101 |; number 9..1 5 |; number 1..100 37 | fifty; "
    "number 1..100 - | 50=maybe; number 1..100 - | >50=higher; number 1..100 37 | >50=yes; number 1..100 - | >50; "
    "number 1..100 37 | >50 | timed-out; number 1..100 37 | >50 | resigned | resigned"
)


def after(game: NumberGame, step: str) -> NumberGame:
    if step in {"yes", "no"}:
        return rules.answered(game, answer=step == "yes")
    if step in DIRECTIONS:
        return rules.pointed(game, DIRECTIONS[step])
    if step == "resigns":
        return rules.given_up(game)
    if step.startswith("~"):
        return rules.corrected(game, int(step[1:]))
    return rules.guessed(game, int(step)) if step.isdecimal() else rules.asked(game, parse_question(step))


def told(game: NumberGame) -> str:
    left = " ".join(f"{one.low}..{one.high}" for one in game.left.intervals) if game.left else ""
    facts = [f"{game.questions} of {game.needed}", *["found"] * game.is_found, *["mastered"] * game.is_mastered]
    facts += [f"left {left}"] * (not game.is_over and not game.is_contradicted)
    facts += [f"doubtful {' '.join(map(str, game.doubtful))}"] * game.is_contradicted
    return ", ".join(facts)


@pytest.mark.parametrize("line", lines(STANDS))
def test_a_line_says_how_a_game_stands(line: str) -> None:
    written, _, stands = line.partition(" → ")
    game = number_game_at(written)
    assert (told(game), line_of(game)) == (stands, written)
    assert (game.is_over, game.only is not None) == ("found" in stands, game.left is not None and game.left.size == 1)


@pytest.mark.parametrize("line", lines(LEADS), ids=lambda line: line[-80:])
def test_a_step_leads_to_a_line_or_is_refused_by_name(line: str) -> None:
    before, steps, then = line.split(" → ")
    game, made = number_game_at(before), steps.split()
    if "|" in then:
        assert reduce(after, made, game) == number_game_at(then)
        assert line_of(reduce(after, made, game)) == then
    elif then.startswith("known"):
        with pytest.raises(KnownAlready) as known:
            after(game, steps)
        assert f"known: {known.value.turn.said}" == then
    else:
        error, words = REFUSED.get(then, (ValueError, then[2:]))
        with pytest.raises(error, match=words):
            after(game, steps)


@pytest.mark.parametrize("line", ["", *NONSENSE.split("; ")])
def test_what_is_no_game_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"not a|no number lies|not one of"):
        number_game_at(line)


def test_the_bot_halves_what_is_left_until_it_names_the_number() -> None:
    game, asks = number_game_at("number 1..8 - |"), []
    while not game.is_over:
        assert game.asks is not None
        asks.append(str(game.asks))
        game = rules.answered(game, answer=game.asks.answer_for(4))
    assert (asks, game.known_secret, game.questions, game.needed) == ([">4", ">2", ">3", "=4"], 4, 3, 3)


def test_the_bot_asks_on_within_what_is_left() -> None:
    asked_on = (rules.corrected(number_game_at(LIED), 0), number_game_at("number 1..100 - | 50=lower 25=higher"))
    assert [str(game.asks) for game in asked_on] == [">6", ">37"]


def test_answers_that_contradict_are_named() -> None:
    game = number_game_at(LIED)
    assert (game.is_contradicted, game.asks, game.wrong_for(7), game.wrong_for(1)) == (True, None, (0,), (1, 2))


def test_a_master_halves_what_is_left() -> None:
    path = rules.masters_path(number_game_at("number 1..100 37 | | resigned"))
    assert [f"{turn.question} {turn.answer}" for turn in path[:2]] == [">50 False", ">25 True"]
    assert number_game_at("number 1..100 37 |").needed == len(path) == 7
    with pytest.raises(ValueError, match="nobody knows"):
        rules.masters_path(number_game_at("number 1..8 - |"))


@given(st.integers(-(10**9), 10**9), st.integers(1, 2 * 10**9), st.data())
def test_a_master_is_never_beaten_by_any_range_and_whoever_only_guesses_the_middle_is_one(
    low: int, wide: int, data: st.DataObject
) -> None:
    sought = data.draw(st.integers(low, low + wide))
    game = NumberGame(Interval(low, low + wide), sought)
    path = rules.masters_path(game)
    last = Question(Relation.EQUAL, sought)
    master = reduce(rules.asked, [*(turn.question for turn in path), last], game)
    while not game.is_over:
        assert game.left is not None
        game = rules.guessed(game, game.left.middle)
    assert (game.needed, game.questions) == (ceil(log2(wide + 2)), len(game.turns))
    assert game.questions <= game.needed
    for each in (master, game):
        assert (each.is_mastered, number_game_at(line_of(each))) == (True, each)
    assert [turn.asked for turn in rules.masters_path(game)] == [turn.asked for turn in game.turns]


@pytest.mark.parametrize("guesses", ["50 25 37", "99 98 97 96 95 94 93 37"])
def test_a_guess_is_answered_higher_or_lower(guesses: str) -> None:
    game = reduce(after, guesses.split(), number_game_at("number 1..100 37 |"))
    said = ["yes" if guess == "37" else "lower" if int(guess) > 37 else "higher" for guess in guesses.split()]
    assert [turn.said for turn in game.turns] == said
