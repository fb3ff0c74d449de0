"""Contests: friends break the secret of a game that is over, each in their own time."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from bot.app.messages import Person
from bot.app.model.bodies import Own, PersonId, PersonName, Stays
from bot.app.rows import Rows, as_json
from bot.game.model import Game, Seat
from bot.game.notation import game_at, position
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class Target:
    """The game to beat: somebody's own game with the same secret."""

    token: Stays[str]
    """The contest's token."""
    name: PersonName
    guesses: Stays[int]
    solved: Stays[bool]
    """False: they gave up after that many guesses."""
    hints: Stays[int] = 0
    """How many hints they took."""
    no_hints: Stays[bool] = False
    """Whether whoever tries has none."""
    clue: Annotated[str | None, Own("")] = None
    """What its author says of a secret that they set, perhaps nothing; None: it is of a game that was played."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A participant's game."""

    person: PersonId
    name: PersonName
    game_id: Stays[str]
    began_at: float
    ended_at: float | None = None
    game: Game | None = None
    """None while it is played."""
    hints: Stays[int] = 0

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
    """A contest about somebody's finished game, or about a secret that its author has set: a game that they left."""

    token: Stays[str]
    """128 random bits; whoever holds it may take part."""
    first: Entry
    """The game whose secret all break."""
    salt: Stays[str]
    """The salt of that game's secret, and so of everybody's: all see the same fingerprint."""
    insiders: tuple[PersonId, ...]
    """People who have seen the secret without an entry of their own; the first of them is told the results."""
    begun: Stays[int] = 0
    ended: Stays[int] = 0
    """The numbers of friends who have begun, and who have finished."""
    no_hints: Stays[bool] = False
    """Whether those who try have no hints."""
    clue: Annotated[str | None, Own("")] = None
    """As for a target."""
    waits_for: Stays[int | None] = None
    """For whom a secret that was set waits, until they open it; None: for nobody by name. It has a column."""
    revision: Stays[int] = field(default=0, compare=False)
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
        return Target(self.token, first.name, first.guesses, first.has_solved, first.hints, self.no_hints, self.clue)

    @property
    def author(self) -> int:
        """Whoever has set the secret; 0: nobody."""
        return 0 if self.clue is None else self.first.person

    @property
    def owner(self) -> Person:
        """Whose link it is; without a name where those of a group may stand there."""
        return Person(self.insiders[0], "" if self.clue is None else self.first.name)

    def is_open_to(self, person: int) -> bool:
        """Whether the person may still set its terms: whoever offered it first, until somebody has begun."""
        return not self.begun and person == self.insiders[0]

    @property
    def is_settled(self) -> bool:
        """Whether all who have begun have finished: then guesses help nobody."""
        return self.begun == self.ended


@dataclass(frozen=True, slots=True)
class SetCode:
    """A code as somebody sets it for others, with its clue; empty: without one."""

    variant: Variant
    code: Code
    clue: str


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a contest."""

    contest: Contest
    best: tuple[Entry, ...]
    """Some finished entries, with the viewer's, the best first."""
    playing: tuple[Entry, ...]
    """Some unfinished entries."""
    latest: Entry | None = None
    """Of a secret that was set: who has finished last."""
    parted: frozenset[int] = frozenset()
    """Those who are somebody to the viewer."""

    def other_end(self, viewer: int) -> Entry | None:
        """With whom the viewer may go on after a secret that was set: its author, for them who has finished last.

        None: with nobody.
        """
        author = self.contest.author
        end = self.latest if viewer == author else self.contest.first
        return end if author > 0 and end is not None and end.person not in self.parted else None

    @property
    def people(self) -> tuple[int, ...]:
        """Those who are named there, whoever's game or secret it is first."""
        latest = () if self.latest is None else (self.latest,)
        return (self.contest.first.person, *(entry.person for entry in (*self.best, *self.playing, *latest)))

    def unnamed(self, people: Collection[int], word: str) -> "Standings":
        """The same with that word for the names of these people, and without a clue of theirs."""

        def read(entry: Entry) -> Entry:
            return replace(entry, name=word) if entry.person in people else entry

        contest = replace(self.contest, first=read(self.contest.first))
        if contest.clue and contest.first.person in people:
            contest = replace(contest, clue="")
        best, playing = tuple(map(read, self.best)), tuple(map(read, self.playing))
        return replace(self, contest=contest, best=best, playing=playing, parted=frozenset(people))

    def with_entry(self, entry: Entry) -> "Standings":
        """The standings with this entry."""
        best = tuple(other for other in self.best if other.game_id != entry.game_id)
        playing = tuple(other for other in self.playing if other.game_id != entry.game_id)
        if entry.game is None:
            return replace(self, best=best, playing=(*playing, entry))
        is_later = self.latest is None or (self.latest.ended_at or 0.0) <= (entry.ended_at or 0.0)
        latest = entry if is_later and self.contest.author else self.latest
        return replace(self, best=ranking((*best, entry)), playing=playing, latest=latest)


