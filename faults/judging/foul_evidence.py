"""The evidence about attackers."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from faults.judging.match_rows import StoredMatch, StoredResult


@dataclass(frozen=True, slots=True)
class Costly:
    """A rated match that somebody left, or let run out of time, when that had to cost them the game."""

    match: str
    person: int


@dataclass(frozen=True, slots=True)
class FoulEvidence:
    """Counts during attacks. Those of a calm run keep their defaults in any other."""

    crew: frozenset[int] = frozenset()
    """The chats and people of the attackers."""
    calm: bool = False
    """Whether no fault was injected."""
    most_waiting: Mapping[int, int] = field(default_factory=dict)
    """By chat, the most messages that waited at once."""
    most_jobs: int = 0
    """The most long jobs that waited at once."""
    open_games: Mapping[int, int] = field(default_factory=dict)
    """By attacker, the most matches and challenges open at once."""
    costly: tuple[Costly, ...] = ()
    matches: tuple[StoredMatch, ...] = ()
    """The attackers' matches."""
    results: tuple[StoredResult, ...] = ()
    uncounted: tuple[str, ...] = ()
    """Their guesses that had to count and did not."""
    wrongs: tuple[str, ...] = ()
    """In a calm run: things that they saw and must not have seen."""
    outages: int = 0
    """In a calm run: the outages that the bot recorded."""
    unanswered: int = 0
    """In a calm run: presses of others without an answer."""
    overtaken: int = 0
    """In a calm run: the most messages that were sent to attackers while another player waited for one answer."""
    alarms: tuple[str, ...] = ()
    """In a calm run: warnings and errors that the bot logged."""
