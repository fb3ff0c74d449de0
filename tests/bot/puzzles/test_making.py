"""The puzzles of the catalogue: made always the same, with answers that slow and plain code proves as well."""

import json
from hashlib import sha256
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.app.puzzles.model import CATALOGUE, FILE, FIRST, HASHES, CataloguePuzzle
from bot.build_puzzles import EACH, VARIED, good
from bot.game.puzzles import KINDS, Puzzle, hint_of, kind_of, made, made_of, reasons_for
from bot.game.quiz import average_left, objection, parts
from solver.feedback import Feedback, is_consistent
from solver.variant import VARIANTS

NUMBERS = st.integers(1, len(CATALOGUE))
CLASSIC = VARIANTS["classic"]


def listed(number: int) -> CataloguePuzzle:
    found = CATALOGUE.numbered(number)
    assert found is not None
    return found


EVERY = [*map(listed, range(1, len(CATALOGUE) + 1))]


def puzzle(number: int) -> Puzzle:
    found = made(listed(number).kind, listed(number).variant, listed(number).seed)
    assert found is not None
    return found


@given(NUMBERS)
def test_a_puzzle_is_made_the_same_as_the_catalogue_says_and_the_solver_proves_its_answers(number: int) -> None:
    one = puzzle(number)
    assert (one, kind_of(one).size(one)) == (puzzle(number), listed(number).size)
    assert one.left == tuple(code for code in one.variant.codes() if is_consistent(code, one.history))
    assert all(reply.bulls < one.variant.length for _, reply in one.history)
    assert len(set(one.choices)) == len(one.choices)
    PROOFS[one.kind](one)


def only_one_can_be_the_secret(one: Puzzle) -> None:
    assert {code for code in one.choices if is_consistent(code, one.history)} == one.right
    assert (len(one.choices), len(one.right)) == (4, 1)


def all_that_are_left_are_among_the_choices(one: Puzzle) -> None:
    assert {code for code in one.choices if is_consistent(code, one.history)} == one.right == set(one.left)
    assert len(one.choices) == 8


def the_best_guess_leaves_a_tenth_fewer_and_takes_fewest_guesses(one: Puzzle) -> None:
    best, *others = sorted(one.choices, key=lambda code: average_left(one.left, code))
    assert one.right == {best}
    assert all(average_left(one.left, other) >= 1.1 * average_left(one.left, best) - 1e-9 for other in others)
    assert len(others) == 3
    assert kind_of(one).is_sound(one)


def every_guess_that_tells_all_apart_counts(one: Puzzle) -> None:
    assert one.choices == ()
    assert 0 < len(one.right) * 20 <= one.variant.size
    for guess in sorted(one.right)[:5] + list(one.variant.codes())[:200]:
        assert (guess in one.right) == (max(map(len, parts(one.left, guess).values())) == 1)


PROOFS = {
    "only": only_one_can_be_the_secret,
    "left": all_that_are_left_are_among_the_choices,
    "fewest": the_best_guess_leaves_a_tenth_fewer_and_takes_fewest_guesses,
    "apart": every_guess_that_tells_all_apart_counts,
}


@given(NUMBERS, st.integers(0, 7))
def test_every_answer_and_every_hint_is_explained(number: int, at: int) -> None:
    one = puzzle(number)
    answer = one.choices[at % len(one.choices)] if one.choices else next(one.variant.codes())
    assert reasons_for(one, answer)
    assert reasons_for(one, None)
    for reason in hint_of(one, frozenset()):
        assert not set(reason.values.values()) & one.right


@pytest.mark.parametrize(("kind", "variant"), list(product(KINDS, VARIED)))
def test_the_catalogue_is_what_its_maker_makes(kind: str, variant: str) -> None:
    ours = [line for each in EVERY if (line := each.line).startswith(f"{kind} {variant} ")]
    assert len(ours) == EACH
    makes = good(kind, variant)
    assert [next(makes) for _ in range(3)] == ours[:3]


def test_the_catalogue_is_the_one_that_was_made_and_rates_larger_puzzles_higher() -> None:
    ratings = [each.first_rating.value for each in sorted(EVERY, key=lambda each: each.size)]
    assert ratings == sorted(ratings)
    assert 1000 < ratings[0] < 1500 < ratings[-1] < 2100
    for first in map(puzzle, FIRST):
        assert (first.variant.name, first.kind, len(first.history)) == ("classic", "only", 2)
        assert len(first.left) <= 18
    assert max(each.size for each in EVERY if each.number in FIRST) <= 6
    assert PROOFS.keys() == KINDS.keys()
    assert json.loads(HASHES.read_text()) == {FILE.name: sha256(FILE.read_bytes()).hexdigest()}


@given(st.sampled_from([*KINDS]), st.floats(0, 4000), st.sets(NUMBERS, max_size=50), st.integers(1, 60))
@example("only", 1500.0, set(range(1, 5121)), 60)
def test_the_nearest_untried_ones_of_a_kind_are_found(kind: str, rating: float, tried: set[int], most: int) -> None:
    allowed = {"classic", "three"}
    near = CATALOGUE.near(kind, rating, allowed, tried, most)
    assert not {each.number for each in near} & tried
    given_to_somebody = [
        each for each in EVERY if each.size <= KINDS[each.kind].largest and each.variant.name in allowed
    ]
    left = [each for each in given_to_somebody if each.kind == kind and each.number not in tried]
    far = sorted(abs(each.first_rating.value - rating) for each in left)
    assert [abs(each.first_rating.value - rating) for each in near] == far[:most]


@pytest.mark.parametrize("kind", [*KINDS])
def test_the_fewest_are_asked_for_among_twelve_at_most_and_other_kinds_are_given_whole(kind: str) -> None:
    given_to_somebody = CATALOGUE.near(kind, 1500.0, {each.variant.name for each in EVERY}, (), 5120)
    assert len(given_to_somebody) == (213 if kind == "fewest" else 1280)
    largest = max(given_to_somebody, key=lambda each: each.size)
    assert kind != "fewest" or len(puzzle(largest.number).left) == 12


def test_a_position_of_a_game_becomes_the_first_kind_that_it_suits_if_it_suits_any() -> None:
    history = (((0, 1, 2, 3), Feedback(0, 2)), ((4, 5, 0, 1), Feedback(0, 3)))
    found = made_of(("apart", "fewest", "left", "only"), CLASSIC, history)
    assert found is not None
    PROOFS[found.kind](found)
    assert made_of((found.kind,), CLASSIC, history) == found
    assert made_of(tuple(KINDS), CLASSIC, ()) is None
    assert made_of(tuple(KINDS), VARIANTS["six"], (((0, 1, 2, 3, 4, 5), Feedback(0, 5)),)) is None


def test_a_wrong_choice_contradicts_one_reply() -> None:
    one = puzzle(1)
    for code in set(one.choices) - one.right:
        assert objection(code, one.history) is not None
        assert sum(not is_consistent(code, (turn,)) for turn in one.history) == 1
