"""Puzzlers as JSON: `{"rating": [1500, 350, 0.06], "at": 1700000000, "tried": "Ag==", "right": 1, "rated": 2}`."""

from base64 import b64decode, b64encode
from typing import Any

import orjson

from bot.app.model.puzzling import OpenPuzzle, Puzzler
from bot.game.rating import START, Rating
from bot.storage.codec import as_json


def puzzler_written(puzzler: Puzzler) -> str:
    """The puzzler as JSON, without what has columns of its own. What was tried takes a bit for each puzzle."""
    rating, tried = puzzler.rating, puzzler.tried
    bits = tried.to_bytes((tried.bit_length() + 7) // 8, "little")
    data: dict[str, Any] = {
        "rating": [rating.value, rating.deviation, rating.volatility],
        "at": puzzler.rated_at,
        "tried": b64encode(bits).decode(),
        "right": puzzler.right,
        "rated": puzzler.rated,
        "back": puzzler.looked_back,
    }
    if (opened := puzzler.open) is not None:
        flags = [int(opened.is_rated), int(opened.is_hinted)]
        data["open"] = [opened.about, list(opened.found), *flags, opened.played_at]
    return as_json(data)


def puzzler_read(person: int, body: str, revision: int) -> Puzzler:
    """The puzzler of a row."""
    data: dict[str, Any] = orjson.loads(body)
    return Puzzler(
        person,
        Rating(*data["rating"]) if "rating" in data else START,
        data.get("at"),
        int.from_bytes(b64decode(data.get("tried", "")), "little"),
        data.get("right", 0),
        data.get("rated", 0),
        _open_read(data.get("open")),
        data.get("back", 0.0),
        revision,
    )


def _open_read(written: list[Any] | None) -> OpenPuzzle | None:
    if written is None:
        return None
    about, found, is_rated, is_hinted, played_at = written
    return OpenPuzzle(about, tuple(found), bool(is_rated), bool(is_hinted), played_at)
