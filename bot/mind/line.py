"""What waits for a process, in the order in which it is done."""

from collections import defaultdict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Line(Generic[Item]):
    """By rank, the lowest first; within a rank those who ask take turns, however much each of them has asked."""

    def __init__(self) -> None:
        self._ranks: defaultdict[int, dict[int, deque[Item]]] = defaultdict(dict)

    def put(self, item: Item, whose: int, rank: int) -> None:
        """One more, behind what the same person has asked before."""
        self._ranks[rank].setdefault(whose, deque()).append(item)

    def take(self) -> Item | None:
        """The next one; None if nothing waits."""
        for _, people in sorted(self._ranks.items()):
            for whose in people:
                theirs = people.pop(whose)
                item = theirs.popleft()
                if theirs:
                    people[whose] = theirs  # behind everybody else
                return item
        return None
