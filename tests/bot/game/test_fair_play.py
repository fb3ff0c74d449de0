"""Turns of a running game are known again in whatever words they are told, at little cost; others are not."""

import random
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.fair_play import FEWEST, LONGEST_HISTORY, MOST_COMPARISONS, Comparison, GuardedGame, InDoubt, helped_game
from solver.feedback import (
    Feedback,
    History,
    all_codes,
    as_code,
    candidates,
    feedback_for,
    is_consistent,
    possible_feedback,
)
from solver.variant import VARIANTS, Variant, variant_named
from tests.solver.games import CLASSIC, codes, history

TELLABLE = st.sampled_from([variant for variant in VARIANTS.values() if not variant.words] + [variant_named("4x12r")])
THREE = "0123=1B1C 4567=0B2C 0456=1B2C"
KNOWN = (
    f"{THREE}; 7890=1B1C 3456=0B2C 7345=1B2C; 0456=1B2C 0123=1B1C 4567=0B2C; 3210=1B1C 7654=0B2C 6540=1B2C; "
    "0123=1B1C 4567=0B2C; 0123=1B1C 0456=1B2C 9876=0B0C"
)
UNKNOWN = (
    "0123=1B1C; 0123=1B1C 4567=0B1C 0456=2B1C; 0123=1B1C 0145=0B2C 2389=1B2C; 3210=1B1C 7654=0B2C; "
    "3210=1B1C 7654=0B2C 9876=0B0C; "
)


@st.composite
def histories(draw: st.DrawFn, *, fewest: int = 1) -> tuple[Variant, History]:
    variant = draw(TELLABLE)
    turns = st.tuples(codes(variant), st.sampled_from(possible_feedback(variant)))
    return variant, tuple(draw(st.lists(turns, min_size=fewest, max_size=9, unique=True)))


@st.composite
def in_other_words(draw: st.DrawFn, variant: Variant, turns: History) -> History:
    """The turns under a renaming of symbols, an order of places and an order of turns."""
    names = draw(st.permutations(range(len(variant.alphabet))))
    places = draw(st.permutations(range(variant.length)))
    retold = [(tuple(names[guess[place]] for place in places), reply) for guess, reply in turns]
    return tuple(draw(st.permutations(retold)))


def helps(text: str, played: str) -> bool:
    return helped_game(CLASSIC, history(text), (GuardedGame(CLASSIC, history(played), is_live=False),)) is not None


