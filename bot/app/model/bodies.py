"""Who is named in stored bodies: fields say it by their types, and a body loses somebody by what they say.

A body holds the fields of its classes under their names, at whatever depth. So it is walked by key, also one of a kind
or a format that this version does not know.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from types import MappingProxyType
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

LEFT = -1
"""The person in a seat of somebody who has asked to be forgotten."""

# What a field of a stored class says of itself. One that can hold a number or a text says something.


@dataclass(frozen=True, slots=True)
class Id:
    """It holds ids of people. `left`: what stands in the place of one who is forgotten."""

    left: int = LEFT


@dataclass(frozen=True, slots=True)
class Name:
    """It holds the name of whoever's id is in the field `of`, beside it or around it; empty: no id says whose it is."""

    of: str = "person"


@dataclass(frozen=True, slots=True)
class Own:
    """Only the screen of the `person` beside or around it shows it. `left`: as for `Id`."""

    left: Any


@dataclass(frozen=True, slots=True)
class Pairs:
    """It holds pairs of a person's id and what is theirs, which goes with them."""


STAYS = "it names nobody"
T = TypeVar("T")
PersonId = Annotated[int, Id()]
PersonName = Annotated[str, Name()]
"""The name of the `person` beside or around it."""
LoneName = Annotated[str, Name("")]
"""A name beside which no id says whose it is."""
Stays = Annotated[T, STAYS]
"""What names nobody, and is others' as well: it stays as it is."""

Role = Id | Name | Own | Pairs
Around = Mapping[str, int]
"""The ids that stand beside or around something, by their keys."""
NOBODY: Around = MappingProxyType({})


# Bodies, read from JSON, by what the fields of their classes say.


@dataclass(frozen=True, slots=True)
class Gone:
    """Who has left. `known_as`: names under which they played; `name`: how they are called from now on."""

    person: int
    known_as: frozenset[str]
    name: str


@dataclass(frozen=True, slots=True)
class Naming:
    """What the keys of bodies hold of people."""

    roles: Mapping[str, Collection[Role]]

    def people_in(self, body: Any) -> list[int]:
        """The ids in the body, in their order."""
        return [
            one
            for roles, value, _ in self._entries(body, NOBODY)
            if any(isinstance(role, Id | Pairs) for role in roles)
            for one in _flat(value)
            if isinstance(one, int)
        ]

    def without(self, body: Any, gone: Gone, around: Around = NOBODY) -> Any:
        """The body without the person. `around`: ids that stand outside it.

        A name alone is theirs where their id is found as well: the same one may be somebody else's.
        """
        names = gone.known_as | {
            value
            for roles, value, near in self._entries(body, around)
            for role in roles
            if isinstance(role, Name) and near.get(role.of) == gone.person and isinstance(value, str)
        }
        is_there = gone.person in (*around.values(), *self.people_in(body))
        return self._without(body, replace(gone, known_as=names - {""} if is_there else frozenset()), around)

    def _without(self, body: Any, gone: Gone, around: Around) -> Any:
        if isinstance(body, list):
            return [self._without(one, gone, around) for one in body]
        if not isinstance(body, dict):
            return body
        near = self._near(body, around)
        inner = {key: self._without(value, gone, near) for key, value in body.items()}
        return {key: _value_without(value, self.roles.get(key, ()), gone, near) for key, value in inner.items()}

    def _entries(self, body: Any, around: Around) -> Iterator[tuple[Collection[Role], Any, Around]]:
        """What is said of every key, with its value, and the ids beside or around it."""
        if isinstance(body, list):
            for one in body:
                yield from self._entries(one, around)
        elif isinstance(body, dict):
            near = self._near(body, around)
            for key, value in body.items():
                yield self.roles.get(key, ()), value, near
                yield from self._entries(value, near)

    def _near(self, body: Mapping[str, Any], around: Around) -> Around:
        return {**around, **{key: value for key, value in body.items() if isinstance(value, int) and key in self.roles}}


def naming_of(*classes: type) -> Naming:
    """What the fields of these classes say, and of all classes that they hold."""
    roles, waiting, seen = defaultdict[str, set[Role]](set), [*classes], set[type]()
    while waiting:
        if (each := waiting.pop()) in seen:
            continue
        seen.add(each)
        for name, hint in get_type_hints(each, include_extras=True).items():
            parts = list(parts_of(hint))
            waiting += [part for part in parts if isinstance(part, type) and is_dataclass(part)]
            roles[name].update(part for part in parts if isinstance(part, Role))
    return Naming({name: said for name, said in roles.items() if said})


def parts_of(hint: Any) -> Iterator[Any]:
    """A type and all that it is made of, with what is said of each."""
    yield hint
    for part in get_args(hint):
        yield from parts_of(part)


def _value_without(value: Any, roles: Collection[Role], gone: Gone, near: Around) -> Any:
    for role in roles:
        match role:
            case Id(left):
                value = _changed(value, {gone.person: left})
            case Name(""):
                value = _changed(value, dict.fromkeys(gone.known_as, gone.name))
            case Name(of) if near.get(of) == gone.person:
                value = gone.name
            case Own(left) if near.get("person") == gone.person:
                value = left
            case Pairs() if isinstance(value, list):
                value = [one for one in value if gone.person not in _flat(one)]
    return value


def _changed(value: Any, changes: Mapping[Any, Any]) -> Any:
    if isinstance(value, list):
        return [_changed(one, changes) for one in value]
    return changes.get(value, value) if isinstance(value, int | str) else value


def _flat(value: Any) -> list[Any]:
    return [inner for one in value for inner in _flat(one)] if isinstance(value, list) else [value]
