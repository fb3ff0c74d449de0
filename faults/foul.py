"""`python -m faults.foul`: each attack alone for a few seconds beside people who play, with its verdict.

The status tells whether anybody noticed one, or got anything by it.
"""

import asyncio
import sys

from faults.alone import Outcome, Plan, attacked
from faults.troubles.foul import FOUL
from sandbox.arguments import Parser, number

WIDE, MOST = 300, 8
"""Characters of a complaint, and complaints, that are printed."""


def main() -> int:
    """Run the attacks; returns the exit status."""
    parser = Parser(prog="python -m faults.foul", description="Each attack alone.")
    parser.add_argument("attacks", nargs="*", metavar="attack", help=f"all, or some of {', '.join(FOUL)}")
    parser.add_argument("--seconds", type=number(float, 0), default=6.0, help="for how long each is struck (6)")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if unknown := set(given.attacks) - set(FOUL):
        parser.error(f"not among the attacks: {', '.join(sorted(unknown))}")
    noticed = asyncio.run(_noticed(given.attacks or list(FOUL), given.database, given.seconds, given.seed))
    print(f"noticed: {', '.join(noticed) or 'none'}")
    return 1 if noticed else 0


async def _noticed(names: list[str], database: str, seconds: float, seed: int) -> list[str]:
    """The attacks with complaints."""
    noticed = []
    for name in names:
        outcome = await attacked(Plan((name,), seed, database, seconds))
        print(_summary(name, outcome), flush=True)
        noticed += [name] if outcome.complaints else []
    return noticed


def _summary(name: str, outcome: Outcome) -> str:
    head = (
        f"{name:24} {'noticed' if outcome.complaints else 'not noticed':12} {outcome.strikes} strikes in "
        f"{outcome.seconds:.0f} s, {outcome.letters} letters, {outcome.guesses} guesses of others"
    )
    complaints = [" … ".join(line.splitlines()[:: max(1, line.count("\n"))])[:WIDE] for line in outcome.complaints]
    return "\n    ".join([head, *complaints[:MOST]])


if __name__ == "__main__":
    sys.exit(main())
