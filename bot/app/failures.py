"""What is kept of an incoming thing on which the bot broke: for the operator to find the game, and nothing to read."""

import json
from dataclasses import fields, is_dataclass
from typing import Any

from bot.app.intents import Intent, deed_of
from bot.app.messages import Incoming, Unknown


def described(incoming: Incoming, intent: Intent) -> str:
    """The incoming thing as JSON. Of every text only its length is told: it may hold a secret, or a part of one."""
    told = _without_texts(incoming)
    if isinstance(incoming, Unknown):
        told["what"] = incoming.what  # words of our own
    return json.dumps({"kind": type(incoming).__name__, "wished": wished(intent), **told})


def wished(intent: Intent) -> str:
    """The kind of intent with its command or button, without anything that was written or keyed."""
    deed = deed_of(intent)
    return f"{type(intent).__name__}:{deed.value}" if deed else type(intent).__name__


def _without_texts(value: Any) -> Any:
    """Numbers and what is made of them; a new kind of value tells nothing until it is let through here."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if is_dataclass(value):
        return {field.name: _without_texts(getattr(value, field.name)) for field in fields(value)}
    return f"({len(value)} characters)" if isinstance(value, str) else "(left out)"
