"""The code maker who keeps no secret: every reply leaves as many codes as it can, and yet all of them fit together."""

from solver.feedback import Feedback, History
from solver.position import position_after
from solver.replies import split
from solver.variant import Code, Variant


def hardest_reply(variant: Variant, history: History, guess: Code) -> Feedback:
    """The reply to `guess` that leaves most candidates; of equals the one that tells least: fewest bulls, then cows.

    So the code is broken only by whoever has left no other. Raises InconsistentHistory if no candidate is left.
    """
    parts = split(position_after(variant, history), guess)
    return min(parts, key=lambda part: (-len(part[1]), part[0]))[0]
