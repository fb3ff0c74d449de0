"""The ways to play. A new mode is one entry."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mode:
    """How many sit, whose secrets they break, in which order, and who sees what."""

    name: str
    seats: int = 1
    """So many to begin with."""
    most: int | None = None
    """Others may sit down until there are so many, and whoever leaves leaves the rest to it; None: nobody may."""
    own_secrets: bool = False
    """Each of two keeps a secret, which the other breaks; else there is one, and the bot keeps it."""
    told: bool = False
    """There is no secret that we know: whoever is asked tells the reply to each guess."""
    in_turn: bool = False
    """They guess in turn; else each at their own pace."""
    is_open: bool = True
    """Everybody sees every guess; else only that it was made, and its feedback."""
    last_word: bool = False
    """Whoever came second still has a turn when the first has broken the code, so that a draw is possible."""

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
        Mode("think", told=True),
        Mode("evil", told=True),
        Mode("duel", seats=2, own_secrets=True, in_turn=True, last_word=True),
        Mode("sudden", seats=2, own_secrets=True, in_turn=True),
        Mode("race", seats=2, is_open=False),
        Mode("volley", seats=2, in_turn=True),
        Mode("circle", most=20, in_turn=True),
        Mode("party", most=1000),
    )
}
