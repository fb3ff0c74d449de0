"""Lessons and puzzles: stages, what is open, how far somebody has come, and the catalogue of puzzles."""

import re
import tomllib
from base64 import b64decode, b64encode
from bisect import bisect_left
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from bot.app.rows import Rows, as_json
from bot.game.daily import DAY
from bot.game.lessons import QUESTIONS, Task
from bot.game.puzzles import first_rating
from bot.game.rating import START, Rating
from solver.feedback import Feedback
from solver.variant import VARIANTS, Code, Variant

# The puzzles that are known to be good: `bot/puzzles/catalogue.txt`, made by `python -m bot.build_puzzles`.
#
# A line is a puzzle: its kind, variant, seed and size. Its number is that of the line, from 1. Links and what people
# have tried name puzzles by number, so lines are only ever added.

FILE = Path(__file__).parents[2] / "puzzles" / "catalogue.txt"
HASHES = FILE.with_name("sha256.json")


@dataclass(frozen=True, slots=True)
class Listed:
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


class Catalogue:
    """All puzzles, by number and by rating."""

    def __init__(self, lines: list[str]) -> None:
        self._all = tuple(_listed(number, line) for number, line in enumerate(lines, 1))

    def __len__(self) -> int:
        return len(self._all)

    def numbered(self, number: int) -> Listed | None:
        """The puzzle of that number; None: there is none."""
        return self._all[number - 1] if 0 < number <= len(self._all) else None

    def near(self, rating: float, but: Container[int], most: int) -> list[Listed]:
        """The puzzles whose first rating is nearest to that one, at most so many, without those numbers."""
        ranked = self._by_rating
        above = bisect_left(ranked, rating, key=lambda listed: listed.first_rating.value)
        below = above - 1
        found: list[Listed] = []
        while len(found) < most and (below >= 0 or above < len(ranked)):
            if below < 0 or (above < len(ranked) and _far(ranked[above], rating) <= _far(ranked[below], rating)):
                listed, above = ranked[above], above + 1
            else:
                listed, below = ranked[below], below - 1
            if listed.number not in but:
                found.append(listed)
        return found

    @cached_property
    def _by_rating(self) -> list[Listed]:
        return sorted(self._all, key=lambda listed: (listed.size, listed.number))


def _far(listed: Listed, rating: float) -> float:
    return abs(listed.first_rating.value - rating)


def _listed(number: int, line: str) -> Listed:
    kind, variant, seed, size = line.split()
    return Listed(number, kind, VARIANTS[variant], int(seed), int(size))


CATALOGUE = Catalogue(FILE.read_text("utf-8").splitlines())


# How far somebody has come in the lessons, and what waits to be asked again.

REPEATED_AFTER = (1 * DAY, 3 * DAY, 7 * DAY)
"""What was missed is asked again so long after it was missed; after it was then right; and once more."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A task that waits. `step`: how often it was right since it was missed, each time when it was due."""

    step: int
    due: float
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Learner:
    """What somebody has come to in the lessons; tasks are known by their names."""

    person: int
    right: frozenset[str] = frozenset()
    """Those whose latest answer was right."""
    missed: Mapping[str, Missed] = field(default_factory=dict)
    """Those that wait to be asked again."""
    knows_replies: bool = False
    """Whether the first lesson is behind them, gone through or skipped."""
    revision: int = 0

    @property
    def has_begun(self) -> bool:
        """Whether they need no first lesson any more."""
        return self.knows_replies or bool(self.right or self.missed)

    def due(self, now: float) -> tuple[str, ...]:
        """What is to be asked again now, what waits longest first."""
        waiting = sorted(self.missed.items(), key=lambda item: (item[1].due, item[0]))
        return tuple(task for task, missed in waiting if missed.due <= now)

    def after_answer(self, task: str, *, is_right: bool, now: float) -> "Learner":
        """The learner after an answer to the task. A task that waits is put off, or done with, only when it is due."""
        others = {name: missed for name, missed in self.missed.items() if name != task}
        if not is_right:
            again = Missed(0, now + REPEATED_AFTER[0])
            return replace(self, right=self.right - {task}, missed=others | {task: again})
        known, missed = self.right | {task}, self.missed.get(task)
        if missed is None or now < missed.due:
            return replace(self, right=known)
        step = missed.step + 1
        waits = {} if step == len(REPEATED_AFTER) else {task: Missed(step, now + REPEATED_AFTER[step])}
        return replace(self, right=known, missed=others | waits)


