"""Ratings by Glicko-2: each rated game is a rating period of its own, and so are days without a game."""

from dataclasses import dataclass

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating, win_probability

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


def expected(mine: Rating, rival: Rating) -> float:
    """The expected score of a game, 0 to 1; the less is known, the closer to 0.5."""
    return win_probability(
        rating_to_mu(mine.value), rd_to_phi(mine.deviation), rating_to_mu(rival.value), rd_to_phi(rival.deviation)
    )
