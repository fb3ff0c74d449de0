"""Heavy thought: what is asked, and whoever thinks about it away from the event loop."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, ParamSpec, Protocol, TypeVar

Given = ParamSpec("Given")
Thought = TypeVar("Thought")


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


class TooMuchToThink(Exception):
    """The thought takes too long, or kills whoever thinks it: whoever asked is told, and nothing else fails."""

    word = "too-much"
    """Says which message tells of it."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.about.__name__)
        self.question = question


class TooMuchAtOnce(TooMuchToThink):
    """One person waits for so many thoughts that updates of others would wait behind theirs."""

    word = "too-fast"


class Recall(Protocol):
    """Recalls thoughts as if the function were called: `recall(advise, variant, history)`."""

    def __call__(self, about: Callable[Given, Thought], /, *given: Given.args, **named: Given.kwargs) -> Thought:
        """What `about` comes to. Raises ThinkFirst if that has not been thought about."""


class Mind(Protocol):
    """Thinks away from the event loop."""

    async def think(self, question: Question, whose: int = 0) -> None:
        """Have the thought ready for `recall`, and hold it until it is released.

        Raises TooMuchToThink, and TooMuchAtOnce for a person who waits for several already. `whose`: the person who
        asks; people take turns. 0: nobody.
        """

    def release(self, question: Question) -> None:
        """Whoever had it thought about needs it no more."""

    def recall(self, question: Question) -> Any:
        """The thought. Raises ThinkFirst if it has not been had, and the ValueError that it came to instead.

        Raises TooMuchToThink for a minute where it was.
        """


def recalled_by(recall: Callable[[Question], Any]) -> Recall:
    """Recalls by asking `recall`."""

    def recalled(about: Callable[Given, Thought], /, *given: Given.args, **_none: Given.kwargs) -> Thought:
        thought: Thought = recall(Question(about, given))
        return thought

    return recalled
