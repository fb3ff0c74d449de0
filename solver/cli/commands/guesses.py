"""What guesses tell: `suggest`, `table`, `spectrum`, `review` of those that were made, and `fixed`, all at once."""

import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from solver.candidates import position_after
from solver.cli import reading
from solver.cli.catalogue import Report
from solver.cli.output import BadInput, Progress, information_text, quantity, text_table
from solver.cli.reading import add_history, add_seed, add_strategy, add_variant, strategy_of
from solver.feedback import all_secrets
from solver.fixed import Dice, fixed_sets, pairs_alike
from solver.information import information, spectrum
from solver.review import GameEnded, Review, Turn, review
from solver.suggest import Suggestion, suggest
from solver.variant import Code, Variant

# `suggest VARIANT [HISTORY…] [--strategy S] [--top N]`.

SUGGEST_HEAD = ("guess", "bits", "expected", "worst", "parts", "consistent")


def suggest_arguments(parser: ArgumentParser) -> None:
    """Take a history, who suggests, and how many guesses to name."""
    add_variant(parser)
    add_history(parser)
    add_strategy(parser)
    parser.add_argument("--top", metavar="N", type=reading.positive, default=1, help="how many guesses (default: 1)")


def run_suggest(options: Namespace) -> Report:
    """The best guesses by the strategy's own order."""
    variant = options.variant
    history = reading.history(variant, options.history)
    strategy_of(variant, options.strategy, reading.dice(0))  # refused before anything is counted
    found = suggest(variant, history, options.strategy, options.top)
    figures = {
        "candidates": found.candidates,
        "exact": found.exact,
        "suggestions": [_suggestion_figures(variant, suggestion) for suggestion in found.suggestions],
    }
    if broken := [guess for guess, reply in history if reply.bulls == variant.length]:
        return Report(f"The code is broken: it is {variant.format(broken[0])}.", figures)
    rows = [_suggestion_row(variant, suggestion) for suggestion in found.suggestions]
    among = ("best" if found.exact else "best found") + " first" * (len(rows) > 1)
    text = f"{quantity(found.candidates, 'candidate')}; {among}:\n\n{text_table(SUGGEST_HEAD, rows)}"
    return Report(text, figures)


def _suggestion_figures(variant: Variant, suggestion: Suggestion) -> dict[str, Any]:
    return {
        "guess": variant.format(suggestion.guess),
        "bits": suggestion.bits,
        "consistent": suggestion.consistent,
        "worst": suggestion.worst,
        "expected": suggestion.expected,
        "parts": suggestion.parts,
    }


def _suggestion_row(variant: Variant, suggestion: Suggestion) -> tuple[str, ...]:
    return (
        variant.format(suggestion.guess),
        f"{suggestion.bits:.4f}",
        f"{suggestion.expected:.2f}",
        str(suggestion.worst),
        str(suggestion.parts),
        "yes" if suggestion.consistent else "no",
    )


# `table VARIANT GUESS [HISTORY…]`.


def table_arguments(parser: ArgumentParser) -> None:
    """Take a guess and a history."""
    add_variant(parser)
    parser.add_argument("guess", metavar="GUESS", help="the guess to look at")
    add_history(parser)


def run_table(options: Namespace) -> Report:
    """What the guess would tell after the history."""
    variant = options.variant
    guess = reading.code(variant, options.guess)
    table = information(variant, guess, reading.history(variant, options.history))
    figures = {
        "candidates": table.replies[0].total,
        "bits": table.bits,
        "consistent": table.consistent,
        "replies": [
            {
                "reply": str(reply.feedback),
                "count": reply.count,
                "p": reply.share,
                "H": reply.left,
                "h": reply.information,
            }
            for reply in table.replies
        ],
    }
    return Report(information_text(variant, table), figures)


# `spectrum VARIANT [HISTORY…]`.

MOST_LINES = 40
"""More are for programs: people see bins of a tenth of a bit."""


def spectrum_arguments(parser: ArgumentParser) -> None:
    """Take a history."""
    add_variant(parser)
    add_history(parser)


def run_spectrum(options: Namespace) -> Report:
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


# `review VARIANT SECRET GUESS…`.

REVIEW_HEAD = ("turn", "guess", "reply", "before", "after", "bits", "exp.", "best", "lost", "verdict", "luck")


def review_arguments(parser: ArgumentParser) -> None:
    """Take a game: the secret and the guesses made."""
    add_variant(parser)
    parser.add_argument("secret", metavar="SECRET", help="the code that was to be broken")
    parser.add_argument("guesses", metavar="GUESS", nargs="+", help="the guesses, in order")


