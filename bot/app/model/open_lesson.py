"""What somebody is being asked in a lesson: kept while it is open, so that an answer may be typed."""

from dataclasses import dataclass
from enum import Enum

LESSON = "lesson"
"""The kind of prompt that keeps it."""


class Round(Enum):
    """Why it is asked, and so what comes next."""

    FIRST = "first"
    """The first lesson: guesses at a secret that is shown."""
    STAGE = "stage"
    """The tasks of a stage that were not right yet, one after the other."""
    WHOLE = "whole"
    """All tasks of a stage that were right already."""
    AGAIN = "again"
    """What was missed and is due."""


@dataclass(frozen=True, slots=True)
class OpenLesson:
    """The task that is asked, and what was given already."""

    round: Round
    task: str = ""
    """Its name; none in the first lesson."""
    given: tuple[str, ...] = ()
    """Guesses of the first lesson; right answers to a task that takes several."""
    is_answered: bool = False

    @property
    def written(self) -> str:
        """It as a line."""
        return ":".join((self.round.value, self.task, ",".join(self.given), "1" * self.is_answered))


def open_lesson(line: str) -> OpenLesson | None:
    """The lesson of a line; None where nothing is kept, or what another version kept."""
    try:
        name, task, given, answered = line.split(":")
        return OpenLesson(Round(name), task, tuple(given.split(",")) if given else (), bool(answered))
    except ValueError:
        return None
