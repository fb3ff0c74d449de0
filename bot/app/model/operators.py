"""What operators see and do in the chat: reports, bans, feedback, switches, failures. Each deed of theirs is kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.app.model.broadcast import Broadcast, Hearer


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether a person is kept away, and the features that are switched off for all, by name."""

    is_banned: bool = False
    off: frozenset[str] = frozenset()


OPEN = Gate()
"""Everything may be."""


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody has reported: when, and what the other had said."""

    by: int
    at: float
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Banned:
    """Somebody who is kept away, under which name they play, and since when."""

    person: int
    name: str
    at: float


@dataclass(frozen=True, slots=True)
class Feedback:
    """What somebody tells the operators."""

    id: int
    person: int
    name: str
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that an operator did. `person`: to whom; 0: to nobody in particular."""

    at: float
    admin: int
    deed: str
    person: int = 0
    about: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that failed and was kept. `id`: `u` with the number of an update, `m` of a message, `j` of a job.

    `kept`: what is needed to try it again, by name; empty if it cannot be tried again.
    """

    id: str
    at: float
    about: str
    error: str
    kept: Mapping[str, object]

    @property
    def can_be_retried(self) -> bool:
        """Whether enough was kept: of an update no texts are."""
        return "content" in self.kept or "kind" in self.kept


class Operators(Protocol):
    """What operators see and do, stored."""

    async def gate(self, person: int) -> Gate:
        """What the person may do."""

    async def switch(self, feature: str, *, on: bool) -> frozenset[str]:
        """Switch the feature; returns all that are off from now on. The work begins again if another switched one."""

    def ban(self, person: int, admin: int, now: float) -> None:
        """Keep the person away."""

    def unban(self, person: int) -> None:
        """Let the person come back."""

    async def banned(self, most: int) -> tuple[Banned, ...]:
        """Who is kept away, the latest first, at most so many."""

    async def waits_for_many(self, chat: int) -> bool:
        """Whether the chat still waits for something that goes to many."""

    async def reported(self, most: int) -> tuple[int, ...]:
        """Whom the oldest reports are about, at most so many reports; whoever was reported first comes first."""

    async def reports_about(self, person: int, most: int) -> tuple[Report, ...]:
        """Reports about the person, the latest first, at most so many."""

    def drop_reports_about(self, person: int, most: int) -> None:
        """The latest reports about the person are decided: delete so many."""

    async def name_of(self, person: int) -> str:
        """Under which name the person plays with others; empty: they do not."""

    def put_feedback(self, person: int, name: str, text: str, now: float) -> None:
        """Keep what somebody tells the operators."""

    async def feedback(self, most: int) -> tuple[Feedback, ...]:
        """What is still to be read, the oldest first, at most so many."""

    async def feedback_of(self, person: int, most: int) -> int:
        """How much of theirs is still to be read, counted up to so many."""

    def drop_feedback(self, feedback: int) -> None:
        """It is read."""

    def note(self, deed: Deed) -> None:
        """Keep what an operator did."""

    async def deeds(self, most: int) -> tuple[Deed, ...]:
        """What operators did, the latest first, at most so many."""

    async def deeds_about(self, person: int, most: int) -> tuple[Deed, ...]:
        """What operators did to the person, the latest first, at most so many."""

    async def failed(self, most: int) -> tuple[Failure, ...]:
        """What failed, the latest first, at most so many."""

    def drop_failure(self, failure: Failure) -> None:
        """Keep it no longer."""

    def retry_failure(self, failure: Failure, now: float) -> None:
        """Put a job or a message in line once more, and keep the failure no longer."""

    async def broadcast(self, broadcast: str) -> Broadcast | None:
        """The broadcast of that id."""

    async def latest_broadcast(self) -> Broadcast | None:
        """The one that was written last."""

    def save_broadcast(self, broadcast: Broadcast) -> None:
        """Save it. The work begins again if another has saved it since it was read."""

    async def audience(self, after: int, most: int) -> tuple[Hearer, ...]:
        """Private chats that can be reached, by id, after that one, at most so many."""
