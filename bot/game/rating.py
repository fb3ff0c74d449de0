"""How strong a person plays, by Glicko-2: each rated game is a rating period of its own, and days away are some too."""

from dataclasses import dataclass

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating, win_probability

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
TAU = 0.5
"""How fast a volatility may change: what Glickman's example takes."""
UNKNOWN = 350.0
"""The deviation of somebody of whom nothing is known; it never grows beyond."""
PROVISIONAL = 110.0
"""Above this deviation a rating is shown with a question mark: the truth may well be 200 points away. So on lichess."""
DAYS_A_PERIOD = 4.665
"""Days away that count as one period: within a year a deviation of 60, where people who play often settle,
grows to PROVISIONAL again. So on lichess (0.21436 periods a day)."""
WILDEST = 0.1
"""The highest volatility: past it a rating might never settle again."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength, how uncertain it is, and how unsteady."""

    value: float
    deviation: float
    volatility: float

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known for the value to say much."""
        return self.deviation > PROVISIONAL


START = Rating(1500.0, UNKNOWN, 0.06)
"""Of somebody who has not played yet."""


def after_pause(rating: Rating, days: float) -> Rating:
    """The rating of somebody who has not played for so long: as strong, but less certain."""
    periods = max(0.0, days) / DAYS_A_PERIOD
    phi = (rd_to_phi(rating.deviation) ** 2 + periods * rating.volatility**2) ** 0.5
    return Rating(rating.value, min(UNKNOWN, phi_to_rd(phi)), rating.volatility)


def after_game(mine: Rating, rival: Rating, score: float) -> Rating:
    """My rating after a game against the rival, both as they were before it."""
    return after_period(mine, ((rival, score),))


def after_period(mine: Rating, games: tuple[tuple[Rating, float], ...]) -> Rating:
    """My rating after these games, which count as played at once."""
    opponents = [(rating_to_mu(rival.value), rd_to_phi(rival.deviation), score) for rival, score in games]
    new = update_rating(rating_to_mu(mine.value), rd_to_phi(mine.deviation), mine.volatility, opponents, TAU)
    return Rating(mu_to_rating(new.mu), min(UNKNOWN, phi_to_rd(new.phi)), min(WILDEST, new.sigma))


def expected(mine: Rating, rival: Rating) -> float:
    """The score to expect of a game, 0 to 1; the less is known, the closer to a half."""
    return win_probability(
        rating_to_mu(mine.value), rd_to_phi(mine.deviation), rating_to_mu(rival.value), rd_to_phi(rival.deviation)
    )
