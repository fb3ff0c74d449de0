"""Matches and challenges as text, with a format number; old formats keep a reader."""

import json
from dataclasses import asdict, fields
from typing import Any

from bot.app.messages import Chat, Destination, Inline
from bot.app.model.challenge import Challenge, State
from bot.app.model.match import Match, Played, Sitter
from bot.app.model.terms import Terms
from bot.game.leaving import Way
from bot.game.notation import game_at, position
from bot.storage.codec import as_json, code_read, code_written, hint_read, hint_written
from solver.variant import Variant

FORMAT = 1


def match_written(match: Match) -> str:
    """The match as JSON, without its id, which stands in a column of its own."""
    variant = match.game.variant
    told = {field.name: getattr(match, field.name) for field in fields(match)} | {
        "format": FORMAT,
        "game": position(match.game),
        "sitters": [_sitter_written(sitter, variant) for sitter in match.sitters],
        "reviews": [asdict(played) for played in match.reviews],
        "card": _destination_written(match.card),
    }
    del told["id"], told["revision"]
    return as_json(told)


def match_read(match_id: str, body: str, revision: int) -> Match:
    """The match of a row. Raises ValueError for a format that is not known."""
    told = _told(body, f"match {match_id}")
    game = game_at(told.pop("game"))
    sitters = tuple(_sitter_read(sitter, game.variant) for sitter in told.pop("sitters"))
    told["reviews"] = tuple(Played(**played) for played in told["reviews"])
    told["salts"] = tuple(told["salts"])
    told["changes"] = tuple((before, after) for before, after in told["changes"])
    card = _destination_read(told.pop("card"))
    return Match(id=match_id, game=game, sitters=sitters, card=card, revision=revision, **told)


def _sitter_written(sitter: Sitter, variant: Variant) -> dict[str, Any]:
    asked_again = code_written(sitter.asked_again, variant)
    return asdict(sitter) | {"asked_again": asked_again, "hint": hint_written(sitter.hint, variant)}


def _sitter_read(told: dict[str, Any], variant: Variant) -> Sitter:
    asked_again = code_read(told["asked_again"], variant)
    if told.pop("offers_draw", False):  # as it was written before there was another end to offer
        told["offers"] = Way.DRAW.value
    return Sitter(**(told | {"asked_again": asked_again, "hint": hint_read(told["hint"], variant)}))


def challenge_written(challenge: Challenge) -> str:
    """The challenge as JSON, without what stands in columns of its own."""
    told = asdict(challenge) | {
        "format": FORMAT,
        "state": challenge.state.value,
        "card": _destination_written(challenge.card),
    }
    del told["token"], told["revision"]
    return as_json(told)


def challenge_read(token: str, body: str, revision: int) -> Challenge:
    """The challenge of a row. Raises ValueError for a format that is not known."""
    told = _told(body, "a challenge")
    terms, state, card = Terms(**told.pop("terms")), State(told.pop("state")), _destination_read(told.pop("card"))
    for people in ("declined", "consents"):
        told[people] = tuple(told.get(people, ()))
    return Challenge(token=token, terms=terms, state=state, card=card, revision=revision, **told)


def _told(body: str, what: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(body)
    if (known := told.pop("format")) != FORMAT:
        raise ValueError(f"{what} has format {known}, which this version does not know")
    return told


def _destination_written(to: Destination | None) -> Any:
    match to:
        case None:
            return None
        case Chat(id, thread):
            return [id, thread]
        case Inline(message):
            return message


def _destination_read(written: Any) -> Destination | None:
    match written:
        case None:
            return None
        case str(message):
            return Inline(message)
        case [id, thread]:
            return Chat(id, thread)
    raise ValueError("not a destination")
