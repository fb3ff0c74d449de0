"""The least cost of a set of candidates: depth-first branch and bound, compiled.

A node is a set of candidates and the number of the guess to be made. Its guesses are scanned once (part sizes give a
lower bound and an estimate of each), then tried in the order of the estimate. Equal partitions are tried once, and the
cost of a set is stored in the transposition table by a hash of its members. Symbols that no candidate has, and symbols
that were in no guess yet, are interchangeable: only codes in which they first appear in order are tried.

`least`, `try_guess` and `best_of` call each other in a circle. Only `least` calls itself once compiled; the other two
are inlined into it, since numba cannot cache a circle.
"""

import numpy as np

from solver.building.arrays import DEPTHS, KEYS, NO_GUESS, UNSOLVED, compiled
from solver.building.guesses import UNDECIDED, glance, load_marks, pool_for, reply_keys, scan, separating_candidate


@compiled
def sift(heap, values, root, size):
    while True:
        child = 2 * root + 1
        if child >= size:
            return
        if child + 1 < size and values[heap[child + 1]] < values[heap[child]]:
            child += 1
        if values[heap[root]] <= values[heap[child]]:
            return
        heap[root], heap[child] = heap[child], heap[root]
        root = child


@compiled
def divide(game, workspace, members, guess, number):
    """Sort the members by reply into the workspace: where parts start and end, largest first, and their replies' keys.

    Last comes the partition's hash.
    """
    size = len(members)
    reply_keys(game, workspace, guess, size, number)
    keys = workspace.key[number]
    counts = np.zeros(KEYS + 1, np.int64)
    signs = np.zeros(KEYS, np.uint64)
    for i in range(size):
        counts[keys[i]] += 1
        signs[keys[i]] ^= game.sign[members[i]]
    at = np.zeros(KEYS, np.int64)
    total = 0
    starts = np.empty(KEYS, np.int64)
    ends = np.empty(KEYS, np.int64)
    replies = np.empty(KEYS, np.int64)
    parts = 0
    partition = np.uint64(counts[game.win])
    for key in game.replies:
        if counts[key]:
            at[key] = total
            place = parts
            while place > 0 and ends[place - 1] - starts[place - 1] < counts[key]:
                starts[place], ends[place] = starts[place - 1], ends[place - 1]
                replies[place] = replies[place - 1]
                place -= 1
            starts[place], replies[place] = total, key
            total += counts[key]
            ends[place] = total
            parts += 1
            partition += mix(signs[key])
    children = workspace.children[number]
    for i in range(size):
        if keys[i] != game.win:
            children[at[keys[i]]] = members[i]
            at[keys[i]] += 1
    return starts[:parts], ends[:parts], replies[:parts], partition


@compiled
def floor_of(game, memory, members, number):
    """The lower bound of the set's cost that is known; and whether it is exact."""
    size = len(members)
    low = game.lower[number, size]
    if size < UNDECIDED:
        return low, True
    at = slot_of(memory, hash_of(game, members, number))
    if at >= 0:
        return max(low, memory.cost[at]), memory.guess[at] != NO_GUESS
    return low, False


@compiled
def floor_after_glance(game, memory, workspace, members, number, low, asked):
    """`floor_of` after one pass over all guesses, unless that was done before."""
    size = len(members)
    if low > game.lower[number, size] or size <= UNDECIDED:
        return low, False
    present = load_marks(game, workspace, members, number)
    pool = pool_for(game, workspace, members, present, asked, number)
    least_low, guess = glance(game, workspace, pool, members, number, low)
    if least_low == low and guess == NO_GUESS:
        return low, False
    store(memory, hash_of(game, members, number), least_low, guess)
    return least_low, guess != NO_GUESS


@compiled(inline="always")
def try_guess(game, memory, workspace, members, guess, number, budget, asked, seen):
    """The cost of the set with this guess, if it is below the budget; else a bound that is not."""
    starts, ends, _replies, partition = divide(game, workspace, members, guess, number)
    for i in range(min(seen, len(workspace.tried[number]))):
        if workspace.tried[number, i] == partition:
            return UNSOLVED
    if seen < len(workspace.tried[number]):
        workspace.tried[number, seen] = partition
    total = len(members) * game.step[number]
    parts = len(starts)
    lows = np.empty(parts, np.int64)
    exact = np.empty(parts, np.bool_)
    for part in range(parts):
        lows[part], exact[part] = floor_of(
            game, memory, workspace.children[number, starts[part] : ends[part]], number + 1
        )
        total += lows[part]
    asked = asked | game.anywhere[guess]
    for part in range(parts):  # bound each part before one of them is searched: often that is enough
        if total >= budget:
            return total
        if not exact[part]:
            members_of_part = workspace.children[number, starts[part] : ends[part]]
            low, exact[part] = floor_after_glance(
                game, memory, workspace, members_of_part, number + 1, lows[part], asked
            )
            total += low - lows[part]
            lows[part] = low
    while total < budget and not exact.all():
        # What the budget leaves is shared out by size. Parts that all exceed their shares exceed the budget together,
        # and showing that of each is far less work than finding the cost of the largest.
        left, open_members = budget - total, 0
        for part in range(parts):
            if not exact[part]:
                open_members += ends[part] - starts[part]
        for part in range(parts):
            if exact[part] or total >= budget:
                continue
            size = ends[part] - starts[part]
            share = left // open_members * size + left % open_members * size // open_members  # no product overflows
            most = lows[part] + min(budget - total, 1 + share)
            members_of_part = workspace.children[number, starts[part] : ends[part]]
            cost = least(game, memory, workspace, members_of_part, number + 1, most, asked)
            exact[part] = cost < most
            total += cost - lows[part]
            lows[part] = cost
    return total


