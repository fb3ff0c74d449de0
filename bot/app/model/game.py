"""What stored games share: header, board, commitment to the secret, limits, and what is kept of them for ever."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Protocol, Self, TypeVar

from bot.app.messages import Chat, Destination, Inline
from bot.app.model.hints import Asked, Hint, Page
from bot.game.fair_play import GuardedGame
from bot.game.model import Game, Phase, Termination
from bot.game.rules import given_up
from solver.variant import Code, Variant

# What all stored games share, of whatever kind.

COMPUTER = 0
"""The person in a seat of the bot's."""
LEFT = -1
"""The person in a seat of somebody who has asked to be forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The columns of a stored game; its kind adds the body of the row. Times: seconds since 1970, UTC."""

    id: str
    """16 hex digits, drawn at random."""
    chat: Chat | None
    """The chat of its board; None if each seat has a screen of its own."""
    starter: int
    """The person who began it."""
    salt: str
    """Random text that is hashed with the secret, or the lot, for the commitment."""
    opened_at: float
    ended_at: float | None = None
    """None while it is played."""
    revision: int = field(default=0, compare=False)
    """The number of times it was saved when it was read; 0: never."""
    log: str = field(default="", compare=False)
    """When each move was made, and after which of them hints were taken, as far as was known when it was read."""

    @property
    def is_over(self) -> bool:
        """Whether it is over."""
        return self.ended_at is not None

    @property
    def mode_name(self) -> str:
        """The name of its mode, or of its kind where that has no modes."""
        return type(self).__name__.lower()

    def given_up_at(self, now: float) -> Self:
        """The game, given up at that time."""
        return replace(self, ended_at=now)

    def guarded_for(self, person: int) -> GuardedGame | None:  # noqa: ARG002  most kinds guard nothing
        """What the person must play without help in this game, because it is rated; None: nothing."""
        return None


# Games on a board: one message in one chat, the same for everybody there.

FEWEST_SHARED = 3
"""A game that was given up before so many guesses has nothing to show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatGame(Header):
    """A game with one board in one chat. Everybody there may vote to end it."""

    chat: Chat
    proof: bool = False
    """Whether the proof of fair play is unfolded."""
    resigning: tuple[int, ...] = ()
    """The people, besides the starter, who vote to end it."""
    asks_to_resign: bool = False
    """Whether the board asks for confirmation before the game is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardGame(ChatGame):
    """A game about codes with one board in a chat."""

    game: Game
    keypad: bool = True
    """Whether the keypad is unfolded."""
    guessed_by: tuple[str, ...] = ()
    """The name of the player of each guess, in the order of the turns."""
    asked_again: Code | None = None
    """The repeated code that was pointed out; sent once more, it counts."""
    is_practice: bool = False
    """Whether it began from a position: it is not counted."""

    @property
    def mode_name(self) -> str:
        """The name of its mode."""
        return self.game.mode.name

    @property
    def is_worth_sharing(self) -> bool:
        """Whether the game is over, was played from its beginning, and was not given up before it had well begun."""
        if self.is_practice or self.game.phase is not Phase.OVER or self.game.outcome is None:
            return False
        fewest = FEWEST_SHARED if self.game.outcome.termination is Termination.RESIGNED else 1
        return len(self.game.turns) >= fewest

    def given_up_at(self, now: float) -> Self:
        """The game, given up at that time by its rules."""
        return replace(self, game=given_up(self.game), ended_at=now, asks_to_resign=False, proof=False)


# Codes, hints and destinations as JSON.


def code_written(code: Code | None, variant: Variant) -> str | None:
    """A code as text."""
    return None if code is None else variant.format(code)


def code_read(code: str | None, variant: Variant) -> Code | None:
    """The code of such a text."""
    return None if code is None else variant.parse(code)


def hint_written(hint: Hint | None, variant: Variant) -> dict[str, Any] | None:
    """A hint as JSON."""
    if hint is None:
        return None
    asked, wondered = [what.value for what in hint.asked], code_written(hint.wondered, variant)
    last = {"wondered_last": True} if hint.wondered_last else {}
    return {"asked": asked, "wondered": wondered, "page": hint.page.value, **last}


def hint_read(written: Mapping[str, Any] | None, variant: Variant) -> Hint | None:
    """The hint of such JSON, or of an old format with figures."""
    if written is None:
        return None
    if "candidates" in written:
        return Hint((Asked.COUNT,) if written["guess"] is None else (Asked.COUNT, Asked.GUESS))
    asked, wondered = tuple(map(Asked, written["asked"])), code_read(written["wondered"], variant)
    return Hint(asked, wondered, Page(written["page"]), written.get("wondered_last", False))


def destination_written(to: Destination | None) -> Any:
    """A destination as JSON."""
    match to:
        case None:
            return None
        case Chat(id, thread):
            return [id, thread]
        case Inline(message):
            return message


def destination_read(written: Any) -> Destination | None:
    """The destination of such JSON. Raises ValueError."""
    match written:
        case None:
            return None
        case str(message):
            return Inline(message)
        case [id, thread]:
            return Chat(id, thread)
    raise ValueError("not a destination")


def check_format(body: Mapping[str, Any], known: int, what: str) -> None:
    """Raise ValueError unless the body has this format."""
    if body["format"] != known:
        raise ValueError(f"{what} has format {body['format']}, which this version does not know")


# Commitment to a secret: its SHA-256 is shown before the first guess, the salt after the last.


def commitment(game: BoardGame) -> str:
    """SHA-256 of `"<secret> <salt>"` in hex."""
    if not game.game.secret:
        raise ValueError("only the whole game can prove itself")
    return commitment_to(game.game.variant.format(game.game.secret), game.salt)


