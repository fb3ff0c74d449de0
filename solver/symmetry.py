"""Games that differ only in the names of their symbols are one game."""

from dataclasses import dataclass

from solver.feedback import History
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Renaming:
    """New names for symbols: symbol s is called `names[s]`."""

    names: tuple[int, ...]

    def of(self, code: Code) -> Code:
        """The code under the new names."""
        return tuple(self.names[symbol] for symbol in code)

    def of_history(self, history: History) -> History:
        """The history under the new names; its feedback is the same."""
        return tuple((self.of(guess), feedback) for guess, feedback in history)

    def back(self, code: Code) -> Code:
        """The code under the old names."""
        return tuple(self.names.index(symbol) for symbol in code)


def canonical_renaming(variant: Variant, first: Code) -> Renaming:
    """Names by first appearance in `first`: any four different symbols become 0123."""
    order = list(dict.fromkeys((*first, *range(len(variant.alphabet)))))
    return Renaming(tuple(order.index(symbol) for symbol in range(len(variant.alphabet))))
