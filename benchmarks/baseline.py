"""Ratios of earlier runs: baseline.jsonl, a line for each commit that changed speed.

A line is a JSON object: the day, the commit that was measured, and for each ratio the least, the median and the most of
its rounds. It does not name the machine: each ratio is to a peer that ran on the same one.
"""

import json
import math
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.measuring import ROOT, Spread, aligned

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


# This run beside the lines

MARGIN = 0.1
"""How much further apart than their rounds two runs of the same code may be: ratios of single rounds have no spread,
and processes that were started anew lie otherwise in memory."""
EXPLAINED = """\
Ratios: how many times as good as the peer of the same run; more is better. From the least to the most of all rounds.
Worse: even the best round is more than {margin:.0%} below the worst of the last line that has the ratio.
"""


def is_worse(now: Spread, then: Spread) -> bool:
    """Whether the loss is more than noise."""
    return now.most < then.least * (1 - MARGIN)


def losses(now: Mapping[str, Spread], lines: Sequence[Line]) -> list[str]:
    """The names of ratios that have become worse since they were last measured."""
    return [name for name, spread in now.items() if (past := seen(lines, name)) and is_worse(spread, past[-1][1])]


def comparison(now: Mapping[str, Spread], wanted: Iterable[str], lines: Sequence[Line]) -> str:
    """A table of every wanted ratio beside the last line that has it and the best of all lines; then the losses."""
    head = ("", "now", "rounds", "last", "rounds", "at", "best ever", "at", "")
    worse = losses(now, lines)
    table = aligned([head, *(_row(name, now.get(name), lines, name in worse) for name in wanted)])
    return "\n".join([EXPLAINED.format(margin=MARGIN), table, "", *_warnings(now, worse, lines)])


def _row(name: str, now: Spread | None, lines: Sequence[Line], worse: bool) -> tuple[str, ...]:  # noqa: FBT001
    past = seen(lines, name)
    then = ("-", "", "", "-", "")
    if past:
        (commit, last), (best_at, best) = past[-1], max(past, key=lambda seen_at: seen_at[1].median)
        then = (*_shown(last), commit, _short(best.median), best_at)
    return (name, *(_shown(now) if now else ("-", "")), *then, "WORSE" if worse else "" if now else "not measured")


def _warnings(now: Mapping[str, Spread], worse: Sequence[str], lines: Sequence[Line]) -> list[str]:
    if not any(seen(lines, name) for name in now):
        return ["Nothing was kept that they could be compared with."]
    if not worse:
        return ["Nothing is worse than the last line by more than noise."]
    return [
        f"WORSE: {name} is {_short(now[name].median)}, and was {_short(last.median)} at {commit}"
        for name in worse
        for commit, last in seen(lines, name)[-1:]
    ]


def _shown(spread: Spread) -> tuple[str, str]:
    apart = f"{_short(spread.least)}-{_short(spread.most)}" if spread.least < spread.most else ""
    return _short(spread.median), apart


def _short(value: float) -> str:
    return f"{value:.3g}"


# The commit that is measured


class NotCommitted(Exception):
    """There are uncommitted changes, or no commit. The message says so."""


def commit_measured(root: Path = ROOT, beside: Path | None = None) -> str:
    """The commit's short name; the file `beside` may differ from it. Raises NotCommitted."""
    changed = [line[3:] for line in _git(root, "status", "--porcelain", "--untracked-files=no").splitlines()]
    allowed = beside.relative_to(root).as_posix() if beside else ""
    if others := [path for path in changed if path != allowed]:
        raise NotCommitted(f"not committed: {', '.join(others)}")
    return _git(root, "rev-parse", "--short=7", "HEAD").strip()


def _git(root: Path, *words: str) -> str:
    try:
        return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise NotCommitted(f"git does not know: {error}") from error
