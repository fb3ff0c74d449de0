"""What is stored of one person: how they are shown it, and how they are forgotten, a few rows in a transaction.

What is theirs alone goes; what others share stays without them. In their order: the store; the jobs that ask for it;
rows as their person is shown them; how far forgetting has come, and what one transaction of it reads and writes; its
steps, and at the end `PLACES`, which names them.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import orjson

from bot.app.contests.model import CODE_FOR, CODES, Contest
from bot.app.duels.model import Challenge
from bot.app.model.bodies import LEFT, Gone, Naming, naming_of
from bot.app.model.game import COMPUTER, SLOTS_OF_GAMES, Codecs, played_read, without_person
from bot.app.model.tables import DROPPED, SHOWN, TABLES
from bot.app.ratings.model import SHARDS
from bot.app.rows import Row, Rows, Transaction, as_json
from bot.app.texts import language_of, texts_in
from bot.game.daily import DAY, OPEN_DAYS

MOST_ROWS = 500
"""So many rows of each table are shown, as a rule the latest."""


class Privacy(Rows):
    """What is stored of one person, in every table."""

    def __init__(self, transaction: Transaction, codecs: Codecs) -> None:
        super().__init__(transaction)
        self._codecs = codecs

    async def rows_of(self, person: int) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """By table what is stored of the person and is theirs to know, at most MOST_ROWS of each; no empty ones.

        What would tell a secret of a game that is on is left out of it.
        """
        found = {table: await self._rows_in(table, person) for table in SHOWN}
        has_record = any(value for row in found["people"] for column, value in row.items() if column != "name")
        if not has_record and not found["seats"]:  # a name alone would tell that somebody has blocked them
            found["people"] = []
        return {table: rows for table, rows in found.items() if rows}

    async def _rows_in(self, table: str, person: int) -> list[Mapping[str, Any]]:
        rows, now = await self.rows(f"mine_{table}", person_id=person, most=MOST_ROWS), self.wall()
        shown = [read(table, row, person, now) for row in rows]
        return [row for row in shown if row is not None]

    async def forget_some(self, person: int, place: str) -> str:
        """Forget a few rows of what is stored of the person; games that others play are theirs, without the person.

        `place`: how far it has come, empty at first. Returns the next place; empty once nothing is left.
        """
        at = Progress.read(place)
        taking = Taking(self.transaction, person, _naming_of(self._codecs.models))
        return at.after_step(await PLACES[at.name](taking, at.after))

    async def were_forgotten(self, people: Sequence[int], since: float) -> bool:
        """Whether one of these one or two people has asked to be forgotten at that time or later."""
        row = await self.row("forgotten_lately", person_id=people[0], rival_id=people[-1], since=since)
        return bool(row["people"])

    def note_forgotten(self, person: int, at: float) -> None:
        """Store that the person has asked to be forgotten; nothing else is kept of them."""
        self.write("note_forgotten", person_id=person, forgotten_at=at)


@cache
def _naming_of(models: tuple[type, ...]) -> Naming:
    return naming_of(*models, Challenge, Contest)


# The jobs that gather it and that forget, and who has asked to be forgotten.

MY_DATA = "my-data"
"""The kind of long job that gathers it, and the kind of prompt that tells when that was asked for last."""
FORGET = "forget"
"""The kind of job that forgets somebody. Its subject: the person, the language in which they are told of the end, how
far it has come; its turn: whether they are told."""
LEAVING = "leaving"
"""How far it has come at first: what runs is still to be ended."""
SILENTLY, AND_TELLS = 0, 1


def forgetting(person: int, language: str = "-", place: str = LEAVING) -> str:
    """The subject of the job that forgets the person; without a language they are told nothing."""
    return f"{person} {language} {place}"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Somebody who has asked to be forgotten, and when (seconds since 1970)."""

    person: int
    at: float


# What is stored of a person, as they are shown it: texts that hold more are taken apart, and running games hide.


def read(table: str, row: Mapping[str, Any], person: int, now: float) -> Row | None:
    """The row as the person is shown it; None: it is another's. What cannot be read is left as it is stored."""
    given = dict(row)
    try:
        return READERS[table](given, person, now) if table in READERS else given
    except (ValueError, LookupError, TypeError):
        return {key: value for key, value in given.items() if key not in {"body", "content", "line"}}


