"""Isomorphisms of guess sequences: a permutation of places and a renaming of symbols that maps one to the other."""

from dataclasses import dataclass

from solver.variant import Code


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
