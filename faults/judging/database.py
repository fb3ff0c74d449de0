"""Reads the bot's database from outside: what it has stored of games alone, of matches, and of other ways to play."""

import hashlib
import json
import sqlite3
from base64 import urlsafe_b64encode
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg

from faults.players.accounts import Way, answer

Rows = list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game."""

    chat: int
    fingerprint: str
    secret: str
    salt: str
    guesses: tuple[str, ...]
    over: bool
    names: tuple[str, ...] = ()
    """The name of the player of each guess."""
    id: str = ""


class SqliteRows:
    """Queries on a SQLite file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def __call__(self, query: str) -> Rows:
        """The rows that the query finds."""
        with closing(sqlite3.connect(self._path, timeout=10)) as connection:
            return connection.execute(query).fetchall()

    async def change(self, first: "Change", second: "Change") -> bool:
        """Run both in a transaction; False, with nothing changed, if the first changes no row."""
        with closing(sqlite3.connect(self._path, timeout=10)) as connection, connection:
            found: bool = connection.execute(*first).rowcount > 0
            if found:
                connection.execute(*second)
            return found


class PostgresRows:
    """Queries on a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def __call__(self, query: str) -> Rows:
        """The rows that the query finds."""
        connection = await asyncpg.connect(self._url)
        try:
            return [tuple(row) for row in await connection.fetch(query)]
        finally:
            await connection.close()

    async def change(self, first: "Change", second: "Change") -> bool:
        """Run both in a transaction; False, with nothing changed, if the first changes no row."""
        connection = await asyncpg.connect(self._url)
        try:
            async with connection.transaction():
                found: bool = await connection.execute(_numbered(first[0]), *first[1]) != "UPDATE 0"
                if found:
                    await connection.execute(_numbered(second[0]), *second[1])
                return found
        finally:
            await connection.close()


def _numbered(statement: str) -> str:
    """The statement with `$1`, `$2` and so on for its values."""
    first, *others = statement.split("?")
    return first + "".join(f"${number}{other}" for number, other in enumerate(others, 1))


Query = SqliteRows | PostgresRows
Change = tuple[str, tuple[Any, ...]]
"""A statement with `?` for each of its values."""


OF_THE_BOT = """
SELECT chat_id, salt, ended_at IS NOT NULL, body, game_id FROM games WHERE kind IN ('alone', 'group')
ORDER BY opened_at, game_id"""


async def stored_games(query: Query) -> list[StoredGame]:
    """Every game in which the bot keeps a secret, the oldest first."""
    rows = await query(OF_THE_BOT)
    return [_game(chat, salt, bool(over), json.loads(body), game) for chat, salt, over, body, game in rows]


def _game(chat: int, salt: str, over: bool, data: dict[str, Any], game: str) -> StoredGame:  # noqa: FBT001  a row
    head, _, rest = data["position"].partition("|")
    secret = head.split()[2]
    guesses = tuple(rest.partition("|")[0].split())
    return StoredGame(chat, fingerprint(secret, salt), secret, salt, guesses, over, tuple(data["guessed_by"]), game)


def fingerprint(secret: str, salt: str) -> str:
    """The fingerprint that the lock on a board carries."""
    digest = hashlib.sha256(f"{secret} {salt}".encode()).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


# Matches, with all that belongs to them.

MATCH = "game_id, salt, ended_at IS NOT NULL, body"


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A stored match, by seat."""

    id: str
    mode: str
    people: tuple[int, int]
    secrets: tuple[str, ...]
    """The secret for each seat, or the common one; `-`: not set yet."""
    turns: tuple[tuple[int, str], ...]
    """Each guess with its seat."""
    first: int | None = None
    """The seat that began, where they guess in turn."""
    end: str = ""
    """The end, if no code was broken: in the bot's words, and by whom."""
    over: bool = False
    salts: tuple[str, ...] = ()
    seed: str = ""
    """The seed of the lot; empty: none was drawn."""
    group: int | None = None
    """The group of its card, if that is in a chat."""
    inline: str = ""
    """The inline message that is its card."""
    rematch: str = ""
    """The rematch."""
    hints: int = 0
    """The number of hints."""
    given: tuple[int, ...] = ()
    """By seat: how often the person has given the other time; empty: never."""
    number: str = ""
    """Whether the bot's secret is still hidden after it won, or is broken in a game alone; empty: it is shown."""

    def secret_for(self, person: int) -> str:
        """The secret that the person has to break."""
        return self.secrets[self.people.index(person) if len(self.secrets) > 1 else 0]

    def secret_of(self, person: int) -> str | None:
        """The secret that the person keeps for the other; None if both break the same one."""
        return self.secrets[1 - self.people.index(person)] if len(self.secrets) > 1 else None

    def guesses_of(self, person: int) -> list[str]:
        """The person's guesses."""
        return [guess for by, guess in self.turns if by == person]


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A stored result for one player."""

    match: str
    person: int
    score: float
    is_rated: bool
    rating: float
    ended_at: float


@dataclass(frozen=True, slots=True)
class StoredRating:
    """A stored rating with its counts of games."""

    person: int
    games: int
    wins: int
    draws: int
    losses: int
    rating: float
    deviation: float


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A stored job."""

    kind: str
    about: str
    due_at: float


@dataclass(frozen=True, slots=True)
class StoredRemark:
    """A stored remark in a match."""

    match: str
    person: int
    text: str