# Learners as JSON: `{"right": {"zero": [1, 2]}, "missed": {"zero-3": [0, 1700000000]}, "knows": 1}`.


def learner_written(learner: Learner) -> str:
    """The learner as JSON, without what has columns of its own: short, for it is read whole with every answer."""
    missed = {task: [waits.step, round(waits.due)] for task, waits in sorted(learner.missed.items())}
    return as_json({"right": _by_stage(learner.right), "missed": missed, "knows": int(learner.knows_replies)})


def learner_read(person: int, body: str, revision: int) -> Learner:
    """The learner of a row."""
    data: dict[str, Any] = orjson.loads(body)
    right = frozenset(f"{stage}-{number}" for stage, numbers in data.get("right", {}).items() for number in numbers)
    missed = {task: Missed(step, float(due)) for task, (step, due) in data.get("missed", {}).items()}
    return Learner(person, right, missed, bool(data.get("knows")), revision)


def _by_stage(tasks: Iterable[str]) -> dict[str, list[int]]:
    stages: dict[str, list[int]] = {}
    for stage, number in sorted((stage, int(number)) for stage, _, number in (task.partition("-") for task in tasks)):
        stages.setdefault(stage, []).append(number)
    return stages


class Learners(Rows):
    """Stored learners."""

    async def of(self, person: int) -> Learner:
        """How far the person has come; at the beginning, where nothing is stored."""
        row = await self.row("learner", person_id=person)
        return Learner(person) if row["body"] is None else learner_read(person, row["body"], row["revision"])

    def keep(self, learner: Learner) -> None:
        """Save it. The work begins again if another has saved it since it was read."""
        body, key = learner_written(learner), {"person_id": learner.person}
        self.replace("save_learner", "person_id", **key, body=body, revision=learner.revision)


# What somebody is being asked in a lesson: kept while it is open, so that an answer may be typed.

LESSON = "lesson"
"""The kind of prompt that keeps it."""


class Round(Enum):
    """Why it is asked, and so what comes next."""

    FIRST = "first"
    """The first lesson: guesses at a secret that is shown."""
    STAGE = "stage"
    """The tasks of a stage that were not right yet, one after the other."""
    WHOLE = "whole"
    """All tasks of a stage that were right already."""
    AGAIN = "again"
    """What was missed and is due."""


@dataclass(frozen=True, slots=True)
class OpenLesson:
    """The task that is asked, and what was given already."""

    round: Round
    task: str = ""
    """Its name; none in the first lesson."""
    given: tuple[str, ...] = ()
    """Guesses of the first lesson; right answers to a task that takes several."""
    is_answered: bool = False

    @property
    def written(self) -> str:
        """It as a line."""
        return ":".join((self.round.value, self.task, ",".join(self.given), "1" * self.is_answered))


def open_lesson(line: str) -> OpenLesson | None:
    """The lesson of a line; None where nothing is kept, or what another version kept."""
    try:
        name, task, given, answered = line.split(":")
        return OpenLesson(Round(name), task, tuple(given.split(",")) if given else (), bool(answered))
    except ValueError:
        return None


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
    def listed(self) -> Listed | None:
        """Its place in the catalogue, if it has one."""
        return CATALOGUE.numbered(int(self.about)) if self.about.isdecimal() else None

    @property
    def kind(self) -> str:
        """Of one that a game came to, its kind."""
        return self.about.partition("_")[0]

    @property
    def payload(self) -> str:
        """Of one that a game came to, its position, as links to positions write it."""
        return self.about.partition("_")[2]

    @property
    def tag(self) -> str:
        """What its buttons call it."""
        return self.about if self.about.isdecimal() else f"x{sha256(self.about.encode()).hexdigest()[:8]}"


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
    revision: int = 0

    def has_tried(self, number: int) -> bool:
        """Whether they have begun to answer that puzzle, or taken a hint there."""
        return bool(self.tried >> number & 1)

    def with_tried(self, number: int) -> "Puzzler":
        """The same, once they have."""
        return replace(self, tried=self.tried | 1 << number)


