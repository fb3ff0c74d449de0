"""How strategies play: `solve`, `simulate` and `strength`."""

import re
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from functools import partial
from pathlib import Path

import numpy as np

from solver.cli import reading
from solver.cli.catalogue import Report
from solver.cli.output import BadInput, Plot, Progress, figures_of, histogram_text, quantity, text_table
from solver.cli.reading import add_seed, add_strategy, add_variant, strategy_list, strategy_of
from solver.evaluate import evaluate, playout
from solver.feedback import Numbers, all_secrets
from solver.strength import (
    FILE,
    Effort,
    Figure,
    Key,
    can_be_measured,
    figure_json,
    figures_in,
    is_current,
    is_enough,
    keys_to_measure,
    measure,
    write_figures,
)
from solver.variant import MOST_CODES, VARIANTS, Variant

# `solve VARIANT --secret X [--strategy S] [--seed K]`.


def solve_arguments(parser: ArgumentParser) -> None:
    """Take a secret, and who breaks it."""
    add_variant(parser)
    parser.add_argument("--secret", metavar="X", required=True, help="the code to break")
    add_strategy(parser)
    add_seed(parser)


def run_solve(options: Namespace) -> Report:
    """The game of the strategy against the secret."""
    variant = options.variant
    secret = reading.secret(variant, options.secret)
    strategy = strategy_of(variant, options.strategy, reading.dice(options.seed), reading.labels(options.seed))
    turns = [
        {"guess": variant.format(turn.guess), "reply": str(turn.feedback), "candidates": turn.candidates_after}
        for turn in playout(variant, strategy, secret)
    ]
    rows = [
        (f"{number}.", str(turn["guess"]), str(turn["reply"]), str(turn["candidates"]))
        for number, turn in enumerate(turns, 1)
    ]
    return Report(text_table(("turn", "guess", "reply", "candidates"), rows, "<<<>"), {"turns": turns})


# `simulate VARIANT [--strategy S] [--secrets all|first:N|random:N] [--seed K] [--plot FILE.png]`.


def simulate_arguments(parser: ArgumentParser) -> None:
    """Take a strategy and the secrets that it has to break."""
    add_variant(parser)
    add_strategy(parser)
    parser.add_argument(
        "--secrets", metavar="WHICH", default="all", help="all (default), first:N in code order, or random:N"
    )
    add_seed(parser)
    parser.add_argument("--plot", metavar="FILE.png", type=Plot, help="draw the histogram into a file")


def run_simulate(options: Namespace) -> Report:
    """How many guesses the strategy needs."""
    variant = options.variant
    secrets = _secrets_meant(variant, options.secrets, options.seed)
    strategy = strategy_of(variant, options.strategy, reading.dice(options.seed), reading.labels(options.seed))
    started = time.perf_counter()
    with Progress() as progress:
        evaluation = evaluate(variant, strategy, secrets, progress=progress)
    seconds = time.perf_counter() - started
    if options.plot:
        options.plot.draw(evaluation, f"{variant.name}, {options.strategy}")
    text = f"{histogram_text(evaluation)}\n\n{seconds:.2f} s"
    return Report(text, {**figures_of(evaluation), "seconds": seconds})


def _secrets_meant(variant: Variant, which: str, seed: int | None) -> Numbers:
    """The row numbers of the secrets that are meant."""
    secrets = all_secrets(variant)
    if which == "all":
        return secrets
    if not (counted := re.fullmatch(r"(first|random):([1-9][0-9]{0,9})", which, re.ASCII)):
        raise BadInput(f"{which!r} are no secrets: say all, first:N or random:N")
    if (count := int(counted[2])) > len(secrets):
        raise BadInput(f"{variant.name} has no {count} secrets: it has {len(secrets)}")
    if counted[1] == "first":
        return secrets[:count]
    return np.sort(reading.dice(seed).sample(secrets.tolist(), count))


# `strength [VARIANT…] [--strategy S]… [--secrets all|random:N] [--seed K] [--file FILE]`.

HEAD = ("shape", "strategy", "mean", "error", "most", "secrets", "found by", "")
SIDES = "<<>>>><<"


def strength_arguments(parser: ArgumentParser) -> None:
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
        type=_secrets_to_play,
        help="all, or random:N at least (default: all, but where dice are thrown 10000 of more than 40000)",
    )
    parser.add_argument("--seed", metavar="K", type=reading.whole, default=1, help="of all chance (default: 1)")
    parser.add_argument(
        "--file", metavar="FILE", type=Path, default=FILE, help="where the figures are (default: those that ship)"
    )


def run_strength(options: Namespace) -> Report:
    """Measure what is not up to date, and write the file after every figure, so that a killed run goes on."""
    for name in options.strategy:
        strategy_of(VARIANTS["mini"], name, reading.dice(0))  # refused before anything is measured
    found = _figures_of_file(options.file)
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


def _secrets_to_play(text: str) -> int:
    """How many secrets are to be played, for argparse."""
    if text == "all":
        return MOST_CODES
    if not (drawn := re.fullmatch(r"random:([1-9][0-9]{0,9})", text, re.ASCII)):
        raise ArgumentTypeError(f"{text!r} are no secrets: say all or random:N")
    return int(drawn[1])


def _figures_of_file(file: Path) -> dict[Key, Figure]:
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
