"""Challenges as JSON with a format number; readers for old formats stay."""

import json
from dataclasses import asdict
from typing import Any

from bot.app.model.challenge import Challenge, State
from bot.app.model.codes import check_format, destination_read, destination_written
from bot.app.model.terms import Terms
from bot.storage.codec import as_json

FORMAT = 1


def challenge_written(challenge: Challenge) -> str:
    """The challenge as JSON, without what has columns of its own."""
    data = asdict(challenge) | {
        "format": FORMAT,
        "state": challenge.state.value,
        "card": destination_written(challenge.card),
    }
    del data["token"], data["revision"]
    return as_json(data)


def challenge_read(token: str, body: str, revision: int) -> Challenge:
    """The challenge of a row. Raises ValueError for an unknown format."""
    data: dict[str, Any] = json.loads(body)
    check_format(data, FORMAT, "a challenge")
    del data["format"]
    terms, state, card = Terms(**data.pop("terms")), State(data.pop("state")), destination_read(data.pop("card"))
    for people in ("declined", "consents"):
        data[people] = tuple(data.get(people, ()))
    return Challenge(token=token, terms=terms, state=state, card=card, revision=revision, **data)
