"""All questions at once: `fixed`."""

import time
from argparse import ArgumentParser, Namespace

import numpy as np

from solver.cli import reading
from solver.cli.catalogue import Report
from solver.cli.output import BadInput, Progress, quantity
from solver.cli.reading import add_seed, add_variant
from solver.feedback import all_secrets
from solver.fixed import Dice, fixed_sets, pairs_alike
from solver.variant import Code, Variant

LARGEST = 1 << 28
"""A search keeps so many replies at most: all guesses, for all secrets."""
SECONDS = 60


def fixed_arguments(parser: ArgumentParser) -> None:
    """Take guesses, or how many are to be found."""
    add_variant(parser)
    parser.add_argument("guesses", metavar="GUESS", nargs="*", default=(), help="guesses that are all asked at once")
    parser.add_argument("--find", metavar="N", type=reading.positive, help="look for N guesses instead")
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=reading.positive,
        default=SECONDS,
        help=f"how long to look, if they are not found sooner (default: {SECONDS})",
    )
    add_seed(parser)


def run_fixed(options: Namespace) -> Report:
    """Which secrets the replies to the guesses do not tell apart; the guesses are given, or looked for."""
    variant = options.variant
    guesses = tuple(reading.code(variant, guess) for guess in options.guesses)
    if bool(guesses) == bool(options.find):
        raise BadInput("name guesses, or say with --find how many are to be found")
    if options.find:
        if variant.size * len(all_secrets(variant)) > LARGEST:
            raise BadInput(f"{variant.name} has too many codes to look for guesses; given ones can be judged")
        guesses = _found(
            variant, options.find, options.seconds, np.random.default_rng(reading.dice(options.seed).getrandbits(64))
        )
    return _report(variant, guesses, pairs_alike(variant, guesses))


def _found(variant: Variant, number: int, seconds: int, dice: Dice) -> tuple[Code, ...]:
    """The best set that is found in this time; the first that tells all secrets apart ends the search."""
    until = time.monotonic() + seconds
    fewest = variant.size**2
    best: tuple[Code, ...] = ()
    with Progress() as progress:
        progress.note("looking…")
        for guesses in fixed_sets(variant, number, dice):
            if (pairs := pairs_alike(variant, guesses)) < fewest:
                fewest, best = pairs, guesses
            left = until - time.monotonic()
            if not fewest or left <= 0:
                break
            progress(int(seconds - left), seconds, _pairs_text(fewest))
    return best


def _report(variant: Variant, guesses: tuple[Code, ...], pairs: int) -> Report:
    names, secrets = [variant.format(guess) for guess in guesses], len(all_secrets(variant))
    asked = f"{quantity(len(guesses), 'guess', 'guesses')} at once for {quantity(secrets, 'secret')}"
    text = f"{' '.join(names)}\n{asked}: {_pairs_text(pairs)}."
    return Report(text, {"guesses": names, "secrets": secrets, "pairs": pairs})


def _pairs_text(pairs: int) -> str:
    return f"{quantity(pairs, 'pair')} alike" if pairs else "all are told apart"
