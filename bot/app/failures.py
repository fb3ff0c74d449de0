"""What is stored of an update that failed: enough for the operator to find the game, without texts."""

import json
from dataclasses import fields, is_dataclass
from typing import Any

from bot.app.intents import Intent, deed_of
from bot.app.messages import Incoming, Unknown


def description(incoming: Incoming, intent: Intent) -> str:
    """The update as JSON. Texts are reduced to their length: they may hold a secret or a part of one."""
    data = _without_texts(incoming)
    if isinstance(incoming, Unknown):
        data["what"] = incoming.what  # not written by a person
    return json.dumps({"kind": type(incoming).__name__, "wished": intent_name(intent), **data})


def error_name(incoming: Incoming) -> str:
    """The name of what went wrong with an update: players are told it, and the log and `failed` have it."""
    return f"u{incoming.update}"


def intent_name(intent: Intent) -> str:
    """The kind of intent with its command or verb, without anything that was typed."""
    deed = deed_of(intent)
    return f"{type(intent).__name__}:{deed.value}" if deed else type(intent).__name__


def _without_texts(value: Any) -> Any:
    """The value without texts; a type that is not known here is left out."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if is_dataclass(value):
        return {field.name: _without_texts(getattr(value, field.name)) for field in fields(value)}
    return f"({len(value)} characters)" if isinstance(value, str) else "(left out)"
