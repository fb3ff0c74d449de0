"""Terms of matches, and their clocks, also as people type them. A new clock is one entry."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from bot.app.language import alternatives, plain, vocabulary
from bot.app.model.modes import DUEL, PLAYABLE, MatchPlay, PlayableMode, match_plays
from bot.app.model.options import (
    IDLE,
    OF_VARIANT,
    ContraryOptions,
    GameOptions,
    NoSuchVariant,
    UnknownOption,
    family_of,
    variants_of,
)
from bot.app.reading import whole_number
from bot.app.texts import LANGUAGES, texts_in
from bot.game.daily import DAY, HOUR
from bot.game.model import Mode
from solver.variant import VARIANTS, Variant, variant_named

# Clocks of matches. A new clock is one entry.

TIME_FOR_SECRETS = 300.0
"""The least time to set a secret, in seconds: nobody is hurried into a bad one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock: the time for each guess, or for all of a seat's guesses together. All times are in seconds."""

    name: str
    label: str
    """Text key of its name."""
    seconds: float | None = None
    """None: no limit, so nobody loses on time."""
    increment: float = 0.0
    """What each guess adds to the budget that `seconds` is then; 0: there is none, each guess has its own time."""
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
    gives: float = 0.0
    """How much time one may give the other at once; 0: none."""
    known_as: str = ""
    """The clock by which a replica of the former version, which does not know this one, plays on; empty: itself."""

    def deadline(self, now: float, *, secret: bool = False) -> float | None:
        """The deadline of a guess or, with `secret`, of setting a secret; None without a limit."""
        if self.seconds is None:
            return None
        return now + (max(self.seconds, TIME_FOR_SECRETS) if secret else self.seconds)


LIVE = Clock(
    name="live",
    label="clock.live",
    seconds=90,
    reminder=30,
    is_live=True,
    seek_lasts=1800,
    rematch_lasts=600,
    on_card="days",
)
CLOCKS = {
    clock.name: clock
    for clock in (
        replace(LIVE, name="blitz", label="clock.blitz", seconds=30, reminder=10, gives=15, known_as="live"),
        LIVE,
        replace(LIVE, name="budget", label="clock.budget", seconds=180, increment=5, gives=15, known_as="live"),
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
    """`duel classic live rated`, or `duel classic live rated/blitz`: a former version reads the clock that it knows.

    As it does not know the last word, nothing is rated for it.
    """
    clock, counts = terms.the_clock, RATED if terms.rated else FRIENDLY
    written = f"{counts}/{clock.name}" if clock.known_as else counts
    return f"{terms.mode} {terms.variant} {clock.known_as or clock.name} {written}"


def terms_read(text: str) -> Terms:
    """The terms of such a text."""
    mode, variant, clock, counts = text.split(" ")
    rated, _, pace = counts.partition("/")
    return Terms(mode, variant, pace if pace in CLOCKS else clock, rated == RATED)


# Terms as people type them behind a command or in inline mode, in any order: `race 90 s rated`, `дуель, 5 цифр`.

SAID = vocabulary("terms")
"""Words for modes, clocks and ratings, besides what screens call them."""
UNITS = vocabulary("time")
SECONDS = {"second": 1.0, "minute": 60.0, "hour": HOUR, "day": DAY}
TIME = rf"(?P<count>[0-9]{{1,5}})\s*(?P<unit>{UNITS.pattern()})"
SIGNS = re.compile(r"[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]|(?<!\S)[·—–-](?!\S)")
"""What stands before and between the words on screens."""
GAP = ", "


class UnfitTerm(UnknownOption):
    """Words that are understood, and yet cannot be; `because`: the text key of the reason."""

    def __init__(self, word: str, because: str) -> None:
        super().__init__(word)
        self.because = because


class UnfitRating(UnfitTerm):
    """A match on these terms cannot be rated; the reason is short enough for a toast or a button."""


def terms_said(words: str, before: Terms, language: str) -> Terms:
    """The terms, changed by the words of a reader of that language. Raises UnknownOption."""
    said, rest = choices_said(words, language, (*match_plays(), *CLOCKS, RATED, FRIENDLY))
    if words and not said and not rest.strip(GAP):  # pictures alone ask for no terms
        raise UnknownOption(words)
    mode, clock = one_said(match_plays(), said) or before.mode, one_said(CLOCKS, said) or before.clock
    rated = one_said((RATED, FRIENDLY), said) or (RATED if before.rated else FRIENDLY)
    terms = Terms(mode, variant_among(rest, before.variant, language), clock, rated == RATED)
    if RATED in said and terms.unrated_because:
        raise UnfitRating(said[RATED], terms.unrated_because)
    return terms.as_can_be


def choices_said(words: str, language: str, names: Iterable[str]) -> tuple[dict[str, str], str]:
    """Which of these modes, clocks and ratings are meant, each with the words that mean it; and the other words.

    Raises UnfitTerm for a time that is no clock.
    """
    said: dict[str, str] = {}

    def read(found: re.Match[str]) -> str:
        name = _clock_of(found, language) or _on_screens().get(found[0]) or SAID.meaning(found[0], language)
        if name not in {*names, IDLE}:
            return found[0]
        said[name] = found[0]
        return GAP

    phrases = alternatives(_on_screens().keys() | SAID.words())
    return said, re.sub(rf"(?<!\w)(?:{phrases}|{TIME})(?!\w)", read, _bare(words))


def one_said(names: Iterable[str], said: Mapping[str, str]) -> str | None:
    """Which of these choices is meant; None: none of them. Raises ContraryOptions."""
    meant = [name for name in names if name in said]
    if len(meant) > 1:
        raise ContraryOptions(said[meant[0]], said[meant[1]])
    return meant[0] if meant else None


def variant_among(words: str, before: str, language: str) -> str:
    """The variant of the menus that the words mean; without any it stays. Raises UnknownOption."""
    words = words.strip(GAP)
    name = GameOptions(variant=before).but(words, language, OF_VARIANT).variant
    if name not in VARIANTS:
        raise NoSuchVariant(words, tuple(VARIANTS[each] for each in variants_of(family_of(variant_named(name)))))
    return name


def _clock_of(found: re.Match[str], language: str) -> str | None:
    if not found["unit"]:
        return None
    seconds = (whole_number(found["count"]) or 0) * SECONDS[UNITS.meaning(found["unit"], language) or "second"]
    clock = next((clock for clock in CLOCKS.values() if clock.seconds == seconds), None)
    if clock is None:
        raise UnfitTerm(found[0], "note.no-such-clock")
    return clock.name


@cache
def _on_screens() -> dict[str, str]:
    """Every mode, clock and rating by its name, and by what screens call it in each language."""
    labels = {mode.title: mode.rules.name for mode in PLAYABLE.values() if mode.match or mode.group}
    labels |= {clock.label: clock.name for clock in CLOCKS.values()}
    labels |= {"terms.rated": RATED, "terms.friendly": FRIENDLY}
    called = {_bare(texts_in(code).plain(label)): name for code in LANGUAGES for label, name in labels.items()}
    return {name: name for name in labels.values()} | called


def _bare(words: str) -> str:
    return " ".join(SIGNS.sub(" ", plain(words)).split())
