"""Figures as people read them."""

import os
import platform
import time
from collections.abc import Callable, Iterable, Sequence

from benchmarks.contenders import STREAM, Outcome

CONDITIONS = """\
{chats} private chats, each sending its next update once the last was fully answered; then {stream:.0f} a second.
This bot plays games, {games} to their end: /play, typed guesses, now and then a press (5 %) or /hint (5 %). A guess is
answered by two calls (new board sent, old one deleted), an echo by one. Every update of this bot is committed to
disk before it is answered; the echoes store nothing. All flood limits are lifted, for all bots alike. Each bot has a
process of its own, and so has the test API; its load is the share of a core that it and the players took. CPU/update is
that of the bot's process; PostgreSQL's server, on the same machine, comes on top.
Ratios: above 1 is better for updates/s, below 1 for times.
"""


def machine() -> str:
    return (
        f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}, {platform.system()}"
    )


def table(outcomes: Sequence[Outcome], chats: int) -> str:
    """The bots one below the other, the first one's ratios to the rest below that."""
    ours, *others = outcomes
    lines = [head(), *map(figures, outcomes), *(against(ours, other, f"the first / {other.name}") for other in others)]
    return f"{CONDITIONS.format(chats=chats, stream=STREAM, games=ours.games)}\n{aligned(lines)}"


def head() -> tuple[str, ...]:
    """What the figures are."""
    return (
        "",
        "updates/s",
        "all busy: p50",
        "p99",
        f"at {STREAM:.0f}/s: p50",
        "p99",
        "CPU/update",
        "unanswered",
        "API load",
    )


def aligned(lines: Sequence[Sequence[str]]) -> str:
    """Columns, the first to the left and the rest to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join((first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))))
        for first, *rest in lines
    )


def milliseconds(works: Iterable[Callable[[], object]]) -> list[float]:
    """What a processor had to do for each, whoever else was busy."""
    took = []
    for work in works:
        began = time.process_time()
        work()
        took.append(1000 * (time.process_time() - began))
    return took


def figures(outcome: Outcome) -> tuple[str, ...]:
    """How a bot did."""
    at_once, stream = outcome.at_once, outcome.stream
    times = (at_once.percentile(0.5), at_once.percentile(0.99), stream.percentile(0.5), stream.percentile(0.99))
    return (
        outcome.name,
        f"{at_once.per_second:.0f}",
        *(f"{seconds * 1000:.1f} ms" for seconds in times),
        f"{outcome.work * 1000:.2f} ms",
        str(at_once.unanswered + stream.unanswered),
        f"{at_once.api_load:.0%}",
    )


def against(ours: Outcome, other: Outcome, name: str) -> tuple[str, ...]:
    """How many times as much one did as another, under that name."""
    return (
        name,
        f"{ours.at_once.per_second / other.at_once.per_second:.2f}",
        *(
            f"{mine.percentile(share) / theirs.percentile(share):.2f}"
            for mine, theirs in ((ours.at_once, other.at_once), (ours.stream, other.stream))
            for share in (0.5, 0.99)
        ),
        f"{ours.work / other.work:.2f}",
        "",
        "",
    )
