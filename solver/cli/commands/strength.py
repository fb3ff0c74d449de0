"""`strength [VARIANT…] [--strategy S]… [--secrets all|random:N] [--seed K] [--file FILE]`."""

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from functools import partial
from pathlib import Path

from solver.cli import reading
from solver.cli.bad_input import BadInput
from solver.cli.layout import quantity, text_table
from solver.cli.progress import Progress
from solver.cli.report import Report
from solver.cli.strategies import strategy_list, strategy_of
from solver.strength.figure import Figure, figure_json
from solver.strength.figures import FILE, Key, figures_in, write_figures
from solver.strength.measuring import Effort, can_be_measured, is_current, is_enough, keys_to_measure, measure
from solver.variant import MOST_CODES, VARIANTS

HEAD = ("shape", "strategy", "mean", "error", "most", "secrets", "found by", "")
SIDES = "<<>>>><<"


def arguments(parser: ArgumentParser) -> None:
    """Take what is to be measured, and how thoroughly."""
    parser.add_argument(
        "variants", metavar="VARIANT", nargs="*", type=reading.variant, help="default: all that ship, and all trees"
    )
    group = parser.add_argument_group("strategies", strategy_list())
    group.add_argument(
        "--strategy",
        metavar="S",
        action="append",
        default=[],
        help="may be given several times (default: optimal, and those in the file)",
    )
    parser.add_argument(
        "--secrets",
        metavar="WHICH",
        type=_secrets,
        help="all, or random:N at least (default: all, but where dice are thrown 10000 of more than 40000)",
    )
    parser.add_argument("--seed", metavar="K", type=reading.whole, default=1, help="of all chance (default: 1)")
    parser.add_argument(
        "--file", metavar="FILE", type=Path, default=FILE, help="where the figures are (default: those that ship)"
    )


def run(options: Namespace) -> Report:
    """Measure what is not up to date, and write the file after every figure, so that a killed run goes on."""
    for name in options.strategy:
        strategy_of(VARIANTS["mini"], name, reading.dice(0))  # refused before anything is measured
    found = _figures(options.file)
    figures = {key: figure for key, figure in found.items() if can_be_measured(key)}
    keys = keys_to_measure(figures, options.variants, options.strategy)
    new = _measure_missing(keys, figures, Effort(options.secrets, options.seed), options.file)
    if len(figures) < len(found):
        write_figures(figures.values(), options.file)
    return _report([figures[key] for key in keys], new)


def _measure_missing(keys: list[Key], figures: dict[Key, Figure], effort: Effort, file: Path) -> set[Key]:
    """Measure the figures of `keys` that are missing among `figures` or hold no more; which they were."""
    with Progress() as progress:
        progress.note("which figures still hold…")
        missing = [key for key in keys if key not in figures or not _holds(figures[key], effort)]
        for number, key in enumerate(missing, 1):
            beside = f"{' '.join(key)} ({number} of {len(missing)})"
            progress.note(beside)
            figures[key] = measure(key, effort, partial(progress, beside=beside))
            write_figures(figures.values(), file)
    return set(missing)


def _holds(figure: Figure, effort: Effort) -> bool:
    return is_enough(figure, effort) and is_current(figure)


def _secrets(text: str) -> int:
    """How many secrets are to be played, for argparse."""
    if text == "all":
        return MOST_CODES
    if not (drawn := re.fullmatch(r"random:([1-9][0-9]{0,9})", text, re.ASCII)):
        raise ArgumentTypeError(f"{text!r} are no secrets: say all or random:N")
    return int(drawn[1])


def _figures(file: Path) -> dict[Key, Figure]:
    """The figures of the file. Raises BadInput if it is no such file."""
    try:
        return figures_in(file)
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{file} is no file of figures: {error}") from None


def _report(figures: list[Figure], new: set[Key]) -> Report:
    rows = [_row(figure, is_new=(figure.shape, figure.strategy) in new) for figure in figures]
    text = f"{quantity(len(figures), 'figure')}, {len(new)} of them new\n\n{text_table(HEAD, rows, SIDES)}"
    return Report(text, {"figures": [figure_json(figure) for figure in figures], "new": len(new)})


def _row(figure: Figure, *, is_new: bool) -> tuple[str, ...]:
    return (
        figure.shape,
        figure.strategy,
        f"{figure.mean:.4f}",
        f"{figure.error:.4f}" if figure.error else "",
        str(figure.most),
        str(figure.secrets),
        figure.method.value,
        "new" if is_new else "",
    )
