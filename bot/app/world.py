"""The world outside, as the use cases need it: time, chance, thoughts, and what only Telegram knows.

`bot/world.py` has the real one.
"""

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, ParamSpec, Protocol, TypeVar

from bot.app.daily.model import NO_CODES, Codes
from solver.variant import Code, Variant

# The port to what only Telegram knows: it is asked outside of transactions, as thoughts are had.


class NeedsAnswer(Exception):
    """The work needs to know what Telegram has not been asked lately: roll back, ask, begin again."""

    def __init__(self, ask: Callable[[], Awaitable[None]]) -> None:
        super().__init__("an answer is needed")
        self.ask = ask
        """Asks, and does not raise. What comes of it is remembered for longer than the work takes to begin again."""


class NoAnswer(Exception):
    """Telegram does not say, or is not to be asked now. Whoever wished to know is told; nothing else fails."""


class Administers(Protocol):
    """Whether somebody administers a group."""

    def __call__(self, chat: int, person: int, /) -> bool:
        """Whether the person does now, or did some seconds ago. Raises NeedsAnswer and NoAnswer."""


def nobody_administers(_chat: int, _person: int) -> bool:
    """The answer where there is no Telegram to ask."""
    return False


# The port to solver processes: long computations off the event loop.

Given = ParamSpec("Given")
Thought = TypeVar("Thought")


@dataclass(frozen=True, slots=True)
class Computation:
    """A computation: a pure function of the solver's, and its arguments."""

    about: Callable[..., Any]
    given: tuple[Hashable, ...]


class NeedsThought(Exception):
    """The work needs a result that is not cached: roll back, compute, begin again."""

    def __init__(self, question: Computation) -> None:
        super().__init__("a thought is needed")
        self.question = question


class TooMuchToThink(Exception):
    """The computation takes too long, or kills its process. Whoever asked is told; nothing else fails."""

    word = "too-much"
    """Names the message that says so."""

    def __init__(self, question: Computation) -> None:
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

    async def think(self, question: Computation, whose: int = 0) -> None:
        """Compute the result for `recall`, and hold it until it is released.

        Raises TooMuchToThink, and TooMuchAtOnce for a person who waits for too many already. `whose`: the person who
        asks; people take turns. 0: nobody.
        """

    def release(self, question: Computation) -> None:
        """Release the result: its caller needs it no more."""

    def recall(self, question: Computation) -> Any:
        """The result. Raises NeedsThought if it is not cached, and the ValueError that the function raised.

        Raises TooMuchToThink for a minute after the computation took too long.
        """


def recall_nothing(about: Callable[Given, Thought], /, *_given: Given.args, **_none: Given.kwargs) -> Thought:
    """For screens that need no computation."""
    raise LookupError(about.__name__)


def recall_by(recall: Callable[[Computation], Any]) -> Recall:
    """A Recall that calls `recall`."""

    def recall_one(about: Callable[Given, Thought], /, *given: Given.args, **_none: Given.kwargs) -> Thought:
        thought: Thought = recall(Computation(about, given))
        return thought

    return recall_one


# The world outside, as the use cases need it; `bot/world.py` has the real one.


def no_seed(_name: str) -> str:
    """The seed where nothing is relabelled."""
    return ""


@dataclass(frozen=True, slots=True)
class World:
    """Time, chance and what the bot knows of itself. Tests pass a fixed one."""

    username: str
    now: Callable[[], float]
    draw_secret: Callable[[Variant], Code]
    new_salt: Callable[[], str]
    new_id: Callable[[], str]
    new_token: Callable[[], str]
    """128 random bits that may stand in a link."""
    recall: Recall
    """What a function of the solver's comes to. Raises NeedsThought if that has not been thought about."""
    draw_number: Callable[[int, int], int]
    """A number between these two, or one of them."""
    has_inline: bool = True
    """Whether its name may be typed in any chat: Telegram takes no button that leads there otherwise."""
    daily: Codes = NO_CODES
    admins: frozenset[int] = frozenset()
    """Who may use /admin."""
    app_url: str = ""
    """The address of the Mini App's page; empty: there is none."""
    version: str = ""
    """The bot's, which /admin tells."""
    administers: Administers = nobody_administers
    """Whether somebody administers a group. Raises NeedsAnswer if Telegram has not been asked lately."""
    seed_of: Callable[[str], str] = no_seed
    """A seed for what has that name, which nobody can foresee: the same when an update is begun again for a thought."""

    @property
    def today(self) -> int:
        """The number of the code of the day that is played now."""
        return self.daily.calendar.number_at(self.now())
