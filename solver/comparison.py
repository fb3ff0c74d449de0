"""Comparison of guesses by a metric: of all distinct guesses within the budget, otherwise of the most promising ones.

The budget is counted in work, never by a clock, so that equal positions give equal answers.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.candidates import Position
from solver.feedback import Numbers, all_codes, marks_by_place, possible_feedback
from solver.information import MOST_IN_A_WORD, Metric, Scores, Sizes, part_sizes, parts_of_few, total_worth
from solver.symmetry import different_questions, is_canonical
from solver.variant import Variant

BUDGET = 0.05
"""Seconds for choosing a guess, in all."""
WORK_A_SECOND = 12_800_000_000
"""Units of work_of a second of the budget. Finding candidates and symmetries takes the rest of the second."""
SYMMETRY_PAYS = 64_000_000
"""Below this work, comparing all guesses is faster than finding symmetries."""
MOST_ALIKE = 4
"""After two guesses few guesses are equivalent: with more than so many times too many, symmetry does not help."""
OVERHEAD = 64  # overhead of a guess, in candidates
SAMPLE = 256
"""The size of the sample of candidates that selects promising guesses."""
TIE = 1e-9
ROUNDING = 9


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Guesses as row numbers of all_codes in code order, the parts they make, and their scores: more is better.

    `exact` says that no guess was left out, but for those that are the same question as one of these.
    """

    position: Position
    guesses: Numbers
    sizes: Sizes
    scores: Scores
    exact: bool

    def best(self) -> int:
        """The row number of the guess that scores best; of equals a candidate, then the first in code order."""
        best = self.guesses[self.scores > self.scores.max() - TIE]
        of_candidates = best[self._are_candidates(best)]
        return int(of_candidates[0] if len(of_candidates) else best[0])

    def ranked(self, top: int) -> Numbers:
        """The `top` guesses, best first, in the same order."""
        top = min(top, len(self.guesses))
        lowest = np.partition(self.scores, len(self.scores) - top)[len(self.scores) - top]
        best = np.flatnonzero(self.scores > lowest - TIE)
        others = ~self._are_candidates(self.guesses[best])
        return self.guesses[best[np.lexsort((others, -self.scores[best].round(ROUNDING)))]][:top]

    def _are_candidates(self, guesses: Numbers) -> NDArray[np.bool_]:
        left = self.position.left
        found: NDArray[np.bool_] = left[np.searchsorted(left[:-1], guesses)] == guesses
        return found


def comparison_within(position: Position, metric: Metric, budget: float = BUDGET) -> Comparison:
    """The comparison of all distinct guesses at this position, or of as many as the budget (in seconds) allows."""
    guesses, exact = _guesses_within(position, metric, budget)
    return comparison_of(position, metric, guesses, exact=exact)


def comparison_of(position: Position, metric: Metric, guesses: Numbers, *, exact: bool) -> Comparison:
    """The comparison of the given guesses (rows of all_codes, in code order)."""
    sizes = part_sizes(position.variant, guesses, position.left)
    return Comparison(position, guesses, sizes, metric(sizes), exact)


def cheapest_within(position: Position, budget: float) -> Comparison:
    """As comparison_within by estimated cost to go, but as cheapest_of has it."""
    guesses, exact = _guesses_within(position, cheapness(position.variant), budget)
    return cheapest_of(position, guesses, exact=exact)


def cheapest_of(position: Position, guesses: Numbers, *, exact: bool) -> Comparison:
    """Those of the given guesses that may have the least estimated cost to go: with too few parts, none can.

    Its `best` and its highest score are those of all; for a ranking, or other scores, it has too few.
    """
    variant, left, metric = position.variant, position.left, cheapness(position.variant)
    if len(left) > MOST_IN_A_WORD:
        return comparison_of(position, metric, guesses, exact=exact)
    parts = parts_of_few(variant, guesses, left)
    told = parts != 0  # by reply, the last of which is that the guess is right
    least = least_costs(variant, len(left)).take(np.add.reduce(told.view(np.uint8), dtype=np.uint8))
    at_best = told[-1] - least
    known = metric(np.bitwise_count(parts[:, at_best == at_best.max()]).T).max()
    some = np.flatnonzero(at_best > known - TIE)
    sizes = np.bitwise_count(parts[:, some]).T
    return Comparison(position, guesses[some], sizes, metric(sizes), exact)


