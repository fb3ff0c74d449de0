"""The search of Ulam's game (see ulam.py): whether so many questions name the secret, depth first, compiled."""

import numpy as np

from solver.building.arrays import compiled
from solver.building.least import mix


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
