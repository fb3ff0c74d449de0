"""Learners as JSON: `{"right": {"zero": [1, 2]}, "missed": {"zero-3": [0, 1700000000]}, "knows": 1}`."""

from collections.abc import Iterable
from typing import Any

import orjson

from bot.app.model.learning import Learner, Missed
from bot.storage.codec import as_json


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