def work_within(budget: float) -> float:
    """The work that a budget in seconds allows, in the units of work_of."""
    return budget * WORK_A_SECOND


def work_of(variant: Variant, guesses: int, candidates: int) -> float:
    """The work of dividing so many candidates by so many guesses, in bit operations, approximately."""
    return guesses * (candidates + OVERHEAD) * variant.length**2


def distinct_guesses(position: Position) -> Numbers:
    """One of each set of guesses that differ only in symbols that no candidate has, as rows of all_codes.

    Words are all kept: what another symbol makes of a word need not be one.
    """
    return np.flatnonzero(_distinct(position))


def _distinct(position: Position) -> NDArray[np.bool_]:
    variant = position.variant
    held = np.full(len(variant.alphabet), bool(variant.words))
    held[all_codes(variant)[position.left]] = True
    return is_canonical(variant, np.flatnonzero(~held).tolist())


def _distinct_questions(position: Position, work: float) -> Numbers:
    """At least one guess of each orbit under symmetry, if finding orbits saves work."""
    variant, asked = position.variant, tuple(guess for guess, _ in position.history)
    if not asked:
        return different_questions(variant, ())
    differ = _distinct(position)
    undivided = work_of(variant, int(np.count_nonzero(differ)), len(position.left))
    if undivided < SYMMETRY_PAYS or (len(asked) > 1 and undivided > MOST_ALIKE * work):
        return np.flatnonzero(differ)
    questions = different_questions(variant, asked)
    return questions[differ[questions]]


def _guesses_within(position: Position, metric: Metric, budget: float) -> tuple[Numbers, bool]:
    """The guesses to compare, and whether none is left out."""
    work = work_within(budget)
    guesses = _distinct_questions(position, work)
    if work_of(position.variant, len(guesses), len(position.left)) <= work:
        return guesses, True
    return _promising_guesses(position, guesses, metric, work), False


