"""What foul play leaves behind, for the verdict to look at."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from faults.judging.match_rows import StoredMatch, StoredResult


@dataclass(frozen=True, slots=True)
class Costly:
    """A rated match that somebody left, or let the clock end, when that had to cost them the game."""

    match: str
    person: int


@dataclass(frozen=True, slots=True)
class FoulEvidence:
    """What was counted while some played foul. What only a calm run can tell is left as it is in any other."""

    crew: frozenset[int] = frozenset()
    """The chats and people of those who played foul."""
    calm: bool = False
    """Whether nothing broke meanwhile."""
    most_waiting: Mapping[int, int] = field(default_factory=dict)
    """How many messages waited for each chat at once, at most."""
    most_jobs: int = 0
    """How many things were to be thought about later, at most."""
    open_games: Mapping[int, int] = field(default_factory=dict)
    """The matches and challenges that each of the crew had open at once, at most."""
    costly: tuple[Costly, ...] = ()
    matches: tuple[StoredMatch, ...] = ()
    """The crew's."""
    results: tuple[StoredResult, ...] = ()
    uncounted: tuple[str, ...] = ()
    """Guesses of theirs that had to count, and did not."""
    wrongs: tuple[str, ...] = ()
    """In a calm run: what they saw, and must not have seen."""
    outages: int = 0
    """In a calm run: how often the bot noted that it had been away."""
    unanswered: int = 0
    """In a calm run: presses of others that were never answered."""
    overtaken: int = 0
    """In a calm run: how many letters to the crew left, at most, while somebody else waited for one answer."""
    alarms: tuple[str, ...] = ()
    """In a calm run: what the bot logged as a warning or an error."""
