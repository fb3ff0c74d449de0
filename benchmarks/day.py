"""A day of a million players, as arithmetic: what begins in a second of its busiest ten minutes.

The shares are assumptions. How many updates and messages a game takes is measured (`benchmarks/million.py`).
"""

from dataclasses import dataclass

from benchmarks.year import GAMES

ALONE, MATCH, GROUP = "alone", "match", "group"
KINDS = (ALONE, MATCH, GROUP)
PEOPLE = {ALONE: 1, MATCH: 2, GROUP: 3}
"""How many people play a game."""
SHARES = {ALONE: 0.85, MATCH: 0.10, GROUP: 0.05}
"""Of all games that a person plays."""
BUSIEST_HOUR = 0.09
"""Its share of the day; the busiest ten minutes are a sixth of it."""
TEN_MINUTES = 600.0
THOUGHT = 12.0
"""Seconds on average between the answer to a person and their next update."""
LEAVERS = 0.1
"""Of those who play a match: they let their clock run out. So one match in five ends by its clock."""
REVIEWED = 0.1
"""Of games alone: a review is asked for. Unasked, the bot thinks about each match and game alone that is over."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day of so many players, each with so many games."""

    players: int = 1_000_000
    games: float = GAMES

    @property
    def in_the_busiest_minutes(self) -> float:
        """Games that people begin in the busiest ten minutes, a match counted for both."""
        return self.players * self.games * BUSIEST_HOUR / 6

    @property
    def begun(self) -> dict[str, float]:
        """Games that begin in a second then, by kind, each counted once."""
        people = self.in_the_busiest_minutes / TEN_MINUTES
        return {kind: people * SHARES[kind] / PEOPLE[kind] for kind in KINDS}

    @property
    def games_a_day(self) -> float:
        """Games in the day, each counted once."""
        return self.players * self.games * sum(SHARES[kind] / PEOPLE[kind] for kind in KINDS)

    @property
    def clocks(self) -> float:
        """Clocks that run out in a second of the busiest ten minutes."""
        return 2 * LEAVERS * self.begun[MATCH]

    @property
    def reviews(self) -> float:
        """Games to be thought about in a second then, asked for or not."""
        return (1 + REVIEWED) * self.begun[ALONE] + self.begun[MATCH]

    def in_a_second(self, of_a_game: dict[str, float]) -> float:
        """Updates, or messages, in a second then, where a game of each kind takes so many."""
        return sum(count * of_a_game[kind] for kind, count in self.begun.items())


MILLION = Day()
