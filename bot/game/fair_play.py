"""Fair play: whether turns that somebody tells are those of a running game in which nobody may help them.

Two lines of guesses are the same questions in other words if a renaming of symbols, an order of places and an order of
turns makes them equal. What none of these changes is compared instead: the replies, and the feedback that each pair of
guesses would give each other. Whatever is equal in other words is found so, and hardly anything else.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from solver.feedback import Feedback, History, feedback_for
from solver.variant import Code, Variant

LONGEST = 60
"""Turns; longer histories are not compared, and count as equal."""
MOST_COMPARISONS = 4_000
"""Of two pairs of guesses, for all the games together; games that people play take some hundred."""
Kind = tuple[Feedback, tuple[int, ...]]
"""What a turn is by itself: its reply, and how often each symbol stands in its guess."""
Pair = tuple[int, int]
"""A turn of the one history and a turn of the other, which stand for each other."""


@dataclass(frozen=True, slots=True)
class GuardedGame:
    """A running game that its player has to think about alone, and the turns that they know of it.

    `is_live`: it is over so soon that no codes of its length are advised on meanwhile.
    """

    variant: Variant
    history: History
    is_live: bool


class InDoubt(Exception):
    """To find out whether the histories are equal in other words would take too long."""


def is_help(variant: Variant, told: History, games: Collection[GuardedGame]) -> bool:
    """Whether advice on the told turns would be help in one of the games, or may be.

    Alphabets do not count: the same turns may be told in a variant with more symbols, others, or repeats.
    """
    comparison = Comparison()
    rivals = [game for game in games if game.variant.length == variant.length]
    try:
        return any(game.is_live or comparison.is_mostly_told(game.history, told) for game in rivals)
    except InDoubt:
        return True


class Comparison:
    """Compares histories. All that one object compares shares one limit, beyond which it raises InDoubt."""

    def __init__(self) -> None:
        self.made = 0
        """How often two pairs of guesses have been compared."""

    def is_mostly_told(self, played: History, told: History) -> bool:
        """Whether more than half of the turns that were played are among those that were told, whatever else is.

        Half of a game's turns or fewer are another game's as well: what follows from them is little help.
        """
        played, told = tuple(dict.fromkeys(played)), tuple(dict.fromkeys(told))
        most_missing = (len(played) - 1) // 2
        if not played or len(told) < len(played) - most_missing:
            return False
        if max(len(played), len(told)) > LONGEST:
            raise InDoubt
        return _Overlay(played, told, self).fits(most_missing)

    def count(self) -> None:
        """One more. Raises InDoubt if that is too many."""
        self.made += 1
        if self.made > MOST_COMPARISONS:
            raise InDoubt


class _Overlay:
    """The search for turns of one history among those of another."""

    def __init__(self, wanted: History, among: History, comparison: Comparison) -> None:
        by_kind: dict[Kind, list[int]] = {}
        for at, turn in enumerate(among):
            by_kind.setdefault(_kind(*turn), []).append(at)
        found = [(guess, by_kind.get(_kind(guess, reply), [])) for guess, reply in wanted]
        found.sort(key=lambda each: len(each[1]))  # the rarest first: a wrong way shows soon
        self._wanted = tuple(guess for guess, _ in found)
        self._choices = tuple(choices for _, choices in found)
        self._among = tuple(guess for guess, _ in among)
        self._comparison = comparison

    def fits(self, most_missing: int, pairs: tuple[Pair, ...] = (), at: int = 0) -> bool:
        """Whether each wanted turn from `at` on, but for so many, is there; `pairs`: those before it, as found."""
        if at == len(self._wanted):
            return True
        taken = {other for _, other in pairs}
        for choice in self._choices[at]:
            pair = at, choice
            is_like = choice not in taken and all(self._are_as_alike(pair, known) for known in pairs)
            if is_like and self.fits(most_missing, (*pairs, pair), at + 1):
                return True
        return most_missing > 0 and self.fits(most_missing - 1, pairs, at + 1)

    def _are_as_alike(self, one: Pair, other: Pair) -> bool:
        """Whether two guesses of the one history have in common what those that stand for them have."""
        self._comparison.count()
        ours = feedback_for(self._wanted[one[0]], self._wanted[other[0]])
        return ours == feedback_for(self._among[one[1]], self._among[other[1]])


def _kind(guess: Code, reply: Feedback) -> Kind:
    return reply, tuple(sorted(Counter(guess).values()))
