"""Glicko-2 after Glickman's paper (glicko.net/glicko/glicko2.pdf), independent of the bot's code.

Each game is a rating period of its own with one opponent.
"""

import math
from dataclasses import dataclass, replace

SCALE, TAU = 173.7178, 0.5
PRECISION, WIDE = 1e-9, 30.0
"""For the logarithm of the squared volatility: the precision, and the width of the search."""
WIDEST, WILDEST = 350.0, 0.1
SECONDS_A_PERIOD = 4.665 * 86_400.0


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating with the counts of wins, draws and losses, and the time of the last game."""

    rating: float = 1500.0
    deviation: float = WIDEST
    volatility: float = 0.06
    wins: int = 0
    draws: int = 0
    losses: int = 0
    played_at: float = 0.0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    def at(self, now: float) -> "Strength":
        """The rating at that time: less certain, the longer ago the last game was."""
        if not self.games:
            return self
        periods = max(0.0, now - self.played_at) / SECONDS_A_PERIOD
        phi = math.hypot(self.deviation / SCALE, math.sqrt(periods) * self.volatility)
        return replace(self, deviation=min(WIDEST, SCALE * phi))

    def after(self, rival: "Strength", score: float, now: float) -> "Strength":
        """The rating after a game at that time; both ratings are taken as they were then."""
        mu, phi = (self.rating - 1500) / SCALE, self.deviation / SCALE
        rivals_mu, rivals_phi = (rival.rating - 1500) / SCALE, rival.deviation / SCALE
        g = 1 / math.sqrt(1 + 3 * rivals_phi**2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - rivals_mu)))
        variance = 1 / (g**2 * expected * (1 - expected))
        sigma = _volatility(self.volatility, phi, variance, variance * g * (score - expected))
        phi = 1 / math.sqrt(1 / (phi**2 + sigma**2) + 1 / variance)
        return Strength(
            rating=1500 + SCALE * (mu + phi**2 * g * (score - expected)),
            deviation=min(WIDEST, SCALE * phi),
            volatility=min(WILDEST, sigma),
            wins=self.wins + (score == 1),
            draws=self.draws + (score == 0.5),
            losses=self.losses + (score == 0),
            played_at=now,
        )

    def halved(self, before: "Strength") -> "Strength":
        """The strength after a game that counts half: half of the way from the one before it."""
        return replace(
            self,
            rating=(self.rating + before.rating) / 2,
            deviation=(self.deviation + before.deviation) / 2,
            volatility=(self.volatility + before.volatility) / 2,
        )


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the root of f, which falls everywhere, by bisection."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        grown = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - start) / TAU**2

    low, high = start - WIDE, start + WIDE
    while high - low > PRECISION:
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return math.exp(low / 2)
