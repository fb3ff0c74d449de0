"""An evening in the lobby: who is paired with whom, how fast, and who waits how long."""

import statistics
from collections.abc import Iterator, Sequence

from benchmarks.contenders import in_postgres, in_sqlite
from benchmarks.evenings import Evening, evening
from benchmarks.loop import run
from benchmarks.plain import plain_milliseconds
from benchmarks.ratios import Report, Spread, times_as_fast
from benchmarks.report import aligned
from benchmarks.size import Size
from faults.processes.postgres import NotInstalled

TARGET = 0.020
"""The target time of a pairing in seconds."""
DATABASES = (("sqlite", "SQLite", in_sqlite), ("postgres", "PostgreSQL", in_postgres))
RATIOS = tuple(f"lobby.{database}.{figure}" for database, *_ in DATABASES for figure in ("cpu", "closeness"))
CONDITIONS = """\
{people:,} people look for a rival: all at the same moment on the same terms, or one after the other within
{evening:.0f} seconds on six different terms, the rarest wanted by one in a hundred. Ratings: 1500 ± 300; one in twenty
leaves games.
A look is a whole transaction: what is known of the person, rivals found, seeks claimed, match opened, screens put, all
safe on the disk. Difference: between the ratings of two who were paired; at random: had lots been drawn among those who
want the same. Waits are in simulated time, to which the time for all looks was added.
"""


def measured(size: Size) -> Report:
    """Both evenings on each database that there is.

    Ratios: `cpu`, a comparison of two thousand codes in plain Python to a pairing's work here, before and after each
    evening; `closeness`, how many times as close the paired are as had lots been drawn.
    """
    evenings: list[Evening] = []
    ratios: dict[str, Spread] = {}
    for database, name, place in DATABASES:
        peer = plain_milliseconds()
        try:
            at_once = run(evening(f"{name}, at once", place(), size.people))
            apart = run(evening(f"{name}, in their time", place(), size.people, within=size.evening))
        except NotInstalled as error:
            print(f"{name}: {error}")
            continue
        evenings += [at_once, apart]
        works = [1000 * statistics.median(result.work) for result in (at_once, apart)]
        ratios[f"lobby.{database}.cpu"] = times_as_fast(zip(works, (peer, plain_milliseconds()), strict=True))
        lots = statistics.fmean(apart.at_random) / statistics.fmean(apart.differences)
        ratios[f"lobby.{database}.closeness"] = Spread.of([lots])
    return Report(_table(evenings, size), ratios)


def _table(evenings: Sequence[Evening], size: Size) -> str:
    """The table of evenings."""
    head = (
        *("", "pairings", "p50", "p99", "below 20 ms", "CPU: p50", "p99", "in vain", "p50", "p99"),
        *("longest wait", "not paired", "difference", "at random", "ratio"),
    )
    return f"{CONDITIONS.format(people=size.people, evening=size.evening)}\n{aligned([head, *map(_figures, evenings)])}"


def _figures(result: Evening) -> tuple[str, ...]:
    mean, lots = statistics.fmean(result.differences), statistics.fmean(result.at_random)
    return (
        result.name,
        str(len(result.pairings)),
        *_times(result.pairings),
        f"{sum(took < TARGET for took in result.pairings) / len(result.pairings):.2%}",
        *_times(result.work),
        str(len(result.in_vain)),
        *_times(result.in_vain),
        f"{result.longest_wait:.0f} s",
        str(result.left),
        f"{mean:.0f}",
        f"{lots:.0f}",
        f"{mean / lots:.2g}",
    )


def _times(took: Sequence[float]) -> Iterator[str]:
    """The median and the 99th percentile."""
    known = sorted(took)
    for at in (len(known) // 2, len(known) * 99 // 100):
        yield f"{1000 * known[at]:.1f} ms"
