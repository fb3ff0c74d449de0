"""What all games on a board store alike."""

from collections.abc import Mapping
from typing import Any

from bot.app.model.game import BoardGame, ChatGame, check_format, code_read, code_written
from bot.game.notation import game_at, position

FORMAT = 1
RESIGN = "resign"


def board_body_of(game: BoardGame) -> dict[str, Any]:
    """What every game on a board stores."""
    return {
        "format": FORMAT,
        "position": position(game.game),
        "guessed_by": game.guessed_by,
        "keypad": game.keypad,
        "proof": game.proof,
        "asked_again": code_written(game.asked_again, game.game.variant),
        "resigning": game.resigning,
        "asking": asking_written(game),
        **present_written(game),
    }


def board_fields_of(header: dict[str, Any], body: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that every game on a board has. Raises ValueError for a format that is not known."""
    check_format(body, FORMAT, f"game {header['id']}")
    game = game_at(body["position"])
    return header | {
        "game": game,
        "guessed_by": tuple(body["guessed_by"]),
        "keypad": body["keypad"],
        "proof": body["proof"],
        "asked_again": code_read(body["asked_again"], game.variant),
        "resigning": tuple(body["resigning"]),
        "asks_to_resign": asks_to_resign(body),
        **present_read(body),
    }


def present_written(game: ChatGame) -> dict[str, Any]:
    """Who has guessed, and when its keeper was there, where that matters: in a group, as long as the game is on."""
    known = {} if game.is_over else {"guessers": game.guessers or None, "kept_at": game.kept_at}
    return {name: value for name, value in known.items() if value is not None}


def present_read(body: Mapping[str, Any]) -> dict[str, Any]:
    """The same, as a game has it."""
    return {"guessers": tuple(body.get("guessers", ())), "kept_at": body.get("kept_at")}


def asking_written(game: ChatGame) -> str | None:
    """What the board asks, as it is stored."""
    return RESIGN if game.asks_to_resign else None


def asks_to_resign(body: Mapping[str, Any]) -> bool:
    """Whether the board asks that. Once there was another question; games that ask it go on."""
    return bool(body.get("asking") == RESIGN)
