"""One pass over all guesses: part sizes, and from them lower bounds and estimates of the cost of a set."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from solver.building.arrays import BLOCK, NO_GUESS, UNSOLVED, WORD, compiled

FEW = 120
"""So few members are rated before other guesses."""
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
    having = workspace.having[number]
    for word in range((len(members) + WORD - 1) // WORD):
        having[word] = 0
    for i in range(len(members)):
        member = members[i]
        workspace.place[number, i] = game.place[member]
        workspace.anywhere[number, i] = game.anywhere[member]
        present |= game.anywhere[member]
        bit = np.uint64(1) << np.uint64(i % WORD)
        for mark in game.marks[:, member]:
            having[i // WORD, mark] |= bit
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


# A pass over guesses rates BLOCK of them at a time: loops over a block become vector instructions, ten times as fast as
# guess by guess.


@compiled
def scan(game, workspace, pool, members, number, floor, budget):
    """Lower bound and estimate of each guess; those that may stay below the budget are put on the workspace.

    A guess that leaves at most two members in every part costs exactly its bound, which lowers the budget. Returns how
    many are on the workspace, the least bound of those that are not, and the best cost found with its guess.
    """
    kept, missed, best_guess = 0, np.int64(UNSOLVED), NO_GUESS
    size, block = len(members), workspace.block
    early = early_members(members)
    for start in range(0, early + len(pool), BLOCK):
        rated = rate_block(game, workspace, members[:early], pool, start, size, number)
        for i in range(rated):
            low, largest = block.low[i], block.largest[i]
            if largest == size:
                continue
            if low >= budget:
                missed = min(missed, low)
            elif largest < UNDECIDED:
                budget, best_guess = low, block.guess[i]
            elif start + i >= early:
                workspace.guess[number, kept] = block.guess[i]
                workspace.low[number, kept] = low
                workspace.estimate[number, kept] = estimate_in_block(game, workspace, i, number)
                kept += 1
        if best_guess != NO_GUESS and budget <= floor:
            break
    return kept, missed, budget, best_guess


@compiled
def glance(game, workspace, pool, members, number, floor):
    """The least bound of all guesses, and a guess that costs no more, if one pass suffices to find one."""
    least_low, best_guess = np.int64(UNSOLVED), NO_GUESS
    size, block = len(members), workspace.block
    early = early_members(members)
    for start in range(0, early + len(pool), BLOCK):
        rated = rate_block(game, workspace, members[:early], pool, start, size, number)
        for i in range(rated):
            if block.largest[i] < size and block.low[i] < least_low:
                least_low = block.low[i]
                best_guess = block.guess[i] if block.largest[i] < UNDECIDED else NO_GUESS
        if least_low <= floor:
            break
    return least_low, best_guess


@compiled
def rate_all(game, workspace, pool, size, number):
    """Bound and estimate of every guess of the pool, into the workspace; UNSOLVED where all members are one part."""
    block = workspace.block
    for start in range(0, len(pool), BLOCK):
        rated = rate_block(game, workspace, pool[:0], pool, start, size, number)
        for i in range(rated):
            workspace.low[number, start + i] = UNSOLVED if block.largest[i] == size else block.low[i]
            workspace.estimate[number, start + i] = estimate_in_block(game, workspace, i, number)


@compiled
def early_members(members):
    """How many members are rated first: one of them often reaches the lower bound."""
    return len(members) if len(members) <= FEW else 0


@compiled
def rate_block(game, workspace, first, then, start, size, number):
    """Rate a block of guesses out of two lists in a row, from `start` on. Returns how many they are.

    Into the block go, of each: the guess, the number of members with each reply, their lower bound, and the largest
    number but for the winning reply.
    """
    block = workspace.block
    rated = min(BLOCK, len(first) + len(then) - start)
    for i in range(rated):
        at = start + i
        block.guess[i] = first[at] if at < len(first) else then[at - len(first)]
    count_replies(game, workspace.having[number], size, block, rated)
    lower, least = game.lower[number + 1], size * game.step[number]
    for i in range(rated):
        block.low[i] = least
        block.largest[i] = 0
    for key in game.replies:
        sizes = block.sizes[key]
        for i in range(rated):
            block.low[i] += lower[sizes[i]]
            block.largest[i] = max(block.largest[i], sizes[i])
    return rated


@compiled
def count_replies(game, having, size, block, rated):
    """By reply and guess of the block, the number of members; a word of members at a time, as bits."""
    length = len(game.marks) // 2
    guesses = block.guess
    bits, ones, twos, fours = block.sums
    for key in game.replies:
        block.sizes[key] = 0
    for word in range((size + WORD - 1) // WORD):
        members = having[word]
        for half in range(2):  # at their places, then anywhere
            ones[:] = 0
            twos[:] = 0
            fours[:] = 0
            for marks in game.marks[half * length : half * length + length]:
                for i in range(rated):
                    bits[i] = members[marks[guesses[i]]]
                for i in range(rated):
                    carry = ones[i] & bits[i]
                    ones[i] ^= bits[i]
                    fours[i] ^= twos[i] & carry
                    twos[i] ^= carry
            split_sums(ones, twos, fours, block.shared[half], rated)
        bulls, both = block.shared
        if size - word * WORD < WORD:
            members_here = (np.uint64(1) << np.uint64(size - word * WORD)) - np.uint64(1)
            for i in range(rated):
                both[0, i] &= members_here
        for key in game.replies:
            sizes, with_bulls, with_both = block.sizes[key], bulls[key // 8], both[key % 8]
            for i in range(rated):
                sizes[i] += bits_in(with_bulls[i] & with_both[i])


@compiled
def split_sums(ones, twos, fours, shared, rated):
    """By sum, the members that have it, from the sums' binary digits."""
    for i in range(rated):
        one, two, four = ones[i], twos[i], fours[i]
        zero, single, double, triple = ~one & ~two, one & ~two, ~one & two, one & two
        shared[0, i], shared[1, i], shared[2, i], shared[3, i] = (
            zero & ~four,
            single & ~four,
            double & ~four,
            triple & ~four,
        )
        shared[4, i], shared[5, i], shared[6, i], shared[7, i] = (
            zero & four,
            single & four,
            double & four,
            triple & four,
        )


@compiled
def estimate_in_block(game, workspace, i, number):
    estimates = game.estimate[number + 1]
    estimate = 0.0
    for key in game.replies:
        estimate += estimates[workspace.block.sizes[key, i]]
    return estimate
