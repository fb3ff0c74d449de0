"""One pass over all guesses: part sizes, and from them lower bounds and estimates of the cost of a set."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from solver.building.arrays import KEYS, NO_GUESS, UNSOLVED, compiled

FEW = 120
"""Up to so many members, stopping early pays."""
UNDECIDED = 3
"""Sets of fewer members need no decision."""
THIRD = 3
PLAIN, ABSENT, UNASKED = range(3)
"""Kinds of symbols; no member has an ABSENT one."""


@intrinsic
def bits_in(_context: Any, word: Any) -> Any:  # noqa: ARG001
    """The number of bits that are set (population count)."""

    def generate(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@compiled
def load_marks(game, workspace, members, number):
    """Load the members' marks into the workspace; returns all symbols that they have."""
    present = np.uint64(0)
    for i in range(len(members)):
        workspace.place[number, i] = game.place[members[i]]
        workspace.anywhere[number, i] = game.anywhere[members[i]]
        present |= workspace.anywhere[number, i]
    return present


@compiled
def reply_keys(game, workspace, guess, size, number):
    """Write the reply of each member to the guess into the workspace."""
    at_place, anywhere = game.place[guess], game.anywhere[guess]
    places, anywheres, keys = workspace.place[number], workspace.anywhere[number], workspace.key[number]
    for i in range(size):
        bulls = bits_in(at_place & places[i])
        both = bits_in(anywhere & anywheres[i])
        keys[i] = np.uint8(bulls * np.uint64(8) + both)


@compiled
def separating_candidate(game, workspace, members, number):
    """A member that separates all members; NO_GUESS if there is none."""
    size = len(members)
    for guess in members:
        reply_keys(game, workspace, guess, size, number)
        seen = np.uint64(0)
        alone = True
        for i in range(size):
            bit = np.uint64(1) << np.uint64(workspace.key[number, i])
            if seen & bit:
                alone = False
                break
            seen |= bit
        if alone:
            return guess
    return NO_GUESS


@compiled
def pool_for(game, workspace, members, present, asked, number):
    """The guesses worth trying: of interchangeable symbols the first ones first.

    If there are more codes than the scope of the search, they are a sample, and the members.
    """
    if number == THIRD:
        return canonical_rows(game, workspace, workspace.third[1 : 1 + workspace.third[0]], present, asked, number)
    if game.scope >= len(game.all_rows):
        return canonical_rows(game, workspace, game.all_rows, present, asked, number)
    stride = len(game.all_rows) // game.scope + 1
    sample = canonical_rows(game, workspace, game.all_rows[members[0] % stride :: stride], present, asked, number)
    pool = workspace.pool[number]
    size = len(sample)
    pool[:size] = sample
    pool[size : size + len(members)] = members
    return pool[: size + len(members)]


@compiled
def canonical_rows(game, workspace, rows, present, asked, number):
    """The rows in which interchangeable symbols appear in order."""
    codes = game.codes
    kind = np.zeros(game.symbols, np.int64)
    rank = np.zeros(game.symbols, np.int64)
    among = np.zeros(3, np.int64)
    for symbol in range(game.symbols):
        bit = np.uint64(1) << np.uint64(symbol)
        if not present & bit:
            kind[symbol] = ABSENT
        elif not asked & bit:
            kind[symbol] = UNASKED
        rank[symbol] = among[kind[symbol]]
        among[kind[symbol]] += 1
    if max(among[ABSENT], among[UNASKED]) <= 1:
        return rows
    pool = workspace.pool[number]
    count = 0
    for row in rows:
        first, second = 0, 0
        fine = True
        for place in range(codes.shape[1]):
            symbol = codes[row, place]
            if kind[symbol] == ABSENT:
                if rank[symbol] > first:
                    fine = False
                    break
                first += rank[symbol] == first
            elif kind[symbol] == UNASKED:
                if rank[symbol] > second:
                    fine = False
                    break
                second += rank[symbol] == second
        if fine:
            pool[count] = row
            count += 1
    return pool[:count]


