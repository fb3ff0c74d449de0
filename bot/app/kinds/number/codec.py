"""A game of guessing a number, as it is stored."""

from collections.abc import Mapping
from typing import Any

from bot.app.kinds.board_codec import asking_written, asks_to_resign
from bot.app.kinds.number.model import Number
from bot.app.model.codes import check_format
from bot.game.number_notation import line_of, number_game_at

FORMAT = 1
AS_THEY_ARE = ("starter_name", "step", "keypad", "proof", "correcting")
"""Fields that JSON holds as they are."""


def body_of(game: Number) -> dict[str, Any]:
    """What is stored of the game besides its header."""
    return {name: getattr(game, name) for name in AS_THEY_ARE} | {
        "format": FORMAT,
        "line": line_of(game.game),
        "asked_by": game.asked_by,
        "asking": asking_written(game),
        "resigning": game.resigning,
        **({"hinted": game.hinted} if game.hinted else {}),
    }


def game_of(header: dict[str, Any], body: Mapping[str, Any]) -> Number:
    """The game that was stored so. Raises ValueError for a format that is not known."""
    check_format(body, FORMAT, f"game {header['id']}")
    return Number(
        **header,
        game=number_game_at(body["line"]),
        asked_by=tuple(body["asked_by"]),
        asks_to_resign=asks_to_resign(body),
        resigning=tuple(body["resigning"]),
        hinted=tuple(body.get("hinted", ())),
        **{name: body[name] for name in AS_THEY_ARE},
    )
