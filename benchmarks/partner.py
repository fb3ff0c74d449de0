"""`python -m benchmarks.partner`: what moves, evil replies and reviews cost, beside plainly trying every code."""

import random
from collections.abc import Iterator
from functools import partial
from statistics import median

from benchmarks.report import aligned, milliseconds
from bot.app.model.levels import LEVELS
from solver.evil import hardest_reply
from solver.feedback import History, feedback_for, is_consistent
from solver.partner import partners_guess
from solver.review import last_turn, perfect_path, review_of
from solver.variant import VARIANTS, Code, Variant

GAMES = 5
TURNS = 4


def main() -> None:
    print(
        f"Milliseconds of a processor for {GAMES} positions of each length up to {TURNS} guesses: median and slowest."
    )
    print("Coach: what is said of the last guess, which is also what a review thinks about at a time.")
    print("Plain: the codes that fit, by comparing each with every guess in plain Python.")
    head = ("", *(f"{name}" for name in LEVELS), "evil", "coach", "review", "plain", "perfect: times as fast")
    print(aligned([head, *map(_row, VARIANTS.values())]))


def _row(variant: Variant) -> tuple[str, ...]:
    for level in LEVELS.values():
        partners_guess(variant, (), level.strategy, "")  # tables are made once a process
    games = list(_games(variant))
    moves = [
        milliseconds(partial(partners_guess, variant, history, level.strategy, "seed") for _, history in games)
        for level in LEVELS.values()
    ]
    evil = milliseconds(partial(hardest_reply, variant, history, secret) for secret, history in games)
    coached = milliseconds(partial(last_turn, variant, history) for _, history in games if history)
    reviews = milliseconds(partial(_reviewed, variant, history, secret) for secret, history in games)
    plain = milliseconds(partial(_fitting, variant, history) for _, history in games[:: len(games) // GAMES])
    ratio = f"{median(plain) / median(moves[-1]):.1f}"
    return (variant.name, *map(_shown, moves), _shown(evil), _shown(coached), _shown(reviews), _shown(plain), ratio)


def _games(variant: Variant) -> Iterator[tuple[Code, History]]:
    """Secrets, and what guesses at random have told of them."""
    dice = random.Random(1)
    secrets = list(variant.secrets())
    for turns in range(TURNS + 1):
        for _ in range(GAMES):
            secret = dice.choice(secrets)
            guesses = dice.sample(secrets, turns)
            yield secret, tuple((guess, feedback_for(guess, secret)) for guess in guesses if guess != secret)


def _reviewed(variant: Variant, history: History, secret: Code) -> None:
    review_of(variant, (*history, (secret, feedback_for(secret, secret))))
    perfect_path(variant, secret)


def _fitting(variant: Variant, history: History) -> list[Code]:
    return [code for code in variant.secrets() if is_consistent(code, history)]


def _shown(times: list[float]) -> str:
    return f"{median(times):.1f} {max(times):.0f}"


if __name__ == "__main__":
    main()