def ranking(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries, the best first: by fewer guesses, then less time; those who gave up come last."""
    return tuple(sorted(entries, key=lambda entry: (not entry.has_solved, entry.guesses, entry.seconds)))


FORMAT = 1
CODE_FOR = "code-for"
"""Asks for a code: the slot, what is in focus then, and the kind of prompt; which says for whom, and what was typed."""
CODES = "codes"
"""Shows somebody which secrets wait for them: the slot, and the kind of job; its subject: the person."""


class Contests(Rows):
    """Stored contests and their entries."""

    async def load(self, token: str) -> Contest | None:
        """The contest of that token."""
        row = await self.row("contest", token=token)
        return None if row["token"] is None else _contest(row)

    async def about(self, table: str) -> Contest | None:
        """The contest with that game as its first."""
        row = await self.row("contest_about", game_id=table)
        return None if row["token"] is None else _contest(row)

    async def entry(self, token: str, person: int) -> Entry | None:
        """The person's entry."""
        row = await self.row("entry", token=token, person_id=person)
        return None if row["person_id"] is None else _entry(row)

    async def standings(self, contest: Contest, most: int) -> Standings:
        """The standings, with at most so many of the best and of those who still play."""
        wanted = {"token": contest.token, "most": most}
        best = [_entry(row) for row in await self.rows("best_entries", **wanted)]
        playing = [_entry(row) for row in await self.rows("playing_entries", **wanted)]
        if contest.clue is None:
            return Standings(contest, ranking((contest.first, *best)), tuple(playing))
        latest = await self.latest(contest.token, 1)
        return Standings(contest, ranking(best), tuple(playing), latest[0] if latest else None)

    async def set_since(self, person: int, since: float) -> int:
        """How many secrets the person has set for others since that time."""
        return int((await self.row("set_since", person_id=person, since=since))["secrets"])

    async def waiting_for(self, person: int, most: int) -> tuple[Contest, ...]:
        """The secrets that wait for the person, the latest first, at most so many."""
        return tuple([_contest(row) for row in await self.rows("waiting_secrets", person_id=person, most=most)])

    async def waits_from(self, author: int, person: int, since: float) -> bool:
        """Whether one waits for the person that the author has set since that time."""
        row = await self.row("waits_from", set_by=author, person_id=person, since=since)
        return bool(row["waits"])

    async def latest(self, token: str, most: int) -> tuple[Entry, ...]:
        """Those who finished last, at most so many, the latest first."""
        return tuple([_entry(row) for row in await self.rows("latest_entries", token=token, most=most)])

    def save(self, contest: Contest) -> None:
        """Save the contest. The work begins again if another has saved it since it was read."""
        self.replace(
            "save_contest",
            "token",
            token=contest.token,
            game_id=contest.first.game_id,
            played_at=contest.first.ended_at,
            set_by=contest.author,
            body=contest_written(contest),
            waits_for=contest.waits_for,
            revision=contest.revision,
        )

    def enter(self, contest: Contest, entry: Entry) -> None:
        """Save an entry; the contest must be saved with it."""
        self.write(
            "put_entry",
            token=contest.token,
            person_id=entry.person,
            game_id=entry.game_id,
            has_solved=int(entry.has_solved),
            guesses=entry.guesses,
            seconds=entry.seconds,
            began_at=entry.began_at,
            ended_at=entry.ended_at,
            body=as_json({"format": FORMAT, **_played(entry)}),
        )


def contest_written(contest: Contest) -> str:
    """The contest as JSON, without what has a column."""
    first = contest.first
    return as_json(
        {
            "format": FORMAT,
            "person": first.person,
            "table": first.game_id,
            "began_at": first.began_at,
            "ended_at": first.ended_at,
            "first": _played(first),
            "salt": contest.salt,
            "insiders": contest.insiders,
            "begun": contest.begun,
            "ended": contest.ended,
            **({"no_hints": True} if contest.no_hints else {}),
            **({} if contest.clue is None else {"clue": contest.clue}),
        }
    )


def contest_read(token: str, body: str, revision: int) -> Contest:
    """The contest of a row. Raises ValueError for an unknown format."""
    data = _body_read(body)
    where = {name: data[name] for name in ("person", "began_at", "ended_at")}
    counts = {name: data[name] for name in ("salt", "begun", "ended")}
    first = Entry(game_id=data["table"], **where, **_read(data["first"]))
    terms = {"no_hints": data.get("no_hints", False), "clue": data.get("clue")}
    return Contest(token, first, insiders=tuple(data["insiders"]), revision=revision, **counts, **terms)


def _contest(row: Any) -> Contest:
    return replace(contest_read(row["token"], row["body"], row["revision"]), waits_for=row["waits_for"])


def _entry(row: Any) -> Entry:
    return Entry(
        person=row["person_id"],
        game_id=row["game_id"],
        began_at=row["began_at"],
        ended_at=row["ended_at"],
        **_read(_body_read(row["body"])),
    )


def _played(entry: Entry) -> dict[str, Any]:
    return {"name": entry.name, "hints": entry.hints, "position": entry.game and position(entry.game)}


def _read(data: dict[str, Any]) -> dict[str, Any]:
    game = game_at(data["position"]) if data["position"] else None
    return {"name": data["name"], "hints": data["hints"], "game": game}


def _body_read(body: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(body)
    if data["format"] != FORMAT:
        raise ValueError(f"a contest has format {data['format']}, which this version does not know")
    return data
