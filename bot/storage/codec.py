"""Outbox items as JSON."""

from typing import Any

import orjson

from bot.app.ports import Place
from bot.app.screen import Button, Document, Picture, Screen
from bot.app.texts import Html


def screen_written(screen: Screen, place: Place, inline: str | None = None) -> str:
    """A screen to be sent, as JSON; `inline`: the inline message that is to show it."""
    rows = [[[button.text, *_doings(button)] for button in row] for row in screen.rows]
    data: dict[str, Any] = {"html": screen.html, "rows": rows, "place": place.value}
    if screen.picture is not None:
        data["picture"] = [screen.picture.kind, screen.picture.given]
    if screen.document is not None:
        data["document"] = [screen.document.name, screen.document.text]
    if screen.answers is not None:
        data["answers"] = screen.answers
    if screen.is_silent:
        data["silent"] = True
    if screen.if_scarce:
        data["if_scarce"] = screen.if_scarce
    return as_json(data if inline is None else data | {"inline": inline})


def _doings(button: Button) -> list[str | None]:
    """What the button does, in the shortest form: most buttons have only callback data."""
    doings = [button.data, button.copies, button.opens, button.shares, button.style]
    while doings[-1] is None:
        doings.pop()
    return doings


def retirement_written(message: int, *, wholly: bool) -> str:
    """The order to delete a message or remove its buttons, as JSON."""
    return as_json({"retire": message, "wholly": wholly})


def mark_written(message: int, sign: str) -> str:
    """The order to react to a message, as JSON."""
    return as_json({"mark": message, "sign": sign})


def commands_written(language: str) -> str:
    """The order to list the commands in that language, as JSON."""
    return as_json({"commands": language})


def item_read(content: str) -> tuple[Screen, Place, str | None] | tuple[int, bool] | tuple[int, str] | str:
    """A screen, its place and its inline message, if any; or an order about a message.

    An order has the message with whether to delete it wholly, or with the sign to react with; the order to list the
    commands is their language.
    """
    data = orjson.loads(content)
    if "commands" in data:
        return str(data["commands"])
    if "mark" in data:
        return data["mark"], data["sign"]
    if "retire" in data:
        return data["retire"], data["wholly"]
    rows = tuple(tuple(Button(*button) for button in row) for row in data["rows"])
    picture = Picture(*data["picture"]) if "picture" in data else None
    note = Html(data.get("if_scarce", ""))
    silent = data.get("silent", False)
    document = Document(*data["document"]) if "document" in data else None
    more = {"is_silent": silent, "if_scarce": note, "document": document}
    screen = Screen(Html(data["html"]), rows, picture, data.get("answers"), **more)
    return screen, Place(data["place"]), data.get("inline")


def as_json(value: dict[str, Any]) -> str:
    """JSON without spaces."""
    return orjson.dumps(value).decode()
