"""The rules of each mode: number of seats, source of feedback, order. A new mode is one entry here.

How a mode is offered and described is in `bot/app/model/modes.py`.
"""

from dataclasses import dataclass
from enum import Enum


class FeedbackFrom(Enum):
    """Where the feedback on guesses comes from."""

    SECRET = "secret"  # noqa: S105  a secret of the game, not of ours
    """A stored secret, from which the feedback follows."""
    PERSON = "person"
    """A person who knows the secret. They may make mistakes, and amend a reply later."""
    ADVERSARY = "adversary"
    """The bot, without a secret: it computes each reply from the guesses so far."""


@dataclass(frozen=True, slots=True)
class Mode:
    """The rules of a mode: seats, secrets, source of feedback, order, and who sees what."""

    name: str
    seats: int = 1
    """Seats at the beginning."""
    most: int | None = None
    """People may join up to so many seats, and leave without ending the game; None: neither."""
    own_secrets: bool = False
    """Each of two keeps a secret that the other breaks; else all break the same one."""
    feedback_from: FeedbackFrom = FeedbackFrom.SECRET
    in_turn: bool = False
    """Seats guess in turn; else each at its own pace."""
    is_open: bool = True
    """All guesses are visible to all; else only their feedback."""
    last_word: bool = False
    """When the first has broken the code, the second has one more guess, so that a draw is possible."""

    @property
    def has_secret(self) -> bool:
        """Whether feedback follows from a stored secret; else it is stored with each guess."""
        return self.feedback_from is FeedbackFrom.SECRET

    @property
    def shares_history(self) -> bool:
        """Whether all break the same secret and see each other's guesses."""
        return self.is_open and not self.own_secrets

    @property
    def grows(self) -> bool:
        """Whether people may join and leave."""
        return self.most is not None


MODES = {
    mode.name: mode
    for mode in (
        Mode("solo"),
        Mode("think", feedback_from=FeedbackFrom.PERSON),
        Mode("evil", feedback_from=FeedbackFrom.ADVERSARY),
        Mode("duel", seats=2, own_secrets=True, in_turn=True, last_word=True),
        Mode("sudden", seats=2, own_secrets=True, in_turn=True),
        Mode("race", seats=2, is_open=False),
        Mode("volley", seats=2, in_turn=True),
        Mode("circle", most=20, in_turn=True),
        Mode("party", most=1000),
    )
}