@dataclass(frozen=True, slots=True)
class TriedPuzzle:
    """The rating of a puzzle of the catalogue. `revision` 0: nobody has tried it."""

    number: int
    rating: Rating
    revision: int = 0


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
        revision,
    )


def _open_read(written: list[Any] | None) -> OpenPuzzle | None:
    if written is None:
        return None
    about, found, is_rated, is_hinted, played_at = written
    return OpenPuzzle(about, tuple(found), bool(is_rated), bool(is_hinted), played_at)


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

    async def rated(self, listed: Sequence[Listed]) -> tuple[TriedPuzzle, ...]:
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

    async def _rated(self, listed: Listed) -> TriedPuzzle:
        row = await self.row("puzzle", number=listed.number)
        if row["rating"] is None:
            return TriedPuzzle(listed.number, listed.first_rating)
        rating = Rating(row["rating"], row["deviation"], row["volatility"])
        return TriedPuzzle(listed.number, rating, row["revision"])


# The stages of the lessons: each is a file in `bot/lessons` of the same name; its texts are in the catalogues.

LESSONS = Path(__file__).parents[2] / "lessons"
TURN = re.compile(r"(?P<guess>[^=]+)=(?P<bulls>\d)B(?P<cows>\d)C")
USUAL = "classic"
"""The variant of a task that names none."""
FIELDS = {"id", "question", "variant", "history", "about", "secret", "choices"}


class StageFault(ValueError):
    """A file of a stage that is invalid; the message names the file, and what is wrong."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Some tasks about one thing, easy ones first."""

    name: str
    tasks: tuple[Task, ...]


def load_stages(folder: Path = LESSONS) -> Mapping[str, Stage]:
    """The stages by name, in the order in which they are offered. Raises StageFault."""
    read = [(_read(file), file) for file in folder.glob("*.toml")]
    ranked = sorted(read, key=lambda one: int(one[0]["rank"]))
    return {file.stem: Stage(file.stem, tuple(_task(file, each) for each in data["task"])) for data, file in ranked}


def _read(file: Path) -> dict[str, Any]:
    data = tomllib.loads(file.read_text("utf-8"))
    if data.keys() != {"rank", "task"}:
        raise StageFault(f"{file.name}: a stage has a rank and tasks")
    return data


def _task(file: Path, data: Mapping[str, Any]) -> Task:
    if unknown := data.keys() - FIELDS:
        raise StageFault(f"{file.name}: {', '.join(sorted(unknown))} is nothing of a task's")
    if data["question"] not in QUESTIONS:
        raise StageFault(f"{file.name}: no question is called {data['question']}")
    variant = VARIANTS[data.get("variant", USUAL)]
    return Task(
        name=f"{file.stem}-{data['id']}",
        question=data["question"],
        variant=variant,
        history=tuple(_turn(file, turn, variant) for turn in data.get("history", ())),
        about=data.get("about", ""),
        secret=data.get("secret", ""),
        choices=tuple(data.get("choices", ())),
    )


def _turn(file: Path, text: str, variant: Variant) -> tuple[Code, Feedback]:
    match = TURN.fullmatch(text)
    if match is None:
        raise StageFault(f"{file.name}: {text} is no turn such as 0123=1B2C")
    return variant.parse(match["guess"]), Feedback(int(match["bulls"]), int(match["cows"]))


STAGES = load_stages()
TASKS: Mapping[str, Task] = {task.name: task for stage in STAGES.values() for task in stage.tasks}
"""By name, all that there are."""


def stage_of(task: Task) -> Stage:
    """The stage to which it belongs."""
    return STAGES[task.name.partition("-")[0]]
