"""Codes, hints and destinations as JSON."""

from collections.abc import Mapping
from typing import Any

from bot.app.messages import Chat, Destination, Inline
from bot.app.model.hint import Asked, Hint, Page
from solver.variant import Code, Variant


def code_written(code: Code | None, variant: Variant) -> str | None:
    """A code as text."""
    return None if code is None else variant.format(code)


def code_read(code: str | None, variant: Variant) -> Code | None:
    """The code of such a text."""
    return None if code is None else variant.parse(code)


def hint_written(hint: Hint | None, variant: Variant) -> dict[str, Any] | None:
    """A hint as JSON."""
    if hint is None:
        return None
    asked, wondered = [what.value for what in hint.asked], code_written(hint.wondered, variant)
    last = {"wondered_last": True} if hint.wondered_last else {}
    return {"asked": asked, "wondered": wondered, "page": hint.page.value, **last}


def hint_read(written: Mapping[str, Any] | None, variant: Variant) -> Hint | None:
    """The hint of such JSON, or of an old format with figures."""
    if written is None:
        return None
    if "candidates" in written:
        return Hint((Asked.COUNT,) if written["guess"] is None else (Asked.COUNT, Asked.GUESS))
    asked, wondered = tuple(map(Asked, written["asked"])), code_read(written["wondered"], variant)
    return Hint(asked, wondered, Page(written["page"]), written.get("wondered_last", False))


def destination_written(to: Destination | None) -> Any:
    """A destination as JSON."""
    match to:
        case None:
            return None
        case Chat(id, thread):
            return [id, thread]
        case Inline(message):
            return message


def destination_read(written: Any) -> Destination | None:
    """The destination of such JSON. Raises ValueError."""
    match written:
        case None:
            return None
        case str(message):
            return Inline(message)
        case [id, thread]:
            return Chat(id, thread)
    raise ValueError("not a destination")


def check_format(body: Mapping[str, Any], known: int, what: str) -> None:
    """Raise ValueError unless the body has this format."""
    if body["format"] != known:
        raise ValueError(f"{what} has format {body['format']}, which this version does not know")
