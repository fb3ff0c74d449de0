"""A match as played and as stored, and what the rules say of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from faults.judging.database import StoredMatch
from faults.players.accounts import COMPUTER, PlayedMatch
from faults.players.sight import Turns
from faults.players.words import feedback

KEPT_NOT = "-"


@dataclass(frozen=True, slots=True)
class Sides:
    """A match as its players know it, and as it is stored."""

    played: PlayedMatch
    stored: StoredMatch

    def __str__(self) -> str:
        return f"{self.stored.mode} {self.stored.id} of {self.played.people}"

    @property
    def guessed(self) -> list[tuple[int, bool]]:
        """Each guess's player, and whether it was the secret."""
        return [(by, guess == self.stored.secret_for(by)) for by, guess in self.stored.turns]

    @property
    def held(self) -> str:
        """The bot's secret that it has not shown after winning; empty if it has."""
        (loser,) = [person for person in self.stored.people if person != COMPUTER] if self.stored.number else [None]
        return "" if loser is None else self.stored.secret_for(loser)

    @property
    def winner(self) -> int | None:
        """The winner by the rules; None if nobody won."""
        ending = self.played.ending
        if ending is not None and ending.gave_away:
            return next(person for person in self.played.people if person != ending.person)
        broken = result(self.stored.mode, self.played.people, self.guessed)
        return broken.winner if broken is not None else None


def turns_due(person: int, sides: Sides) -> tuple[Turns, Turns]:
    """The turns that must stand on a person's two boards, with their feedback."""
    stored = sides.stored
    expected = [(by, guess, feedback(guess, stored.secret_for(by))) for by, guess in stored.turns]
    if stored.mode == "volley":
        return tuple((guess, answer) for _, guess, answer in expected), ()
    hidden = stored.mode == "race" and not stored.over
    mine = tuple((guess, answer) for by, guess, answer in expected if by == person)
    theirs = tuple(("" if hidden else guess, answer) for by, guess, answer in expected if by != person)
    return mine, theirs


# The rules of ends and winners by the numbers of guesses, independent of the bot's code.

Guessed = tuple[int, bool]
"""The player of a guess, and whether it was the secret."""
Counts = Mapping[int, int]
"""By person, the number of guesses."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A match that ended by breaking a code; no winner: a draw."""

    winner: int | None


def _both_have_had_their_turn(counts: Counts, _solvers: Counts) -> bool:
    return len(set(counts.values())) == 1


def _nobody_can_be_faster(counts: Counts, solvers: Counts) -> bool:
    """Whether a further guess could not equal the fastest solver."""
    return all(count + 1 >= min(solvers.values()) for person, count in counts.items() if person not in solvers)


IS_OVER: dict[str, Callable[[Counts, Counts], bool]] = {
    "duel": _both_have_had_their_turn,
    "sudden": lambda _counts, _solvers: True,
    "volley": lambda _counts, _solvers: True,
    "race": _nobody_can_be_faster,
}
"""By mode, whether the match is over once somebody has solved it."""


def result(mode: str, people: tuple[int, int], guesses: Sequence[Guessed]) -> Broken | None:
    """The result after these guesses; None if the match goes on."""
    counts = {person: sum(by == person for by, _ in guesses) for person in people}
    solvers = {by: counts[by] for by, is_solved in guesses if is_solved}
    if not solvers or not IS_OVER[mode](counts, solvers):
        return None
    best = [person for person, count in solvers.items() if count == min(solvers.values())]
    return Broken(best[0] if len(best) == 1 else None)


def goes_on_too_long(mode: str, people: tuple[int, int], guesses: Sequence[Guessed]) -> bool:
    """Whether there are guesses after the end."""
    return any(result(mode, people, guesses[:length]) is not None for length in range(len(guesses)))


def is_in_turn(people: Sequence[int], first: int, guesses: Sequence[Guessed]) -> bool:
    """Whether the guesses were made in turn."""
    other = next(person for person in people if person != first)
    return all(by == (first, other)[number % 2] for number, (by, _) in enumerate(guesses))


def may_end(how: str, guesses: Sequence[Guessed]) -> bool:
    """Whether a match can end that way after these guesses: from the first one on it cannot be aborted."""
    return not guesses if how == "aborted" else bool(guesses) or how in {"resigned", "called-off"}
