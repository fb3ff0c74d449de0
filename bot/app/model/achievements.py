"""What can be achieved in games alone. A new achievement is one entry here, and its words in each language."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.app.model.ledger import CLEAN, Ledger
from bot.app.model.levels import STRONGEST
from bot.app.model.masteries import Masteries
from solver.variant import VARIANTS

ACCURATE = 95.0
"""Percent over the last CLEAN games without hints."""
WEEK = 7
"""Codes of days in a row."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What achievements are told by. `streak`: the longest at the codes of days; `language`: the person's."""

    ledger: Ledger
    masteries: Masteries
    streak: int
    language: str


@dataclass(frozen=True, slots=True)
class Achievement:
    """An achievement: its name, and how much of how much is done."""

    name: str
    done: Callable[[Seen], int]
    of: Callable[[Seen], int] = lambda _seen: 1

    def is_reached(self, seen: Seen) -> bool:
        """Whether all of it is done."""
        return self.done(seen) >= self.of(seen)


def _accurate(seen: Seen) -> int:
    """Games out of CLEAN; the last one counts once the accuracy is there."""
    clean = seen.ledger.clean
    if len(clean) < CLEAN:
        return len(clean)
    return CLEAN if sum(clean) / CLEAN >= ACCURATE else CLEAN - 1


def _variants(seen: Seen) -> frozenset[str]:
    """Every variant but words of other languages."""
    return frozenset(
        name for name, variant in VARIANTS.items() if variant.words.partition("-")[0] in {"", seen.language}
    )


def _broken(seen: Seen) -> int:
    solved = {key.split()[1] for key, tally in seen.ledger.tallies.items() if key and tally.solved}
    return len(solved & _variants(seen))


ACHIEVEMENTS = {
    achievement.name: achievement
    for achievement in (
        Achievement("number", lambda seen: int(seen.masteries.games > 0)),
        Achievement("flawless", lambda seen: int(seen.ledger.of_all.flawless > 0)),
        Achievement("perfect", lambda seen: int(STRONGEST in seen.ledger.levels)),
        Achievement("week", lambda seen: seen.streak, lambda _seen: WEEK),
        Achievement("accurate", _accurate, lambda _seen: CLEAN),
        Achievement("variants", _broken, lambda seen: len(_variants(seen))),
    )
}
"""By name, in the order of the screen."""


def reached(seen: Seen) -> set[str]:
    """The names of those that are reached."""
    return {name for name, achievement in ACHIEVEMENTS.items() if achievement.is_reached(seen)}
