"""How far somebody has come in the lessons, and what waits to be asked again."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

DAY = 86_400.0
REPEATED_AFTER = (1 * DAY, 3 * DAY, 7 * DAY)
"""What was missed is asked again so long after it was missed; after it was then right; and once more."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A task that waits. `step`: how often it was right since it was missed, each time when it was due."""

    step: int
    due: float
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Learner:
    """What somebody has come to in the lessons; tasks are known by their names."""

    person: int
    right: frozenset[str] = frozenset()
    """Those whose latest answer was right."""
    missed: Mapping[str, Missed] = field(default_factory=dict)
    """Those that wait to be asked again."""
    knows_replies: bool = False
    """Whether the first lesson is behind them, gone through or skipped."""
    revision: int = 0

    @property
    def has_begun(self) -> bool:
        """Whether they need no first lesson any more."""
        return self.knows_replies or bool(self.right or self.missed)

    def due(self, now: float) -> tuple[str, ...]:
        """What is to be asked again now, what waits longest first."""
        waiting = sorted(self.missed.items(), key=lambda item: (item[1].due, item[0]))
        return tuple(task for task, missed in waiting if missed.due <= now)

    def after_answer(self, task: str, *, is_right: bool, now: float) -> "Learner":
        """The learner after an answer to the task. A task that waits is put off, or done with, only when it is due."""
        others = {name: missed for name, missed in self.missed.items() if name != task}
        if not is_right:
            again = Missed(0, now + REPEATED_AFTER[0])
            return replace(self, right=self.right - {task}, missed=others | {task: again})
        known, missed = self.right | {task}, self.missed.get(task)
        if missed is None or now < missed.due:
            return replace(self, right=known)
        step = missed.step + 1
        waits = {} if step == len(REPEATED_AFTER) else {task: Missed(step, now + REPEATED_AFTER[step])}
        return replace(self, right=known, missed=others | waits)


class Learners(Protocol):
    """Stored learners."""

    async def of(self, person: int) -> Learner:
        """How far the person has come; at the beginning, where nothing is stored."""

    def keep(self, learner: Learner) -> None:
        """Keep it. The work begins again if another has kept it since it was read."""
