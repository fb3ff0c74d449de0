"""Fair play: whether turns that somebody tells are those of a running game in which nobody may help them.

Two histories are equal if renaming symbols, reordering places and reordering turns turns one into the other. Invariants
of these changes are compared: the replies, how often a guess holds each symbol, and the feedback that each pair of
guesses would give each other. All equal histories are found so, and hardly any others.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from solver.feedback import Feedback, History, feedback_for
from solver.variant import Code, Variant

LONGEST = 60
"""Turns. Longer histories are not compared, and count as equal."""
MOST_COMPARISONS = 4_000
"""Comparisons of two pairs of guesses, for all games together. Games that people play take some hundred."""
Kind = tuple[Feedback, tuple[int, ...]]
"""The invariant of a single turn: its reply, and how often each symbol occurs in its guess."""
Pair = tuple[int, int]
"""The index of a turn in one history and of its counterpart in the other."""


@dataclass(frozen=True, slots=True)
class GuardedGame:
    """A running game that its player has to play without help, and the turns that they know of it.

    `is_live`: it ends so soon that all codes of its length are refused meanwhile.
    """

    variant: Variant
    history: History
    is_live: bool


class InDoubt(Exception):
    """Comparing the histories would take too long."""


def is_help(variant: Variant, history: History, games: Collection[GuardedGame]) -> bool:
    """Whether advice on the told turns is, or may be, help in one of the games.

    Alphabets are ignored: the same turns may be told in a variant with more or other symbols, or with repeats.
    """
    comparison = Comparison()
    rivals = [game for game in games if game.variant.length == variant.length]
    try:
        return any(game.is_live or comparison.is_mostly_told(game.history, history) for game in rivals)
    except InDoubt:
        return True


class Comparison:
    """Compares histories. All comparisons of one object share one limit; beyond it InDoubt is raised."""

    def __init__(self) -> None:
        self.made = 0
        """The number of comparisons of two pairs of guesses so far."""

    def is_mostly_told(self, played: History, history: History) -> bool:
        """Whether more than half of the played turns are among the told ones.

        Half of a game's turns or fewer may well be from another game: what follows from them is little help.
        """
        played, history = tuple(dict.fromkeys(played)), tuple(dict.fromkeys(history))
        most_missing = (len(played) - 1) // 2
        if not played or len(history) < len(played) - most_missing:
            return False
        if max(len(played), len(history)) > LONGEST:
            raise InDoubt
        return _Overlay(played, history, self).fits(most_missing)

    def count(self) -> None:
        """Count a comparison. Raises InDoubt beyond the limit."""
        self.made += 1
        if self.made > MOST_COMPARISONS:
            raise InDoubt


class _Overlay:
    """The search for turns of one history in another, by backtracking."""

    def __init__(self, wanted: History, among: History, comparison: Comparison) -> None:
        by_kind: dict[Kind, list[int]] = {}
        for at, turn in enumerate(among):
            by_kind.setdefault(_kind(*turn), []).append(at)
        found = [(guess, by_kind.get(_kind(guess, reply), [])) for guess, reply in wanted]
        found.sort(key=lambda each: len(each[1]))  # the rarest first: dead ends show early
        self._wanted = tuple(guess for guess, _ in found)
        self._choices = tuple(choices for _, choices in found)
        self._among = tuple(guess for guess, _ in among)
        self._comparison = comparison

    def fits(self, most_missing: int, pairs: tuple[Pair, ...] = (), at: int = 0) -> bool:
        """Whether all wanted turns from `at` on, except so many, have counterparts. `pairs`: those of earlier turns."""
        if at == len(self._wanted):
            return True
        taken = {other for _, other in pairs}
        for choice in self._choices[at]:
            pair = at, choice
            is_like = choice not in taken and all(self._are_as_alike(pair, known) for known in pairs)
            if is_like and self.fits(most_missing, (*pairs, pair), at + 1):
                return True
        # Or this turn is one of those that were not told.
        return most_missing > 0 and self.fits(most_missing - 1, pairs, at + 1)

    def _are_as_alike(self, one: Pair, other: Pair) -> bool:
        """Whether two guesses of one history would give each other the same feedback as their counterparts."""
        self._comparison.count()
        ours = feedback_for(self._wanted[one[0]], self._wanted[other[0]])
        return ours == feedback_for(self._among[one[1]], self._among[other[1]])


def _kind(guess: Code, reply: Feedback) -> Kind:
    return reply, tuple(sorted(Counter(guess).values()))
