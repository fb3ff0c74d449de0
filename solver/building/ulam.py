"""Ulam's game: how many questions name the secret for certain, although the code maker may give one wrong reply.

A state is two sets of codes: `fitting` ones fit every reply, `blaming` ones all but one, which they blame. Each reply
moves the fitting codes that it contradicts to the blaming ones, and drops the blaming ones that it contradicts. The
secret is known when one code is left in both together.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.building.lies import after, can_name, has_room, heaviest_replies, promising
from solver.feedback import Numbers, all_codes, all_secrets, as_code, feedback_ids, possible_feedback
from solver.symmetry import different_questions
from solver.variant import Code, Variant

MOST_QUESTIONS = 12
MOST_CODES = 10_000
"""The table of replies takes the square of it in bytes."""


class CannotSearch(ValueError):
    """The search is not made for this variant; the message says why."""


def fewest_questions(variant: Variant, width: int = 0) -> int:
    """The least number of questions that always suffices; with a width one that suffices. Raises CannotSearch."""
    for questions in range(MOST_QUESTIONS + 1):
        if suffices(variant, questions, width):
            return questions
    raise CannotSearch(f"{variant.name}: no way to do with {MOST_QUESTIONS} questions was found")


def suffices(variant: Variant, questions: int, width: int = 0) -> bool:
    """Whether so many questions name every secret for certain, although one reply may be wrong.

    With a width only that many promising guesses are tried for a state, and False proves nothing. Raises CannotSearch.
    """
    if questions > MOST_QUESTIONS:
        raise CannotSearch(f"{questions} questions are too many: at most {MOST_QUESTIONS} are searched")
    if variant.size > MOST_CODES:
        raise CannotSearch(f"{variant.name} has {variant.size} codes; at most {MOST_CODES} are searched")
    fitting = all_secrets(variant).astype(np.int32)
    return _suffices(variant, game_of(variant, width), (), (fitting, fitting[:0]), questions)


# The first guesses: of those that symmetries turn into each other one is tried.

OPENING = 3
State = tuple[NDArray[np.int32], NDArray[np.int32]]
"""The fitting and the blaming codes, as rows of all_codes."""


def _suffices(variant: Variant, game: "Game", asked: tuple[Code, ...], state: State, left: int) -> bool:
    if not has_room(game, len(state[0]), len(state[1]), left):
        return False
    if len(asked) == OPENING or left <= 1:
        return bool(can_name(game, *state, left))
    pool: Numbers = different_questions(variant, asked)
    for guess in promising(game, *state, left, pool.astype(np.int32))[: game.width]:
        then = (*asked, as_code(all_codes(variant)[guess]))
        replies = heaviest_replies(game, *state, guess, left)
        if all(_suffices(variant, game, then, after(game, *state, guess, reply), left - 1) for reply in replies):
            return True
    return False


class Game(NamedTuple):
    """The game that is searched, and the memory of what was found of states, by hash."""

    reply: NDArray[np.uint8]  # by guess and secret: the index in possible_feedback
    replies: int
    sign: NDArray[np.uint64]  # random, of a code that fits or blames; a state's hash is the xor of its codes' signs
    most_fitting: NDArray[np.int64]  # by the number of questions left
    width: int
    rows: NDArray[np.int32]
    stride: int  # each so many-th guess is rated
    key: NDArray[np.uint64]
    found: NDArray[np.bool_]


MEMORY_BITS = 22
RATED = 16
"""With a width so many times as many guesses are rated, evenly spread."""


def game_of(variant: Variant, width: int) -> Game:
    """The variant as arrays, with an empty memory; width 0 tries every guess."""
    codes, replies = all_codes(variant), len(possible_feedback(variant))
    dice = np.random.default_rng(1)
    return Game(
        reply=feedback_ids(variant, codes, codes),
        replies=replies,
        sign=dice.integers(1, 1 << 63, (2, variant.size), np.uint64),
        # Two fitting codes cannot be told apart by two questions: the code maker replies as one of them would have it.
        most_fitting=np.array([replies ** max(0, left - 2) for left in range(MOST_QUESTIONS + 1)], np.int64),
        width=width or variant.size,
        rows=np.arange(variant.size, dtype=np.int32),
        stride=max(1, variant.size // (RATED * width)) if width else 1,
        key=np.zeros(1 << MEMORY_BITS, np.uint64),
        found=np.zeros(1 << MEMORY_BITS, np.bool_),
    )
