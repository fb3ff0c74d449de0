"""Puzzles: those that are known to be good, and what people have come to with them."""

from base64 import b64decode, b64encode
from bisect import bisect_left
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from heapq import merge
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from bot.app.reading import whole_number
from bot.app.rows import Rows, as_json
from bot.game.puzzles import KINDS, first_rating
from bot.game.rating import START, Rating
from solver.variant import VARIANTS, Variant

# The puzzles that are known to be good: `bot/puzzles/catalogue.txt`, made by `python -m bot.build_puzzles`.
#
# A line is a puzzle: its kind, variant, seed and size. Its number is that of the line, from 1. Links and what people
# have tried name puzzles by number, so lines are only ever added.

FILE = Path(__file__).parents[2] / "puzzles" / "catalogue.txt"
HASHES = FILE.with_name("sha256.json")


@dataclass(frozen=True, slots=True)
class CataloguePuzzle:
    """A puzzle of the catalogue."""

    number: int
    kind: str
    variant: Variant
    seed: int
    size: int

    @property
    def first_rating(self) -> Rating:
        """Its rating before anybody has tried it."""
        return first_rating(self.size)

    @property
    def line(self) -> str:
        """Its line in the file."""
        return f"{self.kind} {self.variant.name} {self.seed} {self.size}"


FIRST = (177, 193, 913, 1281, 1681, 1761, 1889)
"""The numbers of those with which somebody begins: the easiest of four digits, with few codes left."""


class Catalogue:
    """All puzzles, by number, and those that are given by kind and rating."""

    def __init__(self, lines: list[str]) -> None:
        self._all = tuple(_listed(number, line) for number, line in enumerate(lines, 1))

    def __len__(self) -> int:
        return len(self._all)

    def numbered(self, number: int) -> CataloguePuzzle | None:
        """The puzzle of that number; None: there is none."""
        return self._all[number - 1] if 0 < number <= len(self._all) else None

    def near(
        self, kind: str, rating: float, variants: Container[str], but: Container[int], most: int
    ) -> list[CataloguePuzzle]:
        """The puzzles of that kind and these variants whose first rating is nearest, the nearest first.

        At most so many, without those of the numbers `but`.
        """
        ranked = self._by_rating[kind]
        above = bisect_left(ranked, rating, key=lambda listed: listed.first_rating.value)
        by_distance = merge(ranked[above:], reversed(ranked[:above]), key=lambda listed: _far(listed, rating))
        allowed = (each for each in by_distance if each.variant.name in variants and each.number not in but)
        return list(islice(allowed, most))

    @cached_property
    def _by_rating(self) -> Mapping[str, list[CataloguePuzzle]]:
        """Those of each kind that are given, by rating."""
        ranked = sorted(self._all, key=lambda listed: (listed.size, listed.number))
        return {
            kind.name: [each for each in ranked if each.kind == kind.name and each.size <= kind.largest]
            for kind in KINDS.values()
        }


def _far(listed: CataloguePuzzle, rating: float) -> float:
    return abs(listed.first_rating.value - rating)


def _listed(number: int, line: str) -> CataloguePuzzle:
    kind, variant, seed, size = line.split()
    return CataloguePuzzle(number, kind, VARIANTS[variant], int(seed), int(size))


CATALOGUE = Catalogue(FILE.read_text("utf-8").splitlines())


# What somebody has come to with puzzles, and the one that they have open; the ratings of puzzles that were tried.


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """A puzzle that somebody is trying.

    `about`: its number in the catalogue; of one that a game came to, its kind and the payload of the position, with an
    underscore between. Links to it say the same.
    """

    about: str
    found: tuple[str, ...] = ()
    """Right answers that were given already, where it takes several."""
    is_rated: bool = False
    """Whether the answer will count: it is in the catalogue, tried for the first time, and without a hint so far."""
    is_hinted: bool = False
    played_at: float = 0.0
    """When the game was begun that came to it; 0: it is not from a game of theirs."""

    @property
    def listed(self) -> CataloguePuzzle | None:
        """Its place in the catalogue, if it has one."""
        number = whole_number(self.about)
        return None if number is None else CATALOGUE.numbered(number)

    @property
    def kind(self) -> str:
        """Its kind."""
        return self.about.partition("_")[0] if self.listed is None else self.listed.kind

    @property
    def payload(self) -> str:
        """Of one that a game came to, its position, as links to positions write it."""
        return self.about.partition("_")[2]

    @property
    def tag(self) -> str:
        """What its buttons call it."""
        return self.about if whole_number(self.about) is not None else f"x{sha256(self.about.encode()).hexdigest()[:8]}"


SEVEN, MOST_ALIKE = 7, 3
"""Of so many puzzles in a row so many are of one kind, at most."""
SETTLED = 10
"""After so many rated answers the rating is told: before it moves too far with each to say anything."""