HIDDEN = "hidden while the game is on"
OF_BOARDS = (
    "position",
    "line",
    "guessed_by",
    "asked_by",
    "help",
    "suggestions",
    "praise",
    "earned",
    "practice",
    "breaker",
)
OF_MATCHES = ("game", "clock", "rated", "friends", "on_card", "level", "unrated_because", "began_at", "earned")
NOT_MINE = ("person", "blocks", "hears", "chat")
"""What a seat keeps besides what its screen shows; what is blocked stands in its own table."""


def _game(row: Row, person: int, now: float) -> Row:
    body = orjson.loads(row.pop("body"))
    if row["ended_at"] is None or ("daily" in body and body["daily"]["closes_at"] > now):
        return row | {"game": HIDDEN}
    if "sitters" not in body:
        kept = {key: body[key] for key in OF_BOARDS if key in body}
        return row | {"game": kept}
    kept = {key: body[key] for key in OF_MATCHES if key in body}
    if body.get("number"):  # the bot has won, and its secret may still be guessed
        kept["game"] = HIDDEN
    seats = body["sitters"]
    mine = [{key: value for key, value in seat.items() if key not in NOT_MINE} for seat in seats if _is(seat, person)]
    rivals = [seat["name"] for seat in seats if not _is(seat, person)]
    return row | {"game": kept | {"you": mine, "rivals": rivals}}


def _is(seat: Mapping[str, Any], person: int) -> bool:
    return bool(seat["person"] == person)


def _played(row: Row, person: int, now: float) -> Row:
    game, gist = (played := played_read(row["line"])), played.gist
    told: Row = {"number": row["number"], "kind": game.kind, "opened_at": game.opened_at, "seconds": game.lasted}
    told |= {"your_seats": [seat for seat, one in enumerate(gist.people) if one == person], "facts": dict(gist.facts)}
    is_open = "daily" in gist.facts and game.opened_at + game.lasted + OPEN_DAYS * DAY > now
    if row["is_hidden"] or is_open:
        return told | {"game": HIDDEN}
    return told | {"game": gist.line, "salts": list(gist.salts), "log": game.log}


def _contest(row: Row, person: int, _now: float) -> Row | None:
    body = orjson.loads(row["body"])
    if row["waits_for"] == person:  # its secret is still to be broken
        return {"played_at": row["played_at"], "set_by": body["first"]["name"], "game": HIDDEN}
    if body["person"] != person:
        return None
    kept = {key: body[key] for key in ("first", "begun", "ended", "no_hints", "clue") if key in body}
    waits = {} if row["waits_for"] is None else {"waits_for": row["waits_for_name"]}
    return {key: row[key] for key in ("token", "game_id", "played_at")} | kept | waits


def _prompt(row: Row, _person: int, _now: float) -> Row:
    """A prompt without the number of the person for whom a code was asked for."""
    return row | {"content": row["content"].partition(" ")[2]} if row["kind"] == CODE_FOR else row


OF_CHALLENGES = ("terms", "name", "to_name", "taker_name", "declined", "state")


def _challenge(row: Row, _person: int, _now: float) -> Row:
    body = orjson.loads(row.pop("body"))
    return row | {key: body[key] for key in OF_CHALLENGES if key in body}


def _with_body(key: str) -> Callable[[Row, int, float], Row]:
    """The row with the JSON in that column taken apart."""
    return lambda row, _person, _now: row | {key: row[key] and orjson.loads(row[key])}


def _message(row: Row, _person: int, _now: float) -> Row:
    """A message without its buttons; without a document, which would hold itself."""
    content = orjson.loads(row.pop("content"))
    return row | {"text": content.get("html", "")}


READERS: dict[str, Callable[[Row, int, float], Row | None]] = {
    "chats": _with_body("bell"),
    "games": _game,
    "played": _played,
    "contests": _contest,
    "prompts": _prompt,
    "challenges": _challenge,
    "entries": _with_body("body"),
    "learners": _with_body("body"),
    "puzzlers": _with_body("body"),
    "ledgers": _with_body("body"),
    "reports": _with_body("said"),
    "outbox": _message,
    "failed_messages": _message,
}
"""Of each table whose rows hold more than their columns."""


