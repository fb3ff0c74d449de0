"""What stored games share: header, board, commitment to the secret, limits, and what is kept of them for ever.

In their order: the classes of games; how they are stored, by `Codec`; where, in `Games`, with the limits of what is
open; the log and the lines that are kept for ever; codes and hints as JSON; the commitment to a secret.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import accumulate
from typing import Any, Generic, Self, TypeVar

import orjson
import structlog

from bot.app.messages import Chat, Destination, Inline
from bot.app.model.bodies import LEFT, LoneName, PersonId, Stays
from bot.app.model.hints import BoardPage, Hint, HintKind
from bot.app.model.limits import Limit
from bot.app.rows import Rows, Transaction, as_json
from bot.game.daily import DAY
from bot.game.fair_play import GuardedGame
from bot.game.model import Game, Phase, Termination
from bot.game.rules import given_up
from bot.metrics import GAMES_BEGUN, GAMES_ENDED
from solver.variant import Code, Variant

# What all stored games share, of whatever kind.

COMPUTER = 0
"""The person in a seat of the bot's."""
JUST_ENDED = 10.0
"""Seconds within which somebody may still type for a game that another has ended."""


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
    awaited_by: tuple[str, ...] = field(default=(), compare=False)
    """The ids of the games that rest until this one is over."""

    @property
    def is_over(self) -> bool:
        """Whether it is over."""
        return self.ended_at is not None

    def has_just_ended(self, now: float) -> bool:
        """Whether what somebody types may have been meant for it, who has not seen yet that it is over."""
        return self.ended_at is not None and now - self.ended_at < JUST_ENDED

    @property
    def mode_name(self) -> str:
        """The name of its mode, or of its kind where that has no modes."""
        return type(self).__name__.lower()

    def given_up_at(self, now: float) -> Self:
        """The game, given up at that time."""
        return replace(self, ended_at=now)

    def renamed(self, person: int, name: str) -> Self:  # noqa: ARG002  most kinds keep no name beside an id
        """The game, in which the person of that id is called so from now on."""
        return self

    def guarded_for(self, person: int) -> GuardedGame | None:  # noqa: ARG002  most kinds guard nothing
        """What the person must play without help in this game; None: nothing."""
        return None


# Games on a board: one message in one chat, the same for everybody there.

