"""What tests read and write of stored games, past the code that is tested: all that knows the tables and columns.

`bot` is a bot's process with its SQLite file; `place` is the URL of a database of either kind.
"""

import json
from typing import Any, Protocol

from bot.app.model.game import Gist, PlayedGame, played_written
from faults.processes.postgres import Rows
from tests.bot.storage.databases import rows_at

GAMES, DRAFTS = "games", "drafts"
"""The tables of games in chats and of what has been keyed, for those who damage a database."""
AT_BOARD = "kind IN ('alone', 'several', 'keeper', 'group')"
POSITIONS = f"SELECT body ->> 'position' FROM {GAMES}"
"""Finds how each game at a board stands, in one line."""
COPIED = "printf('%08x%08x', number, ?)"
COUNTED = "WITH RECURSIVE counted (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < ?) "
Json = dict[str, Any]


class Bot(Protocol):
    """A bot whose database can be read and changed."""

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]: ...

    def change(self, statement: str, *values: Any) -> None: ...


def _count(bot: Bot, rows: str, *values: Any) -> int:
    return int(bot.rows(f"SELECT count(*) FROM {rows}", *values)[0][0])


def _newest(bot: Bot, what: str, chat: int, kinds: str = AT_BOARD) -> str:
    query = f"SELECT {what} FROM games WHERE {kinds} AND chat_id = ? ORDER BY opened_at DESC LIMIT 1"
    return str(bot.rows(query, chat)[0][0])


def games(bot: Bot, chat: int, last: int | None = None) -> int:
    """How many games were ever begun in the chat; with `last` in all chats up to that one."""
    return _count(bot, f"games WHERE {AT_BOARD} AND chat_id BETWEEN ? AND ?", chat, chat if last is None else last)


def running_games(bot: Bot, chat: int) -> int:
    return _count(bot, f"games WHERE {AT_BOARD} AND chat_id = ? AND ended_at IS NULL", chat)


def game_id(bot: Bot, chat: int) -> str:
    return _newest(bot, "game_id", chat)


def position(bot: Bot, chat: int) -> str:
    """How the chat's newest game stands, in one line."""
    return _newest(bot, "body ->> 'position'", chat)


def set_position(bot: Bot, chat: int, line: str) -> None:
    bot.change("UPDATE games SET body = json_set(body, '$.position', ?) WHERE chat_id = ?", line, chat)


def let_have_played(bot: Bot, person: int, times: int = 5) -> None:
    """Let the person have finished so many games, so that figures are told them."""
    gist = Gist("solo classic 0834 | 0834", (person,), ("5a" * 16,), {})
    line = played_written(PlayedGame("alone", gist, 0, 0, ""))
    for at in range(times):
        bot.change("INSERT INTO played (game_id, line) VALUES (?, ?)", f"{person:x} {at}", line)
    theirs = "SELECT ?, number FROM played WHERE game_id LIKE ?"
    bot.change(f"INSERT INTO played_by (person_id, number) {theirs}", person, f"{person:x} %")


def set_thread(bot: Bot, chat: int, thread: int) -> None:
    bot.change("UPDATE games SET thread_id = ? WHERE chat_id = ?", thread, chat)


def begin_turn_earlier(bot: Bot, chat: int, seconds: float) -> None:
    """Let whoever is to guess at the group's game have been waited for so much longer."""
    since = "json_set(body, '$.company.since', json_extract(body, '$.company.since') - ?)"
    bot.change(f"UPDATE games SET body = {since} WHERE chat_id = ?", seconds, chat)


def forget_slip(bot: Bot, chat: int) -> None:
    """Let the game that the bot has broken not know what stood before its last reply, as of an older version."""
    bot.change("UPDATE games SET body = json_remove(body, '$.breaker.before') WHERE chat_id = ?", chat)


def body(bot: Bot, chat: int) -> str:
    return str(bot.rows(f"SELECT body FROM games WHERE {AT_BOARD} AND chat_id = ?", chat)[0][0])


def set_body(bot: Bot, chat: int, text: str) -> None:
    """Store that in the place of the chat's games, readable or not."""
    bot.change("UPDATE games SET body = ? WHERE chat_id = ?", text, chat)


def insert_game(bot: Bot, chat: int, game: str, text: str) -> None:
    columns = "game_id, kind, chat_id, starter, salt, opened_at, revision, body"
    bot.change(f"INSERT INTO games ({columns}) VALUES (?, 'alone', ?, 1, '', 1, 1, ?)", game, chat, text)


def insert_draft(bot: Bot, game: str, person: int, symbols: str) -> None:
    bot.change("INSERT INTO drafts (game_id, person_id, symbols) VALUES (?, ?, ?)", game, person, symbols)


def forget_focus(bot: Bot, chat: int) -> None:
    """Let it not be known at which of their games the person looks."""
    bot.change("UPDATE chats SET focus = NULL WHERE chat_id = ?", chat)


def number_games(bot: Bot, chat: int) -> int:
    return _count(bot, "games WHERE kind = 'number' AND chat_id = ?", chat)


def number_line(bot: Bot, chat: int) -> str:
    """How the chat's newest game of guessing a number stands, in one line."""
    return _newest(bot, "body ->> 'line'", chat, "kind = 'number'")


