"""Ratios of former runs: baseline.jsonl, a line for each commit that changed speed.

A line is a JSON object: the day, the commit that was measured, and for each ratio the least, the median and the most
of its rounds. Nothing in it says which machine it was: a ratio is to a peer that ran on the same.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.ratios import Spread

FILE = Path(__file__).with_suffix(".jsonl")
COMMIT = re.compile(r"[0-9a-f]{7,40}")
DIGITS = 3


@dataclass(frozen=True, slots=True)
class Line:
    """What was measured at a commit, and when."""

    day: date
    commit: str
    ratios: Mapping[str, Spread]


def lines_in(text: str) -> list[Line]:
    """The lines, oldest first. Raises ValueError, with the number of the line that is none."""
    return list(_parsed(text))


def text_of(lines: Sequence[Line]) -> str:
    """What stands in the file."""
    return "".join(f"{json.dumps(_told(line))}\n" for line in lines)


def with_line(lines: Sequence[Line], new: Line) -> list[Line]:
    """The lines and the new one; what is measured again at the last commit takes the place of what was."""
    if lines and lines[-1].commit == new.commit:
        *earlier, last = lines
        return [*earlier, Line(new.day, new.commit, {**last.ratios, **new.ratios})]
    return [*lines, new]


def seen(lines: Sequence[Line], name: str) -> list[tuple[str, Spread]]:
    """Commits at which the ratio was measured, oldest first, and what it was."""
    return [(line.commit, line.ratios[name]) for line in lines if name in line.ratios]


def _parsed(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), 1):
        try:
            yield _line(json.loads(line))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"line {number}: {error!r}") from error


def _line(told: Mapping[str, Any]) -> Line:
    if told.keys() != {"day", "commit", "ratios"}:
        raise ValueError(f"a line has a day, a commit and ratios, not {', '.join(told)}")
    if not COMMIT.fullmatch(told["commit"]):
        raise ValueError(f"{told['commit']} is no commit")
    ratios = {name: _spread(name, rounds) for name, rounds in told["ratios"].items()}
    return Line(date.fromisoformat(told["day"]), told["commit"], ratios)


def _spread(name: str, rounds: Sequence[float]) -> Spread:
    spread = Spread(*map(float, rounds))
    if not 0 < spread.least <= spread.median <= spread.most < math.inf:
        raise ValueError(f"{name} has no spread: {rounds}")
    return spread


def _told(line: Line) -> dict[str, Any]:
    ratios = {name: [float(f"{value:.{DIGITS}g}") for value in spread] for name, spread in line.ratios.items()}
    return {"day": line.day.isoformat(), "commit": line.commit, "ratios": ratios}