@compiled
def scan(game, workspace, pool, members, number, floor, budget):
    """Lower bound and estimate of each guess; those that may stay below the budget are put on the workspace.

    A guess that leaves at most two members in every part costs exactly its bound, which lowers the budget. Returns how
    many are on the workspace, the least bound of those that are not, and the best cost found with its guess.
    """
    counts = np.zeros(KEYS, np.int64)
    belongs = workspace.belongs[number]
    for member in members:
        belongs[member] = True
    kept, missed, best_guess = 0, np.int64(UNSOLVED), NO_GUESS
    size = len(members)
    early = size if size <= FEW else 0  # members first: one of them often reaches the lower bound
    for i in range(early + len(pool)):
        guess = members[i] if i < early else pool[i - early]
        low, estimate, largest = rate(game, workspace, guess, size, number, budget, counts)
        if largest == size:
            continue
        if low >= budget:
            missed = min(missed, low)
        elif largest < UNDECIDED:
            budget, best_guess = low, guess
            if low <= floor:
                break
        elif i >= early:
            workspace.guess[number, kept] = guess
            workspace.low[number, kept] = low
            workspace.estimate[number, kept] = estimate
            kept += 1
    for member in members:
        belongs[member] = False
    return kept, missed, budget, best_guess


@compiled
def rate(game, workspace, guess, size, number, budget, counts):
    """Bound, estimate and largest part; if the bound reaches the budget, the other two may be unfinished."""
    if size <= FEW:
        return rate_one_by_one(game, workspace, guess, size, number, budget, counts)
    return rate_in_bulk(game, workspace, guess, size, number, counts)


@compiled
def rate_one_by_one(game, workspace, guess, size, number, budget, counts):
    """For few members; stops when the bound reaches the budget."""
    lower, estimates = game.lower[number + 1], game.estimate[number + 1]
    at_place, anywhere = game.place[guess], game.anywhere[guess]
    places, anywheres, keys = workspace.place[number], workspace.anywhere[number], workspace.key[number]
    is_member = workspace.belongs[number, guess]
    low = size * game.step[number] + (size - is_member) * lower[1]
    estimate = 0.0
    done = 0
    largest = 0
    while done < size and low < budget:
        both = bits_in(anywhere & anywheres[done])
        key = np.int64(bits_in(at_place & places[done]) * np.uint64(8) + both)
        keys[done] = key
        done += 1
        if key == game.win:
            continue
        count = counts[key]
        counts[key] = count + 1
        low += lower[count + 1] - lower[count] - lower[1]
        estimate += estimates[count + 1] - estimates[count]
        largest = max(largest, count + 1)
    for i in range(done):
        counts[keys[i]] = 0
    return low, estimate, largest


@compiled
def rate_in_bulk(game, workspace, guess, size, number, counts):
    """The same for many members, whose replies are found first and then counted."""
    lower, estimates = game.lower[number + 1], game.estimate[number + 1]
    reply_keys(game, workspace, guess, size, number)
    keys = workspace.key[number]
    for i in range(size):
        counts[keys[i]] += 1
    low, estimate, largest = size * game.step[number], 0.0, 0
    for key in game.replies:
        count = counts[key]
        counts[key] = 0
        low += lower[count]
        estimate += estimates[count]
        largest = max(largest, count)
    counts[game.win] = 0
    return low, estimate, largest


@compiled
def rate_all(game, workspace, pool, size, number):
    """Bound and estimate of every guess of the pool, into the workspace; UNSOLVED where all members are one part."""
    counts = np.zeros(KEYS, np.int64)
    for i in range(len(pool)):
        low, estimate, largest = rate_in_bulk(game, workspace, pool[i], size, number, counts)
        workspace.low[number, i] = UNSOLVED if largest == size else low
        workspace.estimate[number, i] = estimate


@compiled
def glance(game, workspace, pool, members, number, floor):
    """The least bound of all guesses, and a guess that costs no more, if one pass suffices to find one."""
    counts = np.zeros(KEYS, np.int64)
    belongs = workspace.belongs[number]
    for member in members:
        belongs[member] = True
    size = len(members)
    least_low, best_guess = np.int64(UNSOLVED), NO_GUESS
    early = size if size <= FEW else 0
    for i in range(early + len(pool)):
        guess = members[i] if i < early else pool[i - early]
        low, _estimate, largest = rate(game, workspace, guess, size, number, least_low, counts)
        if largest == size or low >= least_low:
            continue
        least_low = low
        best_guess = guess if largest < UNDECIDED else NO_GUESS
        if low <= floor:
            break
    for member in members:
        belongs[member] = False
    return least_low, best_guess