@compiled
def least(game, memory, workspace, members, number, budget, asked):
    """The least cost of the set, if it is below the budget; else a bound that is not."""
    size = len(members)
    low = game.lower[number, size]
    if size < UNDECIDED or low >= budget:
        return low
    if number + 2 >= DEPTHS:
        return UNSOLVED
    key = hash_of(game, members, number)
    at = slot_of(memory, key)
    if at >= 0:
        low = max(low, memory.cost[at])
        if memory.guess[at] != NO_GUESS or low >= budget:
            return low
    memory.counts[1] += 1
    present = load_marks(game, workspace, members, number)
    if size <= len(game.replies) + 1:
        guess = separating_candidate(game, workspace, members, number)
        cost = size * game.step[number] + (size - 1) * game.step[number + 1]
        if guess != NO_GUESS:
            store(memory, key, cost, guess)
            return cost
        low = max(low, cost + min(game.step[number + 1], game.lower[number + 1, 2] - 2 * game.step[number + 1]))
        if low >= budget:
            store(memory, key, low, NO_GUESS)
            return low
    pool = pool_for(game, workspace, members, present, asked, number)
    return best_of(game, memory, workspace, members, pool, number, budget, asked, low)


@compiled(inline="always")
def best_of(game, memory, workspace, members, pool, number, budget, asked, low):
    """`least` with the guesses to try given, and with a lower bound for all of them together."""
    size = len(members)
    key = hash_of(game, members, number)
    memory.counts[2] += len(pool)
    kept, missed, best, best_guess = scan(game, workspace, pool, members, number, low, budget)
    heap = np.arange(kept)
    for root in range(kept // 2 - 1, -1, -1):
        sift(heap, workspace.estimate[number], root, kept)
    tries = 0
    while kept and tries < game.width[size] and best > low:
        choice = heap[0]
        kept -= 1
        heap[0] = heap[kept]
        sift(heap, workspace.estimate[number], 0, kept)
        if workspace.low[number, choice] >= best:
            missed = min(missed, workspace.low[number, choice])
            continue
        guess = workspace.guess[number, choice]
        cost = try_guess(game, memory, workspace, members, guess, number, best, asked, tries)
        if cost == UNSOLVED:
            continue
        tries += 1
        if cost < best:
            best, best_guess = cost, guess
        else:
            missed = min(missed, cost)
    if best_guess == NO_GUESS and not kept and missed < UNSOLVED:
        best = max(best, missed)
    store(memory, key, best, best_guess)
    return best


# The transposition table: open addressing with a few probes; if these find no free entry, one is replaced.

PROBES = 16


@compiled
def mix(word):
    word ^= word >> np.uint64(31)
    word *= np.uint64(0x9E3779B97F4A7C15)
    word ^= word >> np.uint64(29)
    word *= np.uint64(0xBF58476D1CE4E5B9)
    return word ^ (word >> np.uint64(32))


@compiled
def slot_of(memory, key):
    """The index of the set's entry; -1 if there is none."""
    mask = len(memory.key) - 1
    at = np.int64(key & np.uint64(mask))
    for _ in range(PROBES):
        if memory.key[at] == key:
            return at
        if memory.key[at] == 0:
            return -1
        at = (at + 1) & mask
    return -1


@compiled
def store(memory, key, cost, guess):
    mask = len(memory.key) - 1
    home = np.int64(key & np.uint64(mask))
    at = home
    for _ in range(PROBES):
        if memory.key[at] == key or memory.key[at] == 0:
            break
        at = (at + 1) & mask
    else:
        at = home  # what was searched last is looked up next, so it must be there
    memory.counts[0] += memory.key[at] == 0
    memory.key[at] = key
    memory.cost[at] = cost
    memory.guess[at] = guess


@compiled
def hash_of(game, members, number):
    key = np.uint64(0)
    for member in members:
        key ^= game.sign[member]
    return mix(key + np.uint64(number))