LONG_SILENCE = 3600.0
"""Seconds after which others in a group need not wait for whoever keeps the secret."""
FEWEST_SHARED = 3
"""A game that was given up before so many guesses has nothing to show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatGame(Header):
    """A game with one board in one chat. In a group whoever has guessed may vote to end it."""

    chat: Chat
    proof: bool = False
    """Whether the proof of fair play is unfolded."""
    resigning: tuple[PersonId, ...] = ()
    """The people, besides the starter, who vote to end it."""
    guessers: tuple[PersonId, ...] = ()
    """In a group, where seats do not tell: who has guessed, as long as the game is on; of before it is not known."""
    asks_to_resign: bool = False
    """Whether the board asks for confirmation before the game is given up."""
    kept_at: float | None = None
    """In a group, when whoever keeps the secret did something in it last; 0: they have left. None: see the log."""

    def has_say(self, person: int) -> bool:
        """Whether the person may decide, alone or with others, how the game goes on: bystanders may not."""
        return not self.chat.is_group or person == self.starter or person in self.guessers

    @property
    def is_kept(self) -> bool:
        """Whether a person keeps the secret: whoever began it."""
        return False

    def is_forsaken(self, now: float) -> bool:
        """Whether whoever keeps the secret is gone, or has done nothing for long: any two may end the game then."""
        seconds = [int(word) for word in self.log.split() if not word.startswith(HINT)]
        last = self.opened_at + max(seconds, default=0) if self.kept_at is None else self.kept_at
        return self.is_kept and (self.starter == LEFT or now - last >= LONG_SILENCE)

    def seen_by(self, person: int, now: float) -> Self:
        """The game, in which that person does something at that time."""
        is_keeper = self.chat.is_group and self.is_kept and person == self.starter
        return replace(self, kept_at=now, resigning=()) if is_keeper else self

    def without_member(self, person: int) -> Self:
        """The game once that person has left the group, with their vote."""
        votes = tuple(one for one in self.resigning if one != person)
        is_keeper = self.is_kept and person == self.starter
        return replace(self, resigning=votes, kept_at=0.0 if is_keeper else self.kept_at)

    def guessed_too(self, person: int) -> Self:
        """The game, in which that person has guessed as well."""
        if not self.chat.is_group or person in self.guessers:
            return self
        return replace(self, guessers=(*self.guessers, person))


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardGame(ChatGame):
    """A game about codes with one board in a chat."""

    game: Game
    keypad: bool = True
    """Whether the keypad is unfolded."""
    guessed_by: tuple[LoneName, ...] = ()
    """The name of the player of each guess, in the order of the turns."""
    asked_again: Stays[Code | None] = None
    """The repeated code that was pointed out; sent once more, it counts."""
    is_practice: bool = False
    """Whether it began from a position: it is not counted."""

    @property
    def mode_name(self) -> str:
        """The name of its mode."""
        return self.game.mode.name

    @property
    def is_only_try(self) -> bool:
        """Whether no other game about this secret will ever begin for whoever plays it."""
        return False

    @property
    def is_worth_sharing(self) -> bool:
        """Whether the game is over, was played from its beginning, and was not given up before it had well begun."""
        if self.is_practice or self.game.phase is not Phase.OVER or self.game.outcome is None:
            return False
        fewest = FEWEST_SHARED if self.game.outcome.termination is Termination.RESIGNED else 1
        return len(self.game.turns) >= fewest

    def after_guess(self, game: Game, name: str, now: float, **changes: Any) -> Self:
        """The game once a guess by somebody of that name was answered: what spoke of the turn before is gone.

        `changes`: what else is another.
        """
        changes |= {"game": game, "guessed_by": (*self.guessed_by, name), "asked_again": None}
        changes |= {"resigning": (), "asks_to_resign": False}
        if game.phase is Phase.OVER:
            changes |= {"ended_at": now, "proof": False}
        return replace(self, **changes)

    def given_up_at(self, now: float) -> Self:
        """The game, given up at that time by its rules."""
        return replace(self, game=given_up(self.game), ended_at=now, asks_to_resign=False, proof=False)


# How the games of one class are stored, and those of all; and what is kept for ever of a game that is over.


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

    line: Stays[str]
    """The game in the notation of its rules: mode, variant, secret, moves and how it ended. The result follows."""
    people: tuple[PersonId, ...]
    """By seat; COMPUTER for the bot, and for people whose names alone are known."""
    salts: Stays[tuple[str, ...]] = ()
    """What was hashed with the lot and with the secrets, as the proof of fair play tells them."""
    facts: Stays[Mapping[str, str]] = field(default_factory=dict)
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


G = TypeVar("G", bound=Header)
HEADER = ("starter", "salt", "opened_at", "ended_at", "revision")
LOG, AWAITED_BY = "log", "awaited_by"
"""The keys of the log, and of those who wait, in the body of a row, beside what the game's kind writes."""


@dataclass(frozen=True, slots=True)
class Codec(Generic[G]):
    """How the games of a class are stored besides their header, and what is kept of them for ever."""

    name: str
    """Stored with each game: it never changes."""
    model: type[G]
    """Its fields say by their types whom they name: see `bodies`. By that bodies lose whoever is forgotten."""
    body_of: Callable[[G], dict[str, Any]]
    """What is stored, to be written as JSON; `format` in it changes when old readers cannot read it."""
    game_of: Callable[[dict[str, Any], Mapping[str, Any]], G]
    """The game, from the fields of `Header` and the body. Raises ValueError for a format that is not known."""
    progress_of: Callable[[G], Progress]
    """How far the game has come. It is asked at every save, so it only counts."""
    gist_of: Callable[[G], Gist | None]
    """What is kept for ever of the game, which is over; None where nobody has done anything in it."""
    seats: Callable[[G], tuple[int, ...]] = lambda _game: ()
    """By seat, the persons who play from private chats of their own; the bot's seat is 0."""

    def counted_of(self, game: G) -> PlayedGame | None:
        """What is kept for ever of the game that ends now, without times, for who only counts."""
        gist = self.gist_of(game)
        return None if gist is None else PlayedGame(self.name, gist, 0, 0, log_after("", self.progress_of(game), 0))


