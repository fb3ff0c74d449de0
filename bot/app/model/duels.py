"""Where people meet: challenges, seeks in the lobby, and contests over a game that is over."""

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from hashlib import sha256
from typing import Protocol

from bot.app.messages import Destination, Inline
from bot.app.model.ratings import Player
from bot.app.model.terms import Terms
from bot.game.model import Game, Seat
from bot.game.rating import START, Rating, Seeker

# A challenge: an offer of a match, which binds nobody until it is accepted.


class State(Enum):
    """The state of a challenge."""

    UNSENT = "unsent"
    """Offered to its maker as an inline card; each card that is sent becomes a challenge of its own."""
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Challenge:
    """An offer of a match on these terms, to whoever has the token or to one person."""

    token: str
    """128 random bits; whoever holds it may accept."""
    terms: Terms
    person: int
    name: str
    made_at: float
    expires_at: float
    to: int | None = None
    """The only person who may accept; None: anybody but the challenger."""
    to_name: str = ""
    taker: int | None = None
    """Who has accepted. While it is still open, the match waits for the challenger, who cannot be reached."""
    taker_name: str = ""
    declined: tuple[str, ...] = ()
    """The names of those who declined."""
    consents: tuple[int, ...] = ()
    """Those who accepted on the card and have not started the bot; they are not asked again."""
    card: Destination | None = None
    """Its card, if it has one."""
    seed: str = ""
    """The seed of the lot, which becomes the match's."""
    state: State = State.OPEN
    match: str = ""
    """The id of its match."""
    revision: int = field(default=0, compare=False)
    """The number of times it was saved when it was read."""

    @property
    def lot_commitment(self) -> str:
        """SHA-256 of the lot's seed in hex."""
        return sha256(self.seed.encode()).hexdigest()

    @property
    def is_named(self) -> bool:
        """Whether it is for one person alone."""
        return self.to is not None


def token_on(card: Inline, offered: str) -> str:
    """The token of the challenge on a card; `offered`: the token with which the card was offered.

    It follows from both, so that the first press and Telegram's report lead to the same challenge, in either order.
    """
    return urlsafe_b64encode(sha256(f"{offered} {card.message}".encode()).digest()[:16]).decode().rstrip("=")


class Challenges(Protocol):
    """Stored challenges."""

    async def load(self, token: str) -> Challenge | None:
        """The challenge of that token."""

    async def open_of(self, person: int) -> tuple[Challenge, ...]:
        """Challenges by the person that nobody has answered, the oldest first."""

    async def open_in(self, chat: int, most: int) -> tuple[Challenge, ...]:
        """Unanswered challenges whose cards are in that chat, the oldest first, at most so many."""

    async def bound_card(self, card: Inline) -> str:
        """The token with which the card was first pressed or reported; empty: none yet."""

    def bind_card(self, card: Inline, offered: str) -> None:
        """Bind the card to the offer of that token, for good."""

    def save(self, challenge: Challenge) -> None:
        """Save the challenge. The work begins again if another has saved it since it was read."""


# Contests: friends break the secret of a game that is over, each in their own time.


@dataclass(frozen=True, slots=True)
class Target:
    """The game to beat: somebody's own game with the same secret."""

    token: str
    """The contest's token."""
    name: str
    guesses: int
    solved: bool
    """False: they gave up after that many guesses."""
    hints: int = 0
    """How many hints they took."""
    no_hints: bool = False
    """Whether whoever tries has none."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A participant's game."""

    person: int
    name: str
    game_id: str
    began_at: float
    ended_at: float | None = None
    game: Game | None = None
    """None while it is played."""
    hints: int = 0

    @property
    def seconds(self) -> float:
        """The duration in seconds."""
        return max(0.0, (self.ended_at or self.began_at) - self.began_at)

    @property
    def has_solved(self) -> bool:
        """Whether they broke the secret."""
        return self.game is not None and self.game.has_solved(Seat(0))

    @property
    def guesses(self) -> int:
        """The number of guesses."""
        return len(self.game.turns) if self.game else 0


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest about somebody's finished game."""

    token: str
    """128 random bits; whoever holds it may take part."""
    first: Entry
    """The game whose secret all break."""
    salt: str
    """The salt of that game's secret, and so of everybody's: all see the same fingerprint."""
    insiders: tuple[int, ...]
    """People who have seen the secret without an entry of their own; the first of them is told the results."""
    begun: int = 0
    ended: int = 0
    """The numbers of friends who have begun, and who have finished."""
    no_hints: bool = False
    """Whether those who try have no hints."""
    revision: int = field(default=0, compare=False)
    """The number of times it was saved when it was read."""

    @property
    def game(self) -> Game:
        """The game whose secret all break."""
        if self.first.game is None:
            raise ValueError("a contest is about a game that is over")
        return self.first.game

    @property
    def target(self) -> Target:
        """The result to beat."""
        first = self.first
        return Target(self.token, first.name, first.guesses, first.has_solved, first.hints, self.no_hints)

    def is_open_to(self, person: int) -> bool:
        """Whether the person may still set its terms: whoever offered it first, until somebody has begun."""
        return not self.begun and person == self.insiders[0]

    @property
    def is_settled(self) -> bool:
        """Whether all who have begun have finished: then guesses help nobody."""
        return self.begun == self.ended


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a contest."""

    contest: Contest
    best: tuple[Entry, ...]
    """Some finished entries, with the viewer's, the best first."""
    playing: tuple[Entry, ...]
    """Some unfinished entries."""

    def with_entry(self, entry: Entry) -> "Standings":
        """The standings with this entry."""
        best = tuple(other for other in self.best if other.game_id != entry.game_id)
        playing = tuple(other for other in self.playing if other.game_id != entry.game_id)
        if entry.game is None:
            return replace(self, best=best, playing=(*playing, entry))
        return replace(self, best=ranking((*best, entry)), playing=playing)


