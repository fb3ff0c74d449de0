"""Compares this run's ratios with those that were kept."""

from collections.abc import Iterable, Mapping, Sequence

from benchmarks.baseline import Line, seen
from benchmarks.ratios import Spread
from benchmarks.report import aligned

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
