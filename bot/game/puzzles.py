"""Puzzles: positions with a question, made the same each time, with answers that the solver has proven.

A new kind is an entry of KINDS, with its texts `find.…`, and ids in the catalogue.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import ceil, comb, inf, log2
from typing import TypeVar

import numpy as np

from bot.game.quiz import Reason, Reasons, Value, alike, average_left, objections
from bot.game.rating import Rating
from solver.candidates import Position, position_after
from solver.cost_to_go import exact_cost
from solver.feedback import History, all_codes, as_code, candidates, feedback_for, is_consistent
from solver.information import part_sizes
from solver.variant import Code, Variant

# Draws that follow from a text alone, in every version of Python: what was drawn once can be drawn again.

T = TypeVar("T")


class Dice:
    """Dice that fall the same for the same text."""

    def __init__(self, about: str) -> None:
        self._about = about
        self._thrown = 0

    def below(self, most: int) -> int:
        """A number from 0 on, below that one."""
        self._thrown += 1
        digest = sha256(f"{self._about}/{self._thrown}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % most

    def one(self, things: Sequence[T]) -> T:
        """One of the things."""
        return things[self.below(len(things))]

    def some(self, things: Sequence[T], count: int) -> list[T]:
        """So many of the things, in any order; all of them, where there are no more."""
        rest = list(things)
        return [rest.pop(self.below(len(rest))) for _ in range(min(count, len(rest)))]


# What each kind of puzzle asks at a position: the answers to tap, and the right ones; None where it asks nothing
# good.
#
# Every function is the `ask` of an entry of `KINDS`; the solver alone says what is right.

OFFERED = 4
"""Answers to tap where one of them is right."""
OFFERED_TO_FIND = 8
"""Answers to tap where several are."""
CLEAR = 1.1
"""The best guess leaves so much fewer codes on average than the next one, as a ratio."""
FAR = 2.0
"""A guess that leaves so many times more than the best one is no temptation."""
EASY = 20
"""Where one code in so many is right, there is nothing to find."""
Offer = tuple[list[Code], frozenset[Code]]
"""The answers to tap, and the right ones."""


def only_possible(position: Position, dice: Dice) -> Offer | None:
    """A candidate among codes that contradict one reply each."""
    right = as_code(all_codes(position.variant)[dice.one(position.left.tolist())])
    wrong = _tempting(position, OFFERED - 1, dice)
    return _shuffled([right, *wrong], frozenset({right}), OFFERED, dice)


def all_left(position: Position, dice: Dice) -> Offer | None:
    """Every candidate among codes that contradict one reply each."""
    right = _codes(position, position.left.tolist())
    wrong = _tempting(position, OFFERED_TO_FIND - len(right), dice)
    return _shuffled([*right, *wrong], frozenset(right), OFFERED_TO_FIND, dice)


def fewest_left(position: Position, dice: Dice) -> Offer | None:
    """The guess that leaves fewest candidates on average, among some that leave clearly more, but not far more."""
    sizes = part_sizes(position.variant, np.arange(position.variant.size), position.left).astype(np.int64)
    squares = (sizes**2).sum(axis=1)
    best = squares.min()
    right = _codes(position, [dice.one(np.flatnonzero(squares == best).tolist())])
    tempting = np.flatnonzero((squares >= CLEAR * best) & (squares <= FAR * best))
    fitting = np.intersect1d(tempting, position.left)
    # One that can be the secret tempts most, where there is such a one.
    rows = dice.some(fitting.tolist(), 1)
    rows += dice.some([row for row in tempting.tolist() if row not in rows], OFFERED - 1 - len(rows))
    return _shuffled([*right, *_codes(position, rows)], frozenset(right), OFFERED, dice)


def all_apart(position: Position, _dice: Dice) -> Offer | None:
    """Every guess after which no reply leaves more than one candidate."""
    sizes = part_sizes(position.variant, np.arange(position.variant.size), position.left)
    rows = np.flatnonzero(sizes.max(axis=1) <= 1)
    if not 0 < len(rows) * EASY <= position.variant.size:
        return None
    return [], frozenset(_codes(position, rows.tolist()))


def _tempting(position: Position, count: int, dice: Dice) -> list[Code]:
    """So many codes that were not guessed and contradict one reply each: each reply in turn, so none is in vain."""
    history, variant, found = position.history, position.variant, list[Code]()
    guessed = {guess for guess, _ in history}
    without_one = [candidates(variant, (*history[:at], *history[at + 1 :])) for at in range(len(history))]
    rows = [np.setdiff1d(near, position.left).tolist() for near in dice.some(without_one, len(history))]
    while len(found) < count and any(rows):
        for near in rows:
            [code] = _codes(position, [near.pop(dice.below(len(near)))]) if near else [None]
            if code is not None and code not in guessed and len(found) < count:
                found.append(code)
    return found


def _codes(position: Position, rows: Iterable[int]) -> list[Code]:
    table = all_codes(position.variant)
    return [as_code(table[row]) for row in rows]


def _shuffled(codes: list[Code], right: frozenset[Code], wanted: int, dice: Dice) -> Offer | None:
    return (dice.some(codes, wanted), right) if len(codes) == wanted else None


# A puzzle: a position with a question, and the answers that the solver has proven to be right.


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of the kind of that name."""

    kind: str
    variant: Variant
    history: History
    left: tuple[Code, ...]
    """Every candidate."""
    choices: tuple[Code, ...]
    """The answers to tap, in this order; none: any code is an answer."""
    right: frozenset[Code]
    """The right answers, all of them."""