def _promising_guesses(position: Position, guesses: Numbers, metric: Metric, work: float) -> Numbers:
    """The guesses that score best on a sample of the candidates, which takes half of the work."""
    variant, left = position.variant, position.left
    every = max(1, len(left) // SAMPLE)
    sample = left[::every]
    affordable = max(1, int(work / 2 / work_of(variant, 1, len(sample))))
    chosen = np.zeros(variant.size, np.bool_)
    chosen[_spread(left, affordable // 2)] = True
    chosen[_spread(guesses, affordable - affordable // 2)] = True
    tried = np.flatnonzero(chosen)
    if every == 1:  # then all of them can be compared
        return tried
    scores = metric(part_sizes(variant, tried, sample).astype(np.int64) * every)
    kept = max(1, int(work / 2 / work_of(variant, 1, len(left))))
    return np.sort(tried[np.argsort(-scores, kind="stable")[:kept]])


def _spread(rows: Numbers, count: int) -> Numbers:
    """At most so many of the rows, evenly spread."""
    return rows[:: max(1, -(-len(rows) // max(1, count)))]


# Estimated cost to go by the number of candidates: the further guesses that all n candidates take together.
#
# For few candidates the mean hardly depends on the game, as long as there are plenty of symbols: MEANS were taken over
# all positions in games of `entropy` at classic, repeats, colours and six. Beyond, every further guess divides the
# candidates by about the 0.75th power of the number of possible replies. Against the stored trees the error is within a
# tenth of a guess for most games of four places and more, up to 0.35 too much for colours, and up to 0.4 too little for
# three places. Guesses are only ranked by it, so that an error common to all of them does no harm.

MEANS = (
    (1, 1.00), (2, 1.50), (3, 1.73), (4, 1.86), (5, 1.94), (6, 2.01), (7, 2.05), (8, 2.09), (9, 2.16), (10, 2.20),
    (12, 2.27), (14, 2.36), (16, 2.41), (20, 2.52), (24, 2.63), (28, 2.69), (32, 2.75), (40, 2.85), (50, 2.95),
    (64, 3.03),
)  # fmt: skip
"""So many candidates, and how many guesses each of them takes on average."""
DIVIDING = 0.75


def costs(variant: Variant, most: int) -> NDArray[np.float64]:
    """The estimated number of further guesses over all candidates, for 0, 1, … `most` candidates."""
    return _costs(variant, 1 << most.bit_length())[: most + 1]


@lru_cache
def _costs(variant: Variant, size: int) -> NDArray[np.float64]:
    sizes, means = np.array(MEANS).T
    counts = np.arange(size)
    some = np.maximum(counts, 1)
    beyond = np.log(np.maximum(some / sizes[-1], 1)) / (DIVIDING * np.log(len(possible_feedback(variant))))
    estimated: NDArray[np.float64] = counts * (np.interp(np.log(some), np.log(sizes), means) + beyond)
    return estimated


@lru_cache(maxsize=512)
def least_costs(variant: Variant, candidates: int) -> NDArray[np.float64]:
    """The least that so many candidates may cost by `costs` in 0, 1, … parts, whatever the sizes of these.

    A line that lies nowhere above the costs of a part bounds them: k parts of n candidates in all cost at least
    k * start + n * slope. This is the highest of such bounds.
    """
    sizes, worth = np.arange(1, candidates + 1), costs(variant, candidates)[1:]
    slopes = np.append(np.diff(worth), worth[0])
    starts = (worth - slopes[:, None] * sizes).min(axis=1)
    parts = np.arange(len(possible_feedback(variant)) + 1)[:, None]
    least: NDArray[np.float64] = (parts * starts + candidates * slopes).max(axis=1)
    return least


def cheapness(variant: Variant) -> Metric:
    """The metric that minimises the estimated cost to go."""
    solved = len(possible_feedback(variant)) - 1

    def cheap(sizes: Sizes) -> Scores:
        # A right guess costs nothing more, though the estimate has one guess for a part of one candidate.
        scores: Scores = sizes[:, solved] - total_worth(sizes, costs(variant, int(sizes[0].sum())))
        return scores

    return cheap


# Positions that need no search: a candidate gives each candidate a different reply.

ALWAYS_APART = 2


def obvious_guess(position: Position) -> int | None:
    """The first candidate after which the secret is known, whatever the reply, as a row number of all_codes.

    No guess is better: the candidate itself takes one guess, all others two.
    """
    variant, left = position.variant, position.left
    if len(left) <= ALWAYS_APART:
        return int(left[0])
    if len(left) > len(possible_feedback(variant)):
        return None
    replies = np.sort(_replies_among(variant, left), axis=1)
    telling = np.flatnonzero((replies[:, 1:] != replies[:, :-1]).all(axis=1))
    return int(left[telling[0]]) if len(telling) else None


def _replies_among(variant: Variant, codes: Numbers) -> NDArray[np.float32]:
    """What each of the codes would reply to each, as bulls * (length + 1) + bulls + cows."""
    symbols = variant.length * len(variant.alphabet)
    bearing = np.zeros((2 * symbols, len(codes)), np.float32)
    bearing[marks_by_place(variant).take(codes, axis=1), np.arange(len(codes))] = 1
    at_place, anywhere = bearing[:symbols], bearing[symbols:]
    replies: NDArray[np.float32] = at_place.T @ at_place * (variant.length + 1) + anywhere.T @ anywhere
    return replies
