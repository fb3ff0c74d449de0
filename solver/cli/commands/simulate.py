"""`simulate VARIANT [--strategy S] [--secrets all|first:N|random:N] [--seed K] [--plot FILE.png]`."""

import re
import time
from argparse import ArgumentParser, Namespace

import numpy as np

from solver.cli import reading
from solver.cli.arguments import add_seed, add_variant
from solver.cli.bad_input import BadInput
from solver.cli.histogram import figures_of, histogram_text
from solver.cli.plot import Plot
from solver.cli.progress import Progress
from solver.cli.report import Report
from solver.cli.strategies import add_strategy, strategy_of
from solver.evaluate import evaluate
from solver.tables import Numbers, all_secrets
from solver.variant import Variant


def arguments(parser: ArgumentParser) -> None:
    """Take a strategy and the secrets that it has to break."""
    add_variant(parser)
    add_strategy(parser)
    parser.add_argument(
        "--secrets", metavar="WHICH", default="all", help="all (default), first:N in code order, or random:N"
    )
    add_seed(parser)
    parser.add_argument("--plot", metavar="FILE.png", type=Plot, help="draw the histogram into a file")


def run(options: Namespace) -> Report:
    """How many guesses the strategy needs."""
    variant = options.variant
    secrets = _secrets(variant, options.secrets, options.seed)
    strategy = strategy_of(variant, options.strategy, reading.dice(options.seed), reading.labels(options.seed))
    started = time.perf_counter()
    with Progress() as progress:
        evaluation = evaluate(variant, strategy, secrets, progress=progress)
    seconds = time.perf_counter() - started
    if options.plot:
        options.plot.draw(evaluation, f"{variant.name}, {options.strategy}")
    text = f"{histogram_text(evaluation)}\n\n{seconds:.2f} s"
    return Report(text, {**figures_of(evaluation), "seconds": seconds})


def _secrets(variant: Variant, which: str, seed: int | None) -> Numbers:
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
