"""What two people know of the matches that they have played, whatever the bot has been through."""

import itertools
from dataclasses import dataclass, field
from enum import Enum

from faults.players.company import Company

COMPUTER = 0
"""Stands for the bot where it plays itself."""


class How(Enum):
    """How a match came to its end; the values are the bot's, but for the first and the last."""

    SOLVED = "solved"
    RESIGNED = "resigned"
    TIMED_OUT = "timed-out"
    AGREED = "agreed"
    ABORTED = "aborted"
    CALLED_OFF = "called-off"
    """Both agreed that it should not have been; for the bot it is aborted, too."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An end, and who brought it about."""

    how: How
    person: int

    @property
    def gave_away(self) -> bool:
        """Whether that person has left the game to the other."""
        return self.how in {How.RESIGNED, How.TIMED_OUT}

    @property
    def counts(self) -> bool:
        """Whether the match has been, for the ratings and for those who look back."""
        return self.how not in {How.ABORTED, How.CALLED_OFF}


@dataclass(frozen=True, slots=True)
class Asked:
    """A guess that somebody has sent."""

    person: int
    guess: str


@dataclass(frozen=True, slots=True)
class Remarked:
    """Something that somebody has said to the other. `passed_on`: the other must read it, once; else never."""

    person: int
    text: str
    passed_on: bool


@dataclass(frozen=True, slots=True)
class Agreed:
    """What two people play."""

    mode: str = "duel"
    rated: bool = True

    @property
    def in_turn(self) -> bool:
        """Whether they guess one after the other."""
        return self.mode != "race"

    @property
    def own_secrets(self) -> bool:
        """Whether each keeps a secret for the other."""
        return self.mode in {"duel", "sudden"}


@dataclass(eq=False)
class PlayedMatch(Company):
    """A match as the two have played it."""

    id: str
    agreed: Agreed
    people: tuple[int, int]
    before: str = field(default="", kw_only=True)
    """The match whose rematch it is."""
    by_lobby: bool = field(default=False, kw_only=True)
    """Whether they met there."""
    number: int = field(default_factory=itertools.count().__next__, init=False)
    """Of each person's matches, the later has the higher one."""
    is_to_end: How | None = None
    """How the two want it to end; None: as it comes."""
    said: list[Remarked] = field(default_factory=list)
    secrets: dict[int, str] = field(default_factory=dict)
    """By whoever keeps it."""
    typed: list[tuple[int, int]] = field(default_factory=list)
    """The messages in which secrets were typed, by chat and number: the bot must take them away."""
    made: list[Asked] = field(default_factory=list)
    """In turn: in the order in which they count; else each person's in order."""
    refused: dict[int, list[Asked]] = field(default_factory=dict)
    """Sent out of turn, after so many guesses: these must not count."""
    solvers: set[int] = field(default_factory=set)
    tried: Ending | None = None
    """The end that was tried last: if it comes to an end that nobody sees at once, it is by that."""
    ending: Ending | None = None
    ending_since: float | None = None
    """When somebody began what ended it, by the sandbox's clock; the secrets may be seen from then on."""
    hints: int = 0
    """How many they have taken."""
    told_since: float | None = None
    """When somebody who had lost to the bot asked for its word: from then on it may be seen."""
    goes_on: bool = False
    """Whether they have gone on breaking that word in a game of their own."""

    def __post_init__(self) -> None:
        super().__init__()

    def made_by(self, person: int) -> list[str]:
        """The guesses of one of the two."""
        return [asked.guess for asked in self.made if asked.person == person]

    def said_by(self, person: int) -> int:
        """How often one of the two has spoken."""
        return sum(remark.person == person for remark in self.said)

    def is_turn_of(self, person: int) -> bool:
        """Whether the person may guess, as far as they can know: whoever guessed last may not."""
        return not (self.agreed.in_turn and self.made and self.made[-1].person == person)

    @property
    def may_be_aborted(self) -> bool:
        """Whether nobody has guessed yet: after that, leaving costs the game, unless both agree."""
        return not self.made


@dataclass(slots=True)
class PlayedPair:
    """Two people, and all that they have played with each other, in order, on the same terms."""

    people: tuple[int, int]
    agreed: Agreed
    matches: list[PlayedMatch]
    group: int | None = None
    """Where they challenge each other now and then, and others see how it goes: a group, or a chat without the bot."""
    on_cards: bool = False
    """They play wholly on cards there, and have never written to the bot."""