@given(st.data())
def test_a_game_is_known_again_with_less_than_half_of_it_left_out_and_more_told_beside_it(data: st.DataObject) -> None:
    variant, played = data.draw(histories(fewest=FEWEST))
    kept = data.draw(st.lists(st.sampled_from(played), min_size=len(played) // 2 + 1, unique=True))
    more = data.draw(st.lists(st.tuples(codes(variant), st.sampled_from(possible_feedback(variant))), max_size=4))
    history = data.draw(st.permutations((*kept, *more, *kept)))
    assert Comparison().is_mostly_told(played, tuple(history))


@given(st.data())
def test_it_is_known_again_in_any_words_of_two_turns_beside_one_other_of_three_beside_any(data: st.DataObject) -> None:
    variant, played = data.draw(histories(fewest=FEWEST))
    enough = len(played) if len(played) == FEWEST else max(3, len(played) // 2 + 1)
    kept = data.draw(st.lists(st.sampled_from(played), min_size=enough, unique=True))
    others = st.tuples(codes(variant), st.sampled_from(possible_feedback(variant)))
    more = data.draw(st.lists(others, max_size=1 if len(played) == FEWEST else 4))
    history = data.draw(in_other_words(variant, (*kept, *more, *kept)))
    assert helped_game(variant, history, (GuardedGame(variant, played, is_live=False),)) is not None


@given(st.data())
def test_what_is_known_again_has_the_same_replies_and_as_much_in_common(data: st.DataObject) -> None:
    """Four turns, by trying every order."""
    few = st.permutations(range(6)).map(lambda symbols: tuple(symbols[:4]))
    turns = st.tuples(few, st.sampled_from(possible_feedback(CLASSIC)[:2]))
    four = st.lists(turns, min_size=4, max_size=4, unique=True).map(tuple)
    played, history = data.draw(four), data.draw(four)
    parts = (part for count in (3, 4) for part in permutations(history, count))
    expected = any(in_common(some) == in_common(part) for part in parts for some in combinations(played, len(part)))
    assert Comparison().is_mostly_told(played, history) == expected


def in_common(turns: History) -> tuple[object, ...]:
    replies = [reply for _, reply in turns]
    return *replies, *(feedback_for(one, other) for (one, _), (other, _) in combinations(turns, 2))


def played_by_chance(chance: random.Random, turns: int) -> History:
    every = list(CLASSIC.codes())
    secret = chance.choice(every)
    history: History = ()
    for _ in range(turns):
        guess = chance.choice([code for code in every if is_consistent(code, history) and code != secret] or every)
        history = (*history, (guess, feedback_for(guess, secret)))
    return history


@pytest.mark.costly
def test_other_games_are_seldom_taken_for_it() -> None:
    chance = random.Random(7)
    games = [played_by_chance(chance, 6) for _ in range(30)]
    pairs = [(played[:5], history) for played, history in permutations(games, 2)]
    assert sum(Comparison().is_mostly_told(*pair) for pair in pairs) < len(pairs) // 8


OPENINGS = [CLASSIC.parse(code) for code in ("0123", "0123", "1234", "1234", "5678", "9876")]


def played_as_people_do(chance: random.Random, turns: int) -> History:
    """From one of the usual first guesses, mostly, and then whatever may still be right."""
    history: History = ()
    every = all_codes(CLASSIC)
    secret, other = as_code(chance.choice(every)), as_code(chance.choice(every))
    guess = chance.choice(OPENINGS) if chance.random() < 0.7 else other
    for _ in range(turns):
        if guess == secret:
            return played_as_people_do(chance, turns)
        history = (*history, (guess, feedback_for(guess, secret)))
        guess = as_code(every[chance.choice(candidates(CLASSIC, history))])
    return history


REFUSED_OF_THOUSAND = 100


def test_of_a_thousand_other_games_few_are_refused_at_any_reply_beside_any_game() -> None:
    """By the turns that are known of the guarded game, and by those that are told of another."""
    chance = random.Random(47)
    pairs = [(played_as_people_do(chance, 5), played_as_people_do(chance, 4)) for _ in range(1000)]
    refused = {
        (known, told): sum(Comparison().is_mostly_told(played[:known], other[:told]) for played, other in pairs)
        for known, told in product(range(1, 6), range(1, 5))
    }
    assert {cell: times for cell, times in refused.items() if times > REFUSED_OF_THOUSAND} == {}, refused
    assert not any(refused[1, told] for told in range(1, 5))


def test_of_a_game_of_three_turns_the_first_guess_is_what_it_is_known_by() -> None:
    assert [text for text in KNOWN.split("; ") if not helps(text, THREE)] == []
    assert [text for text in UNKNOWN.split("; ") if helps(text, THREE)] == []


def test_nothing_told_helps_before_a_game_has_three_turns() -> None:
    assert not any(helps(text, known) for text in (THREE, "0123=1B1C", "") for known in ("0123=1B1C", ""))


@pytest.mark.parametrize("told_as", ["classic", "4x12", "4x9", "repeats", "4x7", "pictures", "cipher"])
def test_the_alphabet_in_which_it_is_told_does_not_matter(told_as: str) -> None:
    variant = variant_named(told_as)
    turns = tuple((variant.parse(variant.format(guess)), reply) for guess, reply in history("0123=1B1C 4501=0B2C"))
    played = GuardedGame(CLASSIC, history("9876=1B1C 5498=0B2C"), is_live=False)
    assert helped_game(variant, turns, (played,)) is played


@pytest.mark.parametrize("text", ["", "0123=0B0C", THREE])
def test_while_a_live_game_runs_nothing_is_said_of_codes_of_its_length_alone(text: str) -> None:
    of_length, longer = (GuardedGame(VARIANTS[name], (), is_live=True) for name in ("repeats", "five"))
    assert helped_game(CLASSIC, history(text), (of_length,)) is of_length
    assert helped_game(CLASSIC, history(text), (longer,)) is None


def of_one_reply(seed: int, turns: int) -> History:
    chance = random.Random(seed)
    return tuple((guess, Feedback(0, 1)) for guess in chance.sample(list(CLASSIC.codes()), turns))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("played", "count"), [(60, 60), (8, 60), (60, 31), (20, 40)])
def test_histories_made_to_be_hard_cost_no_more_than_the_limit(seed: int, played: int, count: int) -> None:
    comparison = Comparison()
    hard, harder = of_one_reply(seed, played), of_one_reply(seed + 99, count)
    try:
        is_found = comparison.is_mostly_told(hard, harder)
    except InDoubt:
        is_found = True
        assert comparison.made == MOST_COMPARISONS + 1
    assert comparison.made <= MOST_COMPARISONS + 1
    games = (GuardedGame(CLASSIC, hard, is_live=False),) * 1000
    assert (helped_game(CLASSIC, harder, games) is not None) is is_found


@pytest.mark.parametrize("turns", [LONGEST_HISTORY + 1, 400])
def test_what_is_too_long_to_be_compared_is_refused_without_a_comparison(turns: int) -> None:
    comparison = Comparison()
    with pytest.raises(InDoubt):
        comparison.is_mostly_told(of_one_reply(1, turns), of_one_reply(2, turns))
    assert comparison.made == 0
    few = GuardedGame(CLASSIC, of_one_reply(2, FEWEST), is_live=False)
    assert helped_game(CLASSIC, of_one_reply(1, turns), (few,)) is few
