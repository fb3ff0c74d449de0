"""Strategies by name: their registry, what they do in a game, and those that are not a subject of their own."""

import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solver.candidates import Position, keys_of_secrets, position_after
from solver.comparison import BUDGET, comparison_within, obvious_guess
from solver.evaluate import Strategy, playout
from solver.feedback import Feedback, History, all_codes, all_secrets, as_code, reply_key
from solver.information import METRICS, Metric, entropy
from solver.mixture import stored_mixture
from solver.optimal import Optimal
from solver.tree import Isomorphism
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Entry:
    """A strategy: a one-line summary, a function that makes it for a variant, and whether it is randomised."""

    summary: str
    make: Callable[[Variant, random.Random], Strategy]
    by_chance: bool = False
    by_labels: Callable[[Variant, random.Random], Strategy] | None = None
    """Makes it under labels that these dice choose: nobody who knows it can then choose a secret that is dear to it."""

    @property
    def relabels(self) -> bool:
        """Whether it may be relabelled."""
        return self.by_labels is not None


LEARNER_OVERLOOKS = 0.66
BEGINNER_OVERLOOKS = 0.56
CASUAL_OVERLOOKS = 0.393
CLUB_OVERLOOKS = 0.18
"""Probabilities of overlooking a reply, chosen so that the mean on classic is 9.6, 8.4, 7.2 and 6.1, as people have."""


class UnknownStrategy(ValueError):
    """No strategy has this name. The message lists those there are."""


def named_strategy(name: str, variant: Variant, dice: random.Random, labels: random.Random | None = None) -> Strategy:
    """The strategy of that name. `labels`: dice by which symbols and places of optimal play are relabelled now.

    Then no secret is dearer than others of its kind, and where a mixture of trees ships, no kind is dearer than the
    game's value. Without them it guesses the same whenever it is made. Raises UnknownStrategy.
    """
    if name not in STRATEGIES:
        raise UnknownStrategy(f"no strategy is called {name!r}: {', '.join(STRATEGIES)}")
    entry = STRATEGIES[name]
    return entry.by_labels(variant, labels) if labels and entry.by_labels else entry.make(variant, dice)


# What a named strategy does in a game, a guess or all of it: the same whenever it is computed again.


def partners_guess(variant: Variant, history: History, strategy: str, seed: str) -> Code:
    """The guess of the strategy after `history`. Its random numbers are seeded by `seed` (the game's) and the turn.

    Optimal play is relabelled by the seed alone; without one it is not. Raises UnknownStrategy, and
    InconsistentHistory if no candidate is left.
    """
    dice = random.Random(f"{seed} {len(history)}")  # noqa: S311 -- play, not secrets
    labels = random.Random(seed) if seed else None  # noqa: S311
    return named_strategy(strategy, variant, dice, labels).next_guess(position_after(variant, history))


def guesses_of(variant: Variant, secret: Code, strategies: tuple[str, ...], seed: str) -> tuple[int, ...]:
    """How many guesses one game of each strategy against the secret takes. Raises UnknownStrategy."""
    dice = {name: random.Random(f"{seed} {name}") for name in strategies}  # noqa: S311
    return tuple(len(playout(variant, named_strategy(name, variant, dice[name]), secret)) for name in strategies)


# A strategy that plays by an isomorphism.


@dataclass(frozen=True, slots=True)
class Relabelled:
    """Plays as the strategy does where every symbol is called by its name and the places stand in this order.

    Over all names and orders a secret costs what all of its kind cost on average; without repeats all are of one kind.
    """

    strategy: Strategy
    places: tuple[int, ...]
    names: tuple[int, ...]

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        history = tuple((self._renamed(guess), feedback) for guess, feedback in position.history)
        guess = self.strategy.next_guess(position_after(position.variant, history))
        return Isomorphism(self.places, self.names).preimage(guess)

    def _renamed(self, guess: Code) -> Code:
        return tuple(self.names[guess[place]] for place in self.places)


def relabelled(strategy: Strategy, variant: Variant, dice: random.Random) -> Strategy:
    """The strategy under names and an order that the dice choose now. Renamed letters make no words: they stay."""
    if variant.words:
        return strategy
    places, names = (dice.sample(range(count), count) for count in (variant.length, len(variant.alphabet)))
    return Relabelled(strategy, tuple(places), tuple(names))


# Greedy strategies: the guess whose parts score best by a metric.


@dataclass(frozen=True, slots=True)
class Greedy:
    """Looks one guess ahead; of equal scores a candidate wins, then the first in code order."""

    variant: Variant
    metric: Metric = entropy
    budget: float = BUDGET

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        row = obvious_guess(position)
        if row is None:
            row = comparison_within(position, self.metric, self.budget).best()
        return as_code(all_codes(self.variant)[row])


