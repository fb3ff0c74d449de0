"""A cache of results, pickled, limited by bytes."""

import pickle
from collections import Counter, OrderedDict

from bot.app.thinking import Question


class Memory:
    """Evicts the results used least recently, once it takes more than `room` bytes; never those that are held."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._size = 0
        self._thoughts: OrderedDict[Question, bytes] = OrderedDict()
        self._held: dict[Question, bytes] = {}
        self._holders: Counter[Question] = Counter()

    def __contains__(self, question: Question) -> bool:
        return question in self._held or question in self._thoughts

    @property
    def size(self) -> int:
        """Bytes of what may be evicted, questions included."""
        return self._size

    def recall(self, question: Question) -> bytes:
        """The pickled result. Raises KeyError if it is not cached."""
        if question in self._held:
            return self._held[question]
        self._thoughts.move_to_end(question)
        return self._thoughts[question]

    def keep(self, question: Question, thought: bytes) -> None:
        """Add a result."""
        if question in self._holders:
            self._held[question] = thought
        else:
            self._put(question, thought)

    def hold(self, question: Question) -> None:
        """Hold the result, now or once it is added: it is not evicted until it is released as often as it was held."""
        self._holders[question] += 1
        if question in self._thoughts:
            thought = self._thoughts.pop(question)
            self._size -= _size(question, thought)
            self._held[question] = thought

    def release(self, question: Question) -> None:
        """Release the result once."""
        self._holders[question] -= 1
        if self._holders[question]:
            return
        del self._holders[question]
        if question in self._held:
            self._put(question, self._held.pop(question))

    def _put(self, question: Question, thought: bytes) -> None:
        if question in self._thoughts:
            self._size -= _size(question, self._thoughts.pop(question))
        self._thoughts[question] = thought
        self._size += _size(question, thought)
        while self._size > self._room:
            forgotten, former = self._thoughts.popitem(last=False)
            self._size -= _size(forgotten, former)


def _size(question: Question, thought: bytes) -> int:
    return len(thought) + len(pickle.dumps(question.given, pickle.HIGHEST_PROTOCOL))
