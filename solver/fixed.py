"""All questions at once: a fixed set of guesses, asked before any reply is seen, whose replies tell the secrets apart.

The literature calls such sets static, or non-adaptive.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from solver.feedback import Numbers, all_codes, all_secrets, as_code, as_rows, feedback_ids
from solver.variant import Code, Variant

Dice = np.random.Generator
Pairs = NDArray[np.intp]
"""Pairs of secrets, by their places in all_secrets: two rows, a column a pair."""

STEPS = 100
"""So often each guess is exchanged in the first searches."""
WARM, COLD = 2.0, 0.4
"""The temperature at the beginning and at the end, in pairs."""
ENOUGH = 50_000
"""Of so many pairs alike, no more are looked for: it takes only few guesses to leave fewer."""
BLOCK = 255
"""Pairs at a time: their number fits into a byte."""


def pairs_alike(variant: Variant, guesses: tuple[Code, ...]) -> int:
    """The number of pairs of secrets that give the same replies to all the guesses; 0 if these tell every secret."""
    replies = feedback_ids(variant, as_rows(*guesses), all_codes(variant)[all_secrets(variant)])
    times = np.unique(replies, axis=1, return_counts=True)[1]
    return int((times * (times - 1) // 2).sum())


def fixed_sets(variant: Variant, number: int, dice: Dice) -> Iterator[tuple[Code, ...]]:
    """Sets of so many guesses that leave few pairs of secrets alike, one after the other, without an end.

    Each comes from a local search of its own (simulated annealing): one guess after the other is drawn anew, a guess
    being the likelier, the fewer pairs it leaves alike, and ever more so while the search cools down. Later searches
    take longer. If the number is even, three of four look among the sets that a symmetry of order two turns into
    themselves: there are far fewer of these, and they leave pairs alike by twos, so that good ones are found sooner.
    All replies are kept, guesses x secrets bytes.
    """
    codes = all_codes(variant)
    replies = feedback_ids(variant, codes, codes[all_secrets(variant)]).T.copy()
    for trial in count():
        images = np.arange(len(codes))[None]
        if trial % 4 and number % 2 == 0 and not variant.words:
            images = np.vstack([images, _exchange(variant, dice)])
        first = np.flatnonzero((images[0] < images[1:]).all(axis=0))
        if len(first):
            search = _Search(replies[:, first], images[:, : len(replies)], number // len(images))
            best = first[search.best(STEPS * (1 + trial // 4), dice)]
            yield tuple(as_code(codes[row]) for row in images[:, best].ravel())


def _exchange(variant: Variant, dice: Dice) -> Numbers:
    """A symmetry of order two that is drawn by lot: the row of the image of every code."""
    places, symbols = _swaps(variant.length, dice), _swaps(len(variant.alphabet), dice)
    weights = len(variant.alphabet) ** np.arange(variant.length)[::-1]
    codes = all_codes(variant)
    return np.searchsorted(codes @ weights, symbols[codes[:, places]] @ weights)


def _swaps(size: int, dice: Dice) -> Numbers:
    """A permutation that swaps some, by twos."""
    image, drawn = np.arange(size), dice.permutation(size)
    for pair in drawn[: 2 * dice.integers(size // 2 + 1)].reshape(-1, 2):
        image[pair] = image[pair[::-1]]
    return image


@dataclass(frozen=True, slots=True)
class _Search:
    """A local search among sets that consist of guesses together with their images.

    `replies` has a row a secret, a column a guess; `images` a row a symmetry, the first one the identity (of words the
    only one; else all codes are secrets). They are
    their own inverses, so that a secret says to the image of a guess what the image of the secret says to the guess.
    """

    replies: NDArray[np.uint8]
    images: NDArray[np.intp]
    number: int

    def best(self, steps: int, dice: Dice) -> Numbers:
        """The best set that is found while each guess is exchanged so often, as columns of the replies."""
        shape = (self.number, len(self.images), int(self.replies.max()) + 1)
        words = dice.integers(1 << 63, size=shape, dtype=np.uint64)
        chosen = dice.integers(self.replies.shape[1], size=self.number)
        told = np.array([self._told(*each) for each in zip(words, chosen, strict=True)])
        best, fewest = chosen.copy(), np.inf
        for temperature in np.geomspace(WARM, COLD, steps * self.number):
            slot = dice.integers(self.number)
            told[slot] = 0
            left = self._left_alike(told.sum(axis=0))
            chances = np.exp((left.min() - left) / temperature)
            chosen[slot] = dice.choice(len(left), p=chances / chances.sum())
            told[slot] = self._told(words[slot], chosen[slot])
            if left.min() < fewest:
                best, fewest = chosen.copy(), left.min()
                best[slot] = left.argmin()
            if not fewest:
                break
        return best

    def _told(self, words: NDArray[np.uint64], guess: int) -> NDArray[np.uint64]:
        """By secret, what a guess and its images tell of it: a random word for each combination of replies."""
        column = self.replies[:, guess]
        said = [by_reply[column[image]] for by_reply, image in zip(words, self.images, strict=True)]
        told: NDArray[np.uint64] = np.add.reduce(said)
        return told

    def _left_alike(self, told: NDArray[np.uint64]) -> NDArray[np.intp]:
        """By guess, how many of the pairs that are alike so far it leaves alike; of pairs and their images, one."""
        pairs = self._one_of_each(_alike(told))
        left = np.zeros(self.replies.shape[1], np.intp)
        for start in range(0, pairs.shape[1], BLOCK):
            some = pairs[:, start : start + BLOCK]
            same = np.ones((some.shape[1], len(left)), np.bool_)
            for image in self.images:
                one, other = image[some]
                same &= self.replies[one] == self.replies[other]
            left += np.add.reduce(same.view(np.uint8), axis=0, dtype=np.uint8)
        return left

    def _one_of_each(self, pairs: Pairs) -> Pairs:
        """One of the pairs that the symmetries turn into each other."""
        images = np.sort(self.images[:, pairs], axis=1)
        keys = images[:, 0] * len(self.replies) + images[:, 1]
        return pairs[:, keys[0] == keys.min(axis=0)]


def _alike(told: NDArray[np.uint64]) -> Pairs:
    """The pairs of secrets of which the same is told; where there are ENOUGH, not all."""
    order = told.argsort()
    told = told[order]
    found = [np.empty((2, 0), np.intp)]
    for apart in range(1, len(told)):
        same = np.flatnonzero(told[apart:] == told[:-apart])
        found.append(np.array([order[same], order[same + apart]]))
        if not len(same) or sum(map(np.size, found)) > 2 * ENOUGH:
            break
    return np.hstack(found)
