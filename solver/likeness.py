"""Two lines of guesses that are the same questions in other words."""

from dataclasses import dataclass

from solver.variant import Code


@dataclass(frozen=True, slots=True)
class Likeness:
    """An order of places and names of symbols that make their guesses ours, as far as guesses have fixed it."""

    places: tuple[int, ...]
    names: tuple[int | None, ...]
    """By their symbol: ours."""

    def with_turn(self, theirs: Code, ours: Code) -> "Likeness | None":
        """The likeness with one more guess; None if the two guesses are not alike under it."""
        names = list(self.names)
        for place, name in zip(self.places, ours, strict=True):
            symbol = theirs[place]
            if names[symbol] is None and name not in names:
                names[symbol] = name
            if names[symbol] != name:
                return None
        return Likeness(self.places, tuple(names))

    def back(self, ours: Code) -> Code:
        """Our guess in their words; what has no name yet gets the first free one."""
        free = (symbol for symbol, name in enumerate(self.names) if name is None)
        known = {name: symbol for symbol, name in enumerate(self.names) if name is not None}
        code = [0] * len(self.places)
        for place, name in zip(self.places, ours, strict=True):
            if name not in known:
                known[name] = next(free)
            code[place] = known[name]
        return tuple(code)
