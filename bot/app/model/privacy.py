"""What a person may know and take away of what is stored about them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

MY_DATA = "my-data"
"""The kind of long job that gathers it, and the kind of prompt that tells when that was asked for last."""
FORGET = "forget"
"""The kind of job that forgets somebody. Its subject: the person, the language in which they are told of the end, how
far it has come; its turn: whether they are told."""
LEAVING = "leaving"
"""How far it has come at first: what runs is still to be ended."""
SILENTLY, AND_TELLS = 0, 1
MOST_ROWS = 500
"""So many rows of each table are shown, as a rule the latest."""


def forgetting(person: int, language: str = "-", place: str = LEAVING) -> str:
    """The subject of the job that forgets the person; without a language they are told nothing."""
    return f"{person} {language} {place}"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Somebody who has asked to be forgotten, and when (seconds since 1970)."""

    person: int
    at: float


class Privacy(Protocol):
    """What is stored of one person, in every table."""

    async def rows_of(self, person: int) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """By table what is stored of the person and is theirs to know, at most MOST_ROWS of each; no empty ones.

        What would tell a secret of a game that is on is left out of it.
        """

    async def forget_some(self, person: int, place: str) -> str:
        """Forget a few rows of what is stored of the person; games that others play are theirs, without the person.

        `place`: how far it has come, empty at first. Returns the next place; empty once nothing is left.
        """

    def note_forgotten(self, person: int, at: float) -> None:
        """Store that the person has asked to be forgotten; nothing else is kept of them."""
