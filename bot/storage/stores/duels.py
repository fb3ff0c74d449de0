"""What is stored where people meet: challenges and their terms as JSON, contests, the lobby."""

import json
from dataclasses import asdict
from typing import Any

from bot.app.messages import Chat, Inline
from bot.app.model.duels import Challenge, Contest, Entry, Seek, Standings, State, ranking
from bot.app.model.game import MATCHES, check_format, destination_read, destination_written
from bot.app.model.terms import Terms
from bot.clocks import wall
from bot.game.notation import game_at, position
from bot.storage.outbox import as_json
from bot.storage.writes import Writes

# Challenges as JSON with a format number; readers for old formats stay.

FORMAT = 1


def challenge_written(challenge: Challenge) -> str:
    """The challenge as JSON, without what has columns of its own."""
    data = asdict(challenge) | {
        "format": FORMAT,
        "state": challenge.state.value,
        "card": destination_written(challenge.card),
    }
    del data["token"], data["revision"]
    return as_json(data)


def challenge_read(token: str, body: str, revision: int) -> Challenge:
    """The challenge of a row. Raises ValueError for an unknown format."""
    data: dict[str, Any] = json.loads(body)
    check_format(data, FORMAT, "a challenge")
    del data["format"]
    terms, state, card = Terms(**data.pop("terms")), State(data.pop("state")), destination_read(data.pop("card"))
    for people in ("declined", "consents"):
        data[people] = tuple(data.get(people, ()))
    return Challenge(token=token, terms=terms, state=state, card=card, revision=revision, **data)


# The port `Challenges`, over named queries.

AWAITED = {State.UNSENT, State.OPEN}
"""The states in which a challenge can still be accepted."""


class StoredChallenges:
    """Stored challenges."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def load(self, token: str) -> Challenge | None:
        """The challenge of that token."""
        row = await self._queries.challenge(self._session, token=token)
        return None if row["token"] is None else _challenge(row)

    async def open_of(self, person: int) -> tuple[Challenge, ...]:
        """Challenges by the person that nobody has answered, the oldest first."""
        rows = self._queries.open_challenges(self._session, person_id=person)
        return tuple([_challenge(row) async for row in rows])

    async def open_in(self, chat: int, most: int) -> tuple[Challenge, ...]:
        """Unanswered challenges whose cards are in that chat, the oldest first, at most so many."""
        rows = self._queries.open_challenges_in(self._session, chat_id=chat, most=most)
        return tuple([_challenge(row) async for row in rows])

    async def bound_card(self, card: Inline) -> str:
        """The token with which the card was first pressed or reported; empty: none yet."""
        row = await self._queries.bound_card(self._session, card=card.message)
        return row["token"] or ""

    def bind_card(self, card: Inline, offered: str) -> None:
        """Bind the card to the offer of that token, for good."""
        self._writes.add("bind_card", card=card.message, token=offered, bound_at=wall())

    def save(self, challenge: Challenge) -> None:
        """Save the challenge. The work begins again if another has saved it since it was read."""
        self._writes.replace(
            "save_challenge",
            "token",
            token=challenge.token,
            person_id=challenge.person,
            card_chat=challenge.card.id if isinstance(challenge.card, Chat) else None,
            is_open=int(challenge.state in AWAITED),
            made_at=challenge.made_at,
            expires_at=challenge.expires_at,
            body=challenge_written(challenge),
            revision=challenge.revision,
        )


def _challenge(row: Any) -> Challenge:
    return challenge_read(row["token"], row["body"], row["revision"])


# The port `Contests`, over named queries.


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


# Terms as one short text: equal texts mean equal terms.

RATED, FRIENDLY = "rated", "friendly"


def terms_written(terms: Terms) -> str:
    """`duel classic live rated`."""
    return f"{terms.mode} {terms.variant} {terms.clock} {RATED if terms.rated else FRIENDLY}"


def terms_read(text: str) -> Terms:
    """The terms of such a text."""
    mode, variant, clock, rated = text.split(" ")
    return Terms(mode, variant, clock, rated == RATED)


# The port `Lobby`, over named queries.

AS_THEY_ARE = ("name", "rating", "deviation", "finished", "walked_out", "since", "last_rival")
"""Columns with the names and values of fields of Seek."""


class StoredLobby:
    """Stored seeks: who looks for a rival."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def seek_of(self, person: int) -> Seek | None:
        """The person's seek; None if they do not look for a rival."""
        row = await self._queries.seek(self._session, person_id=person)
        return None if row["person_id"] is None else _seek(row)

    async def rivals(self, seek: Seek) -> tuple[Seek, ...]:
        """Seeks on the same terms closest in rating, without people with a block between them.

        People who play as many games as one may are left out.
        """
        key = {"person_id": seek.person, "full": MATCHES}
        rows = self._queries.rivals(self._session, **key, wish=terms_written(seek.terms), rating=seek.rating)
        return tuple([_seek(row) async for row in rows])

    async def load_listed(self, person: int, most: int, *, is_open: bool) -> tuple[Seek, ...]:
        """The oldest challenges to everybody, or the oldest other seeks, that the person may see and may accept."""
        key = {"person_id": person, "is_open": int(is_open), "full": MATCHES}
        return tuple([_seek(row) async for row in self._queries.listed_seeks(self._session, **key, most=most)])

    async def waiting(self, most: int) -> int:
        """How many people look for a rival, counted up to `most`."""
        row = await self._queries.waiting_count(self._session, most=most)
        return int(row["waiting"])

    def begin(self, seek: Seek) -> None:
        """Put the seek in the place of the person's former one."""
        columns = asdict(seek) | {"wish": terms_written(seek.terms), "is_open": int(seek.is_open)}
        columns["person_id"] = columns.pop("person")
        del columns["terms"]
        self._writes.replace("begin_seek", "person_id", **columns)

    def claim(self, seek: Seek) -> None:
        """Delete the seek. The work begins again if another has claimed it meanwhile."""
        self._writes.replace("drop_seek", "person_id", person_id=seek.person, since=seek.since)


def _seek(row: Any) -> Seek:
    return Seek(
        person=row["person_id"],
        terms=terms_read(row["wish"]),
        is_open=bool(row["is_open"]),
        **{name: row[name] for name in AS_THEY_ARE},
    )
