"""Lessons: their stages, how far somebody has come in them, and what they are being asked."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any

import orjson

from bot.app.rows import Rows, as_json
from bot.game.daily import DAY
from bot.game.lessons import QUESTIONS, Task
from solver.feedback import Feedback
from solver.variant import VARIANTS, Code, Variant

# How far somebody has come in the lessons, and what waits to be asked again.


@dataclass(frozen=True, slots=True)
class Missed:
    """A task that waits. `step`: how often it was right since it was missed, each time when it was due."""

    step: int
    due: float
    """Seconds since 1970."""


REPEATED_AFTER = (1 * DAY, 3 * DAY, 7 * DAY)
"""What was missed is asked again so long after it was missed; after it was then right; and once more."""


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

    def right_in(self, stage: "Stage") -> int:
        """How many tasks of the stage were right when they were answered last."""
        return sum(task.name in self.right for task in stage.tasks)

    def has_done(self, stage: "Stage") -> bool:
        """Whether all of them were."""
        return self.right_in(stage) == len(stage.tasks)

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


# Learners as JSON: `{"right": {"zero": [1, 2]}, "missed": {"zero-3": [0, 1700000000]}, "knows": 1}`.


def learner_written(learner: Learner) -> str:
    """The learner as JSON, without what has columns of its own: short, for it is read whole with every answer."""
    missed = {task: [waits.step, round(waits.due)] for task, waits in sorted(learner.missed.items())}
    return as_json({"right": _by_stage(learner.right), "missed": missed, "knows": int(learner.knows_replies)})


def _by_stage(tasks: Iterable[str]) -> dict[str, list[int]]:
    stages: dict[str, list[int]] = {}
    for stage, number in sorted((stage, int(number)) for stage, _, number in (task.partition("-") for task in tasks)):
        stages.setdefault(stage, []).append(number)
    return stages


def learner_read(person: int, body: str, revision: int) -> Learner:
    """The learner of a row."""
    data: dict[str, Any] = orjson.loads(body)
    right = frozenset(f"{stage}-{number}" for stage, numbers in data.get("right", {}).items() for number in numbers)
    missed = {task: Missed(step, float(due)) for task, (step, due) in data.get("missed", {}).items()}
    return Learner(person, right, missed, bool(data.get("knows")), revision)


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
    """Its name; in the first lesson that at which a lesson was left for it, if one was."""
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
        lesson = OpenLesson(Round(name), task, tuple(given.split(",")) if given else (), bool(answered))
    except ValueError:
        return None
    return lesson if task in TASKS or (lesson.round is Round.FIRST and not task) else None


# The stages of the lessons: each is a file in `bot/lessons` of the same name; its texts are in the catalogues.


@dataclass(frozen=True, slots=True)
class Stage:
    """Some tasks about one thing, easy ones first."""

    name: str
    tasks: tuple[Task, ...]


LESSONS = Path(__file__).parents[2] / "lessons"


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


USUAL = "classic"
"""The variant of a task that names none."""
FIELDS = {"id", "question", "variant", "history", "about", "secret", "choices"}


def _task(file: Path, data: Mapping[str, Any]) -> Task:
    if unknown := data.keys() - FIELDS:
        raise StageFault(f"{file.name}: {', '.join(sorted(unknown))} is nothing of a task's")
    if data["question"] not in QUESTIONS:
        raise StageFault(f"{file.name}: no question is called {data['question']}")
    variant = VARIANTS[data.get("variant", USUAL)]
    history = tuple(_turn(file, turn, variant) for turn in data.get("history", ()))
    about = {field: data[field] for field in ("about", "secret") if field in data}
    choices = tuple(data.get("choices", ()))
    return Task(f"{file.stem}-{data['id']}", data["question"], variant, history, choices=choices, **about)


TURN = re.compile(r"(?P<guess>[^=]+)=(?P<bulls>\d)B(?P<cows>\d)C")


def _turn(file: Path, text: str, variant: Variant) -> tuple[Code, Feedback]:
    match = TURN.fullmatch(text)
    if match is None:
        raise StageFault(f"{file.name}: {text} is no turn such as 0123=1B2C")
    return variant.parse(match["guess"]), Feedback(int(match["bulls"]), int(match["cows"]))


class StageFault(ValueError):
    """A file of a stage that is invalid; the message names the file, and what is wrong."""


STAGES = load_stages()
TASKS: Mapping[str, Task] = {task.name: task for stage in STAGES.values() for task in stage.tasks}
"""By name, all that there are."""


def stage_of(task: Task) -> Stage:
    """The stage to which it belongs."""
    return STAGES[task.name.partition("-")[0]]


def stage_after(stage: Stage | None, learner: Learner) -> Stage | None:
    """The next stage that is not done, behind the last one the first again; None: no other is left."""
    every = list(STAGES.values())
    at = 0 if stage is None else every.index(stage)
    return next(
        (other for other in (*every[at:], *every[:at]) if other is not stage and not learner.has_done(other)), None
    )
