"""Reads games in which the bot breaks a word, or a number is guessed, from the bot's database."""

import json
from dataclasses import dataclass
from typing import Any

from faults.judging.database import Query
from faults.players.way_model import Way, answer

KEPT_BY_A_PERSON = "-"


@dataclass(frozen=True, slots=True)
class StoredWay:
    """A stored game."""

    id: str
    way: Way
    chat: int
    moves: tuple[str, ...]
    over: bool
    secret: str = ""
    """The bot's secret."""
    salt: str = ""
    ends: tuple[str, ...] = ()
    """The ends of the range of numbers."""

    @property
    def shown(self) -> tuple[str, ...]:
        """The moves as its board must show them."""
        if self.way is not Way.ASK:
            return self.moves
        return tuple(f"{question}={answer(question, int(self.secret))}" for question in self.moves)


async def stored_ways(query: Query) -> tuple[StoredWay, ...]:
    """All such games."""
    kept = await query("SELECT game_id, chat_id, ended_at IS NOT NULL, body FROM games WHERE kind = 'keeper'")
    numbers = await query("SELECT game_id, chat_id, ended_at IS NOT NULL, body, salt FROM games WHERE kind = 'number'")
    thought = (_thought(game, chat, bool(over), json.loads(body)) for game, chat, over, body in kept)
    guessed = (_number(game, chat, bool(over), json.loads(body), salt) for game, chat, over, body, salt in numbers)
    return *thought, *guessed


def _thought(game: str, chat: int, over: bool, data: dict[str, Any]) -> StoredWay:  # noqa: FBT001  a row
    parts: list[str] = data["position"].split("|")
    return StoredWay(game, Way.THINK, chat, tuple(parts[1].split()), over)


def _number(game: str, chat: int, over: bool, data: dict[str, Any], salt: str) -> StoredWay:  # noqa: FBT001  a row
    parts: list[str] = data["line"].split("|")
    head, moves = parts[:2]
    _, span, secret = head.split()
    asked = tuple(moves.split())
    if secret == KEPT_BY_A_PERSON:
        return StoredWay(game, Way.KEEP, chat, asked, over)
    return StoredWay(game, Way.ASK, chat, asked, over, secret, salt, tuple(span.split("..")))
