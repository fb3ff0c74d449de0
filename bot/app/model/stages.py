"""The stages of the lessons: each is a file in `bot/lessons` of the same name; its texts are in the catalogues."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.game.lessons.questions import QUESTIONS
from bot.game.lessons.task import Task
from solver.feedback import Feedback
from solver.variant import VARIANTS, Code, Variant

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
