"""What moves, evil replies and reviews cost, beside plainly trying every code."""

import random
from collections.abc import Iterator
from functools import partial
from statistics import median

from benchmarks.measuring import Report, Size, aligned, milliseconds, typical
from benchmarks.plain import fitting
from bot.app.model.options import LEVELS, STRONGEST
from solver.evaluate import hardest_reply
from solver.feedback import History, feedback_for
from solver.review import last_turn, perfect_path, review_of
from solver.strategies import partners_guess
from solver.variant import Code, Variant

TURNS = 4
PLAINLY = 5
"""Positions that are computed by plain Python."""
KINDS = (*LEVELS, "evil", "coach", "review")
RATIOS = tuple(f"partner.{kind}" for kind in KINDS)
CONDITIONS = f"""\
Milliseconds of a processor for {{games}} positions of each length up to {TURNS} guesses: median and slowest.
Coach: what is said of the last guess, which is also what a review thinks about at a time.
Plain: the codes that fit, by comparing each with every guess in plain Python.
"""


def measured(size: Size) -> Report:
    """Every kind of computation in every variant; ratios are to plain Python, typical of all variants."""
    times = {variant.name: _times(variant, size.games) for variant in size.variants}
    head = ("", *KINDS, "plain", "perfect: times as fast")
    table = aligned([head, *(_row(name, took) for name, took in times.items())])
    ratios = {
        f"partner.{kind}": typical(median(took["plain"]) / median(took[kind]) for took in times.values())
        for kind in KINDS
    }
    return Report(f"{CONDITIONS.format(games=size.games)}\n{table}", ratios)


def _times(variant: Variant, count: int) -> dict[str, list[float]]:
    """By kind of computation, the milliseconds of each."""
    for level in LEVELS.values():
        partners_guess(variant, (), level.strategy, "")  # fills the caches of tables
    games = list(_games(variant, count))
    moves = {
        name: milliseconds(partial(partners_guess, variant, history, level.strategy, "seed") for _, history in games)
        for name, level in LEVELS.items()
    }
    return moves | {
        "evil": milliseconds(partial(hardest_reply, variant, history, secret) for secret, history in games),
        "coach": milliseconds(partial(last_turn, variant, history) for _, history in games if history),
        "review": milliseconds(partial(_review, variant, history, secret) for secret, history in games),
        "plain": milliseconds(
            partial(fitting, variant, history) for _, history in games[:: max(1, len(games) // PLAINLY)]
        ),
    }


def _row(name: str, took: dict[str, list[float]]) -> tuple[str, ...]:
    strongest = median(took["plain"]) / median(took[STRONGEST])
    return (name, *(_shown(took[kind]) for kind in (*KINDS, "plain")), f"{strongest:.1f}")


def _games(variant: Variant, count: int) -> Iterator[tuple[Code, History]]:
    """Secrets with histories of random guesses."""
    dice = random.Random(1)
    secrets = list(variant.secrets())
    for turns in range(TURNS + 1):
        for _ in range(count):
            secret = dice.choice(secrets)
            guesses = dice.sample(secrets, turns)
            yield secret, tuple((guess, feedback_for(guess, secret)) for guess in guesses if guess != secret)


def _review(variant: Variant, history: History, secret: Code) -> None:
    review_of(variant, (*history, (secret, feedback_for(secret, secret))))
    perfect_path(variant, secret)


def _shown(times: list[float]) -> str:
    return f"{median(times):.1f} {max(times):.0f}"