# Why an answer to a puzzle is right or wrong, as keys of texts with what they speak of; and what a hint gives away.


def because(key: str, **values: Value) -> Reason:
    """The reason whose key in `because.…` ends so."""
    return Reason(f"because.{key}", values)


def hint_of(puzzle: Puzzle, given: frozenset[Code]) -> Reasons:
    """What a hint gives away: of answers to tap why a wrong one is wrong, else the first symbol of a right one."""
    wrong = [code for code in puzzle.choices if code not in puzzle.right and code not in given]
    if not wrong:
        return (because("begins", symbol=_example(puzzle)[:1], count=len(puzzle.right)),)
    worst = max(wrong, key=lambda code: average_left(puzzle.left, code))
    return (_leaves(puzzle, worst),) if puzzle.kind == "fewest" else _against(puzzle, wrong[0])


def of_only(puzzle: Puzzle, _answer: Code | None) -> Reasons:
    """The right code, and of each other the reply that it contradicts."""
    [right] = puzzle.right
    others = (reason for code in puzzle.choices if code != right for reason in _against(puzzle, code))
    return (because("fits", code=right), *others)


def of_left(puzzle: Puzzle, answer: Code | None) -> Reasons:
    """The reply that a wrong code contradicts, of no answer that of each wrong one, and all that are left."""
    wrong = puzzle.choices if answer is None else (answer,)
    return (*(reason for code in wrong for reason in _against(puzzle, code)), because("left", codes=puzzle.left))


def of_fewest(puzzle: Puzzle, _answer: Code | None) -> Reasons:
    """How many codes each choice leaves, the best first; where that cannot be the secret, that it tells more."""
    ranked = sorted(puzzle.choices, key=lambda code: average_left(puzzle.left, code))
    lines = [_leaves(puzzle, code) for code in ranked]
    if not is_consistent(ranked[0], puzzle.history):
        lines.append(because("cannot-win", guess=ranked[0]))
    return tuple(lines)


def of_apart(puzzle: Puzzle, answer: Code | None) -> Reasons:
    """Which codes a wrong guess does not tell apart, and one that does; of a right one, that it tells all apart."""
    count = len(puzzle.right)
    if answer in puzzle.right:
        return (because("apart", guess=answer), because("so-many", count=count))
    shown = because("instead", guess=_example(puzzle), count=count)
    if answer is None:
        return (shown,)
    return (because("together", **alike(puzzle.left, answer)), shown)


def _example(puzzle: Puzzle) -> Code:
    """A right answer; one that can be the secret, where there is such a one."""
    return min(puzzle.right.intersection(puzzle.left) or puzzle.right)


def _against(puzzle: Puzzle, code: Code) -> Reasons:
    return tuple(because("objection", **against) for against in objections(code, puzzle.history))


def _leaves(puzzle: Puzzle, guess: Code) -> Reason:
    return because("leaves", guess=guess, left=average_left(puzzle.left, guess))


# The kinds of puzzles. A new one is an entry of KINDS, with its texts `find.…`, and ids in the catalogue.
#
# The size of a puzzle is the number of times that whoever reasons in good order compares two codes. Gierasimczuk, van
# der Maas and Raijmakers found that the size of the reasoning predicts how hard a task of Deductive Mastermind is for
# people.