class Codecs:
    """Those of a closed set of classes."""

    def __init__(self, codecs: Iterable[Codec[Any]]) -> None:
        self._codecs = {codec.name: codec for codec in codecs}
        self._codec_for = {codec.model: codec for codec in self._codecs.values()}

    @property
    def models(self) -> tuple[type[Header], ...]:
        """The classes."""
        return tuple(self._codec_for)

    def codec_for(self, model: type[Header]) -> Codec[Any]:
        """The codec of games of that class."""
        return self._codec_for[model]

    def is_untouched(self, game: Header) -> bool:  # noqa: ARG002  kinds know it
        """Whether nobody has done anything in the running game."""
        return False

    def body_of(self, game: Header, log: str = "") -> str:
        """What is stored of a game besides its header, with its log, as JSON."""
        waited = {AWAITED_BY: game.awaited_by} if game.awaited_by and not game.is_over else {}
        return as_json(self.codec_for(type(game)).body_of(game) | ({LOG: log} if log else {}) | waited)

    def log_of(self, game: Header, now: float) -> str:
        """The log of a game that is saved at that time, with what has been done in it since it was read."""
        progress = self.codec_for(type(game)).progress_of(game)
        return log_after(game.log, progress, max(0, round(now - game.opened_at)))

    def played_of(self, game: Header, log: str) -> PlayedGame | None:
        """What is kept for ever of a game that is over; None where nobody has done anything in it."""
        codec = self.codec_for(type(game))
        gist = None if game.ended_at is None else codec.gist_of(game)
        if game.ended_at is None or gist is None:
            return None
        return PlayedGame(codec.name, gist, round(game.opened_at), round(game.ended_at - game.opened_at), log)

    def game_of(self, row: Mapping[str, Any]) -> Header:
        """The game of a row of the table `games`. Raises ValueError for a kind or a format that is not known."""
        codec = self._codecs.get(row["kind"])
        if codec is None:
            raise ValueError(f"game {row['game_id']} is of kind {row['kind']}, which this version does not know")
        chat = None if row["chat_id"] is None else Chat(row["chat_id"], row["thread_id"])
        body = orjson.loads(row["body"])
        header = {name: row[name] for name in HEADER} | {"id": row["game_id"], "chat": chat, "log": body.get(LOG, "")}
        header[AWAITED_BY] = tuple(body.get(AWAITED_BY, ()))
        game: Header = codec.game_of(header, body)
        return game


# Limits of what one person may have open at once, and of lists on screens.
#
# Searches in the lobby are limited to one by other code. Challenges by others count only once they are accepted.

MATCHES = 30
"""Running matches of a person, with people and with the bot."""
BOARDS = 10
"""Running games on boards in one chat. Each is read with every update there, so they must be few."""
RESTS_AFTER = 7 * DAY
"""Seconds after which a game with the bot alone in which nothing is done is read no more, and rests; see `scene`."""
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


# Where games of every kind are kept.

log = structlog.get_logger()
SLOTS_OF_GAMES = ("game", "review", "guesses", "replies", "card", "rematch", "rest", "reactions", "both", "both-link")
"""The screens of a game, each a slot of this name, a colon and the game's id."""
LINES_A_DAY = 300
"""Lines that are kept of the games that a person has ended in a day (UTC). Sums count those beyond them as well."""
LAST = 2**62
"""More than any number of a game that was played."""
GO_ON = "go-on"
"""The job that is written for each game that rests until another is over, once that is so; its subject is its id."""


