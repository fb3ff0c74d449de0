"""What two people agree on before they play."""

from dataclasses import dataclass, replace

from bot.app.model.clocks import CLOCKS, Clock
from bot.app.model.mode_entry import MatchPlay, PlayableMode
from bot.app.model.modes import DUEL, PLAYABLE, match_plays
from bot.game.modes import Mode
from solver.variant import Variant, variant_named


@dataclass(frozen=True, slots=True)
class Terms:
    """How, with which codes and how fast they play, all by name, and whether it counts for their ratings."""

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
        """How the bot offers the mode."""
        return PLAYABLE[self.mode]

    @property
    def play(self) -> MatchPlay:
        """How matches in the mode are played. Raises KeyError for a mode that is not for matches."""
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
        """What has a rating of its own: variants of one shape are one game."""
        return self.the_variant.shape

    @property
    def fits_a_card(self) -> bool:
        """Whether it can be played on a card, where codes are keyed and not typed, as words are."""
        return not self.the_variant.words

    @property
    def on_a_card(self) -> "Terms":
        """The same as it is played on a card: that makes no phone ring, so a guess has a day at least."""
        return replace(self, clock=self.the_clock.on_card or self.clock)

    @property
    def as_can_be(self) -> "Terms":
        """The same, rated only where that is possible."""
        return replace(self, rated=self.rated and not self.unrated_because)

    @property
    def unrated_because(self) -> str:
        """The text key of why a game on these terms cannot count for ratings; empty: it can.

        Without a clock nobody loses for staying away, so nothing is at stake.
        """
        return self.play.unrated_because or ("toast.rated-needs-clock" if self.the_clock.seconds is None else "")
