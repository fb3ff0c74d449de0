"""Ratings by Glicko-2, each rated game a period of its own; and pairing of people who look for a rival."""

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating, win_probability

# Pairs people who look for a rival. Pure functions; times in seconds.

AT_ONCE = 20.0
"""The reach in rating points at the beginning of a search."""
PER_SECOND = 5.0
"""Rating points that each second of waiting adds to the reach."""
PATIENCE = 90.0
"""Seconds after which a rival of any rating is accepted."""
FAITHFUL = 0.8
"""People who play a smaller share of their games to the end are paired last."""
FREE_ABORTS, ABORTS_COUNT = 2, 3600.0
"""So many matches aborted before the first guess within so many seconds cost nothing: connections are lost."""
PAUSE, LONGEST_PAUSE = 30.0, 1800.0
"""Seconds without a rival after the next one; each further one doubles them, up to the longest."""
OTHERS_FIRST = 15.0
"""Seconds for a better rival to come, before one who is paired last meets one who is not."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody who has looked for a rival since that time. `terms`: the terms; only equal ones are paired."""

    person: int
    terms: Hashable
    rating: float
    deviation: float
    """The uncertainty of the rating."""
    completion: float
    """The share of games that they played to the end, 0 to 1."""
    since: float
    last_rival: int | None = None
    paired_from: float = 0.0
    """Until that time they meet nobody: see `pause_after`."""
    has_met: bool = False
    """Whether they are at a match with whoever looks for a rival, or one of the two has aborted one today."""

    @property
    def is_paired_last(self) -> bool:
        """Whether they often leave games."""
        return self.completion < FAITHFUL

    def waited(self, now: float) -> float:
        """Seconds for which they have looked."""
        return max(0.0, now - self.since)


def reach(seeker: Seeker, now: float) -> float:
    """The difference in rating points that this side accepts; it grows until anybody is accepted."""
    waited = seeker.waited(now)
    return math.inf if waited >= PATIENCE else AT_ONCE + seeker.deviation / 4 + PER_SECOND * waited


def may_meet(one: Seeker, other: Seeker, now: float) -> bool:
    """Whether the two may be paired, blocks aside. It is symmetric, and once true stays true."""
    return (
        one.person != other.person
        and one.terms == other.terms
        and now >= max(one.paired_from, other.paired_from)
        and have_let_others_go_first(one, other, now)
        and abs(one.rating - other.rating) <= reach(one, now) + reach(other, now)
    )


def pause_after(aborts: int) -> float:
    """Seconds from the last of so many aborted matches until the lobby pairs somebody again."""
    over = aborts - FREE_ABORTS
    return min(LONGEST_PAUSE, PAUSE * 2.0 ** (over - 1)) if over > 0 else 0.0


def have_just_met(one: Seeker, other: Seeker) -> bool:
    """Whether one was the other's last rival, or the like: then anybody else who waits is met first."""
    return other.has_met or one.last_rival == other.person or other.last_rival == one.person


def have_let_others_go_first(one: Seeker, other: Seeker, now: float) -> bool:
    """Whether enough time has passed for a better rival, where only one of the two often leaves games."""
    either = max(one.waited(now), other.waited(now))
    return one.is_paired_last == other.is_paired_last or either >= OTHERS_FIRST


def rival_for(seeker: Seeker, others: Iterable[Seeker], now: float) -> Seeker | None:
    """The rival among those allowed: people who stay first, then the closest in rating, then the longest waiting.

    While anybody waits on these terms whom they have not just met, whoever they have just met is not allowed.
    """
    waiting = [other for other in others if other.person != seeker.person and other.terms == seeker.terms]
    fresh = [other for other in waiting if not have_just_met(seeker, other)]
    allowed = [other for other in fresh or waiting if may_meet(seeker, other, now)]
    return min(
        allowed,
        key=lambda other: (other.is_paired_last, abs(other.rating - seeker.rating), other.since, other.person),
        default=None,
    )


# Ratings by Glicko-2: each rated game is a rating period of its own, and so are days without a game.

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
TAU = 0.5
"""The system constant: how fast volatility may change, as in Glickman's example."""
UNKNOWN = 350.0
"""The deviation of a new player, and the largest one."""
PROVISIONAL = 110.0
"""Above this deviation a rating is shown with a question mark: it may be 200 points off. As on lichess."""
DAYS_A_PERIOD = 4.665
"""Days away that count as one period: within a year a deviation of 60, where people who play often settle,
grows to PROVISIONAL again. So on lichess (0.21436 periods a day)."""
WILDEST = 0.1
"""The highest volatility; above it a rating might never settle again."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating: its value, deviation and volatility."""

    value: float
    deviation: float
    volatility: float

    @property
    def is_provisional(self) -> bool:
        """Whether the deviation is too large for the value to mean much."""
        return self.deviation > PROVISIONAL


START = Rating(1500.0, UNKNOWN, 0.06)
"""The rating of a new player."""


def after_pause(rating: Rating, days: float) -> Rating:
    """The rating after so many days without a game: the same value, with more uncertainty."""
    periods = max(0.0, days) / DAYS_A_PERIOD
    phi = (rd_to_phi(rating.deviation) ** 2 + periods * rating.volatility**2) ** 0.5
    return Rating(rating.value, min(UNKNOWN, phi_to_rd(phi)), rating.volatility)


def after_game(mine: Rating, rival: Rating, score: float) -> Rating:
    """My rating after a game against the rival; both ratings are those before it. `score`: 0, 0.5 or 1."""
    return after_period(mine, ((rival, score),))


def after_period(mine: Rating, games: tuple[tuple[Rating, float], ...]) -> Rating:
    """My rating after these games, taken as one rating period."""
    opponents = [(rating_to_mu(rival.value), rd_to_phi(rival.deviation), score) for rival, score in games]
    new = update_rating(rating_to_mu(mine.value), rd_to_phi(mine.deviation), mine.volatility, opponents, TAU)
    return Rating(mu_to_rating(new.mu), min(UNKNOWN, phi_to_rd(new.phi)), min(WILDEST, new.sigma))


def half_way(before: Rating, after: Rating) -> Rating:
    """The rating after a game that counts half."""
    return Rating(
        (before.value + after.value) / 2,
        (before.deviation + after.deviation) / 2,
        (before.volatility + after.volatility) / 2,
    )


def expected(mine: Rating, rival: Rating) -> float:
    """The expected score of a game, 0 to 1; the less is known, the closer to 0.5."""
    return win_probability(
        rating_to_mu(mine.value), rd_to_phi(mine.deviation), rating_to_mu(rival.value), rd_to_phi(rival.deviation)
    )