@dataclass(frozen=True, slots=True)
class MatchRows:
    """All stored rows about matches."""

    matches: tuple[StoredMatch, ...] = ()
    results: tuple[StoredResult, ...] = ()
    ratings: tuple[StoredRating, ...] = ()
    finished: dict[int, int] = field(default_factory=dict)
    """By person, the matches played to the end."""
    walked_out: dict[int, int] = field(default_factory=dict)
    """By person, the matches lost on time."""
    remarks: tuple[StoredRemark, ...] = ()
    seekers: tuple[int, ...] = ()
    """The people who look for a rival."""


async def match_rows(query: Query) -> MatchRows:
    """The rows at this time."""
    matches = await query(f"SELECT {MATCH} FROM games WHERE kind = 'match' ORDER BY opened_at, game_id")
    results = await query("SELECT game_id, person_id, score, is_rated, rating, ended_at FROM results")
    ratings = await query("SELECT person_id, games, wins, draws, losses, rating, deviation FROM ratings")
    people = await query("SELECT person_id, finished, walked_out FROM people")
    remarks = await query("SELECT stream, person_id, said FROM remarks")
    return MatchRows(
        matches=tuple(_match(match, salt, bool(over), json.loads(body)) for match, salt, over, body in matches),
        results=tuple(
            StoredResult(match, person, score, bool(is_rated), *rest)
            for match, person, score, is_rated, *rest in results
        ),
        ratings=tuple(StoredRating(*row) for row in ratings),
        finished={person: finished for person, finished, _ in people},
        walked_out={person: walked_out for person, _, walked_out in people},
        remarks=tuple(StoredRemark(*row) for row in remarks),
        seekers=tuple(person for (person,) in await query("SELECT person_id FROM seeks")),
    )


async def card_slots(query: Query) -> dict[str, tuple[int, int]]:
    """By match, the chat and message of the card that the bot sent."""
    rows = await query("SELECT slot, chat_id, message_id FROM slots WHERE slot LIKE 'card:%'")
    return {slot.partition(":")[2]: (chat, message) for slot, chat, message in rows}


async def stored_jobs(query: Query) -> tuple[StoredJob, ...]:
    """The stored jobs; long jobs count as due at once."""
    jobs = "SELECT kind, subject, due_at FROM jobs UNION ALL SELECT kind, subject, 0.0 FROM long_jobs"
    return tuple(StoredJob(*row) for row in await query(jobs))


def _match(match: str, salt: str, over: bool, data: dict[str, Any]) -> StoredMatch:  # noqa: FBT001  a row
    head, guesses, end = (*(part.strip() for part in data["game"].split("|")), "", "")[:3]
    mode, _, *words = head.split()
    secrets = words[: 2 if mode in {"duel", "sudden"} else 1]
    order = words[len(secrets) :]
    one, other = data["sitters"]
    people = (one["person"], other["person"])
    turns = [turn.partition("@")[0].split(":") for turn in guesses.split()]
    how, _, seat = end.partition(" ")
    return StoredMatch(
        id=match,
        mode=mode,
        people=people,
        secrets=tuple(secrets),
        turns=tuple((people[int(seat)], guess) for seat, guess in turns),
        first=people[int(order[1])] if order else None,
        end=f"{how} {people[int(seat)]}" if seat else how,
        over=over,
        salts=tuple(data["salts"]),
        seed=salt,
        group=data["card"][0] if isinstance(data["card"], list) else None,
        inline=data["card"] if isinstance(data["card"], str) else "",
        rematch=data["rematch"],
        hints=sum(sitter.get("hints", 0) for sitter in data["sitters"]),
        given=tuple(data.get("given", ())),
        number=data.get("number", ""),
    )


# Games in which the bot breaks a word, or a number is guessed.

KEPT_BY_A_PERSON = "-"


@dataclass(frozen=True, slots=True)
class StoredWay:
    """A stored game."""

    id: str
    way: Way
    chat: int
    moves: tuple[str, ...]
    over: bool
    secret: str = ""
    """The bot's secret."""
    salt: str = ""
    ends: tuple[str, ...] = ()
    """The ends of the range of numbers."""

    @property
    def shown(self) -> tuple[str, ...]:
        """The moves as its board must show them."""
        if self.way is not Way.ASK:
            return self.moves
        return tuple(f"{question}={answer(question, int(self.secret))}" for question in self.moves)


async def stored_ways(query: Query) -> tuple[StoredWay, ...]:
    """All such games."""
    kept = await query("SELECT game_id, chat_id, ended_at IS NOT NULL, body FROM games WHERE kind = 'keeper'")
    numbers = await query("SELECT game_id, chat_id, ended_at IS NOT NULL, body, salt FROM games WHERE kind = 'number'")
    thought = (_thought(game, chat, bool(over), json.loads(body)) for game, chat, over, body in kept)
    guessed = (_number(game, chat, bool(over), json.loads(body), salt) for game, chat, over, body, salt in numbers)
    return *thought, *guessed


def _thought(game: str, chat: int, over: bool, data: dict[str, Any]) -> StoredWay:  # noqa: FBT001  a row
    parts: list[str] = data["position"].split("|")
    return StoredWay(game, Way.THINK, chat, tuple(parts[1].split()), over)


def _number(game: str, chat: int, over: bool, data: dict[str, Any], salt: str) -> StoredWay:  # noqa: FBT001  a row
    parts: list[str] = data["line"].split("|")
    head, moves = parts[:2]
    _, span, secret = head.split()
    asked = tuple(moves.split())
    if secret == KEPT_BY_A_PERSON:
        return StoredWay(game, Way.KEEP, chat, asked, over)
    return StoredWay(game, Way.ASK, chat, asked, over, secret, salt, tuple(span.split("..")))
