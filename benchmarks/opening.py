"""Thousands who begin a game at the same moment, and this bot beside echo bots as people run them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from statistics import median

from benchmarks.contenders import ECHO_AIOHTTP, ECHO_HTTPX, IN_POSTGRES, OURS, STREAM, Contender, in_sqlite
from benchmarks.game import OPENING, Chatter, Opener
from benchmarks.load import EXTRA, PATIENCE, Measured, percentile
from benchmarks.loop import run
from benchmarks.plain import plain_milliseconds
from benchmarks.ratios import Report, Spread, times_as_fast
from benchmarks.report import aligned
from benchmarks.size import Size
from benchmarks.slow_disk import DELAY
from benchmarks.starts import FIRST, Started, started_in_turn

IN_SQLITE = replace(OURS, mover=Opener)
STORED = {"sqlite": IN_SQLITE, "postgres": replace(IN_POSTGRES, mover=Opener)}
SLOW = Contender(
    f"the same in SQLite, commits {1000 * DELAY:.0f} ms longer", ("benchmarks.slow_disk",), Opener, in_sqlite
)
PEERS = {
    "stock": replace(ECHO_HTTPX, name="python-telegram-bot echo as it comes", module=("benchmarks.echo", "stock")),
    "aiohttp": ECHO_AIOHTTP,
    "aiogram": Contender("aiogram echo, uvloop", ("benchmarks.echo_aiogram",), Chatter, in_sqlite),
}
FIGURES = (*PEERS, "p99", "first", "cpu", "call")
RATIOS = (
    *(f"opening.{database}.{figure}" for database in STORED for figure in FIGURES),
    "opening.slow.updates",
    "opening.slow.p50",
)
CONDITIONS = f"""\
{{openers}} private chats at once, each sending {OPENING} updates, the next as soon as a newer message answers the last:
to this bot /play and guesses typed; an echo repeats. Before that, and with other chats, {STREAM:.0f} a second, the
first second after the bot began to ask for updates apart. {{starts}} rounds, each with new processes and databases, the
bots in turn. Flood limits are lifted, for all bots alike. Calls are of the Bot API, until the bot was done; CPU is that
of the bot's own process in the same time. A bot that is not done after {PATIENCE + EXTRA:.0f} seconds, or has not given
as many answers as there are chats after {PATIENCE:.0f}, is measured by what it did. Medians of the rounds; below, of
all updates of all rounds.
"""


def measured(size: Size) -> Report:
    """All bots. Ratios are to each echo; processor time is compared with plain Python, measured before and after."""
    before = plain_milliseconds()
    results = run(started_in_turn((*STORED.values(), SLOW, *PEERS.values()), size))
    plain = (before, plain_milliseconds())
    by_name = {result.name: result for result in results}
    slow, ours = by_name[SLOW.name], by_name[IN_SQLITE.name]
    ratios = {
        "opening.slow.updates": Spread.of(_over(slow.busy, ours.busy)),
        "opening.slow.p50": Spread.of(_sooner(slow.quiet, ours.quiet, 0.5)),
    }
    for database, contender in STORED.items():
        if contender.name in by_name:
            ratios |= _ratios(by_name[contender.name], by_name, plain, f"opening.{database}")
    return Report(_text(results, size), ratios)


def _ratios(ours: Started, results: dict[str, Started], plain: Sequence[float], prefix: str) -> dict[str, Spread]:
    """How many times as well we did as each echo, and as plain Python, under names with that prefix."""
    beside = {peer: Spread.of(_over(ours.busy, results[echo.name].busy)) for peer, echo in PEERS.items()}
    waits = {
        "p99": Spread.of(_sooner(ours.quiet, results[ECHO_AIOHTTP.name].quiet, 0.99)),
        "first": Spread.of(_sooner(ours.first, ours.quiet, 0.99)),
    }
    work = {
        "cpu": times_as_fast((1000 * median(ours.work_per_update), took) for took in plain),
        "call": times_as_fast((1000 * median(ours.work_per_call), took) for took in plain),
    }
    return {f"{prefix}.{figure}": spread for figure, spread in (beside | waits | work).items()}


def _over(ours: Sequence[Measured], theirs: Sequence[Measured]) -> list[float]:
    """How many times as many updates a second, round by round."""
    return [mine.per_second / other.per_second for mine, other in zip(ours, theirs, strict=True)]


def _sooner(ours: Sequence[Measured], theirs: Sequence[Measured], share: float) -> list[float]:
    """How many times as short such a share of the waits were, round by round."""
    pairs = zip(ours, theirs, strict=True)
    return [other.percentile(share) / mine.percentile(share) for mine, other in pairs]


def _text(results: Sequence[Started], size: Size) -> str:
    """Two tables: all at once, and the quiet time with the disk's own figures."""
    at_once = (
        "",
        "updates/s",
        "calls/update",
        "calls/s",
        "CPU/update",
        "CPU/call",
        "p50",
        "p99",
        "unanswered",
        "API load",
    )
    quiet = ("", f"first {FIRST:.0f} s: p50", "p99", f"then at {STREAM:.0f}/s: p50", "p99")
    disk = [flush for result in results for flush in result.disk]
    itself = (f"the disk itself, 16 kB made safe ({len(disk)} times)", "", "", *_percentiles(disk))
    text = CONDITIONS.format(openers=size.openers, starts=size.starts)
    return f"{text}\n{aligned([at_once, *map(_at_once, results)])}\n\n{aligned([quiet, *map(_quiet, results), itself])}"


def _at_once(result: Started) -> tuple[str, ...]:
    busy = result.busy
    return (
        result.name,
        f"{median(load.per_second for load in busy):.0f}",
        f"{median(load.calls_per_update for load in busy):.2f}",
        f"{median(load.per_second * load.calls_per_update for load in busy):.0f}",
        f"{1e6 * median(result.work_per_update):.0f} µs",
        f"{1e6 * median(result.work_per_call):.0f} µs",
        *(f"{median(load.percentile(share) for load in busy):.2f} s" for share in (0.5, 0.99)),
        str(sum(load.unanswered for load in busy)),
        f"{median(load.api_load for load in busy):.0%}",
    )


def _quiet(result: Started) -> tuple[str, ...]:
    return (result.name, *(shown for loads in (result.first, result.quiet) for shown in _percentiles(_times(loads))))


def _times(loads: Sequence[Measured]) -> Iterable[float]:
    return chain.from_iterable(load.times for load in loads)


def _percentiles(times: Iterable[float]) -> tuple[str, ...]:
    ordered = sorted(times)
    return tuple(f"{1000 * percentile(ordered, share):.1f} ms" for share in (0.5, 0.99))