def ranking(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries, the best first: by fewer guesses, then less time; those who gave up come last."""
    return tuple(sorted(entries, key=lambda entry: (not entry.has_solved, entry.guesses, entry.seconds)))


class Contests(Protocol):
    """Stored contests and their entries."""

    async def load(self, token: str) -> Contest | None:
        """The contest of that token."""

    async def about(self, table: str) -> Contest | None:
        """The contest with that game as its first."""

    async def entry(self, token: str, person: int) -> Entry | None:
        """The person's entry."""

    async def standings(self, contest: Contest, most: int) -> Standings:
        """The standings, with at most so many of the best and of those who still play."""

    async def latest(self, token: str, most: int) -> tuple[str, ...]:
        """The games of the people who finished last, at most so many, the latest first."""

    def save(self, contest: Contest) -> None:
        """Save the contest. The work begins again if another has saved it since it was read."""

    def enter(self, contest: Contest, entry: Entry) -> None:
        """Save an entry; the contest must be saved with it."""


# Seeks: people who look for a rival in the lobby.


@dataclass(frozen=True, slots=True)
class Seek:
    """A seek: person, terms, begin, and the person's record at that time."""

    person: int
    name: str
    terms: Terms
    rating: float
    deviation: float
    finished: int
    walked_out: int
    since: float
    last_rival: int = 0
    """0: none."""
    is_open: bool = False
    """Whether it is an open challenge, which anybody may accept, of any rating."""

    @property
    def id(self) -> str:
        """Identifies this seek among all, also of the same person."""
        return f"{self.person}:{self.since!r}"

    @property
    def player(self) -> Player:
        """The person's record, without the rating."""
        return Player(self.person, self.name, None, self.finished, self.walked_out, self.last_rival)

    @property
    def strength(self) -> Rating:
        """The rating, with its deviation."""
        return Rating(self.rating, self.deviation, START.volatility)

    @property
    def seeker(self) -> Seeker:
        """The seek as input of the pairing rules."""
        return Seeker(
            self.person,
            self.terms,
            self.rating,
            self.deviation,
            self.player.faith,
            self.since,
            self.last_rival or None,
        )


def person_of(seek_id: str) -> int:
    """The person of the seek."""
    return int(seek_id.partition(":")[0])


class Lobby(Protocol):
    """Stored seeks."""

    async def seek_of(self, person: int) -> Seek | None:
        """The person's seek, if they look for a rival."""

    async def rivals(self, seek: Seek) -> tuple[Seek, ...]:
        """Seeks on the same terms closest in rating, without people with a block between them.

        People who play as many games as one may are left out.
        """

    async def load_listed(self, person: int, most: int, *, is_open: bool) -> tuple[Seek, ...]:
        """The oldest challenges to everybody, or the oldest other seeks, that the person may see and may accept."""

    async def waiting(self, most: int) -> int:
        """How many people look for a rival, counted up to `most`."""

    def begin(self, seek: Seek) -> None:
        """Put the seek in the place of the person's former one."""

    def claim(self, seek: Seek) -> None:
        """Delete the seek. The work begins again if another has claimed it meanwhile."""
