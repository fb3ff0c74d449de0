"""Terms of matches, and their clocks. A new clock is one entry."""

from dataclasses import dataclass, replace

from bot.app.model.modes import DUEL, PLAYABLE, MatchPlay, PlayableMode, match_plays
from bot.game.daily import DAY, HOUR
from bot.game.model import Mode
from solver.variant import Variant, variant_named

# Clocks of matches. A new clock is one entry.

TIME_FOR_SECRETS = 300.0
"""The least time to set a secret, in seconds: nobody is hurried into a bad one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock: the time for each guess. All times are in seconds."""

    name: str
    label: str
    """Text key of its name."""
    seconds: float | None = None
    """None: no limit, so nobody loses on time."""
    reminder: float | None = None
    """The reminder comes so long before the end; None: never."""
    is_live: bool = False
    """Whether both are expected to stay until the end."""
    seek_lasts: float = DAY
    """The duration of a search: whoever is found should still be there."""
    rematch_lasts: float = DAY
    """How long an offer of a rematch is valid, so that nobody who has left is surprised."""
    on_card: str = ""
    """The clock used instead on a card, which notifies nobody; empty: itself."""

    def deadline(self, now: float, *, secret: bool = False) -> float | None:
        """The deadline of a guess or, with `secret`, of setting a secret; None without a limit."""
        if self.seconds is None:
            return None
        return now + (max(self.seconds, TIME_FOR_SECRETS) if secret else self.seconds)


CLOCKS = {
    clock.name: clock
    for clock in (
        Clock(
            name="live",
            label="clock.live",
            seconds=90,
            reminder=30,
            is_live=True,
            seek_lasts=1800,
            rematch_lasts=600,
            on_card="days",
        ),
        Clock(name="relaxed", label="clock.relaxed", seconds=HOUR, reminder=600, on_card="days"),
        Clock(name="days", label="clock.days", seconds=DAY, reminder=3 * HOUR),
        Clock(name="none", label="clock.none"),
    )
}
"""By name, in the order of the menu."""
UNTIMED = "none"
"""The clock of matches against the bot."""


# Terms of matches.


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


FRIENDS = Terms(clock="days", rated=False)
"""Those with a friend, until somebody chooses others: a first game by a link costs no rating, and nobody must hurry."""
LOBBY = Terms()
"""Those in the lobby, likewise."""


# Terms as one short text: equal texts mean equal terms.

RATED, FRIENDLY = "rated", "friendly"


def terms_written(terms: Terms) -> str:
    """`duel classic live rated`."""
    return f"{terms.mode} {terms.variant} {terms.clock} {RATED if terms.rated else FRIENDLY}"


def terms_read(text: str) -> Terms:
    """The terms of such a text."""
    mode, variant, clock, rated = text.split(" ")
    return Terms(mode, variant, clock, rated == RATED)