# Human-like strategies: they guess a code that could be the secret, and compare no guesses.


@dataclass(frozen=True, slots=True)
class FirstCandidate:
    """Guesses the first candidate in code order."""

    variant: Variant

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        return as_code(all_codes(self.variant)[position.left[0]])


@dataclass(frozen=True, slots=True)
class RandomCandidate:
    """Guesses a random candidate."""

    variant: Variant
    dice: random.Random

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        return as_code(all_codes(self.variant)[position.left[self.dice.randrange(len(position.left))]])


@dataclass(frozen=True, slots=True)
class Forgetful:
    """Guesses a random code that fits the replies it recalls: at every guess each reply may be overlooked.

    Of an overlooked reply it still knows that the guess was not the secret: no guess is made twice, so the game ends.
    """

    variant: Variant
    dice: random.Random
    overlooked: float
    """The probability that a reply is overlooked at a guess."""

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        return _guess_recalling(position, self.dice, lambda _: self.dice.random() >= self.overlooked)


@dataclass(frozen=True, slots=True)
class Beginner:
    """As Forgetful, with a poorer memory; but symbols that a reply of nothing has ruled out are never guessed again."""

    variant: Variant
    dice: random.Random
    overlooked: float
    """The probability that a reply is overlooked at a guess, unless it is nothing."""

    def next_guess(self, position: Position) -> Code:
        """The guess to make now."""
        return _guess_recalling(
            position, self.dice, lambda feedback: not any(feedback) or self.dice.random() >= self.overlooked
        )


def _guess_recalling(position: Position, dice: random.Random, recalls: Callable[[Feedback], bool]) -> Code:
    """A random code that fits the replies that are recalled, and was not guessed before."""
    variant, secrets = position.variant, all_secrets(position.variant)
    fits = np.ones(len(secrets), np.bool_)
    for guess, feedback in position.history:
        replies = keys_of_secrets(variant, guess)
        if recalls(feedback):
            fits &= replies == reply_key(variant, feedback)
        else:
            fits &= replies != reply_key(variant, Feedback(variant.length, 0))
    left = secrets[fits]
    return as_code(all_codes(variant)[left[dice.randrange(len(left))]])


# The registry. A new strategy is one entry.


def _greedy(metric: str, summary: str) -> Entry:
    return Entry(summary, lambda variant, _: Greedy(variant, METRICS[metric]))


def _optimal(objective: str, summary: str) -> Entry:
    def by_labels(variant: Variant, labels: random.Random) -> Strategy:
        mixture = stored_mixture(variant) if objective == "mean" else None
        tree = mixture.drawn(labels) if mixture else None
        return relabelled(Optimal(variant, objective, drawn=tree), variant, labels)

    return Entry(summary, lambda variant, _: Optimal(variant, objective), by_labels=by_labels)


def _forgetful(overlooks: float, summary: str) -> Entry:
    return Entry(summary, lambda variant, dice: Forgetful(variant, dice, overlooks), by_chance=True)


def _beginner(overlooks: float, summary: str) -> Entry:
    return Entry(summary, lambda variant, dice: Beginner(variant, dice, overlooks), by_chance=True)


STRATEGIES: dict[str, Entry] = {
    "learner": _beginner(LEARNER_OVERLOOKS, "recalls little but what is out: 9.6 guesses on classic"),
    "beginner": _beginner(BEGINNER_OVERLOOKS, "recalls half of the replies, and what is out: 8.4 guesses on classic"),
    "sieve": Entry("the first code that fits", lambda variant, _: FirstCandidate(variant)),
    "random": Entry("any code that fits", RandomCandidate, by_chance=True),
    "casual": _forgetful(CASUAL_OVERLOOKS, "random with a poor memory: 7.2 guesses on classic, as people need"),
    "club": _forgetful(CLUB_OVERLOOKS, "random with a fair memory: 6.1 guesses on classic"),
    "minimax": _greedy("minimax", "leaves the fewest codes at worst"),
    "expected": _greedy("expected", "leaves the fewest codes on average"),
    "parts": _greedy("parts", "may get the most different replies"),
    "entropy": _greedy("entropy", "brings the most bits"),
    "optimal": _optimal("mean", "the fewest guesses on average: by a stored tree, else by search"),
    "optimal:max": _optimal("max", "the same for the shortest longest game, where a tree for it ships"),
    "optimal:rarest": _optimal("rarest", "the same for the fewest games of that length, where a tree for it ships"),
    "optimal:sevens": _optimal("sevens", "the same for the fewest games of seven guesses, where a tree for it ships"),
}
