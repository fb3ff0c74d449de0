"""A game in which each has a seat at one board, as it is stored."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from bot.app.kinds.board_codec import board_body_of, board_fields_of
from bot.app.kinds.group.model import Group, GroupSeats, Member
from bot.app.model.points import Score

SEATS = "company"
"""The key of the seats in the body. It is older than their name in the code, and stays."""


def body_of(game: Group) -> dict[str, Any]:
    """What is stored of the game besides its header."""
    return board_body_of(game) | {SEATS: asdict(game.seats)}


def game_of(header: dict[str, Any], body: Mapping[str, Any]) -> Group:
    """The game that was stored so. Raises ValueError for a format that is not known."""
    seats = body[SEATS]
    members = tuple(Member(**member) for member in seats["members"])
    scores = tuple(Score(**score) for score in seats["scores"])
    changed = {"members": members, "scores": scores, "skipping": tuple(seats["skipping"])}
    return Group(**board_fields_of(header, body), seats=GroupSeats(**(seats | changed)))
