"""Letters as text."""

import json
from typing import Any

from bot.app.ports import Place
from bot.app.screen import Button, Picture, Screen
from bot.app.texts import Html


def screen_written(screen: Screen, place: Place, inline: str | None = None) -> str:
    """A screen on its way, as JSON; `inline`: the inline message that is to show it."""
    rows = [[[button.text, *_doings(button)] for button in row] for row in screen.rows]
    told: dict[str, Any] = {"html": screen.html, "rows": rows, "place": place.value}
    if screen.picture is not None:
        told["picture"] = [screen.picture.kind, screen.picture.given]
    if screen.answers is not None:
        told["answers"] = screen.answers
    return as_json(told if inline is None else told | {"inline": inline})


def _doings(button: Button) -> list[str | None]:
    """What it does, as short as it can be told: most buttons only tell us of a press."""
    doings = [button.data, button.copies, button.opens, button.shares]
    while doings[-1] is None:
        doings.pop()
    return doings


def retirement_written(message: int, *, wholly: bool) -> str:
    """The wish to take a message out of play, as JSON."""
    return as_json({"retire": message, "wholly": wholly})


def mark_written(message: int, sign: str) -> str:
    """The wish to put a sign on a message, as JSON."""
    return as_json({"mark": message, "sign": sign})


def letter_read(content: str) -> tuple[Screen, Place, str | None] | tuple[int, bool] | tuple[int, str]:
    """A screen, its place, and the inline message for it, if any; or what is to be done to which message.

    That is to be retired, wholly or not, or to be marked with a sign.
    """
    told = json.loads(content)
    if "mark" in told:
        return told["mark"], told["sign"]
    if "retire" in told:
        return told["retire"], told["wholly"]
    rows = tuple(tuple(Button(*button) for button in row) for row in told["rows"])
    picture = Picture(*told["picture"]) if "picture" in told else None
    screen = Screen(Html(told["html"]), rows, picture, told.get("answers"))
    return screen, Place(told["place"]), told.get("inline")


def as_json(value: dict[str, Any]) -> str:
    """JSON, as short as it gets."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
