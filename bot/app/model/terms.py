"""What two people agree on before they play."""

from dataclasses import dataclass, replace

from bot.game.clock import CLOCKS, Clock
from bot.game.modes import MODES, Mode
from solver.variant import Variant, variant_named

UNHURRIED = {"days", "none"}
"""The clocks by which nobody need be called to the game."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How, with which codes and how fast they play, all by name, and whether it counts for their ratings."""

    mode: str = "duel"
    variant: str = "classic"
    clock: str = "live"
    rated: bool = True

    @property
    def the_mode(self) -> Mode:
        """The mode itself."""
        return MODES[self.mode]

    @property
    def the_variant(self) -> Variant:
        """The variant itself."""
        return variant_named(self.variant)

    @property
    def the_clock(self) -> Clock:
        """The clock itself."""
        return CLOCKS[self.clock]

    @property
    def family(self) -> str:
        """What has a rating of its own: variants of one shape are one game."""
        return self.the_variant.shape

    @property
    def fits_a_card(self) -> bool:
        """Whether it can be played on a card, where codes are keyed and not typed, as words are."""
        return not self.the_variant.words

    @property
    def on_a_card(self) -> "Terms":
        """The same as it is played on a card: that makes no phone ring, so a guess has a day at least."""
        return self if self.clock in UNHURRIED else replace(self, clock="days")