def commitment_to(secret: str, salt: str) -> str:
    """SHA-256 of `"<secret> <salt>"` in hex, for a secret as text."""
    return sha256(f"{secret} {salt}".encode()).hexdigest()


# Limits of what one person may have open at once, and of lists on screens.
#
# Searches in the lobby are limited to one by other code. Challenges by others count only once they are accepted.

MATCHES = 30
"""Running matches of a person, with people and with the bot."""
BOARDS = 10
"""Running games on boards in one chat. Each is read with every update there, so they must be few."""
BOARDS_OF_ONE = 3
"""Of those in a group, begun by one person, so that nobody fills the whole limit."""
CHALLENGES = 20
"""A person's open challenges, by link, on cards and in groups."""
OFFERS = 30
"""Unsent challenges of inline mode; a further one replaces the oldest."""
LOOKED_AT = 20
"""So many reports, bans, messages and failures an operator sees; the others come up once these are done."""
LISTED = 8
"""Entries on a page of a list."""
MOST_SUSPECTS = 5
"""Suspects of contradictory replies that are listed, the most plausible ones."""
REPORTS_ABOUT_ONE = 50
"""Reports about one person that are kept, and decided together."""


# What is kept for ever of a game that is over, and the log of moves and hints that is kept while it is played.

HINT = "?"
"""The mark of a hint in a log, before the seat that took it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a game has come."""

    moves: int
    """The number of moves that its line tells."""
    hints: tuple[int, ...] = ()
    """By seat, the number of hints that were taken."""


@dataclass(frozen=True, slots=True)
class Gist:
    """What a kind keeps for ever of a game that is over."""

    line: str
    """The game in the notation of its rules: mode, variant, secret, moves and how it ended. The result follows."""
    people: tuple[int, ...]
    """By seat; COMPUTER for the bot, and for people whose names alone are known."""
    salts: tuple[str, ...] = ()
    """What was hashed with the lot and with the secrets, as the proof of fair play tells them."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """What the line does not tell, such as the level of the bot. Names and values have neither spaces nor `;`."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that is over."""

    kind: str
    gist: Gist
    opened_at: int
    """Seconds since 1970, UTC."""
    lasted: int
    """Seconds."""
    log: str = ""
    """See `log_after`. Empty: the game was played before there were logs."""


def log_after(log: str, progress: Progress, second: int) -> str:
    """The log of a game that has come so far at that second since it was opened: `5 ?0 17 40`.

    For each move the second at which it was first saved, and `?` with the seat for each hint, in order. Moves that were
    taken back go with the hints that followed them; a hint that is still counted then is noted anew.
    """
    words = _cut(log.split(), progress.moves)
    words += [str(second)] * (progress.moves - sum(not word.startswith(HINT) for word in words))
    for seat, taken in enumerate(progress.hints):
        words += [f"{HINT}{seat}"] * (taken - words.count(f"{HINT}{seat}"))
    return " ".join(words)


def _cut(words: list[str], moves: int) -> list[str]:
    """The words up to the move after so many."""
    at = [index for index, word in enumerate(words) if not word.startswith(HINT)]
    return words if len(at) <= moves else words[: at[moves]]


# Where games of every kind are kept.

G = TypeVar("G", bound=Header)


@dataclass(frozen=True, slots=True)
class Glance:
    """What a person looks at in their private chat, and the games that run on boards there, by id."""

    focus: str | None
    games: tuple[str, ...]
    has_seats: bool
    """Whether they have a seat in a running game."""


class Games(Protocol):
    """The games, of every kind."""

    async def load(self, game: str, model: type[G]) -> G | None:
        """The game of that id, if it is of that class."""

    async def running_in(self, chat: int) -> tuple[Header, ...]:
        """Those that run on boards in the chat, the oldest first."""

    async def running_of(self, person: int, model: type[G], *, most: int = MATCHES) -> tuple[G, ...]:
        """Those in which the person has a seat, seen from a private chat, the oldest first: so many at most.

        Whoever has more, from before there was a limit, is read as many as they may have.
        """

    async def count_of(self, person: int) -> int:
        """In how many running games the person has a seat."""

    async def latest(self, chat: int, model: type[G]) -> G | None:
        """The one of that kind that was begun last in the chat, over or not."""

    async def latest_of(self, chat: int, model: type[G], most: int) -> tuple[G, ...]:
        """The games of that class that were begun last in the chat, the latest first, at most so many."""

    def save(self, game: Header) -> None:
        """Keep the game, and once it is over a line of it for ever.

        The work begins again if somebody else has saved it meanwhile.
        """

    async def played_by(self, person: int, most: int, up_to: int = ...) -> tuple[tuple[int, PlayedGame], ...]:
        """What is kept of the games that the person has ended, the latest first, each with its number.

        At most so many, with numbers up to that one.
        """

    async def lines_after(self, person: int, number: int, most: int) -> tuple[tuple[int, PlayedGame], ...]:
        """The same from the number after that one on, the earliest first."""

    async def number_of(self, game: str) -> int:
        """The number of the game of that id, of which a line is kept; 0: of none."""

    def hold(self, game: Header) -> None:
        """Let nobody save the game while we show it. The work begins again if somebody has done so meanwhile."""

    async def glance(self, chat: int) -> Glance:
        """What the person of that private chat looks at."""

    def focus_on(self, chat: Chat, game: str | None) -> None:
        """From now on what is typed in the chat is for this game; None: it is not known for which."""
