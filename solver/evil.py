"""The adversarial code maker (evil mode): it keeps no secret; each reply leaves as many candidates as possible."""

from dataclasses import dataclass

from solver.feedback import Feedback, History
from solver.position import position_after
from solver.replies import split
from solver.tables import all_codes, as_code
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Trail:
    """The number of candidates before the first guess and after each turn, and one code that fits all the replies."""

    left: tuple[int, ...]
    example: Code


def hardest_reply(variant: Variant, history: History, guess: Code) -> Feedback:
    """The reply to `guess` that leaves most candidates; of equals the one that tells least: fewest bulls, then cows.

    So the code is broken only by whoever has left no other. Raises InconsistentHistory if no candidate is left.
    """
    parts = split(position_after(variant, history), guess)
    return min(parts, key=lambda part: (-len(part[1]), part[0]))[0]


def trail(variant: Variant, history: History) -> Trail:
    """The number of candidates turn by turn. Raises InconsistentHistory if no candidate is left."""
    position, asked = position_after(variant), set[tuple[Code, Feedback]]()
    left = [len(position.left)]
    for guess, feedback in history:
        if (guess, feedback) not in asked:  # repeated turns add no information
            position = position.after(guess, feedback)
            asked.add((guess, feedback))
        left.append(len(position.left))
    return Trail(tuple(left), as_code(all_codes(variant)[position.left[0]]))
