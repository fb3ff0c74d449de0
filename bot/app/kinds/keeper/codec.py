"""A game in which the bot breaks a person's secret, as it is stored."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from bot.app.kinds.board_codec import board_body_of, board_fields_of
from bot.app.kinds.keeper.breaker import Breaker
from bot.app.kinds.keeper.model import Keeper
from bot.app.model.codes import code_read, code_written

CODES = ("asks", "secret")


def body_of(game: Keeper) -> dict[str, Any]:
    """What is stored of the game besides its header."""
    breaker = asdict(game.breaker)
    codes = {name: code_written(breaker[name], game.game.variant) for name in CODES}
    return board_body_of(game) | {"breaker": breaker | codes}


def game_of(header: dict[str, Any], body: Mapping[str, Any]) -> Keeper:
    """The game that was stored so. Raises ValueError for a format that is not known."""
    fields, breaker = board_fields_of(header, body), body["breaker"]
    codes = {name: code_read(breaker[name], fields["game"].variant) for name in CODES}
    return Keeper(**fields, breaker=Breaker(**(breaker | codes)))
