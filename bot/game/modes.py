"""The rules of each mode: who sits, who answers, in which order. A new mode is one entry here.

How a mode is offered and what is said of it stands in `bot/app/model/modes.py`.
"""

from dataclasses import dataclass
from enum import Enum


class FeedbackFrom(Enum):
    """Who answers the guesses."""

    SECRET = "secret"  # noqa: S105  a secret of the game, not of ours
    """Nobody has to: the feedback follows from a secret that is kept."""
    PERSON = "person"
    """A person who knows the secret. They may err, and amend a reply later."""
    ADVERSARY = "adversary"
    """The bot, without a secret: it computes each reply from the guesses so far."""


@dataclass(frozen=True, slots=True)
class Mode:
    """How many sit, whose secrets they break, who answers, in which order, and who sees what."""

    name: str
    seats: int = 1
    """So many to begin with."""
    most: int | None = None
    """Others may sit down until there are so many, and whoever leaves leaves the rest to it; None: nobody may."""
    own_secrets: bool = False
    """Each of two keeps a secret, which the other breaks; else all break the same."""
    feedback_from: FeedbackFrom = FeedbackFrom.SECRET
    in_turn: bool = False
    """They guess in turn; else each at their own pace."""
    is_open: bool = True
    """Everybody sees every guess; else only that it was made, and its feedback."""
    last_word: bool = False
    """Whoever came second still has a turn when the first has broken the code, so that a draw is possible."""

    @property
    def has_secret(self) -> bool:
        """Whether the game holds a secret from which the feedback follows; else each reply is stored with its guess."""
        return self.feedback_from is FeedbackFrom.SECRET

    @property
    def shares_history(self) -> bool:
        """Whether all guess at one secret and learn from each other's guesses."""
        return self.is_open and not self.own_secrets

    @property
    def grows(self) -> bool:
        """Whether people may come and go."""
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
