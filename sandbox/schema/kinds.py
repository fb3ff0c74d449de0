"""How parameters are read: each kind turns what was sent into a value, or refuses it by name."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sandbox.refusal import Refusal, bad_request


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with the call."""

    name: str
    mime: str
    content: bytes

    def as_json(self) -> dict[str, Any]:
        """For the journal, without the bytes."""
        return {"file": self.name, "mime": self.mime, "size": len(self.content)}


@dataclass(slots=True)
class Place:
    """Where a value stands in the call, and what was uploaded with it."""

    name: str
    uploads: dict[str, Upload] = field(default_factory=dict)

    def inside(self, name: str | int) -> "Place":
        """A field or an item of this value."""
        return Place(f"{self.name}[{name}]" if isinstance(name, int) else f"{self.name}.{name}", self.uploads)

    def wrong(self, expected: str) -> Refusal:
        """The refusal for a value of another kind."""
        return bad_request(f'parameter "{self.name}" must be {expected}')


Kind = Callable[[Any, Place], Any]

_INTEGER = re.compile(r"-?[0-9]{1,18}")
_TRUE = {"true", "yes", "1"}
_FALSE = {"false", "no", "0"}


def integer(value: Any, place: Place) -> int:
    """A whole number; form bodies bring it as text."""
    if isinstance(value, str) and _INTEGER.fullmatch(value):
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise place.wrong("an integer")
    return value


def between(low: int, high: int) -> Kind:
    """A whole number within limits."""

    def read(value: Any, place: Place) -> int:
        number = integer(value, place)
        if not low <= number <= high:
            raise place.wrong(f"between {low} and {high}")
        return number

    return read


def boolean(value: Any, place: Place) -> bool:
    """True or false; form bodies bring it as a word."""
    if isinstance(value, bool):
        return value
    if not isinstance(value, str) or value.lower() not in _TRUE | _FALSE:
        raise place.wrong("true or false")
    return value.lower() in _TRUE


def string(value: Any, place: Place) -> str:
    """Text."""
    if not isinstance(value, str):
        raise place.wrong("a string")
    return value


def matching(pattern: str, refusal: str) -> Kind:
    """Text of a certain form; `refusal` is what Telegram says to any other."""

    def read(value: Any, place: Place) -> str:
        text = string(value, place)
        if not re.fullmatch(pattern, text, re.DOTALL):
            raise bad_request(refusal)
        return text

    return read


def chat_id(value: Any, place: Place) -> int | str:
    """A chat's number, or the @name of a public one."""
    if isinstance(value, str) and value.startswith("@"):
        return value
    return integer(value, place)


def true(value: Any, place: Place) -> bool:
    """A flag that is only ever set."""
    if not boolean(value, place):
        raise place.wrong("true")
    return True


def array(item: Kind, low: int = 0, high: int = 10_000) -> Kind:
    """A list; form bodies bring it as JSON."""

    def read(value: Any, place: Place) -> list[Any]:
        items = _from_json(value)
        if not isinstance(items, list):
            raise place.wrong("an array")
        if not low <= len(items) <= high:
            raise place.wrong(f"an array of {low} to {high} items")
        return [item(each, place.inside(number)) for number, each in enumerate(items)]

    return read


def record(required: dict[str, Kind], optional: dict[str, Kind] | None = None) -> Kind:
    """An object with these fields and no others; form bodies bring it as JSON."""
    fields = required | (optional or {})

    def read(value: Any, place: Place) -> dict[str, Any]:
        given = _from_json(value)
        if not isinstance(given, dict):
            raise place.wrong("an object")
        if missing := required.keys() - given.keys():
            raise place.wrong(f"an object with {', '.join(sorted(missing))}")
        if unknown := given.keys() - fields.keys():
            raise place.wrong(f"an object without {', '.join(sorted(unknown))}")
        return {name: fields[name](given[name], place.inside(name)) for name in given}

    return read


def either(by: str, kinds: dict[str, Kind]) -> Kind:
    """An object whose field `by` says which of several it is."""

    def read(value: Any, place: Place) -> Any:
        given = _from_json(value)
        if not isinstance(given, dict) or given.get(by) not in kinds:
            raise place.wrong(f"an object with {by} one of {', '.join(kinds)}")
        return kinds[given[by]](given, place)

    return read


def one_with(kinds: dict[str, Kind]) -> Kind:
    """An object that is known by which of these fields it has."""

    def read(value: Any, place: Place) -> Any:
        given = _from_json(value)
        for name, kind in kinds.items():
            if isinstance(given, dict) and name in given:
                return kind(given, place)
        raise bad_request("object expected as reply markup")

    return read


def file(value: Any, place: Place) -> str | Upload:
    """A file: uploaded in place, uploaded elsewhere in the call, or known by its id."""
    if isinstance(value, Upload):
        return value
    text = string(value, place)
    if not text.startswith("attach://"):
        return text
    name = text.removeprefix("attach://")
    if name not in place.uploads:
        raise bad_request(f'there is no file "{name}" in the request')
    return place.uploads[name]


def _from_json(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return None
