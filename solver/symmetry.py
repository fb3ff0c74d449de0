"""Symmetries of a position: renamings of symbols and permutations of places that keep all guesses made."""

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.feedback import Numbers, Rows, all_codes
from solver.variant import Code, Variant

NO_NAME = 255
BLOCK = 1 << 16  # images at a time


@dataclass(frozen=True, slots=True, eq=False)
class Symmetries:
    """The symmetries: permutations of places, each with the renaming of symbols that undoes it for all guesses made.

    `places` has a row a permutation: image[i] = code[places[i]]. `names` has the renaming of each, NO_NAME for symbols
    in no guess; these, `free`, are interchangeable. The first permutation is the identity. Words have no symmetries,
    because renamed letters do not make words.
    """

    places: NDArray[np.intp]
    names: NDArray[np.uint8]
    free: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, some: slice) -> "Symmetries":
        return Symmetries(self.places[some], self.names[some], self.free)


def symmetries(variant: Variant, asked: tuple[Code, ...]) -> Symmetries:
    """The symmetries that keep the guesses `asked`. A guess and its image divide the candidates alike."""
    if variant.words:
        symbols = np.arange(len(variant.alphabet), dtype=np.uint8)
        return Symmetries(np.arange(variant.length)[None], symbols[None], symbols[:0])
    places = np.array(list(itertools.permutations(range(variant.length))))
    names = np.full((len(places), len(variant.alphabet)), NO_NAME, np.uint8)
    every, fits = np.arange(len(places)), np.ones(len(places), np.bool_)
    for guess in asked:
        moved = np.array(guess)[places]
        for place, symbol in enumerate(guess):
            name = names[every, moved[:, place]]
            fits &= (name == NO_NAME) | (name == symbol)
            names[every, moved[:, place]] = symbol
    held = sorted({symbol for guess in asked for symbol in guess})
    fits &= (np.sort(names[:, held]) == held).all(axis=1)
    free = np.array([symbol for symbol in range(len(variant.alphabet)) if symbol not in held], np.uint8)
    return Symmetries(places[fits], names[fits], free)


@lru_cache(maxsize=16)
def different_questions(variant: Variant, asked: tuple[Code, ...]) -> Numbers:
    """One guess of each orbit under the symmetries that keep the guesses `asked`, as rows of all_codes.

    Guesses that a renaming of symbols and a reordering of places turn into each other, leaving every guess asked as it
    was, divide the candidates alike, whatever the replies were. The first of them in code order stands for its orbit.
    After 0123 there are 20 in the classic game.
    """
    every, codes = symmetries(variant, asked), all_codes(variant)
    left = np.flatnonzero(is_canonical(variant, every.free.tolist()))
    done = 1
    while done < len(every):
        some = every[done : done + max(1, BLOCK // len(left))]
        smallest = _keys(variant, _canonical_images(some, codes[left])).min(axis=0)
        left = left[smallest >= _keys(variant, codes[left].T)]
        done += len(some)
    left.flags.writeable = False
    return left


def orbit_sizes(variant: Variant, asked: tuple[Code, ...], questions: Numbers) -> NDArray[np.int64]:
    """The size of the orbit of each of these representatives."""
    every, codes = symmetries(variant, asked), all_codes(variant)[questions]
    fixing = np.zeros(len(questions), np.int64)
    block = max(1, BLOCK // len(questions))
    for start in range(0, len(every), block):
        images = _canonical_images(every[start : start + block], codes)
        fixing += (images == codes.T[:, None]).all(axis=0).sum(axis=0)
    free = len(every.free)
    renamings = np.array([math.perm(free, used) for used in range(min(free, variant.length) + 1)])
    holds = np.zeros((len(codes), len(variant.alphabet)), np.bool_)
    holds[np.arange(len(codes))[:, None], codes] = True
    sizes: NDArray[np.int64] = len(every) * renamings[holds[:, every.free].sum(axis=1)] // fixing
    return sizes


def orbit(variant: Variant, asked: tuple[Code, ...], question: int) -> Numbers:
    """The orbit of a guess, as rows of all_codes in code order."""
    every, codes = symmetries(variant, asked), all_codes(variant)
    images = np.unique(_canonical_images(every, codes[[question]])[:, :, 0], axis=1)
    used = int(np.isin(every.free, codes[question]).sum())
    namings = math.perm(len(every.free), used)
    if namings * images.shape[1] == len(codes):
        return np.arange(len(codes))
    names = np.tile(np.arange(len(variant.alphabet), dtype=np.uint8), (namings, 1))
    names[:, every.free[:used]] = list(itertools.permutations(every.free, used))
    renamed = np.unique(_keys(variant, names[:, images].transpose(1, 0, 2)))
    return np.searchsorted(_keys(variant, codes.T), renamed)


# Relabellings, of symbols and places together, take every code to each code of its pattern, and to no other.


def patterns(variant: Variant) -> tuple[str, ...]:
    """The patterns that codes have, the most varied first: `aabb` has two symbols twice, in whatever places."""
    return tuple(sorted(set(map(_pattern, all_codes(variant).tolist())), reverse=True))


def rows_of_patterns(variant: Variant, wanted: tuple[str, ...]) -> Numbers:
    """The codes of these patterns, as rows of all_codes; without any all codes."""
    if not wanted:
        return np.arange(variant.size)
    return np.array([row for row, code in enumerate(all_codes(variant).tolist()) if _pattern(code) in wanted], np.intp)


def _pattern(code: list[int]) -> str:
    often = sorted(map(code.count, set(code)), reverse=True)
    return "".join(letter * times for letter, times in zip("abcdefghijklmnop", often, strict=False))


def is_canonical(variant: Variant, alike: list[int]) -> NDArray[np.bool_]:
    """For each code, whether the interchangeable symbols `alike` appear in it in order, with none left out."""
    first = np.ones(variant.size, np.bool_)
    for one, next_one in itertools.pairwise(alike):
        first &= _comes_first(variant, one, next_one)
    return first


@lru_cache(maxsize=64)
def _comes_first(variant: Variant, one: int, other: int) -> NDArray[np.bool_]:
    """For each code, whether `one` appears before `other` does, or `other` not at all."""
    first, come = np.ones(variant.size, np.bool_), np.zeros(variant.size, np.bool_)
    for symbols in all_codes(variant).T:
        come |= symbols == one
        first &= come | (symbols != other)
    return first


def _canonical_images(some: Symmetries, codes: Rows) -> NDArray[np.uint8]:
    """The images of the codes, as [place, symmetry, code]; free symbols get the smallest names."""
    moved = codes.T[some.places.T]
    images = some.names[np.arange(len(some))[:, None], moved]
    appeared = np.zeros(images.shape[1:], np.uint8)
    for place in range(len(images)):
        nameless = images[place] == NO_NAME
        if nameless.any():
            again = nameless & (moved[place:] == moved[place])
            np.copyto(images[place:], some.free.take(appeared, mode="clip"), where=again)
            appeared += nameless
    return images


def _keys(variant: Variant, by_place: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The codes, their places along the first axis, as numbers that stand in code order."""
    keys = np.zeros(by_place.shape[1:], np.int64)
    for symbols in by_place:
        keys = keys * len(variant.alphabet) + symbols
    return keys