@dataclass(frozen=True, slots=True)
class Puzzler:
    """Somebody who tries puzzles. `tried`: the numbers of those that they have begun to answer, as bits."""

    person: int
    rating: Rating = START
    rated_at: float | None = None
    tried: int = 0
    right: int = 0
    """So many rated answers were right."""
    rated: int = 0
    """So many answers were rated."""
    open: OpenPuzzle | None = None
    looked_back: float = 0.0
    """Games of theirs that were begun up to then have been looked at for mistakes."""
    given: tuple[str, ...] = ()
    """The kinds of the last puzzles that they were given, of their own games or of the catalogue."""
    revision: int = 0

    @property
    def weary(self) -> frozenset[str]:
        """The kinds that are not given now, lest one be given more than MOST_ALIKE times in SEVEN."""
        return frozenset(kind for kind in self.given if self.given.count(kind) >= MOST_ALIKE)

    @property
    def settling(self) -> int:
        """Which of the first rated answers was the last; 0: there are more, so their rating is told."""
        return self.rated if self.rated <= SETTLED else 0

    def with_given(self, kind: str) -> "Puzzler":
        """The same, once they were given one of that kind."""
        return replace(self, given=(*self.given, kind)[1 - SEVEN :])

    def has_tried(self, number: int) -> bool:
        """Whether they have begun to answer that puzzle, or taken a hint there."""
        return bool(self.tried >> number & 1)

    def with_tried(self, number: int) -> "Puzzler":
        """The same, once they have."""
        return replace(self, tried=self.tried | 1 << number)

    def begun(self, opened: OpenPuzzle) -> "Puzzler":
        """The same, once they have begun to answer that one: a later attempt is not rated."""
        return self if opened.listed is None else self.with_tried(opened.listed.number)


@dataclass(frozen=True, slots=True)
class TriedPuzzle:
    """The rating of a puzzle of the catalogue. `revision` 0: nobody has tried it."""

    number: int
    rating: Rating
    revision: int = 0


class Puzzles(Rows):
    """Stored puzzlers, and ratings of puzzles."""

    async def puzzler(self, person: int) -> Puzzler:
        """What the person has come to; at the beginning, where nothing is stored."""
        row = await self.row("puzzler", person_id=person)
        return Puzzler(person) if row["body"] is None else puzzler_read(person, row["body"], row["revision"])

    def keep_puzzler(self, puzzler: Puzzler) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        body, key = puzzler_written(puzzler), {"person_id": puzzler.person}
        self.replace("save_puzzler", "person_id", **key, body=body, revision=puzzler.revision)

    async def rated(self, listed: Sequence[CataloguePuzzle]) -> tuple[TriedPuzzle, ...]:
        """Their ratings, in this order: the first ones, where nobody has tried them."""
        return tuple([await self._rated(each) for each in listed])

    def keep_rating(self, puzzle: TriedPuzzle) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        rating = puzzle.rating
        self.replace(
            "save_puzzle",
            "number",
            number=puzzle.number,
            rating=rating.value,
            deviation=rating.deviation,
            volatility=rating.volatility,
            revision=puzzle.revision,
        )

    async def _rated(self, listed: CataloguePuzzle) -> TriedPuzzle:
        row = await self.row("puzzle", number=listed.number)
        if row["rating"] is None:
            return TriedPuzzle(listed.number, listed.first_rating)
        rating = Rating(row["rating"], row["deviation"], row["volatility"])
        return TriedPuzzle(listed.number, rating, row["revision"])


# Puzzlers as JSON: `{"rating": [1500, 350, 0.06], "at": 1700000000, "tried": "Ag==", "right": 1, "rated": 2}`.


def puzzler_written(puzzler: Puzzler) -> str:
    """The puzzler as JSON, without what has columns of its own. What was tried takes a bit for each puzzle."""
    rating, tried = puzzler.rating, puzzler.tried
    bits = tried.to_bytes((tried.bit_length() + 7) // 8, "little")
    data: dict[str, Any] = {
        "rating": [rating.value, rating.deviation, rating.volatility],
        "at": puzzler.rated_at,
        "tried": b64encode(bits).decode(),
        "right": puzzler.right,
        "rated": puzzler.rated,
        "back": puzzler.looked_back,
        "given": puzzler.given,
    }
    if (opened := puzzler.open) is not None:
        flags = [int(opened.is_rated), int(opened.is_hinted)]
        data["open"] = [opened.about, list(opened.found), *flags, opened.played_at]
    return as_json(data)


def puzzler_read(person: int, body: str, revision: int) -> Puzzler:
    """The puzzler of a row."""
    data: dict[str, Any] = orjson.loads(body)
    return Puzzler(
        person,
        Rating(*data["rating"]) if "rating" in data else START,
        data.get("at"),
        int.from_bytes(b64decode(data.get("tried", "")), "little"),
        data.get("right", 0),
        data.get("rated", 0),
        _open_read(data.get("open")),
        data.get("back", 0.0),
        tuple(data.get("given", ())),
        revision,
    )


def _open_read(written: list[Any] | None) -> OpenPuzzle | None:
    if written is None:
        return None
    about, found, is_rated, is_hinted, played_at = written
    return OpenPuzzle(about, tuple(found), bool(is_rated), bool(is_hinted), played_at)
