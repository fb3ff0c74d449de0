"""`python -m benchmarks.lobby`: who is paired with whom, how fast, and who waits how long; `--picture` draws it."""

import argparse
import statistics
from collections.abc import Iterator, Sequence

import uvloop

from benchmarks.contenders import in_postgres, in_sqlite
from benchmarks.evenings import HALF_AN_HOUR, PEOPLE, Evening, evening
from benchmarks.report import aligned
from tests.postgres import NotInstalled

TARGET = 0.020
"""Seconds that a pairing may take."""
CONDITIONS = f"""\
{PEOPLE:,} people look for a rival: all at the same moment on the same terms, or one after the other within half an hour
on six different terms, the rarest wanted by one in a hundred. Ratings: 1500 ± 300; one in twenty leaves games.
A look is a whole transaction: what is known of the person, rivals found, seeks claimed, match opened, screens put, all
safe on the disk. Difference: between the ratings of two who were paired; at random: had lots been drawn among those who
want the same. Waits are in simulated time, to which the time for all looks was added.
"""


def table(evenings: Sequence[Evening]) -> str:
    """The evenings one below the other."""
    head = (
        *("", "pairings", "p50", "p99", "below 20 ms", "CPU: p50", "p99", "in vain", "p50", "p99"),
        *("longest wait", "not paired", "difference", "at random", "ratio"),
    )
    return f"{CONDITIONS}\n{aligned([head, *map(_figures, evenings)])}"


def _figures(told: Evening) -> tuple[str, ...]:
    mean, lots = statistics.fmean(told.differences), statistics.fmean(told.at_random)
    return (
        told.name,
        str(len(told.pairings)),
        *_times(told.pairings),
        f"{sum(took < TARGET for took in told.pairings) / len(told.pairings):.2%}",
        *_times(told.work),
        str(len(told.in_vain)),
        *_times(told.in_vain),
        f"{told.longest_wait:.0f} s",
        str(told.left),
        f"{mean:.0f}",
        f"{lots:.0f}",
        f"{mean / lots:.2g}",
    )


def _times(took: Sequence[float]) -> Iterator[str]:
    """The usual time, and that which one in a hundred exceeds."""
    known = sorted(took)
    for at in (len(known) // 2, len(known) * 99 // 100):
        yield f"{1000 * known[at]:.1f} ms"


async def measured() -> list[Evening]:
    """Both evenings on each database that there is."""
    evenings = []
    for name, place in (("SQLite", in_sqlite), ("PostgreSQL", in_postgres)):
        try:
            evenings.append(await evening(f"{name}, at once", place()))
            evenings.append(await evening(f"{name}, half an hour", place(), within=HALF_AN_HOUR))
        except NotInstalled as error:
            print(f"{name}: {error}")
    return evenings


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m benchmarks.lobby", description="Ten thousand look for a rival.")
    options.add_argument("--picture", action="store_true", help="draw the picture of docs/lobby.md")
    given = options.parse_args()
    evenings = uvloop.run(measured())
    print(table(evenings))
    if given.picture:
        from benchmarks.lobby_picture import draw  # noqa: PLC0415 -- large, and needed for this alone

        told = evenings[1]
        draw(told.differences, told.at_random, told.waits)


if __name__ == "__main__":
    main()
