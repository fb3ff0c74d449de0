"""Isomorphisms of guess sequences: a permutation of places and a renaming of symbols that maps one to the other."""

import random
from dataclasses import dataclass

from solver.position import Position, position_after
from solver.strategy import Strategy
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Isomorphism:
    """A permutation of places and a partial renaming of symbols that maps their guesses to ours."""

    places: tuple[int, ...]
    names: tuple[int | None, ...]
    """Our symbol by their symbol; None where no guess has fixed it."""

    def with_turn(self, theirs: Code, ours: Code) -> "Isomorphism | None":
        """The isomorphism extended by one more pair of guesses; None if it cannot map one to the other."""
        names = list(self.names)
        for place, name in zip(self.places, ours, strict=True):
            symbol = theirs[place]
            if names[symbol] is None and name not in names:
                names[symbol] = name
            if names[symbol] != name:
                return None
        return Isomorphism(self.places, tuple(names))

    def preimage(self, ours: Code) -> Code:
        """Their guess that is mapped to ours; symbols that are not fixed yet get the first free ones."""
        free = (symbol for symbol, name in enumerate(self.names) if name is None)
        known = {name: symbol for symbol, name in enumerate(self.names) if name is not None}
        code = [0] * len(self.places)
        for place, name in zip(self.places, ours, strict=True):
            if name not in known:
                known[name] = next(free)
            code[place] = known[name]
        return tuple(code)


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