def run_review(options: Namespace) -> Report:
    """How well the game was played."""
    variant = options.variant
    secret = reading.secret(variant, options.secret)
    guesses = [reading.code(variant, guess) for guess in options.guesses]
    try:
        found = review(variant, secret, guesses)
    except GameEnded as error:
        raise BadInput(str(error)) from None
    figures = {
        "turns": [_turn_figures(variant, turn) for turn in found.turns],
        "turns_lost": found.turns_lost,
        "luck": found.luck,
        "accuracy": found.accuracy,
        "exact": found.exact,
    }
    return Report(_review_text(variant, found), figures)


def _turn_figures(variant: Variant, turn: Turn) -> dict[str, Any]:
    return {
        "guess": variant.format(turn.guess),
        "reply": str(turn.reply),
        "before": turn.before,
        "after": turn.after,
        "bits_expected": turn.bits_expected,
        "bits": turn.bits,
        "best": variant.format(turn.best),
        "turns_lost": turn.turns_lost,
        "luck": turn.luck,
        "verdict": turn.verdict.value,
    }


def _review_text(variant: Variant, found: Review) -> str:
    rows = [_turn_row(variant, number, turn) for number, turn in enumerate(found.turns, 1)]
    sure = "" if found.exact else " (estimated)"
    fortune = f", {found.fortune}" if found.fortune else ""
    unfinished = "" if found.turns[-1].reply.bulls == variant.length else "\n\nThe secret was not found."
    turns = quantity(len(found.turns), "turn")
    return (
        f"{turns}; accuracy {found.accuracy:.1f}%, {found.turns_lost:.3f} turns lost{sure};"
        f" luck {found.luck:+.2f} bits{fortune}\n\n{text_table(REVIEW_HEAD, rows, '<<<>>>><><')}{unfinished}"
    )


def _turn_row(variant: Variant, number: int, turn: Turn) -> tuple[str, ...]:
    return (
        f"{number}.",
        variant.format(turn.guess),
        str(turn.reply),
        str(turn.before),
        str(turn.after),
        f"{turn.bits:.2f}",
        f"{turn.bits_expected:.2f}",
        variant.format(turn.guess if turn.has_won else turn.best),
        "" if turn.has_won and turn.turns_lost else f"{turn.turns_lost:.3f}",
        turn.verdict,
        turn.fortune or "",
    )


# `fixed VARIANT GUESS…|--find N [--seconds S] [--seed K]`.

LARGEST = 1 << 28
"""A search keeps so many replies at most: all guesses, for all secrets."""
SECONDS = 60
MOST = 64
"""More guesses are not looked for."""


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
        help=f"begin no new search after so long, if they are not found sooner (default: {SECONDS})",
    )
    add_seed(parser)


def run_fixed(options: Namespace) -> Report:
    """Which secrets the replies to the guesses do not tell apart; the guesses are given, or looked for."""
    variant = options.variant
    guesses = tuple(reading.code(variant, guess) for guess in options.guesses)
    if bool(guesses) == bool(options.find):
        raise BadInput("name guesses, or say with --find how many are to be found")
    if options.find:
        if options.find > MOST:
            raise BadInput(f"{options.find} guesses are too many to look for: {MOST} at most")
        if variant.size * len(all_secrets(variant)) > LARGEST:
            raise BadInput(f"{variant.name} has too many codes to look for guesses; given ones can be judged")
        guesses = _found_guesses(
            variant, options.find, options.seconds, np.random.default_rng(reading.dice(options.seed).getrandbits(64))
        )
    return _fixed_report(variant, guesses, pairs_alike(variant, guesses))


def _found_guesses(variant: Variant, number: int, seconds: int, dice: Dice) -> tuple[Code, ...]:
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


def _fixed_report(variant: Variant, guesses: tuple[Code, ...], pairs: int) -> Report:
    names, secrets = [variant.format(guess) for guess in guesses], len(all_secrets(variant))
    asked = f"{quantity(len(guesses), 'guess', 'guesses')} at once for {quantity(secrets, 'secret')}"
    text = f"{' '.join(names)}\n{asked}: {_pairs_text(pairs)}."
    return Report(text, {"guesses": names, "secrets": secrets, "pairs": pairs})


def _pairs_text(pairs: int) -> str:
    return f"{quantity(pairs, 'pair')} alike" if pairs else "all are told apart"
