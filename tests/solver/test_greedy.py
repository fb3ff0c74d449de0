import numpy as np
import pytest

from solver.feedback import Feedback, feedback_for
from solver.greedy import METRICS, Greedy
from solver.parts import part_sizes
from solver.position import Position, position_after
from solver.tables import all_codes, candidates
from solver.variant import VARIANTS, Code, Variant
from tests.solver.games import CLASSIC, MINI, history


def total_guesses(strategy: Greedy) -> int:
    """The guesses it takes to break every secret once."""
    variant = strategy.variant
    solved = Feedback(variant.length, 0)

    def beyond(position: Position, secrets: list[Code]) -> int:
        guess = strategy.next_guess(position)
        parts: dict[Feedback, list[Code]] = {}
        for secret in secrets:
            parts.setdefault(feedback_for(guess, secret), []).append(secret)
        parts.pop(solved, None)
        return len(secrets) + sum(beyond(position.after(guess, reply), part) for reply, part in parts.items())

    return beyond(position_after(variant), list(variant.codes()))


def test_metrics_rank_by_the_sizes_of_parts() -> None:
    even, lopsided = np.array([[2, 2, 0]]), np.array([[3, 1, 0]])
    scores = {name: (metric(even)[0], metric(lopsided)[0]) for name, metric in METRICS.items()}
    assert scores["entropy"] == (1.0, pytest.approx(0.811278))
    assert scores["expected"] == (-2.0, -2.5)
    assert scores["minimax"] == (-2.0, -3.0)
    assert scores["parts"] == (2.0, 2.0)


@pytest.mark.parametrize("metric", METRICS)
def test_the_choice_is_a_best_one_a_candidate_if_possible_and_the_first_of_equals(metric: str) -> None:
    turns = history("0123=0B1C 4561=0B1C")
    codes, every = all_codes(CLASSIC), np.arange(CLASSIC.size)
    left = candidates(CLASSIC, turns)
    scores = METRICS[metric](part_sizes(CLASSIC, every, left)).round(9)
    ranked = sorted(range(len(codes)), key=lambda row: (-scores[row], row not in left, row))
    assert Greedy(CLASSIC, METRICS[metric]).next_guess(position_after(CLASSIC, turns)) == tuple(
        codes[ranked[0]].tolist()
    )


def test_the_best_third_guess_is_among_the_known_ones() -> None:
    codes, every = all_codes(CLASSIC), np.arange(CLASSIC.size)
    turns = history("0123=0B1C 4561=0B1C")
    left = candidates(CLASSIC, turns)
    bits = METRICS["entropy"](part_sizes(CLASSIC, every, left))
    best = {CLASSIC.format(tuple(codes[row].tolist())) for row in np.flatnonzero(bits > bits.max() - 1e-9)}
    assert round(float(bits.max()), 4) == 3.0008
    assert len(best) == 24
    assert "7285" in best
    assert CLASSIC.format(Greedy(CLASSIC).next_guess(position_after(CLASSIC, turns))) in best


@pytest.mark.parametrize(("variant", "optimum"), [(MINI, 462), (VARIANTS["three"], 3575)], ids=["mini", "three"])
def test_entropy_comes_close_to_the_optimum(variant: Variant, optimum: int) -> None:
    assert optimum <= total_guesses(Greedy(variant)) <= optimum * 1.02


def test_a_single_candidate_is_the_guess() -> None:
    assert Greedy(CLASSIC).next_guess(position_after(CLASSIC, history("9876=4B0C"))) == (9, 8, 7, 6)


def test_the_obvious_guess_is_the_one_that_trying_all_would_find() -> None:
    turns = history("6275=0B1C 6935=0B2C 6381=1B1C 9341=2B0C")
    left = candidates(CLASSIC, turns)
    sizes = part_sizes(CLASSIC, np.arange(CLASSIC.size), left)
    telling = [row for row in left.tolist() if sizes[row].max() == 1]
    assert len(left) == 6
    assert telling[0] != left[0]
    assert [metric(sizes)[telling[0]] == metric(sizes).max() for metric in METRICS.values()] == [True] * len(METRICS)
    assert Greedy(CLASSIC).next_guess(position_after(CLASSIC, turns)) == tuple(all_codes(CLASSIC)[telling[0]].tolist())
