"""A match as the rules have it, one guess after the other, written down without the bot's help."""

from collections.abc import Sequence
from dataclasses import dataclass

Guessed = tuple[int, bool]
"""By whom, and whether it was the secret."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A match that was ended by breaking a code; nobody won: a draw."""

    winner: int | None


def result(mode: str, people: tuple[int, int], guesses: Sequence[Guessed]) -> Broken | None:
    """How it has ended after these guesses; None if it goes on."""
    counts = {person: sum(by == person for by, _ in guesses) for person in people}
    solvers = {by: counts[by] for by, is_solved in guesses if is_solved}
    if not solvers:
        return None
    match mode:
        case "sudden" | "volley":
            is_over = True
        case "duel":
            is_over = len(set(counts.values())) == 1
        case _:
            fewest = min(solvers.values())
            is_over = all(count >= fewest - 1 for person, count in counts.items() if person not in solvers)
    return Broken(_best(solvers)) if is_over else None


def goes_on_too_long(mode: str, people: tuple[int, int], guesses: Sequence[Guessed]) -> bool:
    """Whether somebody has guessed after the end."""
    return any(result(mode, people, guesses[:length]) is not None for length in range(len(guesses)))


def is_in_turn(people: Sequence[int], first: int, guesses: Sequence[Guessed]) -> bool:
    """Whether each has guessed when it was their turn."""
    other = next(person for person in people if person != first)
    return all(by == (first, other)[number % 2] for number, (by, _) in enumerate(guesses))


def may_end(how: str, guesses: Sequence[Guessed]) -> bool:
    """Whether a match can end so after these guesses: the first of them is where aborting ends and losing begins."""
    return not guesses if how == "aborted" else bool(guesses) or how in {"resigned", "called-off"}


def _best(solvers: dict[int, int]) -> int | None:
    fewest = min(solvers.values())
    best = [person for person, count in solvers.items() if count == fewest]
    return best[0] if len(best) == 1 else None
