"""The transposition table: open addressing with a few probes; if these find no free entry, one is replaced."""

import numpy as np

from solver.building.compiled import compiled

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
