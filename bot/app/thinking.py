"""The port to solver processes: long computations off the event loop."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, ParamSpec, Protocol, TypeVar

Given = ParamSpec("Given")
Thought = TypeVar("Thought")


@dataclass(frozen=True, slots=True)
class Question:
    """A computation: a pure function of the solver's, and its arguments."""

    about: Callable[..., Any]
    given: tuple[Hashable, ...]


class NeedsThought(Exception):
    """The work needs a result that is not cached: roll back, compute, begin again."""

    def __init__(self, question: Question) -> None:
        super().__init__("a thought is needed")
        self.question = question


class TooMuchToThink(Exception):
    """The computation takes too long, or kills its process. Whoever asked is told; nothing else fails."""

    word = "too-much"
    """Names the message that says so."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.about.__name__)
        self.question = question


class TooMuchAtOnce(TooMuchToThink):
    """One person waits for so many computations that updates of others would wait as well."""

    word = "too-fast"


class Recall(Protocol):
    """Recalls results as if the function were called: `recall(advise, variant, history)`."""

    def __call__(self, about: Callable[Given, Thought], /, *given: Given.args, **named: Given.kwargs) -> Thought:
        """The result of `about`. Raises NeedsThought if it is not cached."""


class Compute(Protocol):
    """Computes in other processes, and caches results."""

    async def think(self, question: Question, whose: int = 0) -> None:
        """Compute the result for `recall`, and hold it until it is released.

        Raises TooMuchToThink, and TooMuchAtOnce for a person who waits for too many already. `whose`: the person who
        asks; people take turns. 0: nobody.
        """

    def release(self, question: Question) -> None:
        """Release the result: its caller needs it no more."""

    def recall(self, question: Question) -> Any:
        """The result. Raises NeedsThought if it is not cached, and the ValueError that the function raised.

        Raises TooMuchToThink for a minute after the computation took too long.
        """


def recall_by(recall: Callable[[Question], Any]) -> Recall:
    """A Recall that calls `recall`."""

    def recall_one(about: Callable[Given, Thought], /, *given: Given.args, **_none: Given.kwargs) -> Thought:
        thought: Thought = recall(Question(about, given))
        return thought

    return recall_one
