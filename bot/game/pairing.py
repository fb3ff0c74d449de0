"""Who meets whom of those who look for a rival. The time comes in as an argument."""

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

AT_ONCE = 20.0
"""Rating points that a person reaches when they begin to look."""
PER_SECOND = 5.0
"""Points that every second of waiting adds."""
PATIENCE = 90.0
"""Seconds after which a rival of any rating will do."""
FAITHFUL = 0.8
"""Whoever plays a smaller share of their games to the end is paired last."""
OTHERS_FIRST = 15.0
"""Seconds in which a better rival may come, before one who is paired last meets one who is not."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody who looks for a rival since that time. `wish`: what they want to play; only equal wishes meet."""

    person: int
    wish: Hashable
    rating: float
    deviation: float
    """How uncertain the rating is."""
    completion: float
    """The share of their games that they played to the end."""
    since: float
    last_rival: int | None = None

    @property
    def is_paired_last(self) -> bool:
        """Whether they leave games often."""
        return self.completion < FAITHFUL

    def waited(self, now: float) -> float:
        """Seconds for which they have looked."""
        return max(0.0, now - self.since)


def reach(seeker: Seeker, now: float) -> float:
    """How many points away a rival may be, as far as this side is concerned: ever more, in the end anybody."""
    waited = seeker.waited(now)
    return math.inf if waited >= PATIENCE else AT_ONCE + seeker.deviation / 4 + PER_SECOND * waited


def may_meet(one: Seeker, other: Seeker, now: float) -> bool:
    """Whether the two may be paired, a block between them aside; it is the same whoever asks, and does not pass."""
    return (
        one.person != other.person
        and one.wish == other.wish
        and not have_just_met(one, other)
        and have_let_others_go_first(one, other, now)
        and abs(one.rating - other.rating) <= reach(one, now) + reach(other, now)
    )


def have_just_met(one: Seeker, other: Seeker) -> bool:
    """Whether either has played nobody else since: then only a rematch, for which both ask, brings them together."""
    return one.last_rival == other.person or other.last_rival == one.person


def have_let_others_go_first(one: Seeker, other: Seeker, now: float) -> bool:
    """Whether a better rival has had the time to come, where one of the two alone leaves games often."""
    either = max(one.waited(now), other.waited(now))
    return one.is_paired_last == other.is_paired_last or either >= OTHERS_FIRST


def rival_for(seeker: Seeker, others: Iterable[Seeker], now: float) -> Seeker | None:
    """Whom to play: of those who may be met and do not leave games, the closest; of these who has waited longest."""
    allowed = [other for other in others if may_meet(seeker, other, now)]
    return min(
        allowed,
        key=lambda other: (other.is_paired_last, abs(other.rating - seeker.rating), other.since, other.person),
        default=None,
    )
