"""Stored bodies of games, challenges and contests without somebody who has left: what others did in them stays."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from bot.app.model.header import LEFT

NAMES_OF = {"person": "name", "to": "to_name", "taker": "taker_name"}
"""The key of a name, by that of the id that stands beside it."""
IDS = ("resigning", "skipping", "consents", "insiders", "hinted")
"""Lists of ids."""
NAMES = ("guessed_by", "asked_by", "declined")
"""Lists of names."""
OWN = {"chat": None, "rematch_asked": None, "notes": "", "hint": None, "asked_again": None, "talks": False}
"""What only the person's own screen shows, by what it is without them."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Who has left. `known_as`: names under which they played; `name`: how they are called from now on."""

    person: int
    known_as: frozenset[str]
    name: str


def without(body: Any, gone: Gone) -> Any:
    """The body, read from JSON, without the person: LEFT in the place of their id, the other name in that of theirs."""
    known_as = gone.known_as | names_in(body, gone.person)
    return _without(body, Gone(gone.person, known_as - {""}, gone.name))


def names_in(body: Any, person: int) -> frozenset[str]:
    """The names that stand beside the person's id."""
    if isinstance(body, dict):
        beside = {body.get(name) for key, name in NAMES_OF.items() if body.get(key) == person}
        inner = frozenset().union(*(names_in(value, person) for value in body.values()))
        return inner | {name for name in beside if isinstance(name, str)}
    if isinstance(body, list):
        return frozenset().union(*(names_in(value, person) for value in body))
    return frozenset()


def _without(body: Any, gone: Gone) -> Any:
    if isinstance(body, list):
        return [_without(value, gone) for value in body]
    if not isinstance(body, dict):
        return body
    left = {key: _value_without(key, value, gone) for key, value in body.items()}
    for key, name in NAMES_OF.items():
        if left.get(key) == gone.person:
            left |= {key: LEFT} | ({name: gone.name} if name in left else {})
    if body.get("person") == gone.person:
        left |= {key: value for key, value in OWN.items() if key in left}
        if isinstance(left.get("first"), dict):  # of a contest: the game that all try to beat
            left["first"] = left["first"] | {"name": gone.name}
    return left


def _value_without(key: str, value: Any, gone: Gone) -> Any:
    if key in IDS:
        return [LEFT if one == gone.person else one for one in value]
    if key in NAMES:
        return [_renamed(one, gone.known_as, gone.name) for one in value]
    if key == "starter_name":
        return _renamed(value, gone.known_as, gone.name)
    if key == "card_by":
        return 0 if value == gone.person else value
    if key == "notes" and isinstance(value, list):
        return [one for one in value if one[0] != gone.person]
    return _without(value, gone)


def _renamed(name: Any, known_as: Collection[str], left: str) -> Any:
    return left if name in known_as else name
