"""Forgetting a person: what they played. Boards of theirs alone go, and in others' games somebody else stands there."""

from typing import Any

import orjson

from bot.app.model.header import COMPUTER, LEFT
from bot.storage.anonymous import Gone, without
from bot.storage.codec import as_json
from bot.storage.played_codec import without_person
from bot.storage.stored_games import SLOTS_OF_GAMES
from bot.storage.taking import MOST, Taking

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
    if _is_theirs_alone(row, body, taking.person):
        _drop_game(row, taking)
        return
    rivals = [one["person"] for one in body.get("sitters", ()) if one["person"] not in (taking.person, COMPUTER, LEFT)]
    gone = await taking.gone(row["chat_id"] or next(iter(rivals), taking.person))
    left = without(body, gone)
    if await _is_in_their_contest(body, taking):
        left["target"] = left["target"] | {"name": gone.name}
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


def _is_theirs_alone(row: Any, body: dict[str, Any], person: int) -> bool:
    """Whether nobody else sees the game: a board in their private chat, or a match with the bot."""
    if row["chat_id"] is not None:
        return bool(row["chat_id"] == person)
    return {one["person"] for one in body.get("sitters", ())} <= {person, COMPUTER, LEFT}


def _drop_game(row: Any, taking: Taking) -> None:
    taking.write("drop_game", game_id=row["game_id"], revision=row["revision"])
    taking.write("drop_seats", game_id=row["game_id"])
    taking.write("drop_drafts", game_id=row["game_id"])
    for name in SLOTS_OF_GAMES:
        taking.write("drop_slot", slot=f"{name}:{row['game_id']}")


async def _is_in_their_contest(body: dict[str, Any], taking: Taking) -> bool:
    """Whether the game is about a secret that the person has offered to friends."""
    if not body.get("target"):
        return False
    row = await taking.row("contest", token=body["target"]["token"])
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
        left = without(body, await taking.gone(row["person_id"])) | _state_after(body, taking.person)
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
    for row in await taking.rows("contests_with", past=after, last_key=last, names_them=f"%{taking.person}%"):
        _rewrite_contest(row, _body_of(row), gone, taking)
    return str(last)


def _rewrite_contest(row: Any, body: dict[str, Any], gone: Gone, taking: Taking) -> None:
    left = without(body, gone)
    if left != body:
        taking.write("rewrite_contest", token=row["token"], revision=row["revision"], body=as_json(left))


async def leave_entries(taking: Taking, _after: str) -> str | None:
    """Take some of their entries out of contests, which count as if they had never begun."""
    entries = await taking.mine("entries")
    for entry in entries:
        taking.write("drop_entry", token=entry["token"], person_id=taking.person)
        contest = await taking.row("contest", token=entry["token"])
        body = {} if contest["token"] is None else _body_of(contest)
        if body:
            ended = body["ended"] - (entry["ended_at"] is not None)
            left = body | {"begun": body["begun"] - 1, "ended": ended}
            key = {"token": contest["token"], "revision": contest["revision"]}
            taking.write("rewrite_contest", **key, body=as_json(left))
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
