"""Tables and letters as text, with a format number; old formats keep a reader."""

import json
from dataclasses import asdict
from typing import Any

from bot.app.messages import Chat
from bot.app.ports import Place
from bot.app.screens.screen import Button, Screen
from bot.app.table import Hint, Question, Table
from bot.app.texts import Html
from bot.game.notation import game_at, position
from solver.variant import Code, Variant

FORMAT = 1


def table_written(table: Table) -> str:
    """The table as JSON, without its id and its chat, which stand in columns of their own."""
    variant = table.game.variant
    return _json(
        {
            "format": FORMAT,
            "position": position(table.game),
            "thread": table.chat.thread,
            "starter": table.starter,
            "salt": table.salt,
            "opened_at": table.opened_at,
            "ended_at": table.ended_at,
            "guessed_by": table.guessed_by,
            "hint": None if table.hint is None else asdict(table.hint) | {"guess": _code(table.hint.guess, variant)},
            "suggestions": table.suggestions,
            "keypad": table.keypad,
            "proof": table.proof,
            "asked_again": _code(table.asked_again, variant),
            "resigning": table.resigning,
            "asking": table.asking and table.asking.value,
        }
    )


def table_read(table_id: str, chat_id: int, body: str, revision: int) -> Table:
    """The table of a row. Raises ValueError for a format that is not known."""
    told = json.loads(body)
    if told["format"] != FORMAT:
        raise ValueError(f"table {table_id} has format {told['format']}, which this version does not know")
    game = game_at(told["position"])
    hint = told["hint"]
    return Table(
        id=table_id,
        chat=Chat(chat_id, told["thread"]),
        game=game,
        starter=told["starter"],
        salt=told["salt"],
        opened_at=told["opened_at"],
        ended_at=told["ended_at"],
        guessed_by=tuple(told["guessed_by"]),
        hint=None if hint is None else Hint(**(hint | {"guess": _parsed(hint["guess"], game.variant)})),
        suggestions=told["suggestions"],
        keypad=told["keypad"],
        proof=told["proof"],
        asked_again=_parsed(told["asked_again"], game.variant),
        resigning=tuple(told["resigning"]),
        asking=told["asking"] and Question(told["asking"]),
        revision=revision,
    )


def screen_written(screen: Screen, place: Place) -> str:
    """A screen on its way, as JSON."""
    rows = [[[button.text, button.data, button.copies] for button in row] for row in screen.rows]
    return _json({"html": screen.html, "rows": rows, "place": place.value})


def retirement_written(message: int, *, wholly: bool) -> str:
    """The wish to take a message out of play, as JSON."""
    return _json({"retire": message, "wholly": wholly})


def letter_read(content: str) -> tuple[Screen, Place] | tuple[int, bool]:
    """A screen and where it is to appear; or the message to take out of play, and whether wholly."""
    told = json.loads(content)
    if "retire" in told:
        return told["retire"], told["wholly"]
    rows = tuple(tuple(Button(*button) for button in row) for row in told["rows"])
    return Screen(Html(told["html"]), rows), Place(told["place"])


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _code(code: Code | None, variant: Variant) -> str | None:
    return None if code is None else variant.format(code)


def _parsed(code: str | None, variant: Variant) -> Code | None:
    return None if code is None else variant.parse(code)