# Forgetting a person: how far it has come, and what one transaction reads and writes.

BETWEEN = ":"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it has come: at which step, and there after which key."""

    name: str
    after: str = ""

    @classmethod
    def read(cls, place: str) -> Self:
        """The place as it is stored; the first where that is empty, or of a version with other steps."""
        name, _, after = place.partition(BETWEEN)
        return cls(name, after) if name in PLACES else cls(next(iter(PLACES)))

    def after_step(self, key: str | None) -> str:
        """What is stored once the step has come so far; None: to its end. Empty after the last."""
        if key is not None:
            return f"{self.name}{BETWEEN}{key}"
        names = [*PLACES, ""]
        return names[names.index(self.name) + 1]


MOST = 100
"""Rows that go in one transaction."""
NAMED = tuple(name for name, table in TABLES.items() if "name" in table.shown.split(", "))
"""The tables that hold names under which people have played; they go after the bodies."""


class Taking(Rows):
    """One transaction that takes a person away. `naming`: what the keys of bodies hold of people."""

    def __init__(self, transaction: Transaction, person: int, naming: Naming) -> None:
        super().__init__(transaction)
        self.person, self.naming = person, naming
        self._known_as: frozenset[str] | None = None

    async def mine(self, table: str, most: int = MOST) -> list[Any]:
        """Rows of the table that are the person's."""
        return await self.rows(f"mine_{table}", person_id=self.person, most=most)

    async def gone(self, reader: int) -> Gone:
        """The person as they are called from now on in the chat of that id, or to that person."""
        known = await self.row("preferences", chat_id=reader)
        name = texts_in(language_of(known["language"], known["spoken"])).plain("name.left")
        if self._known_as is None:
            self._known_as = frozenset([row["name"] for table in NAMED for row in await self.mine(table)])
        return Gone(self.person, self._known_as, name)


# Forgetting a person: what they played. Boards of theirs alone go, and in others' games somebody else stands there.

LOOKED_THROUGH = 1000
"""Rows that are looked through in one transaction, of tables in which a person is not found by an index."""


async def leave_games(taking: Taking, after: str) -> str | None:
    """Look through the next games."""
    last = (await taking.row("next_games", past=after, most=LOOKED_THROUGH))["last"]
    if last is None:
        return None
    names_them = f"%{taking.person}%"
    span = {"past": after, "last_key": last, "person_id": taking.person, "names_them": names_them}
    for row in await taking.rows("games_with", **span):
        await _leave_game(row, taking)
    return str(last)


async def _leave_game(row: Any, taking: Taking) -> None:
    body = _body_of(row)
    others = [one for one in taking.naming.people_in(body) if one not in (taking.person, COMPUTER, LEFT)]
    if row["chat_id"] == taking.person or (row["chat_id"] is None and not others):  # nobody else sees it
        _drop_game(row, taking)
        return
    gone = await taking.gone(row["chat_id"] or others[0])
    left = taking.naming.without(body, gone, {"starter": row["starter"]})
    if await _is_in_their_contest(body, taking):
        left["target"] = taking.naming.without(left["target"], gone, {"person": taking.person})
    starter = LEFT if row["starter"] == taking.person else row["starter"]
    if left != body or starter != row["starter"]:
        key = {"game_id": row["game_id"], "revision": row["revision"]}
        taking.write("rewrite_game", **key, starter=starter, body=as_json(left))


def _body_of(row: Any) -> dict[str, Any]:
    """The body of the row; empty where it cannot be read, for that must hold up nothing."""
    try:
        body = orjson.loads(row["body"])
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _drop_game(row: Any, taking: Taking) -> None:
    taking.write("drop_game", game_id=row["game_id"], revision=row["revision"])
    taking.write("drop_seats", game_id=row["game_id"])
    taking.write("drop_drafts", game_id=row["game_id"])
    for name in SLOTS_OF_GAMES:
        taking.write("drop_slot", slot=f"{name}:{row['game_id']}")


