"""`python -m tests.faults.foul`: each attack alone for a few seconds beside people who play, with its verdict.

The status tells whether anybody noticed one, or got anything by it.
"""

import argparse
import asyncio
import sys

from tests.faults.alone import Outcome, attacked
from tests.faults.troubles.foul import FOUL


def main() -> int:
    """Attack as asked; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.foul", description="Each attack alone.")
    parser.add_argument("attacks", nargs="*", metavar="attack", help=f"all, or some of {', '.join(FOUL)}")
    parser.add_argument("--seconds", type=float, default=6.0, help="for how long each is struck (6)")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if unknown := set(given.attacks) - set(FOUL):
        parser.error(f"not among the attacks: {', '.join(sorted(unknown))}")
    found = asyncio.run(_attacked(given.attacks or list(FOUL), given.database, given.seconds, given.seed))
    noticed = [outcome.name for outcome in found if outcome.complaints]
    print(f"{len(found)} attacks, noticed: {', '.join(noticed) or 'none'}")
    return 1 if noticed else 0


async def _attacked(names: list[str], database: str, seconds: float, seed: int) -> list[Outcome]:
    found = []
    for name in names:
        found.append(await attacked(name, database, seconds, seed))
        print(_told(found[-1]), flush=True)
    return found


def _told(outcome: Outcome) -> str:
    verdict = "noticed" if outcome.complaints else "not noticed"
    head = (
        f"{outcome.name:24} {verdict:12} {outcome.strikes} strikes in {outcome.seconds:.0f} s, "
        f"{outcome.letters} letters, {outcome.guesses} guesses of others"
    )
    return "\n".join([head, *(f"    {line[:400]}" for line in outcome.complaints[:8])])


if __name__ == "__main__":
    sys.exit(main())
