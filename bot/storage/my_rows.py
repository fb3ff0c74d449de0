"""What is stored of a person, as they are shown it: texts that hold more are taken apart, and running games hide."""

from collections.abc import Callable, Mapping
from typing import Any

import orjson

from bot.game.daily import DAY, OPEN_DAYS
from bot.storage.played_codec import played_read
from bot.wall_clock import wall

Row = dict[str, Any]
HIDDEN = "hidden while the game is on"
OF_BOARDS = ("position", "line", "guessed_by", "asked_by", "help", "suggestions", "praise", "practice", "breaker")
OF_MATCHES = ("game", "clock", "rated", "friends", "on_card", "level", "unrated_because", "began_at")
OF_CHALLENGES = ("terms", "name", "to_name", "taker_name", "declined", "state")
NOT_MINE = ("person", "blocks", "hears", "chat")
"""What a seat keeps besides what its screen shows; what is blocked stands in its own table."""


def read(table: str, row: Mapping[str, Any], person: int) -> Row | None:
    """The row as the person is shown it; None: it is another's. What cannot be read is left as it is stored."""
    given = dict(row)
    try:
        return READERS[table](given, person) if table in READERS else given
    except (ValueError, LookupError, TypeError):
        return {key: value for key, value in given.items() if key not in {"body", "content", "line"}}


def _game(row: Row, person: int) -> Row:
    body = orjson.loads(row.pop("body"))
    if row["ended_at"] is None or ("daily" in body and body["daily"]["closes_at"] > wall()):
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


def _played(row: Row, person: int) -> Row:
    game, gist = (played := played_read(row["line"])), played.gist
    told: Row = {"number": row["number"], "kind": game.kind, "opened_at": game.opened_at, "seconds": game.lasted}
    told |= {"your_seats": [seat for seat, one in enumerate(gist.people) if one == person], "facts": dict(gist.facts)}
    is_open = "daily" in gist.facts and game.opened_at + game.lasted + OPEN_DAYS * DAY > wall()
    if row["is_hidden"] or is_open:
        return told | {"game": HIDDEN}
    return told | {"game": gist.line, "salts": list(gist.salts), "log": game.log}


def _contest(row: Row, person: int) -> Row | None:
    body = orjson.loads(row["body"])
    if body["person"] != person:
        return None
    kept = {key: body[key] for key in ("first", "begun", "ended", "no_hints") if key in body}
    return {key: row[key] for key in ("token", "game_id", "played_at")} | kept


def _challenge(row: Row, _person: int) -> Row:
    body = orjson.loads(row.pop("body"))
    return row | {key: body[key] for key in OF_CHALLENGES if key in body}


def _with_body(key: str) -> Callable[[Row, int], Row]:
    """The row with the JSON in that column taken apart."""
    return lambda row, _person: row | {key: row[key] and orjson.loads(row[key])}


def _message(row: Row, _person: int) -> Row:
    """A message without its buttons; without a document, which would hold itself."""
    content = orjson.loads(row.pop("content"))
    return row | {"text": content.get("html", "")}


READERS: dict[str, Callable[[Row, int], Row | None]] = {
    "chats": _with_body("bell"),
    "games": _game,
    "played": _played,
    "contests": _contest,
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
