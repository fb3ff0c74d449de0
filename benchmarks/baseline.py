"""Ratios of earlier runs: baseline.jsonl, a line for each commit that changed speed.

A line is a JSON object: the day, the commit that was measured, and for each ratio the least, the median and the most of
its rounds. It does not name the machine: each ratio is to a peer that ran on the same one.
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
    """The ratios of a commit, and the day."""

    day: date
    commit: str
    ratios: Mapping[str, Spread]


def lines_in(text: str) -> list[Line]:
    """The lines, oldest first. Raises ValueError with the number of a malformed line."""
    return list(_parsed(text))


def text_of(lines: Sequence[Line]) -> str:
    """The content of the file."""
    return "".join(f"{json.dumps(_as_json(line))}\n" for line in lines)


def with_line(lines: Sequence[Line], new: Line) -> list[Line]:
    """The lines with the new one; ratios that were measured at the last commit already are replaced."""
    if lines and lines[-1].commit == new.commit:
        *earlier, last = lines
        return [*earlier, Line(new.day, new.commit, {**last.ratios, **new.ratios})]
    return [*lines, new]


def seen(lines: Sequence[Line], name: str) -> list[tuple[str, Spread]]:
    """The commits at which the ratio was measured, oldest first, with its values."""
    return [(line.commit, line.ratios[name]) for line in lines if name in line.ratios]


def _parsed(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), 1):
        try:
            yield _line(json.loads(line))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"line {number}: {error!r}") from error


def _line(data: Mapping[str, Any]) -> Line:
    if data.keys() != {"day", "commit", "ratios"}:
        raise ValueError(f"a line has a day, a commit and ratios, not {', '.join(data)}")
    if not COMMIT.fullmatch(data["commit"]):
        raise ValueError(f"{data['commit']} is no commit")
    ratios = {name: _spread(name, rounds) for name, rounds in data["ratios"].items()}
    return Line(date.fromisoformat(data["day"]), data["commit"], ratios)


def _spread(name: str, rounds: Sequence[float]) -> Spread:
    spread = Spread(*map(float, rounds))
    if not 0 < spread.least <= spread.median <= spread.most < math.inf:
        raise ValueError(f"{name} has no spread: {rounds}")
    return spread


def _as_json(line: Line) -> dict[str, Any]:
    ratios = {name: [float(f"{value:.{DIGITS}g}") for value in spread] for name, spread in line.ratios.items()}
    return {"day": line.day.isoformat(), "commit": line.commit, "ratios": ratios}
