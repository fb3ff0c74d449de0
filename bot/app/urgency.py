"""How soon a letter should leave where not all of them can leave at once."""

from enum import IntEnum


class Urgency(IntEnum):
    """The less, the sooner. Within a chat, answers and news keep their order; the others come after them."""

    ANSWER = 1
    """To what somebody has just done, where they did it."""
    NEWS = 2
    """To one person, or one group: it is their turn, somebody has come, a game has ended."""
    MANY = 3
    """The same thing to many, who only look on."""
    TIDYING = 4
    """Nobody waits for it: buttons go that count no more."""

    @property
    def is_for_many(self) -> bool:
        """Whether it shares the part of all that may be sent which is for many, and gets no more."""
        return self >= Urgency.MANY
