"""Ulam's game: how many questions name the secret for certain, although the code maker may give one wrong reply.

A state is two sets of codes: `fitting` ones fit every reply, `blaming` ones all but one, which they blame. Each reply
moves the fitting codes that it contradicts to the blaming ones, and drops the blaming ones that it contradicts. The
secret is known when one code is left in both together.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.building.arrays import compiled
from solver.building.least import mix
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


# The search, compiled.


@compiled
def can_name(game, fitting, blaming, left):
    """Whether `left` more questions always name the secret; with a width False says that no way was found."""
    if len(fitting) + len(blaming) <= 1:
        return True
    if not has_room(game, len(fitting), len(blaming), left):
        return False
    if left == 1:
        return can_separate(game, blaming)
    key = hash_of(game, fitting, blaming, left)
    at = np.int64(key & np.uint64(len(game.key) - 1))
    if game.key[at] == key:
        return game.found[at]
    answer = False
    first = np.int64(key % np.uint64(game.stride))
    guesses = promising(game, fitting, blaming, left, game.rows[first :: game.stride].copy())
    for guess in guesses[: game.width]:
        answer = True
        for reply in heaviest_replies(game, fitting, blaming, guess, left):
            still, then = after(game, fitting, blaming, guess, reply)
            if not can_name(game, still, then, left - 1):
                answer = False
                break
        if answer:
            break
    game.key[at] = key
    game.found[at] = answer
    return answer


@compiled
def has_room(game, fitting, blaming, left):
    """Whether so many fitting and blaming codes may be told apart by `left` questions.

    Each needs series of replies of its own: a blaming code the true ones, a fitting code also those with one of them
    replaced by any other.
    """
    if fitting + blaming <= 1:
        return True
    return (
        fitting <= game.most_fitting[left] and fitting * (1 + left * (game.replies - 1)) + blaming <= game.replies**left
    )


@compiled
def promising(game, fitting, blaming, left, pool):
    """The guesses that leave room after every reply, most promising first; of equal partitions one."""
    kept = np.empty(len(pool), np.int32)
    rating = np.empty(len(pool), np.float64)
    partition = np.empty(len(pool), np.uint64)
    count = 0
    parts = np.zeros((2, game.replies), np.int64)
    signs = np.zeros(game.replies, np.uint64)
    for guess in pool:
        parts[:] = 0
        signs[:] = 0
        row = game.reply[guess]
        for code in fitting:
            parts[0, row[code]] += 1
            signs[row[code]] ^= game.sign[0, code]
        if parts[0].max() > game.most_fitting[left - 1]:
            continue
        for code in blaming:
            parts[1, row[code]] += 1
            signs[row[code]] ^= game.sign[1, code]
        rating[count] = 0
        partition[count] = 0
        fine = True
        for reply in range(game.replies):
            still, blamed = parts[0, reply], parts[1, reply]
            if still + blamed:  # no code gives an empty one, which leaves less than the others do
                then = len(fitting) - still + blamed
                fine = fine and has_room(game, still, then, left - 1)
                rating[count] += float(still * (1 + (left - 1) * (game.replies - 1)) + then) ** 2
                partition[count] += mix(signs[reply])
        if fine:
            kept[count] = guess
            count += 1
    order = np.argsort(rating[:count])
    different = 0
    best = np.empty(count, np.int32)
    for i in range(count):
        if not i or partition[order[i]] != partition[order[i - 1]]:
            best[different] = kept[order[i]]
            different += 1
    return best[:different]


@compiled
def heaviest_replies(game, fitting, blaming, guess, left):
    """The replies that may come, those first that leave most to tell apart."""
    row = game.reply[guess]
    load = np.zeros(game.replies, np.float64)
    for code in fitting:
        load[row[code]] -= 1 + (left - 1) * (game.replies - 1)
    for code in blaming:
        load[row[code]] -= 1
    return np.argsort(load)[: (load < 0).sum()]


@compiled
def after(game, fitting, blaming, guess, reply):
    """The state after a reply."""
    row = game.reply[guess]
    still = np.empty(len(fitting), np.int32)
    then = np.empty(len(fitting) + len(blaming), np.int32)
    stay = blame = 0
    for code in fitting:
        if row[code] == reply:
            still[stay] = code
            stay += 1
        else:
            then[blame] = code
            blame += 1
    for code in blaming:
        if row[code] == reply:
            then[blame] = code
            blame += 1
    return still[:stay], then[:blame]


@compiled
def can_separate(game, blaming):
    """Whether one guess gets another reply from each of these codes, none of which may be lied about."""
    for guess in game.rows:
        row = game.reply[guess]
        seen = np.uint64(0)
        alone = True
        for code in blaming:
            bit = np.uint64(1) << np.uint64(row[code])
            if seen & bit:
                alone = False
                break
            seen |= bit
        if alone:
            return True
    return False


@compiled
def hash_of(game, fitting, blaming, left):
    key = np.uint64(0)
    for code in fitting:
        key ^= game.sign[0, code]
    for code in blaming:
        key ^= game.sign[1, code]
    return mix(key + np.uint64(left))