class Games(Rows):
    """The games, of every kind."""

    def __init__(self, transaction: Transaction, codecs: Codecs) -> None:
        super().__init__(transaction)
        self._codecs = codecs
        self._ended: set[str] = set()
        """The games that were over when they were read."""

    async def load(self, game: str, model: type[G]) -> G | None:
        """The game of that id, if it is of that class; else None."""
        return self._read(await self.row("game", game_id=game), model)

    async def running_in(self, chat: int) -> tuple[Header, ...]:
        """Those that run on boards in the chat, the oldest first."""
        return tuple([self._codecs.game_of(row) for row in await self.rows("running_in", chat_id=chat)])

    async def running_of(self, person: int, model: type[G], *, most: int = MATCHES) -> tuple[G, ...]:
        """Those in which the person has a seat, seen from a private chat, the oldest first: so many at most.

        Whoever has more, from before there was a limit, is read as many as they may have.
        """
        rows = await self.rows("running_of", person_id=person, most=most)
        games = [self._read(row, model) for row in rows]
        return tuple(game for game in games if game is not None)

    async def count_of(self, person: int) -> int:
        """The number of running games in which the person has a seat."""
        row = await self.row("running_count", person_id=person)
        return int(row["running"])

    async def latest(self, chat: int, model: type[G]) -> G | None:
        """The one of that kind that was begun last in the chat, over or not."""
        kind = self._codecs.codec_for(model).name
        return self._read(await self.row("latest_game", chat_id=chat, kind=kind), model)

    async def latest_of(self, chat: int, model: type[G], most: int) -> tuple[G, ...]:
        """The games of that class that were begun last in the chat, the latest first, at most so many."""
        rows = await self.rows("latest_games", chat_id=chat, kind=self._codecs.codec_for(model).name, most=most)
        games = [self._read(row, model) for row in rows]
        return tuple(game for game in games if game is not None)

    def save(self, game: Header) -> None:
        """Save the game, and what is kept of it for ever once it is over.

        The work begins again if another has saved it since it was read.
        """
        if game.is_over and game.id not in self._ended:
            for waiting in game.awaited_by:
                self.write("put_job", due_at=self.now(), kind=GO_ON, subject=waiting, turn=0)
        self._count(game)
        chat, now = game.chat, self.now()
        done = self._codecs.log_of(game, now)
        self.replace(
            "save_game",
            "game_id",
            game_id=game.id,
            kind=self._codecs.codec_for(type(game)).name,
            chat_id=None if chat is None else chat.id,
            thread_id=None if chat is None else chat.thread,
            starter=game.starter,
            salt=game.salt,
            opened_at=game.opened_at,
            ended_at=game.ended_at,
            saved_at=now,
            body=self._codecs.body_of(game, done),
            revision=game.revision,
        )
        if game.revision == 0 or game.is_over:
            self._seat(game)
        if game.is_over:
            self.write("drop_drafts", game_id=game.id)
            self._keep_for_ever(game, done)

    async def played_by(self, person: int, most: int, up_to: int = LAST) -> tuple[tuple[int, PlayedGame], ...]:
        """What is kept of the games that the person has ended, the latest first, each with its number.

        At most so many, with numbers up to that one.
        """
        rows = await self.rows("played_by", person_id=person, up_to=up_to, most=most)
        return tuple([(row["number"], played_read(row["line"])) for row in rows])

    async def lines_after(self, person: int, number: int, most: int) -> tuple[tuple[int, PlayedGame], ...]:
        """The same from the number after that one on, the earliest first."""
        rows = await self.rows("played_after", person_id=person, after=number, most=most)
        return tuple([(row["number"], played_read(row["line"])) for row in rows])

    async def number_of(self, game: str) -> int:
        """The number of the game of that id, of which a line is kept; 0: of none."""
        row = await self.row("number_of", game_id=game)
        return int(row["number"])

    def keep_line_of(self, row: Any) -> None:
        """Keep for ever what is kept of a game that is over, whose row is deleted. One that cannot be read is lost."""
        try:
            game = self._codecs.game_of(row)
        except (ValueError, LookupError, TypeError) as error:
            log.error("a game cannot be read, and leaves no line", game=row["game_id"], error=repr(error))
        else:
            self._keep_for_ever(game, game.log)

    def untouched(self, rows: Iterable[Any]) -> Iterator[Header]:
        """Those of the running games in which nobody has done anything. What cannot be read stays."""
        for row in rows:
            try:
                game = self._codecs.game_of(row)
            except (ValueError, LookupError, TypeError) as error:
                log.error("a running game cannot be read", game=row["game_id"], error=repr(error))
            else:
                if self._codecs.is_untouched(game):
                    yield game

    def hold(self, game: Header) -> None:
        """Make the work begin again if another saves the game before this work commits, without changing the game."""
        if all(row["game_id"] != game.id for row in self.writes.rows("save_game")):
            self.save(game)

    def focus_on(self, chat: Chat, game: str | None, *, asks: bool = False) -> None:
        """From now on what is typed in the chat is for this game; None: it is not known for which.

        `asks`: somebody else has brought it there, and it waits; the moment is kept.
        """
        self.write("focus_on", chat_id=chat.id, focus=game, asked_at=self.now() if asks else None)

    def _count(self, game: Header) -> None:
        """Count the game when it begins and when it ends, however often it is saved."""
        if game.revision == 0 and all(row["game_id"] != game.id for row in self.writes.rows("save_game")):
            self.writes.count(GAMES_BEGUN.labels(game.mode_name))
        if game.is_over and game.id not in self._ended:
            self._ended.add(game.id)
            self.writes.count(GAMES_ENDED.labels(game.mode_name))

    def _keep_for_ever(self, game: Header, done: str) -> None:
        """Keep the line of a game, found by whoever played it, as far as they are known, or by who began it."""
        played = self._codecs.played_of(game, done)
        if played is None:
            return
        # Sums of games alone are read from lines where a ledger is not complete yet.
        is_summed = played.kind == "alone" and game.chat is not None and not game.chat.is_group
        line, is_new = played_written(played), all(row["game_id"] != game.id for row in self.writes.rows("keep_player"))
        ended_at = game.ended_at or self.now()
        people = tuple(dict.fromkeys(filter(None, played.gist.people))) or (game.starter,)
        # Lines that are shared with others do not go with whoever is forgotten, so they begin no new share by that.
        closed = {"is_shared": int(len(people) > 1), "since": ended_at - Limit.LINES.closed}
        for person in people:
            share = {
                "game_id": game.id,
                "person_id": person,
                "day": int(ended_at // DAY),
                "skip": LINES_A_DAY - 1,
                "is_summed": int(is_summed),
            }
            self.write("keep_played", line=line, **share, **closed)
            if is_new:
                self.write("keep_player", **share)

    def _seat(self, game: Header) -> None:
        for seat, person in enumerate(self._codecs.codec_for(type(game)).seats(game)):
            if person != COMPUTER:
                self.write("seat", game_id=game.id, seat=seat, person_id=person, is_over=int(game.is_over))

    def _read(self, row: Any, model: type[G]) -> G | None:
        game = None if row["game_id"] is None else self._codecs.game_of(row)
        if game is not None and game.is_over:
            self._ended.add(game.id)
        return game if isinstance(game, model) else None


# The log of moves and hints that is kept while a game is played.

HINT = "?"
"""The mark of a hint in a log, before the seat that took it."""


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


def hinted_in(log: str) -> frozenset[int]:
    """The numbers of the moves, from 1, before which a hint was taken since the move before, by whoever."""
    words = log.split()
    moves = list(accumulate(not word.startswith(HINT) for word in words))
    return frozenset(done + 1 for word, done in zip(words, moves, strict=True) if word.startswith(HINT))


def _cut(words: list[str], moves: int) -> list[str]:
    """The words up to the move after so many."""
    at = [index for index, word in enumerate(words) if not word.startswith(HINT)]
    return words if len(at) <= moves else words[: at[moves]]


# A game that is over as one line: `1;alone;1001;1700000000;80;5a5a…;solo classic 0834 | 0123 0834;20 80;help=blind`.
#
# The format, the kind, the people by seat, when it was opened and how long it lasted in seconds, the salts, the game
# in the notation of its rules, the log, and facts by name. There are millions of such lines, so it is not JSON.

LINE_FORMAT = "1"
"""Changes when old readers cannot read a line; readers of old formats stay."""
BETWEEN = ";"
NO_SALT = "-"


def played_written(game: PlayedGame) -> str:
    """The line."""
    gist = game.gist
    parts = (
        LINE_FORMAT,
        game.kind,
        " ".join(map(str, gist.people)),
        str(game.opened_at),
        str(game.lasted),
        " ".join(salt or NO_SALT for salt in gist.salts),
        gist.line,
        game.log,
        " ".join(f"{name}={value}" for name, value in gist.facts.items()),
    )
    return BETWEEN.join(parts)


def played_read(line: str) -> PlayedGame:
    """The game of a line. Raises ValueError for an unknown format."""
    written_in, _, rest = line.partition(BETWEEN)
    if written_in != LINE_FORMAT:
        raise ValueError(f"a game that was played has format {written_in}, which this version does not know")
    kind, people, opened_at, lasted, salts, played, log, facts = rest.split(BETWEEN)
    gist = Gist(
        line=played,
        people=tuple(map(int, people.split())),
        salts=tuple("" if salt == NO_SALT else salt for salt in salts.split()),
        facts=dict(_pair(fact) for fact in facts.split()),
    )
    return PlayedGame(kind, gist, int(opened_at), int(lasted), log)


def without_person(line: str, person: int) -> str | None:
    """The line with somebody who has left in the place of the person; None where nobody else is known by id.

    Raises ValueError for an unknown format.
    """
    game = played_read(line)
    people = tuple(LEFT if one == person else one for one in game.gist.people)
    if set(people) <= {COMPUTER, LEFT}:
        return None
    return played_written(replace(game, gist=replace(game.gist, people=people)))


def _pair(fact: str) -> tuple[str, str]:
    name, _, value = fact.partition("=")
    return name, value


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
        return Hint((HintKind.COUNT,) if written["guess"] is None else (HintKind.COUNT, HintKind.GUESS))
    asked, wondered = tuple(map(HintKind, written["asked"])), code_read(written["wondered"], variant)
    return Hint(asked, wondered, BoardPage(written["page"]), written.get("wondered_last", False))


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
