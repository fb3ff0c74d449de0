"""`spectrum VARIANT [HISTORY…]`."""

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable

from solver.analysis import spectrum
from solver.cli import reading
from solver.cli.arguments import add_history, add_variant
from solver.cli.layout import quantity, text_table
from solver.cli.report import Report
from solver.position import position_after

MOST_LINES = 40
"""More are for programs: people see bins of a tenth of a bit."""


def arguments(parser: ArgumentParser) -> None:
    """Take a history."""
    add_variant(parser)
    add_history(parser)


def run(options: Namespace) -> Report:
    """The bits that guesses would bring, and how many bring them."""
    variant = options.variant
    history = reading.history(variant, options.history)
    candidates = len(position_after(variant, history).left)
    lines = spectrum(variant, history)
    rows = _bins(lines) if len(lines) > MOST_LINES else [(f"{bits:.3f}", str(guesses)) for bits, guesses in lines]
    text = f"{quantity(candidates, 'candidate')}\n\n{text_table(('bits', 'guesses'), rows, '>')}"
    figures = [{"bits": bits, "guesses": guesses} for bits, guesses in lines]
    return Report(text, {"candidates": candidates, "spectrum": figures})


def _bins(lines: Iterable[tuple[float, int]]) -> list[tuple[str, str]]:
    tenths: Counter[int] = Counter()
    for bits, guesses in lines:
        tenths[int(10 * bits)] += guesses
    return [(f"{bin_ / 10:.1f} to {(bin_ + 1) / 10:.1f}", str(guesses)) for bin_, guesses in sorted(tenths.items())]
