"""The account of matches: what both players know, whatever happened to the bot."""

import itertools
from dataclasses import dataclass, field
from enum import Enum

from faults.players.company import Company

COMPUTER = 0
"""The bot as a player."""


class How(Enum):
    """How a match ended; the values are the bot's, except the first and the last."""

    SOLVED = "solved"
    RESIGNED = "resigned"
    TIMED_OUT = "timed-out"
    AGREED = "agreed"
    ABORTED = "aborted"
    CALLED_OFF = "called-off"
    """Both agreed to call it off; the bot stores it as aborted, too."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An end, and who caused it."""

    how: How
    person: int

    @property
    def gave_away(self) -> bool:
        """Whether that person has given the game to the other."""
        return self.how in {How.RESIGNED, How.TIMED_OUT}

    @property
    def counts(self) -> bool:
        """Whether the match counts for ratings and records."""
        return self.how not in {How.ABORTED, How.CALLED_OFF}


@dataclass(frozen=True, slots=True)
class Asked:
    """A guess that was sent."""

    person: int
    guess: str


@dataclass(frozen=True, slots=True)
class Remarked:
    """A remark to the other. `passed_on`: the other must read it once; else never."""

    person: int
    text: str
    passed_on: bool


@dataclass(frozen=True, slots=True)
class Agreed:
    """The terms of a match."""

    mode: str = "duel"
    rated: bool = True

    @property
    def in_turn(self) -> bool:
        """Whether they guess in turn."""
        return self.mode != "race"

    @property
    def own_secrets(self) -> bool:
        """Whether each has a secret for the other."""
        return self.mode in {"duel", "sudden"}


@dataclass(eq=False)
class PlayedMatch(Company):
    """A match as played."""

    id: str
    agreed: Agreed
    people: tuple[int, int]
    before: str = field(default="", kw_only=True)
    """The match before, if it is a rematch."""
    by_lobby: bool = field(default=False, kw_only=True)
    """Whether they met in the lobby."""
    number: int = field(default_factory=itertools.count().__next__, init=False)
    """Increases with each match of a person."""
    is_to_end: How | None = None
    """The end that the two want; None: any."""
    is_to_talk: bool = False
    """Whether somebody says something before they go on."""
    said: list[Remarked] = field(default_factory=list)
    secrets: dict[int, str] = field(default_factory=dict)
    """The secrets, by the person who keeps each."""
    typed: list[tuple[int, int]] = field(default_factory=list)
    """Messages with typed secrets, by chat and number: the bot must delete them."""
    made: list[Asked] = field(default_factory=list)
    """The guesses: in turn, in the order in which they count; in a race, in order for each person."""
    refused: dict[int, list[Asked]] = field(default_factory=dict)
    """Guesses sent out of turn, by the number of guesses before: they must not count."""
    solvers: set[int] = field(default_factory=set)
    tried: Ending | None = None
    """The end that was tried last: if the match ends unseen, it ended that way."""
    ending: Ending | None = None
    ending_since: float | None = None
    """When the ending action began, by the sandbox's clock; secrets may be seen from then on."""
    hints: int = 0
    """The number of hints."""
    told_since: float | None = None
    """When the loser asked the bot for its secret; it may be seen from then on."""
    goes_on: bool = False
    """Whether they went on breaking that secret in a game alone."""

    def __post_init__(self) -> None:
        super().__init__()

    def made_by(self, person: int) -> list[str]:
        """The guesses of one player."""
        return [asked.guess for asked in self.made if asked.person == person]

    def said_by(self, person: int) -> int:
        """The number of remarks of one player."""
        return sum(remark.person == person for remark in self.said)

    def is_turn_of(self, person: int) -> bool:
        """Whether it is the person's turn, as far as they know: whoever guessed last must wait."""
        return not (self.agreed.in_turn and self.made and self.made[-1].person == person)

    @property
    def may_be_aborted(self) -> bool:
        """Whether nobody has guessed yet: after that, leaving costs the game, unless both agree."""
        return not self.made


@dataclass(slots=True)
class PlayedPair:
    """Two people and all their matches, in order, on the same terms."""

    people: tuple[int, int]
    agreed: Agreed
    matches: list[PlayedMatch]
    group: int | None = None
    """The chat of their cards: a group where others look on, or a chat without the bot."""
    on_cards: bool = False
    """They play only on cards, and have never written to the bot."""
