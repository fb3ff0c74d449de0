"""The accounts that players keep of what they did, whatever happened to the bot: judges compare them with the bot's."""

import itertools
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from faults.players.company import Company

# Games alone, and in groups.


class End(Enum):
    """How a game ended."""

    SOLVED = "solved"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Made:
    """A guess. `message`: the number of the typed message; None: tapped on the keypad."""

    guess: str
    person: int
    message: int | None


@dataclass(slots=True)
class PlayedGame:
    """A game as played."""

    fingerprint: str
    starter: int
    made: list[Made] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    """Words that somebody is about to guess."""
    end: End | None = None
    ending_since: float | None = None
    """When the ending action began, by the sandbox's clock; the secret may be seen from then on."""


class PlayedChat(Company):
    """A chat with the bot and its players."""

    def __init__(self, chat: int, people: tuple[int, ...]) -> None:
        super().__init__()
        self.id = chat
        self.people = people
        self.games: list[PlayedGame] = []
        self.told_to_wait = False
        """Whether Telegram tells the bot to wait long before writing here: nobody sees what happens."""

    @property
    def game(self) -> PlayedGame | None:
        """The running game."""
        return self.games[-1] if self.games and self.games[-1].end is None else None

    def knows(self, fingerprint: str) -> bool:
        """Whether that game has been played here."""
        return any(game.fingerprint == fingerprint for game in self.games)


# Matches: what both players know.

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
    clock: str = "days"
    """Whatever it is, a guess has a day in these runs."""

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
    gave: Counter[int] = field(default_factory=Counter)
    """By person, how often they pressed the button that gives the other time."""
    was_given: Counter[int] = field(default_factory=Counter)
    """By person, how often they were told that it had."""
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


# Open challenges: who made them, accepted them and saw them.


@dataclass(slots=True)
class Posted:
    """An open challenge. All times are the sandbox's."""

    host: int
    pressed: float
    """When its host pressed the button."""
    since: float | None = None
    """When the host read that it is open; None: never."""
    stopping: float | None = None
    """When the host began to withdraw it."""
    gone: float | None = None
    """When the host knew that it is closed."""


@dataclass(slots=True)
class Taking:
    """A press that accepts a challenge. `key`: the button's argument, different for each challenge."""

    taker: int
    host: int
    key: str
    when: float
    answer: str | None = None
    """The bot's answer: a text if it was too late; None or empty also if the answer was lost."""
    match: str = ""
    """The match that began."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the lobby: when it was requested and read, and whose challenges were on it."""

    person: int
    asked: float
    read: float
    listed: frozenset[int]


@dataclass(slots=True)
class PlayedLobby:
    """The whole account.

    `hosts`: people who can meet others only by their challenges, because their terms are unique.
    """

    hosts: frozenset[int] = frozenset()
    posted: list[Posted] = field(default_factory=list)
    takings: list[Taking] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)


# Games alone with the bot in which it breaks a word, or a number is guessed.


class Way(Enum):
    """The kind of game."""

    THINK = "think"
    """The bot breaks a person's word."""
    ASK = "ask"
    """A person asks about the bot's number."""
    KEEP = "keep"
    """The bot asks about a person's number."""


@dataclass(slots=True)
class PlayedWay:
    """A game as played. `moves`: the moves that must be stored, once and in this order.

    A move is a reply with its guess (`abcdefg=1B0C`), a question (`>50`) or guess (`50`), or an answer with its
    question (`>50=no`).
    """

    id: str
    way: Way
    person: int
    secret: str = ""
    """The person's secret."""
    moves: list[str] = field(default_factory=list)
    wished: set[str] = field(default_factory=set)
    """The guesses that the bot was told to make."""
    tried: bool = False
    """Whether the last move may have ended the game."""
    over: bool = False
    ending_since: float | None = None
    """When that move was made, by the sandbox's clock; the bot's secret may be seen from then on."""


def reply(guess: str, feedback: tuple[int, int]) -> str:
    """A reply with its guess, as stored."""
    bulls, cows = feedback
    return f"{guess}={bulls}B{cows}C"


def answer(question: str, number: int) -> str:
    """The true answer: `yes` or `no`; to a guess that misses `higher` or `lower`."""
    if question.isdecimal() and int(question) != number:
        return "higher" if number > int(question) else "lower"
    relation, asked = question.rstrip("0123456789"), int(question.lstrip("<=>"))
    holds = {">": number > asked, "<": number < asked, "=": number == asked, "": number == asked, ">=": number >= asked}
    return "yes" if holds.get(relation, number <= asked) else "no"


# The Mini App's page, as whoever taps there knows it.


@dataclass(slots=True)
class Tap:
    """A press on the page, which may have been sent several times. `key`: the one of all of them."""

    key: str
    data: str
    is_answered: bool = False
    """Whether the page was told that it is carried out."""
    turns: int | None = None
    """How many guesses the answer showed; None: no board."""


@dataclass(slots=True)
class Noted:
    """The mark of a symbol after it was moved on so many times in a game; `shown`: by the answer, None: none came."""

    game: str
    place: int
    times: int
    shown: str | None = None


@dataclass(slots=True)
class PlayedPage:
    """What one person does on the page, and reads there."""

    person: int
    taps: list[Tap] = field(default_factory=list)
    notes: list[Noted] = field(default_factory=list)
    last: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By game, its view at the end."""
    read: dict[str, float] = field(default_factory=dict)
    """All that the page was answered, as sent, and when it came first, by the sandbox's clock."""
    refused: list[str] = field(default_factory=list)
    """Requests that were refused though nothing was wrong with them."""
    counts: Counter[str] = field(default_factory=Counter)
    """How often what was done, for the report."""
