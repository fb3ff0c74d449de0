"""The port `Numbers` over named queries."""

import json
from typing import Any

from bot.app.messages import Chat
from bot.app.model.number import Masteries, NumberTable
from bot.app.model.table import Question
from bot.game.number import line_of, number_game_at
from bot.storage.codec import as_json
from bot.storage.writes import Writes
from solver.interval import Interval

FORMAT = 1


class StoredNumbers:
    """The games of guessing a number."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def load(self, number: str) -> NumberTable | None:
        """The game of that id."""
        row = await self._queries.number(self._session, number_id=number)
        return None if row[0] is None else number_read(*row)

    async def latest(self, chat: int) -> NumberTable | None:
        """The one that was begun last in the chat; none before it is still on."""
        row = await self._queries.latest_number(self._session, chat_id=chat)
        return None if row[0] is None else number_read(*row)

    async def masteries(self, chat: int) -> Masteries:
        """How often somebody was a master there."""
        return Masteries(*await self._queries.masteries(self._session, chat_id=chat))

    def save(self, table: NumberTable) -> None:
        """Keep the game. The work begins again if somebody else has saved it meanwhile."""
        columns = {"number_id": table.id, "chat_id": table.chat.id, "opened_at": table.opened_at}
        told = {"is_over": int(table.game.is_over), "mastered": table.mastered, "body": number_written(table)}
        self._writes.replace("save_number", "number_id", **columns, **told, revision=table.revision)
        if table.game.is_over:
            self._writes.add("drop_drafts", table_id=table.id)


def number_written(table: NumberTable) -> str:
    """The game as JSON, without its id and its chat, which stand in columns of their own."""
    return as_json(
        {
            "format": FORMAT,
            "line": line_of(table.game),
            "thread": table.chat.thread,
            "starter": table.starter,
            "starter_name": table.starter_name,
            "salt": table.salt,
            "opened_at": table.opened_at,
            "ended_at": table.ended_at,
            "asked_by": table.asked_by,
            "step": table.step,
            "keypad": table.keypad,
            "proof": table.proof,
            "correcting": table.correcting,
            "asking": table.asking and table.asking.value,
            "wanted": table.wanted and (table.wanted.low, table.wanted.high),
            "resigning": table.resigning,
            **({"hinted": table.hinted} if table.hinted else {}),
        }
    )


def number_read(number_id: str, chat_id: int, body: str, revision: int) -> NumberTable:
    """The game of a row. Raises ValueError for a format that is not known."""
    told = json.loads(body)
    if told["format"] != FORMAT:
        raise ValueError(f"number {number_id} has format {told['format']}, which this version does not know")
    plain = ("starter", "starter_name", "salt", "opened_at", "ended_at", "step", "keypad", "proof", "correcting")
    return NumberTable(
        id=number_id,
        chat=Chat(chat_id, told["thread"]),
        game=number_game_at(told["line"]),
        asked_by=tuple(told["asked_by"]),
        asking=told["asking"] and Question(told["asking"]),
        wanted=told["wanted"] and Interval(*told["wanted"]),
        resigning=tuple(told["resigning"]),
        hinted=tuple(told.get("hinted", ())),
        revision=revision,
        **{name: told[name] for name in plain},
    )
