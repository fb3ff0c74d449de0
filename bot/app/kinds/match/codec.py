"""A match, as it is stored."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from bot.app.kinds.match.model import Match, Played, Sitter
from bot.app.model.codes import (
    check_format,
    code_read,
    code_written,
    destination_read,
    destination_written,
    hint_read,
    hint_written,
)
from bot.app.model.header import Header
from bot.game.leaving import Way
from bot.game.notation import game_at, position
from solver.variant import Variant

FORMAT = 1
OWN = tuple(field.name for field in fields(Match) if field.name not in {field.name for field in fields(Header)})
LATER = ("offered_after", "reviewed")
"""What a sitter has had since versions that do not know it: written where it says something."""
LATER_OF_MATCH = ("card_by",)
"""The same of a match."""


def body_of(match: Match) -> dict[str, Any]:
    """What is stored of the match besides its header."""
    own = {name: getattr(match, name) for name in OWN if name not in LATER_OF_MATCH or getattr(match, name)}
    return own | {
        "format": FORMAT,
        "game": position(match.game),
        "sitters": [_sitter_written(sitter, match.game.variant) for sitter in match.sitters],
        "reviews": [asdict(played) for played in match.reviews],
        "card": destination_written(match.card),
    }


def game_of(header: dict[str, Any], body: Mapping[str, Any]) -> Match:
    """The match that was stored so. Raises ValueError for a format that is not known."""
    check_format(body, FORMAT, f"game {header['id']}")
    game = game_at(body["game"])
    read = {name: body[name] for name in OWN if name in body} | {
        "game": game,
        "sitters": tuple(_sitter_read(sitter, game.variant) for sitter in body["sitters"]),
        "reviews": tuple(Played(**played) for played in body["reviews"]),
        "salts": tuple(body["salts"]),
        "changes": tuple((before, after) for before, after in body["changes"]),
        "card": destination_read(body["card"]),
    }
    return Match(**header, **read)


def _sitter_written(sitter: Sitter, variant: Variant) -> dict[str, Any]:
    asked_again = code_written(sitter.asked_again, variant)
    written = asdict(sitter) | {"asked_again": asked_again, "hint": hint_written(sitter.hint, variant)}
    unset = {name for name in LATER if written[name] is None or written[name] is False}
    return {name: value for name, value in written.items() if name not in unset}


def _sitter_read(written: Mapping[str, Any], variant: Variant) -> Sitter:
    asked_again = code_read(written["asked_again"], variant)
    read = dict(written) | {"asked_again": asked_again, "hint": hint_read(written["hint"], variant)}
    if read.pop("offers_draw", False):  # as it was written before there was another end to offer
        read["offers"] = Way.DRAW.value
    return Sitter(**read)
