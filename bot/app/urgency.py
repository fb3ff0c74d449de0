"""How urgent an outbox item is, where not all can be sent at once."""

from enum import IntEnum


class Urgency(IntEnum):
    """The lower, the sooner. Within a chat, answers and news keep their order; the others come after them."""

    ANSWER = 1
    """An answer to what somebody has just done, in their private chat or on the card that they pressed."""
    NEWS = 2
    """All else for one person or group: a group's board, whose turn it is, that a game has ended."""
    MANY = 3
    """The same news to many, who only look on."""
    TIDYING = 4
    """The removal of buttons that no longer count; nobody waits for it."""

    @property
    def is_for_many(self) -> bool:
        """Whether it draws on the budget for many."""
        return self >= Urgency.MANY
