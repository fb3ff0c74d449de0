"""Heavy thought: what is asked, and whoever thinks about it away from the event loop."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Question:
    """Something to think about: a pure function of the solver's, and what it is given."""

    about: Callable[..., Any]
    given: tuple[Hashable, ...]


class ThinkFirst(Exception):
    """The work needs a thought that has not been had yet: roll back, think, begin again."""

    def __init__(self, question: Question) -> None:
        super().__init__("a thought is needed")
        self.question = question


class Mind(Protocol):
    """Thinks away from the event loop."""

    async def think(self, question: Question) -> None:
        """Have the thought ready for `recall`."""

    def recall(self, question: Question) -> Any:
        """The thought. Raises ThinkFirst if it has not been had."""