EASIEST, DOUBLING = 860.0, 130.0
"""The first rating of a puzzle of size 1, and what each doubling of the size adds."""
FIRST_DEVIATION = 200.0
"""A first rating follows from the size, so more is known than of a new player, but not much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleKind:
    """A kind of puzzle."""

    name: str
    candidates: tuple[int, int]
    """How many candidates a position must have: at least, at most."""
    turns: int
    """So many guesses at least have been made."""
    ask: Callable[[Position, Dice], Offer | None]
    size: Callable[[Puzzle], int]
    why: Callable[[Puzzle, Code | None], Reasons]
    """Why an answer is right or wrong; None: somebody has given up."""
    is_sound: Callable[[Puzzle], bool] = lambda _puzzle: True
    """Whether what is too long to compute while somebody waits allows the puzzle."""
    takes_all: bool = False
    """Whether every right answer has to be given; else one is enough."""
    shows_left: bool = False
    """Whether the candidates are shown."""
    largest: float = inf
    """Larger ones are given to nobody, for they are no fun to reckon out; links lead to them all the same."""


def checks(puzzle: Puzzle) -> int:
    """How often one of the choices is held against a reply, until it contradicts one or fits them all."""
    return sum(
        next((at for at, turn in enumerate(puzzle.history, 1) if not is_consistent(code, (turn,))), len(puzzle.history))
        for code in puzzle.choices
    )


def replies(puzzle: Puzzle) -> int:
    """One reply of each candidate to each choice."""
    return len(puzzle.choices) * len(puzzle.left)


def pairs(puzzle: Puzzle) -> int:
    """Each two candidates, for every halving of all codes down to the right ones."""
    return comb(len(puzzle.left), 2) * ceil(log2(puzzle.variant.size / len(puzzle.right)))


def perfect_play_agrees(puzzle: Puzzle) -> bool:
    """Whether the right choice also takes the fewest guesses in all, by an exact search, and each other takes more."""
    position = position_after(puzzle.variant, puzzle.history)
    costs = {code: exact_cost(position, code) for code in puzzle.choices}
    [right] = puzzle.right
    best = costs.pop(right)
    return best is not None and all(other is not None and best < other for other in costs.values())


KINDS = {
    kind.name: kind
    for kind in (
        PuzzleKind(name="only", candidates=(2, 200), turns=2, ask=only_possible, size=checks, why=of_only),
        PuzzleKind(name="left", candidates=(2, 4), turns=2, ask=all_left, size=checks, why=of_left, takes_all=True),
        PuzzleKind(
            name="fewest",
            candidates=(8, 60),
            turns=1,
            ask=fewest_left,
            size=replies,
            why=of_fewest,
            is_sound=perfect_play_agrees,
            largest=OFFERED * 12,  # of twelve candidates
        ),
        PuzzleKind(name="apart", candidates=(4, 9), turns=1, ask=all_apart, size=pairs, why=of_apart, shows_left=True),
    )
}


def kind_of(puzzle: Puzzle) -> PuzzleKind:
    """The kind of the puzzle."""
    return KINDS[puzzle.kind]


def reasons_for(puzzle: Puzzle, answer: Code | None) -> Reasons:
    """Why that answer is right or wrong. None: somebody has given up."""
    return kind_of(puzzle).why(puzzle, answer)


def first_rating(size: int) -> Rating:
    """The rating of a puzzle of that size that nobody has tried."""
    return Rating(EASIEST + DOUBLING * log2(size), FIRST_DEVIATION, 0.06)


# Makes puzzles: of a kind, a variant and a seed, always the same one; or of a position from a game.

MOST_TURNS = 6
MOST_CODES = 30_240
"""Those of five digits: with more, all guesses cannot be compared while somebody waits."""
FITTING = 3
"""Two guesses of so many are drawn from the candidates, the others from all codes: as people guess."""


def made(kind: str, variant: Variant, seed: int) -> Puzzle | None:
    """The puzzle of that seed; None where the draws come to no position for it.

    It is not proven sound: the catalogue has the seeds that are.
    """
    dice = Dice(f"{kind} {variant.name} {seed}")
    position = _drawn_position(KINDS[kind], variant, dice)
    return None if position is None else _asked(KINDS[kind], position, dice)


def made_of(kinds: tuple[str, ...], variant: Variant, history: History) -> Puzzle | None:
    """The first of these kinds of puzzles that the position allows, and that is sound; None: none.

    Raises InconsistentHistory.
    """
    if variant.size > MOST_CODES:
        return None
    position = position_after(variant, history)
    for name in kinds:
        kind = KINDS[name]
        puzzle = _asked(kind, position, Dice(f"{name} {variant.name} {history}")) if _suits(kind, position) else None
        if puzzle is not None and kind.is_sound(puzzle):
            return puzzle
    return None


def _drawn_position(kind: PuzzleKind, variant: Variant, dice: Dice) -> Position | None:
    """The first position that suits the kind in a game that is drawn; None: there is none."""
    codes, position = all_codes(variant), position_after(variant)
    secret = as_code(codes[dice.below(variant.size)])
    for _ in range(MOST_TURNS):
        rows = position.left.tolist() if dice.below(FITTING) else range(variant.size)
        guess = as_code(codes[dice.one(rows)])
        if guess == secret or any(guess == other for other, _ in position.history):
            return None
        position = position.after(guess, feedback_for(guess, secret))
        if _suits(kind, position):
            return position
    return None


def _suits(kind: PuzzleKind, position: Position) -> bool:
    least, most = kind.candidates
    return least <= len(position.left) <= most and len(position.history) >= kind.turns


def _asked(kind: PuzzleKind, position: Position, dice: Dice) -> Puzzle | None:
    if (asked := kind.ask(position, dice)) is None:
        return None
    choices, right = asked
    left = tuple(_codes(position, position.left.tolist()))
    return Puzzle(kind.name, position.variant, position.history, left, tuple(choices), right)
