"""A soak test: `python -m faults --minutes 60 --database postgres`. It prints figures; status 1: complaints.

With `--mutants [NAME …]` it tries instead whether its judges find faults that are put into the bot; status 1: not all.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from faults.mutants import tried
from faults.processes.house import on_postgres, on_sqlite
from faults.processes.postgres import Cluster
from faults.run import Plan, Report, run
from faults.troubles.chaos import Measure
from faults.troubles.foul import FOUL
from sandbox.arguments import Parser, number

SOAK = Measure(
    between_kills=(2.0, 20.0),
    between_faults=(1.0, 6.0),
    between_redeliveries=(2.0, 10.0),
    between_jumps=(10.0, 60.0),
    gone=(1.0, 20.0),
    silence=(1.0, 10.0),
    mute=(10.0, 90.0),
)
BETWEEN_TROUBLES = (15.0, 90.0)
BETWEEN_FOULS = (2.0, 20.0)


def main() -> int:
    """Run the soak, or try the faults; returns the exit status."""
    parser = _parser()
    arguments = parser.parse_args()
    if arguments.mutants is not None:
        try:
            return 1 if tried(arguments.mutants) else 0
        except ValueError as error:
            parser.error(str(error))
    plan = Plan(
        seed=arguments.seed,
        players=arguments.players,
        duels=arguments.duels,
        races=arguments.races,
        card_pairs=arguments.card_pairs,
        crowd=arguments.crowd,
        spectators=arguments.spectators,
        ways=arguments.ways,
        tappers=arguments.tappers,
        kills=0,
        seconds=60 * arguments.minutes,
        measure=SOAK,
        between_troubles=BETWEEN_TROUBLES,
        foul=tuple(FOUL) if arguments.foul else (),
        between_fouls=BETWEEN_FOULS,
    )
    report = asyncio.run(_soaked(plan, arguments.database))
    print(report, flush=True)
    return 1 if report.verdict.complaints else 0


def _parser() -> Parser:
    parser = Parser(prog="python -m faults", description="People play while things break.")
    parser.add_argument("--minutes", type=number(float, 0), default=60.0)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--players", type=number(int, 1), default=60, help="people who play against the bot")
    parser.add_argument("--duels", type=number(int, 0), default=40, help="pairs who keep secrets for each other")
    parser.add_argument("--races", type=number(int, 0), default=20, help="pairs who break the same secret")
    parser.add_argument("--card-pairs", type=number(int, 0), default=4, help="pairs who play on cards alone")
    parser.add_argument("--crowd", type=number(int, 0), default=8, help="people who find their rivals in the lobby")
    parser.add_argument("--spectators", type=number(int, 0), default=4, help="people who watch matches of others")
    parser.add_argument("--ways", type=number(int, 0), default=2, help="people for each other way to play with the bot")
    parser.add_argument("--tappers", type=number(int, 0), default=8, help="people who play on the Mini App's page too")
    parser.add_argument(
        "--foul", action=argparse.BooleanOptionalAction, default=True, help="some play foul meanwhile (they do)"
    )
    parser.add_argument(
        "--mutants", nargs="*", metavar="NAME", help="try all faults of faults/mutants.txt, or these, and no soak"
    )
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9), help="repeats a run's dice")
    return parser


async def _soaked(plan: Plan, database: str) -> Report:
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    _tell(f"{database}; logs and databases: {folder}")
    if database == "sqlite":
        return await run(plan, lambda server: on_sqlite(server, folder), _tell)
    async with Cluster() as cluster:
        return await run(plan, lambda server: on_postgres(server, folder, cluster), _tell)


def _tell(line: str) -> None:
    print(f"{datetime.now().astimezone():%H:%M:%S}  {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
