"""`python -m benchmarks` runs all or some benchmarks beside peers, and names ratios that have become worse."""

import sys
from collections.abc import Mapping
from datetime import UTC, datetime

from benchmarks import baseline
from benchmarks.baseline import FILE, Line, NotCommitted, commit_measured, comparison
from benchmarks.catalogue import BENCHMARKS
from benchmarks.measuring import MOMENT, WHOLE, Size, Spread, machine
from sandbox.arguments import Parser


def main() -> None:
    given = _options().parse_args()
    if given.moment and given.keep:
        sys.exit("A moment tells nothing that is worth keeping.")
    commit = _commit(required=given.keep)
    print(machine())
    names = given.names or list(BENCHMARKS)
    ratios = _measured(names, MOMENT if given.moment else WHOLE)
    wanted = [ratio for name in names for ratio in BENCHMARKS[name].RATIOS]
    lines = [] if given.moment else baseline.lines_in(FILE.read_text("utf-8"))
    print(f"\n{comparison(ratios, wanted, lines)}")
    if commit and (given.keep or (not given.moment and _agreed())):
        new = Line(datetime.now(UTC).date(), commit, ratios)
        FILE.write_text(baseline.text_of(baseline.with_line(lines, new)), "utf-8")
        print(f"Kept as the line of {commit} in {FILE.name}: commit it.")


def _options() -> Parser:
    options = Parser(prog="python -m benchmarks", description=__doc__)
    options.add_argument("names", nargs="*", choices=[*BENCHMARKS, []], metavar="name", help=", ".join(BENCHMARKS))
    options.add_argument("--moment", action="store_true", help="see whether they run; the figures mean nothing")
    options.add_argument("--keep", action="store_true", help=f"keep the ratios in {FILE.name} without asking")
    return options


def _measured(names: list[str], size: Size) -> Mapping[str, Spread]:
    """Run these benchmarks, printing each report at once; returns their ratios."""
    ratios: dict[str, Spread] = {}
    for name in names:
        report = BENCHMARKS[name].measured(size)
        print(f"\n[{name}] {BENCHMARKS[name].__doc__}\n\n{report.text}", flush=True)
        if undeclared := report.ratios.keys() - set(BENCHMARKS[name].RATIOS):
            raise ValueError(f"{name} does not declare {', '.join(sorted(undeclared))}")
        ratios |= report.ratios
    return ratios


def _commit(*, required: bool) -> str | None:
    """The commit that is measured; None without one. Exits with the reason if one is `required`."""
    try:
        return commit_measured(beside=FILE)
    except NotCommitted as error:
        if required:
            sys.exit(f"Ratios are kept for a commit: {error}")
        return None


def _agreed() -> bool:
    """Whether somebody at a terminal confirms that the ratios are kept; without a terminal, False."""
    if not sys.stdin.isatty():
        print("If this commit changes speed, keep a line: python -m benchmarks --keep")
        return False
    return input("If this commit changes speed, keep a line of it? [y/N] ").strip().lower() == "y"


if __name__ == "__main__":
    main()
