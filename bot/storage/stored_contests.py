"""The port `Contests`, over named queries."""

import json
from typing import Any

from bot.app.model.contest import Contest, Entry, Standings, ranking
from bot.game.notation import game_at, position
from bot.storage.codec import as_json
from bot.storage.writes import Writes

FORMAT = 1


class StoredContests:
    """Stored contests and their entries."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def load(self, token: str) -> Contest | None:
        """The contest of that token."""
        row = await self._queries.contest(self._session, token=token)
        return None if row["token"] is None else _contest(row)

    async def about(self, table: str) -> Contest | None:
        """The contest with that game as its first."""
        row = await self._queries.contest_about(self._session, game_id=table)
        return None if row["token"] is None else _contest(row)

    async def entry(self, token: str, person: int) -> Entry | None:
        """The person's entry."""
        row = await self._queries.entry(self._session, token=token, person_id=person)
        return None if row["person_id"] is None else _entry(row)

    async def standings(self, contest: Contest, most: int) -> Standings:
        """The standings, with at most so many of the best and of those who still play."""
        wanted = {"token": contest.token, "most": most}
        best = [_entry(row) async for row in self._queries.best_entries(self._session, **wanted)]
        playing = [_entry(row) async for row in self._queries.playing_entries(self._session, **wanted)]
        return Standings(contest, ranking((contest.first, *best)), tuple(playing))

    async def latest(self, token: str, most: int) -> tuple[str, ...]:
        """The games of the people who finished last, at most so many, the latest first."""
        rows = self._queries.latest_entries(self._session, token=token, most=most)
        return tuple([row["game_id"] async for row in rows])

    def save(self, contest: Contest) -> None:
        """Save the contest. The work begins again if another has saved it since it was read."""
        self._writes.replace(
            "save_contest",
            "token",
            token=contest.token,
            game_id=contest.first.game_id,
            played_at=contest.first.ended_at,
            body=contest_written(contest),
            revision=contest.revision,
        )

    def enter(self, contest: Contest, entry: Entry) -> None:
        """Save an entry; the contest must be saved with it."""
        self._writes.add(
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
    """The contest as JSON, without its token, which has a column."""
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
        }
    )


def contest_read(token: str, body: str, revision: int) -> Contest:
    """The contest of a row. Raises ValueError for an unknown format."""
    data = _body_read(body)
    where = {name: data[name] for name in ("person", "began_at", "ended_at")}
    counts = {name: data[name] for name in ("salt", "begun", "ended")}
    first = Entry(game_id=data["table"], **where, **_read(data["first"]))
    no_hints = data.get("no_hints", False)
    return Contest(token, first, insiders=tuple(data["insiders"]), no_hints=no_hints, revision=revision, **counts)


def _contest(row: Any) -> Contest:
    return contest_read(row["token"], row["body"], row["revision"])


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
