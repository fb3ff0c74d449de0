"""`suggest VARIANT [HISTORY…] [--strategy S] [--top N]`."""

from argparse import ArgumentParser, Namespace
from typing import Any

from solver.cli import reading
from solver.cli.arguments import add_history, add_variant
from solver.cli.layout import quantity, text_table
from solver.cli.report import Report
from solver.cli.strategies import add_strategy, strategy_of
from solver.suggest import Suggestion, suggest
from solver.variant import Variant

HEAD = ("guess", "bits", "expected", "worst", "parts", "consistent")


def arguments(parser: ArgumentParser) -> None:
    """Take a history, who suggests, and how many guesses to name."""
    add_variant(parser)
    add_history(parser)
    add_strategy(parser)
    parser.add_argument("--top", metavar="N", type=reading.positive, default=1, help="how many guesses (default: 1)")


def run(options: Namespace) -> Report:
    """The best guesses by the strategy's own order."""
    variant = options.variant
    history = reading.history(variant, options.history)
    strategy_of(variant, options.strategy, reading.dice(0))  # refused before anything is counted
    found = suggest(variant, history, options.strategy, options.top)
    figures = {
        "candidates": found.candidates,
        "exact": found.exact,
        "suggestions": [_figures(variant, suggestion) for suggestion in found.suggestions],
    }
    if broken := [guess for guess, reply in history if reply.bulls == variant.length]:
        return Report(f"The code is broken: it is {variant.format(broken[0])}.", figures)
    rows = [_row(variant, suggestion) for suggestion in found.suggestions]
    among = ("best" if found.exact else "best found") + " first" * (len(rows) > 1)
    text = f"{quantity(found.candidates, 'candidate')}; {among}:\n\n{text_table(HEAD, rows)}"
    return Report(text, figures)


def _figures(variant: Variant, suggestion: Suggestion) -> dict[str, Any]:
    return {
        "guess": variant.format(suggestion.guess),
        "bits": suggestion.bits,
        "consistent": suggestion.consistent,
        "worst": suggestion.worst,
        "expected": suggestion.expected,
        "parts": suggestion.parts,
    }


def _row(variant: Variant, suggestion: Suggestion) -> tuple[str, ...]:
    return (
        variant.format(suggestion.guess),
        f"{suggestion.bits:.4f}",
        f"{suggestion.expected:.2f}",
        str(suggestion.worst),
        str(suggestion.parts),
        "yes" if suggestion.consistent else "no",
    )