async def _is_in_their_contest(body: dict[str, Any], taking: Taking) -> bool:
    """Whether the game is about a secret that the person has offered to friends."""
    target = body.get("target")
    if not isinstance(target, dict):
        return False
    row = await taking.row("contest", token=target.get("token"))
    return row["token"] is not None and _body_of(row).get("person") == taking.person


async def leave_challenges(taking: Taking, after: str) -> str | None:
    """Look through the next challenges: their own are withdrawn, what was offered to them is declined."""
    last = (await taking.row("next_challenges", past=after, most=LOOKED_THROUGH))["last"]
    if last is None:
        return None
    names_them = f"%{taking.person}%"
    span = {"past": after, "last_key": last, "person_id": taking.person, "names_them": names_them}
    for row in await taking.rows("challenges_with", **span):
        body, is_maker = _body_of(row), row["person_id"] == taking.person
        left = taking.naming.without(body, await taking.gone(row["person_id"])) | _state_after(body, taking.person)
        if is_maker or left != body:
            maker = LEFT if is_maker else row["person_id"]
            key = {"token": row["token"], "revision": row["revision"], "person_id": maker}
            taking.write("rewrite_challenge", **key, is_open=int(left.get("state") == "open"), body=as_json(left))
    return str(last)


def _state_after(body: dict[str, Any], person: int) -> dict[str, Any]:
    state = body.get("state")
    if body.get("person") == person and state in {"open", "unsent"}:
        return {"state": "withdrawn"}
    if body.get("to") == person and state == "open":
        return {"state": "declined"}
    return {"taker": None, "taker_name": ""} if body.get("taker") == person and state == "open" else {}


async def leave_contests(taking: Taking, after: str) -> str | None:
    """Look through the next contests, which friends may go on with."""
    last = (await taking.row("next_contests", past=after, most=LOOKED_THROUGH))["last"]
    if last is None:
        return None
    gone = await taking.gone(taking.person)
    span = {"past": after, "last_key": last, "person_id": taking.person, "names_them": f"%{taking.person}%"}
    for row in await taking.rows("contests_with", **span):
        _rewrite_contest(row, _body_of(row), gone, taking)
    return str(last)


def _rewrite_contest(row: Any, body: dict[str, Any], gone: Gone, taking: Taking) -> None:
    left = taking.naming.without(body, gone)
    if left != body or taking.person in (row["set_by"], row["waits_for"]):
        if row["waits_for"] not in (None, taking.person):  # its notice names them
            due = {"due_at": taking.now(), "kind": CODES, "subject": str(row["waits_for"]), "turn": 0}
            taking.write("put_job", **due)
        key = {"token": row["token"], "revision": row["revision"], "person_id": taking.person}
        taking.write("rewrite_contest", **key, body=row["body"] if left == body else as_json(left))


async def leave_entries(taking: Taking, _after: str) -> str | None:
    """Take some of their entries out of contests, which count as if they had never begun."""
    entries = await taking.mine("entries")
    for entry in entries:
        taking.write("drop_entry", token=entry["token"], person_id=taking.person)
        contest = await taking.row("contest", token=entry["token"])
        body = {} if contest["token"] is None else _body_of(contest)
        if {"begun", "ended"} <= body.keys():
            ended = body["ended"] - (entry["ended_at"] is not None)
            left = body | {"begun": body["begun"] - 1, "ended": ended}
            key = {"token": contest["token"], "revision": contest["revision"]}
            taking.write("rewrite_contest", **key, body=as_json(left), person_id=taking.person)
    return "" if entries else None


async def leave_lines(taking: Taking, _after: str) -> str | None:
    """Take them out of some lines of games that are kept for ever; a line of theirs alone goes."""
    rows = await taking.rows("lines_of", person_id=taking.person, most=MOST)
    for row in rows:
        taking.write("drop_player", person_id=taking.person, number=row["number"])
        line = _line_without(row["line"], taking.person)
        if line is None:
            taking.write("drop_line", number=row["number"])
        else:
            taking.write("rewrite_line", number=row["number"], line=line)
    return "" if rows else None


