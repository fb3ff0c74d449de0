"""Reads matches from the bot's database."""

import json
from dataclasses import dataclass, field
from typing import Any

from faults.judging.database import Query

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
        number=data.get("number", ""),
    )
