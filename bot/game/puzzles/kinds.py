"""The kinds of puzzles. A new one is an entry of KINDS, with its texts `find.…`, and ids in the catalogue.

The size of a puzzle is the number of times that whoever reasons in good order compares two codes. Gierasimczuk, van der
Maas and Raijmakers found that the size of the reasoning predicts how hard a task of Deductive Mastermind is for people.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, comb, log2

from bot.game.puzzles import asking
from bot.game.puzzles.asking import Asked
from bot.game.puzzles.dice import Dice
from bot.game.puzzles.puzzle import Puzzle
from bot.game.rating import Rating
from solver.cost_to_go import exact_cost
from solver.feedback import feedback_for
from solver.position import Position, position_after

EASIEST, DOUBLING = 860.0, 130.0
"""The first rating of a puzzle of size 1, and what each doubling of the size adds."""
FIRST_DEVIATION = 200.0
"""A first rating follows from the size, so more is known than of a new player, but not much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of puzzle."""

    name: str
    candidates: tuple[int, int]
    """How many candidates a position must have: at least, at most."""
    turns: int
    """So many guesses at least have been made."""
    ask: Callable[[Position, Dice], Asked | None]
    size: Callable[[Puzzle], int]
    is_sound: Callable[[Puzzle], bool] = lambda _puzzle: True
    """Whether what is too long to compute while somebody waits allows the puzzle."""
    takes_all: bool = False
    """Whether every right answer has to be given; else one is enough."""
    shows_left: bool = False
    """Whether the candidates are shown."""


def checks(puzzle: Puzzle) -> int:
    """How often one of the choices is held against a reply, until it contradicts one or fits them all."""
    return sum(
        next((at for at, turn in enumerate(puzzle.history, 1) if _contradicts(code, turn)), len(puzzle.history))
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


def _contradicts(code: tuple[int, ...], turn: tuple[tuple[int, ...], object]) -> bool:
    guess, reply = turn
    return feedback_for(guess, code) != reply


KINDS = {
    kind.name: kind
    for kind in (
        Kind(name="only", candidates=(2, 200), turns=2, ask=asking.only_possible, size=checks),
        Kind(name="left", candidates=(2, 4), turns=2, ask=asking.all_left, size=checks, takes_all=True),
        Kind(
            name="fewest",
            candidates=(8, 60),
            turns=1,
            ask=asking.fewest_left,
            size=replies,
            is_sound=perfect_play_agrees,
        ),
        Kind(name="apart", candidates=(4, 9), turns=1, ask=asking.all_apart, size=pairs, shows_left=True),
    )
}


def kind_of(puzzle: Puzzle) -> Kind:
    """The kind of the puzzle."""
    return KINDS[puzzle.kind]


def first_rating(size: int) -> Rating:
    """The rating of a puzzle of that size that nobody has tried."""
    return Rating(EASIEST + DOUBLING * log2(size), FIRST_DEVIATION, 0.06)
