"""What two people agree on before they play."""

from dataclasses import dataclass

from bot.game.clock import CLOCKS, Clock
from bot.game.modes import MODES, Mode
from solver.variant import VARIANTS, Variant


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
        return VARIANTS[self.variant]

    @property
    def the_clock(self) -> Clock:
        """The clock itself."""
        return CLOCKS[self.clock]

    @property
    def family(self) -> str:
        """What has a rating of its own: variants of one shape are one game."""
        return self.the_variant.shape
