"""`python -m benchmarks`: this bot on both databases beside echo bots, its lobby, its pictures, the solver: one run."""

import argparse

import uvloop

from benchmarks import hints, lobby, partner, pictures, sessions, solver, stillness
from benchmarks.contenders import OTHERS, OURS, Outcome, measured
from benchmarks.flood import flood_table, flooded
from benchmarks.report import machine, table
from tests.postgres import NotInstalled


async def _bots(chats: int, seconds: float) -> list[Outcome]:
    outcomes = []
    for contender in (OURS, *OTHERS):
        try:
            outcomes.append(await measured(contender, chats, seconds))
        except NotInstalled as error:
            print(f"{contender.name}: {error}")
    return outcomes


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    options.add_argument("--seconds", type=float, default=15.0, help="how long each load lasts (15)")
    options.add_argument("--chats", type=int, default=400, help="how many private chats there are (400)")
    given = options.parse_args()
    print(machine())
    print()
    print(table(uvloop.run(_bots(given.chats, given.seconds)), given.chats), flush=True)
    print()
    uvloop.run(sessions.main(given.chats, given.seconds / 2))
    print()
    print(flood_table(uvloop.run(flooded(given.seconds))), flush=True)
    print()
    print(lobby.table(uvloop.run(lobby.measured())), flush=True)
    print()
    pictures.main()
    print()
    partner.main()
    print()
    hints.main()
    print()
    stillness.main()
    print()
    solver.main()


if __name__ == "__main__":
    main()
