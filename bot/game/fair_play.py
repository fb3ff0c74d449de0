"""Fair play: whether turns that somebody tells are those of a running game in which nobody may help them.

Two histories are equal if renaming symbols, reordering places and reordering turns turns one into the other. Invariants
of these changes are compared: the replies, how often a guess holds each symbol, and the feedback that each pair of
guesses would give each other. All equal histories are found so, and hardly any others.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from solver.feedback import Feedback, History, feedback_for
from solver.variant import Code, Variant

FEWEST = 2
"""Turns that are known of a game before it guards any: the first one is too often that of any other game."""
LONGEST_HISTORY = 60
"""Turns. Longer histories are not compared, and count as equal."""
MOST_COMPARISONS = 4_000
"""Comparisons of two pairs of guesses, for all games together. Games that people play take some hundred."""
Kind = tuple[Feedback, tuple[int, ...]]
"""The invariant of a single turn: its reply, and how often each symbol occurs in its guess."""
Pair = tuple[int, int]
"""The index of a turn in one history and of its counterpart in the other."""


@dataclass(frozen=True, slots=True)
class Told:
    """Turns that somebody told, or that are taken from an older game to go on from. Only the door opens them.

    The door is `bot/app/actions/fair_play.py`. `is_kept`: they are those of a game whose secret the bot has kept from
    its first turn, so that nobody could choose a reply.
    """

    _variant: Variant
    _history: History
    is_kept: bool = False


class Opened(NamedTuple):
    """Turns on which the bot may give advice: the door alone makes this."""

    variant: Variant
    history: History


@dataclass(frozen=True, slots=True)
class GuardedGame:
    """A running game that its player has to play without help, and the turns that they know of it.

    `is_live`: it ends so soon that all codes of its length are refused meanwhile.
    """

    variant: Variant
    history: History
    is_live: bool
    kind: str = "rated"
    """Which kind of game it is, as texts name it: `rated`, `day`, `contest`, `blind`, `puzzle`."""
    until: float = inf
    """When it counts no more (seconds since 1970), though it may go on."""


class InDoubt(Exception):
    """Comparing the histories would take too long."""


def helped_game(variant: Variant, history: History, games: Collection[GuardedGame]) -> GuardedGame | None:
    """The first of the games in which advice on the told turns is, or may be, help; None: it helps in none.

    Alphabets are ignored: the same turns may be told in a variant with more or other symbols, or with repeats.
    """
    comparison = Comparison()
    rivals = [game for game in games if game.variant.length == variant.length]
    return next((game for game in rivals if game.is_live or comparison.may_tell(game.history, history)), None)


class Comparison:
    """Compares histories. All comparisons of one object share one limit; beyond it InDoubt is raised."""

    def __init__(self) -> None:
        self.made = 0
        """The number of comparisons of two pairs of guesses so far."""

    def may_tell(self, played: History, history: History) -> bool:
        """Whether the played turns are, or may be, mostly told."""
        try:
            return self.is_mostly_told(played, history)
        except InDoubt:
            return True

    def is_mostly_told(self, played: History, history: History) -> bool:
        """Whether more than half of the played turns are among the told ones, word for word or in other words.

        Half of a game's turns or fewer may well be from another game: what follows from them is little help. So may two
        turns in other words: they count where no more is known of the game, and at most one other is told.
        """
        played, history = tuple(dict.fromkeys(played)), tuple(dict.fromkeys(history))
        enough = len(played) // 2 + 1
        if len(played) < FEWEST or len(history) < enough:
            return False
        if max(len(played), len(history)) > LONGEST_HISTORY:
            raise InDoubt
        if len(set(played) & set(history)) >= enough:
            return True
        if len(played) == FEWEST and len(history) > FEWEST + 1:
            return False
        enough = enough if len(played) == FEWEST else max(enough, FEWEST + 1)
        return len(history) >= enough and _Overlay(played, history, self).fits(len(played) - enough)

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
