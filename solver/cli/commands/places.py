"""`places VARIANT HISTORY…`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from solver.cli import reading
from solver.cli.arguments import add_history, add_variant
from solver.cli.layout import quantity, text_table
from solver.cli.report import Report
from solver.knowledge import FEW, Knowledge, knowledge
from solver.variant import Variant


def arguments(parser: ArgumentParser) -> None:
    """Take a history."""
    add_variant(parser)
    add_history(parser, required=True)


def run(options: Namespace) -> Report:
    """In how many candidates each symbol stands at each place, and the candidates where they are few."""
    variant = options.variant
    known = knowledge(variant, reading.history(variant, options.history))
    symbols = [variant.format((symbol,)) for symbol in range(len(variant.alphabet))]
    figures = {
        "candidates": known.candidates,
        "places": [dict(zip(symbols, place, strict=True)) for place in known.places],
        "anywhere": dict(zip(symbols, known.anywhere, strict=True)),
        "codes": [variant.format(code) for code in known.codes],
    }
    return Report("\n".join(_lines(known, variant, symbols)), figures)


def _lines(known: Knowledge, variant: Variant, symbols: list[str]) -> Iterator[str]:
    head = ("", *(f"place {place + 1}" for place in range(variant.length)), "anywhere")
    counts = zip(*known.places, known.anywhere, strict=True)
    yield text_table(head, [(symbol, *map(str, row)) for symbol, row in zip(symbols, counts, strict=True)], "<>")
    yield ""
    listed = f": {' '.join(map(variant.format, known.codes))}" if known.candidates <= FEW else ""
    yield f"{quantity(known.candidates, 'candidate')}{listed}"
