"""How urgent an outbox item is, where not all can be sent at once."""

from enum import IntEnum


class Urgency(IntEnum):
    """The lower, the sooner. Within a chat, answers and news keep their order; the others come after them."""

    ANSWER = 1
    """An answer to what somebody has just done, where they did it."""
    NEWS = 2
    """News for one person or group: it is their turn, somebody has joined, a game has ended."""
    MANY = 3
    """The same news to many, who only look on."""
    TIDYING = 4
    """The removal of buttons that no longer count; nobody waits for it."""

    @property
    def is_for_many(self) -> bool:
        """Whether it draws on the budget for many."""
        return self >= Urgency.MANY