def _line_without(line: str, person: int) -> str | None:
    """The line without the person; None where nobody else is known, or it cannot be read."""
    try:
        return without_person(line, person)
    except ValueError:
        return None


# Forgetting a person: what they have come to with others, who keep their side of it.


async def leave_seats(taking: Taking, _after: str) -> str | None:
    """Somebody who has left sits in some of their seats."""
    rows = await taking.mine("seats")
    for row in rows:
        taking.write("leave_seat", game_id=row["game_id"], seat=row["seat"])
    return "" if rows else None


async def leave_results(taking: Taking, _after: str) -> str | None:
    """Drop some of their results; those of their rivals were against somebody who has left."""
    rows = await taking.rows("results_between", person_id=taking.person, most=MOST)
    for row in rows:
        key = {"game_id": row["game_id"], "person_id": taking.person}
        name = (await taking.gone(row["rival_id"])).name
        taking.write("leave_result", **key, rival_id=row["rival_id"], name=name)
        taking.write("drop_result", **key)
    return "" if rows else None


async def leave_rivalries(taking: Taking, _after: str) -> str | None:
    """Drop some of their rivalries; what a rival has played with all who have left is counted together."""
    rows = await taking.rows("rivals_of", person_id=taking.person, most=MOST)
    for row in rows:
        mine = {"person_id": taking.person, "rival_id": row["rival_id"]}
        taking.write("leave_rivalry", **mine)
        taking.write("drop_rivalry", **mine)
        taking.write("drop_rivalry", person_id=row["rival_id"], rival_id=taking.person)
    return "" if rows else None


async def leave_ratings(taking: Taking, _after: str) -> str | None:
    """Drop their ratings, and count them out of the places."""
    rows = await taking.rows("rated_in", person_id=taking.person, most=MOST)
    for row in rows:
        taking.write("drop_rating", person_id=taking.person, family=row["family"])
        if row["band"] is not None:
            counter = {"family": row["family"], "band": row["band"], "shard": taking.person % SHARDS}
            taking.write("count_rated", **counter, change=-1)
    return "" if rows else None


async def leave_rivals(taking: Taking, _after: str) -> str | None:
    """Some of those who have met them last have met nobody."""
    if not (await taking.row("has_met", person_id=taking.person))["has_rows"]:
        return None
    taking.write("forget_rival", person_id=taking.person, most=MOST)
    taking.write("forget_rival_sought", person_id=taking.person, most=MOST)
    return ""


async def leave_reports(taking: Taking, _after: str) -> str | None:
    """What they have reported stays, without them."""
    if not await taking.mine("reports", 1):
        return None
    taking.write("leave_reports", person_id=taking.person)
    taking.write("drop_reports", person_id=taking.person)
    return ""


async def drop_failures(taking: Taking, _after: str) -> str | None:
    """Drop what broke when they wrote or pressed: ids stand there as numbers, or in the subjects of jobs."""
    number = {"number_within": f"%: {taking.person},%", "number_last": f"%: {taking.person}}}%"}
    taking.write("drop_failures", **number, text_within=f'%"{taking.person}%')
    return None


# Forgetting a person: all steps, in their order.

Step = Callable[[Taking, str], Awaitable[str | None]]
"""Takes some rows away; gives after which key it goes on, None where nothing is left."""


def dropping(table: str) -> Step:
    """The step that drops the person's rows of a table that nobody else needs."""

    async def drop(taking: Taking, _after: str) -> str | None:
        if not await taking.mine(table, 1):
            return None
        taking.write(f"drop_{table}_of", person_id=taking.person, most=MOST)
        return ""

    return drop


PLACES: dict[str, Step] = {
    "games": leave_games,
    "seats": leave_seats,
    "challenges": leave_challenges,
    "entries": leave_entries,
    "contests": leave_contests,
    "results": leave_results,
    "rivalries": leave_rivalries,
    "lines": leave_lines,
    "ratings": leave_ratings,
    "rivals": leave_rivals,
    "reports": leave_reports,
    "failures": drop_failures,
    **{table: dropping(table) for table in DROPPED},
}
"""The steps by name, in their order. What tells the person's languages and names goes last."""
