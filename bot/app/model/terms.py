"""Terms of matches."""

from dataclasses import dataclass, replace

from bot.app.model.clocks import CLOCKS, Clock
from bot.app.model.mode_entry import MatchPlay, PlayableMode
from bot.app.model.modes import DUEL, PLAYABLE, match_plays
from bot.game.modes import Mode
from solver.variant import Variant, variant_named


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms: mode, variant and clock by name, and whether the match is rated."""

    mode: str = DUEL
    variant: str = "classic"
    clock: str = "live"
    rated: bool = True

    @property
    def the_mode(self) -> Mode:
        """The mode itself."""
        return self.playable.rules

    @property
    def playable(self) -> PlayableMode:
        """The mode's entry."""
        return PLAYABLE[self.mode]

    @property
    def play(self) -> MatchPlay:
        """The mode's entry for matches. Raises KeyError if it has none."""
        return match_plays()[self.mode]

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
        """The family of ratings: variants of one shape are one family."""
        return self.the_variant.shape

    @property
    def fits_a_card(self) -> bool:
        """Whether it can be played on a card, where codes are keyed, while words must be typed."""
        return not self.the_variant.words

    @property
    def on_a_card(self) -> "Terms":
        """The terms on a card, which notifies nobody: a guess has a day at least."""
        return replace(self, clock=self.the_clock.on_card or self.clock)

    @property
    def as_can_be(self) -> "Terms":
        """The terms, unrated where a rating is not possible."""
        return replace(self, rated=self.rated and not self.unrated_because)

    @property
    def unrated_because(self) -> str:
        """The text key of the reason why a match on these terms cannot be rated; empty: it can.

        Without a clock nobody loses by staying away, so it is not rated.
        """
        return self.play.unrated_because or ("toast.rated-needs-clock" if self.the_clock.seconds is None else "")
