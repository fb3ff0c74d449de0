"""When a match is over and who has won it, by the number of each one's guesses: written down without the bot's help."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Guessed = tuple[int, bool]
"""By whom, and whether it was the secret."""
Counts = Mapping[int, int]
"""How many guesses each has made."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A match that was ended by breaking a code; nobody won: a draw."""

    winner: int | None


def _both_have_had_their_turn(counts: Counts, _solvers: Counts) -> bool:
    return len(set(counts.values())) == 1


def _nobody_can_be_faster(counts: Counts, solvers: Counts) -> bool:
    """With the next guess nobody would have needed fewer than the fastest has."""
    return all(count + 1 >= min(solvers.values()) for person, count in counts.items() if person not in solvers)


IS_OVER: dict[str, Callable[[Counts, Counts], bool]] = {
    "duel": _both_have_had_their_turn,
    "sudden": lambda _counts, _solvers: True,
    "volley": lambda _counts, _solvers: True,
    "race": _nobody_can_be_faster,
}
"""By mode: whether the match ends, once somebody has solved it."""


def result(mode: str, people: tuple[int, int], guesses: Sequence[Guessed]) -> Broken | None:
    """How it has ended after these guesses; None if it goes on."""
    counts = {person: sum(by == person for by, _ in guesses) for person in people}
    solvers = {by: counts[by] for by, is_solved in guesses if is_solved}
    if not solvers or not IS_OVER[mode](counts, solvers):
        return None
    best = [person for person, count in solvers.items() if count == min(solvers.values())]
    return Broken(best[0] if len(best) == 1 else None)


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
