"""`spectrum VARIANT [HISTORY…]`."""

from argparse import ArgumentParser, Namespace

from solver.analysis import spectrum
from solver.cli import reading
from solver.cli.arguments import add_history, add_variant
from solver.cli.layout import aligned, counted
from solver.cli.report import Report
from solver.position import position_after


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
    rows = [(f"{bits:.3f}", str(guesses)) for bits, guesses in lines]
    text = f"{counted(candidates, 'candidate')}\n\n{aligned(('bits', 'guesses'), rows, '>')}"
    figures = [{"bits": bits, "guesses": guesses} for bits, guesses in lines]
    return Report(text, {"candidates": candidates, "spectrum": figures})