def matches(bot: Bot, person: int) -> list[str]:
    """The ids of all matches that the person ever played, the newest first."""
    query = "SELECT game_id FROM seats JOIN games USING (game_id) WHERE person_id = ? ORDER BY opened_at DESC"
    return [match for (match,) in bot.rows(query, person)]


def running_matches(bot: Bot, person: int) -> int:
    return _count(bot, "seats WHERE person_id = ? AND is_over = 0", person)


def seats(bot: Bot, person: int) -> int:
    return _count(bot, "seats WHERE person_id = ?", person)


def match_body(bot: Bot, match: str) -> Json:
    return dict(json.loads(bot.rows("SELECT body FROM games WHERE game_id = ?", match)[0][0]))


def begin_matches_earlier(bot: Bot, seconds: float) -> None:
    """Let whoever is waited for in a running match have been waited for so much longer, and have so much less time."""
    for match, text in bot.rows("SELECT game_id, body FROM games WHERE kind = 'match' AND ended_at IS NULL"):
        stored = json.loads(text)
        for sitter in stored["sitters"]:
            sitter["since"] -= seconds
            sitter["deadline"] = sitter["deadline"] and sitter["deadline"] - seconds
        bot.change("UPDATE games SET body = ? WHERE game_id = ?", json.dumps(stored), match)


def met(bot: Bot, one: int, other: int) -> int:
    both = "one.person_id = ? AND other.person_id = ?"
    return _count(bot, f"seats AS one JOIN seats AS other USING (game_id) WHERE {both}", one, other)


def give_seats(bot: Bot, of: int, to: int) -> None:
    bot.change("UPDATE seats SET person_id = ? WHERE person_id = ?", to, of)


def reopen_matches(bot: Bot, person: int) -> None:
    bot.change("UPDATE seats SET is_over = 0 WHERE person_id = ?", person)


def copy_match(bot: Bot, person: int, count: int) -> None:
    """Let the person play so many more matches like the newest of theirs; the rival's seats are left out."""
    match, mark = matches(bot, person)[0], person % 2**32
    game = "kind, starter, salt, opened_at + number, body, revision FROM games, counted WHERE game_id = ?"
    columns = "game_id, kind, starter, salt, opened_at, body, revision"
    bot.change(f"INSERT INTO games ({columns}) {COUNTED}SELECT {COPIED}, {game}", count, mark, match)
    seat = "seat, person_id, 0 FROM seats, counted WHERE game_id = ? AND person_id = ?"
    seats = f"INSERT INTO seats (game_id, seat, person_id, is_over) {COUNTED}SELECT {COPIED}, {seat}"
    bot.change(seats, count, mark, match, person)


def end_copies(bot: Bot, person: int, most: int = -1) -> None:
    """Let so many of the person's copied matches be over; without a number all."""
    copies = "SELECT game_id FROM seats WHERE person_id = ? AND is_over = 0 AND game_id LIKE '0000%' LIMIT ?"
    bot.change(f"UPDATE seats SET is_over = 1 WHERE person_id = ? AND game_id IN ({copies})", person, person, most)


def long_jobs(bot: Bot, person: int) -> int:
    """How many long jobs wait that are about matches of the person."""
    return _count(bot, "long_jobs JOIN seats ON game_id = subject WHERE seats.person_id = ?", person)


def make_due(bot: Bot, kind: str, subject: str) -> None:
    bot.change("UPDATE jobs SET due_at = 0 WHERE kind = ? AND subject = ?", kind, subject)


def jobs(bot: Bot, like: str) -> int:
    return _count(bot, "jobs WHERE subject LIKE ?", like)


def rename_job(bot: Bot, kind: str, subject: str, to: str) -> None:
    """Let the job be about something else, and due."""
    bot.change("UPDATE jobs SET subject = ?, due_at = 0 WHERE kind = ? AND subject = ?", to, kind, subject)


JOB_SEEN = "SELECT 1 FROM jobs WHERE kind = ? AND subject LIKE ? AND turn >= ?"
"""Finds a job of that kind about something like that which has come so far."""


# At a database of either kind.
async def chats_of_games(place: str) -> list[int]:
    """The chats in which games were begun, of every kind but matches."""
    rows = await rows_at(place, "SELECT DISTINCT chat_id FROM games WHERE chat_id IS NOT NULL ORDER BY chat_id")
    return [chat for (chat,) in rows]


async def games_at(place: str, *, chat: int | None = None) -> Rows:
    """All games at boards, or those of the chat: id, chat, whether it is over, revision, body."""
    where = "" if chat is None else f" AND chat_id = {chat}"
    columns = "game_id, chat_id, ended_at IS NOT NULL, revision, body"
    return await rows_at(place, f"SELECT {columns} FROM games WHERE {AT_BOARD}{where}")


async def pairs_at(place: str) -> list[tuple[int, int]]:
    """Who plays whom, match by match, the lower id first."""
    pairs = "SELECT min(person_id), max(person_id) FROM seats GROUP BY game_id"
    return [(one, other) for one, other in await rows_at(place, pairs)]


async def matches_at(place: str) -> int:
    return int((await rows_at(place, "SELECT count(*) FROM games WHERE kind = 'match'"))[0][0])
