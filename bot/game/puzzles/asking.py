"""What each kind of puzzle asks at a position: the answers to tap, and the right ones; None where it asks nothing good.

Every function is the `ask` of an entry of `KINDS`; the solver alone says what is right.
"""

from collections.abc import Iterable

import numpy as np

from bot.game.puzzles.dice import Dice
from solver.parts import part_sizes
from solver.position import Position
from solver.tables import all_codes, as_code, candidates
from solver.variant import Code

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
Asked = tuple[list[Code], frozenset[Code]]
"""The answers to tap, and the right ones."""


def only_possible(position: Position, dice: Dice) -> Asked | None:
    """A candidate among codes that contradict one reply each."""
    right = as_code(all_codes(position.variant)[dice.one(position.left.tolist())])
    wrong = _tempting(position, OFFERED - 1, dice)
    return _shuffled([right, *wrong], frozenset({right}), OFFERED, dice)


def all_left(position: Position, dice: Dice) -> Asked | None:
    """Every candidate among codes that contradict one reply each."""
    right = _codes(position, position.left.tolist())
    wrong = _tempting(position, OFFERED_TO_FIND - len(right), dice)
    return _shuffled([*right, *wrong], frozenset(right), OFFERED_TO_FIND, dice)


def fewest_left(position: Position, dice: Dice) -> Asked | None:
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


def all_apart(position: Position, _dice: Dice) -> Asked | None:
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


def _shuffled(codes: list[Code], right: frozenset[Code], wanted: int, dice: Dice) -> Asked | None:
    return (dice.some(codes, wanted), right) if len(codes) == wanted else None
