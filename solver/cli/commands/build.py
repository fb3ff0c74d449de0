"""`build VARIANT [--objective mean|max|sevens] [--workers N] [--scheduler ADDRESS]`."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from solver.cli import reading
from solver.cli.arguments import add_variant
from solver.cli.bad_input import BadInput
from solver.cli.report import Report
from solver.tree import OBJECTIVES


def arguments(parser: ArgumentParser) -> None:
    """Take what is to be built, and by whom."""
    add_variant(parser)
    parser.add_argument(
        "--objective",
        choices=OBJECTIVES,
        default="mean",
        help="fewest guesses on average (mean, default), at worst (max), or fewest games of seven (sevens)",
    )
    parser.add_argument("--workers", metavar="N", type=reading.positive, help="processes (default: one a core)")
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="work on a Dask cluster instead, such as tcp://host:8786"
    )
    parser.add_argument(
        "--width",
        metavar="N",
        type=reading.positive,
        default=0,
        help="try only the N most promising guesses for a set: sooner done, proves nothing (default: all)",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        help="where the tree goes, and beside it a journal from which a killed build goes on (default: by shape)",
    )


def run(options: Namespace) -> Report:
    """Build the tree, and verify it."""
    try:
        from solver.cli.tree_building import build_report  # noqa: PLC0415 -- compiled, and an extra
    except ModuleNotFoundError as missing:
        raise _without(missing) from None
    try:
        return build_report(options)
    except ModuleNotFoundError as missing:
        raise _without(missing) from None


def _without(missing: ModuleNotFoundError) -> BadInput:
    how = "pip install '.[search]' in the project's folder"
    return BadInput(f"building needs {missing.name}, of the extra `search`: {how}")
