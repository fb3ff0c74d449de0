"""The queue of a solver process."""

from collections import defaultdict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Line(Generic[Item]):
    """Items by rank, the lowest first; within a rank people take turns, however many items each has."""

    def __init__(self) -> None:
        self._ranks: defaultdict[int, dict[int, deque[Item]]] = defaultdict(dict)

    def put(self, item: Item, whose: int, rank: int) -> None:
        """Add an item, behind the others of the same person."""
        self._ranks[rank].setdefault(whose, deque()).append(item)

    def take(self) -> Item | None:
        """Remove and return the next item; None if there is none."""
        for _, people in sorted(self._ranks.items()):
            for whose in people:
                # The person's queue moves to the end of the dictionary, so people take turns.
                theirs = people.pop(whose)
                item = theirs.popleft()
                if theirs:
                    people[whose] = theirs  # to the end of the queue
                return item
        return None
