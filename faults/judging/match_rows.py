"""What the bot's database holds of matches, read from outside."""

import json
from dataclasses import dataclass, field
from typing import Any

from faults.judging.database import Query

MATCH = "game_id, salt, ended_at IS NOT NULL, body"


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the database has it, by seat."""

    id: str
    mode: str
    people: tuple[int, int]
    secrets: tuple[str, ...]
    """What each has to break, or the one that both have; `-`: not kept yet."""
    turns: tuple[tuple[int, str], ...]
    """Whose guess, and which."""
    first: int | None = None
    """Who began, where they guess in turn."""
    end: str = ""
    """How it was ended, if not by breaking the code: in the bot's words, and by whom."""
    over: bool = False
    salts: tuple[str, ...] = ()
    seed: str = ""
    """Of the lot; empty: none was drawn."""
    group: int | None = None
    """Where its card is, if that is a chat."""
    inline: str = ""
    """The message that is its card, if somebody sent that through the bot."""
    rematch: str = ""
    """The match that they began after it."""
    hints: int = 0
    """How many they have taken."""
    number: str = ""
    """Whether the bot, which has won, still holds its word, or it is broken in a game of its own; empty: it is told."""

    def secret_for(self, person: int) -> str:
        """What the person has to break."""
        return self.secrets[self.people.index(person) if len(self.secrets) > 1 else 0]

    def guesses_of(self, person: int) -> list[str]:
        """What the person has asked."""
        return [guess for by, guess in self.turns if by == person]


@dataclass(frozen=True, slots=True)
class StoredResult:
    """How a match ended for somebody."""

    match: str
    person: int
    score: float
    is_rated: bool
    rating: float
    ended_at: float


@dataclass(frozen=True, slots=True)
class StoredRating:
    """How strong somebody is, and after which games."""

    person: int
    games: int
    wins: int
    draws: int
    losses: int
    rating: float
    deviation: float


@dataclass(frozen=True, slots=True)
class StoredJob:
    """Something that is due."""

    kind: str
    about: str
    due_at: float


@dataclass(frozen=True, slots=True)
class StoredRemark:
    """What somebody has said in a match."""

    match: str
    person: int
    text: str


@dataclass(frozen=True, slots=True)
class MatchRows:
    """All of them."""

    matches: tuple[StoredMatch, ...] = ()
    results: tuple[StoredResult, ...] = ()
    ratings: tuple[StoredRating, ...] = ()
    finished: dict[int, int] = field(default_factory=dict)
    """How many matches each person has played to the end."""
    walked_out: dict[int, int] = field(default_factory=dict)
    """How many they have let the clock end."""
    remarks: tuple[StoredRemark, ...] = ()
    seekers: tuple[int, ...] = ()
    """Who looks for a rival."""


async def match_rows(query: Query) -> MatchRows:
    """What there is now."""
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
    """Where the card of each match stands that the bot has sent: the chat, and the message's number."""
    rows = await query("SELECT slot, chat_id, message_id FROM slots WHERE slot LIKE 'card:%'")
    return {slot.partition(":")[2]: (chat, message) for slot, chat, message in rows}


async def stored_jobs(query: Query) -> tuple[StoredJob, ...]:
    """What is due, now or later; what takes long is due at once."""
    jobs = "SELECT kind, subject, due_at FROM jobs UNION ALL SELECT kind, subject, 0.0 FROM long_jobs"
    return tuple(StoredJob(*row) for row in await query(jobs))


def _match(match: str, salt: str, over: bool, told: dict[str, Any]) -> StoredMatch:  # noqa: FBT001  a row
    head, guesses, end = (*(part.strip() for part in told["game"].split("|")), "", "")[:3]
    mode, _, *words = head.split()
    secrets = words[: 2 if mode in {"duel", "sudden"} else 1]
    order = words[len(secrets) :]
    one, other = told["sitters"]
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
        salts=tuple(told["salts"]),
        seed=salt,
        group=told["card"][0] if isinstance(told["card"], list) else None,
        inline=told["card"] if isinstance(told["card"], str) else "",
        rematch=told["rematch"],
        hints=sum(sitter.get("hints", 0) for sitter in told["sitters"]),
        number=told.get("number", ""),
    )
