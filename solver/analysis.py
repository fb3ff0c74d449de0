"""What a guess would tell: the information in each reply to it."""

import math
from dataclasses import dataclass

import numpy as np

from solver.feedback import Feedback, History, InconsistentHistory, is_consistent, possible_feedback
from solver.tables import all_codes, as_rows, candidates, feedback_ids
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply to a guess and the candidates it would leave."""

    feedback: Feedback
    count: int
    total: int

    @property
    def share(self) -> float:
        """p: how likely the reply is."""
        return self.count / self.total

    @property
    def left(self) -> float | None:
        """H: the bits still missing after this reply. None if it cannot come."""
        return math.log2(self.count) if self.count else None

    @property
    def information(self) -> float | None:
        """h: the bits this reply brings. None if it cannot come."""
        return math.log2(self.total / self.count) if self.count else None


@dataclass(frozen=True, slots=True)
class Information:
    """Everything a guess may bring under a history: one Reply for each reply of the variant."""

    guess: Code
    consistent: bool
    replies: tuple[Reply, ...]

    @property
    def bits(self) -> float:
        """The information expected of the guess."""
        return math.fsum(reply.share * (reply.information or 0.0) for reply in self.replies)

    @property
    def worst(self) -> int:
        """The size of the largest part."""
        return max(reply.count for reply in self.replies)

    @property
    def expected(self) -> float:
        """How many candidates are left on average."""
        return math.fsum(reply.share * reply.count for reply in self.replies)

    @property
    def parts(self) -> int:
        """How many different replies may come."""
        return sum(reply.count > 0 for reply in self.replies)


def information(variant: Variant, guess: Code, history: History = ()) -> Information:
    """The information table of `guess` after `history`. Raises InconsistentHistory if no candidate is left."""
    left = candidates(variant, history)
    if not len(left):
        raise InconsistentHistory
    ids = feedback_ids(variant, as_rows(guess), all_codes(variant)[left])[0]
    sizes = np.bincount(ids, minlength=len(possible_feedback(variant))).tolist()
    replies = zip(possible_feedback(variant), sizes, strict=True)
    return Information(
        guess=guess,
        consistent=is_consistent(guess, history),
        replies=tuple(Reply(feedback, count, len(left)) for feedback, count in replies),
    )
