"""No body keeps somebody who is forgotten: each is filled with them in every field, as the types of the fields say."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, is_dataclass, replace
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import pytest

from bot.app.contests.model import Contest, Target, contest_written
from bot.app.duels.model import Challenge, challenge_written
from bot.app.kinds.number.model import Number
from bot.app.messages import Chat
from bot.app.model.bodies import LEFT, STAYS, Gone, Naming, Own, Role, naming_of, parts_of
from bot.app.model.game import Gist, Header, PlayedGame, played_read, played_written
from bot.app.registry import KINDS
from bot.app.rows import as_json
from bot.game.model import Game, Seat
from bot.game.notation import game_at
from bot.game.number import NumberGame, number_game_at
from bot.storage.store import DatabaseStore
from solver.variant import VARIANTS, Code
from tests.bot.privacy.test_forgetting_people import NAME, RIVAL, SOLO, SOMEBODY, forgotten, insert, literal, told
from tests.bot.storage.databases import change_at, rows_at
from tests.bot.storage.stores import saving, table_in
from tests.bot.storage.transferable import PEOPLE

GROUP, LEFT_AS, THEM, OTHER = Chat(-77), "Someone who left", (SOMEBODY, NAME), (RIVAL, "Bob")
MODELS: tuple[type, ...] = (*KINDS.models, Challenge, Contest, Gist)
GAMES = "game_id, kind, chat_id, thread_id, starter, salt, opened_at, ended_at, saved_at, body, revision"
COLUMNS = {field.name for field in fields(Header)}
READY: Mapping[Any, Any] = {
    Game: game_at(SOLO),
    NumberGame: number_game_at("number 1..100 37 | >50"),
    Seat: Seat(0),
    Chat: GROUP,
    NoneType: None,
    bool: True,
    float: 1.5,
}
"""What is no person: rules know nobody."""
WRITTEN = {"game_id": "table"}
"""Keys that are older than what their fields are called."""
CODE = VARIANTS["classic"].parse("0834")


# What the fields of a stored class say.


def said_by(model: type) -> dict[str, Any]:
    """The types of what its bodies hold, with what they say; what stands in columns is not in bodies."""
    hints = get_type_hints(model, include_extras=True)
    columns = COLUMNS if issubclass(model, Header) else set()
    return {field.name: hints[field.name] for field in fields(model) if field.name not in columns}


def says(hint: Any) -> bool:
    return get_origin(hint) is Annotated or any(map(says, get_args(hint)))


def open_parts(hint: Any) -> Iterator[Any]:
    """What it is made of, but for that of which something is said."""
    if get_origin(hint) is not Annotated:
        yield hint
        for part in get_args(hint):
            yield from open_parts(part)


def classes_in(hint: Any) -> list[type]:
    return [part for part in open_parts(hint) if is_dataclass(part) and isinstance(part, type) and part not in READY]


def is_silent(hint: Any) -> bool:
    """Whether it can hold a person, and does not say so."""
    is_raw = any(part in {int, str, Any} for part in open_parts(hint))
    return is_raw or any(silent_fields(said_by(each)) for each in classes_in(hint))


def silent_fields(said: Mapping[str, Any]) -> list[str]:
    """Those of a class that say nothing. Where one is somebody's own, each says whether it is."""
    has_own = any(isinstance(part, Own) for hint in said.values() for part in parts_of(hint))
    return [
        name for name, hint in said.items() if is_silent(hint) or (has_own and not says(hint) and not classes_in(hint))
    ]


def stored_classes(*models: type) -> Iterator[type]:
    waiting, seen = [*models], set[type]()
    while waiting:
        if (each := waiting.pop()) not in seen:
            seen.add(each)
            yield each
            waiting += [inner for hint in said_by(each).values() for inner in classes_in(hint)]


CLASSES = list(stored_classes(*MODELS))
DECLARED = [(each, name) for each in CLASSES for name, hint in said_by(each).items() if says(hint)]


@pytest.mark.parametrize("each", CLASSES, ids=lambda each: each.__name__)
def test_a_field_that_can_hold_a_person_says_whom_or_that_it_names_nobody(each: type) -> None:
    assert silent_fields(said_by(each)) == [], "what they may say stands in bot/app/model/bodies.py"


@pytest.mark.parametrize(("each", "name"), DECLARED, ids=lambda given: getattr(given, "__name__", given))
def test_a_declaration_that_is_taken_away_is_missed(each: type, name: str) -> None:
    assert silent_fields(said_by(each) | {name: get_type_hints(each)[name]}) == [name]


# Bodies that are filled with somebody, and somebody else beside them.


def filled(hint: Any, who: tuple[int, str] = THEM) -> Any:
    """A value of the type that names the person wherever it can."""
    if hint in READY:
        return READY[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if hint in {int, str}:
        return who[hint is str]
    if origin in {Union, UnionType}:
        return CODE if parts[0] == Code else filled(parts[0], who)
    if origin is Annotated:
        return filled(parts[0], who)
    if origin is tuple and parts[1:] == (...,):
        return tuple(filled(parts[0], each) for each in (THEM, OTHER))
    if origin is tuple:
        return tuple(filled(part, who) for part in parts)
    if origin is Mapping:
        return {who[1]: who[1]}
    if issubclass(hint, Enum):
        return list(hint)[-1]
    return hint(**{name: filled(inner, who) for name, inner in said_by(hint).items()})


def stored_game(model: type, number: int) -> Any:
    """A game in a group that goes on; where each has a chat of their own, one that is over."""
    has_board = get_type_hints(model)["chat"] is not NoneType
    columns = {"id": f"{number:016x}", "chat": GROUP if has_board else None, "starter": SOMEBODY, "salt": "5a"}
    said = {name: filled(hint) for name, hint in said_by(model).items()}
    return model(**columns, opened_at=1.0, ended_at=None if has_board else 1.0, **said)


def body_of(model: type) -> Any:
    """What is stored of it, as JSON is read."""
    if model is Challenge:
        return json.loads(challenge_written(filled(Challenge)))
    if model is Contest:
        return json.loads(contest_written(filled(Contest)))
    if model is Gist:
        return json.loads(as_json(asdict(filled(Gist))))
    return json.loads(KINDS.body_of(stored_game(model, 0)))


def by_path(body: Any, ends: set[str], path: tuple[str, ...] = ()) -> dict[tuple[str, ...], list[Any]]:
    """The values of a body by their keys, those of a list together; as a whole what stands behind one of `ends`."""
    found = defaultdict[tuple[str, ...], list[Any]](list)
    if isinstance(body, dict) and not ends & {*path}:
        for key, value in body.items():
            for inner, values in by_path(value, ends, (*path, key)).items():
                found[inner] += values
    elif isinstance(body, list) and not ends & {*path}:
        for value in body:
            for inner, values in by_path(value, ends, path).items():
                found[inner] += values
    else:
        found[path].append(body)
    return found


def keys_of(model: type) -> tuple[set[str], dict[str, Any]]:
    """Those that stay, and those that are somebody's own, with what stands there without them."""
    said = [
        (WRITTEN.get(name, name), part)
        for each in stored_classes(model)
        for name, hint in said_by(each).items()
        for part in parts_of(hint)
    ]
    own = {name: part.left for name, part in said if isinstance(part, Own)}
    return {name for name, part in said if part == STAYS}, own


def faults_in(after: Any, model: type) -> set[tuple[str, ...]]:
    """Where somebody stays in the body, or where what names nobody, or somebody else, has changed."""
    stays, own = keys_of(model)
    there, found = by_path(after, {*stays, *own}), set()
    for path, values in by_path(body_of(model), {*stays, *own}).items():
        left = there[path]
        if stays & {*path}:
            is_right = left == values
        elif path[-1] in own:
            is_right = left == [own[path[-1]], *values[1:]]
        else:
            is_right = not {*THEM} & {*left} and others_in(left) == others_in(values)
        found |= set() if is_right else {path}
    return found


def others_in(values: list[Any]) -> list[Any]:
    return [value for value in values if value not in {*THEM, LEFT, 0, LEFT_AS}]


def without(naming: Naming, model: type) -> Any:
    return naming.without(body_of(model), Gone(*THEM[:1], frozenset({NAME}), LEFT_AS), {"starter": SOMEBODY})


ALL = naming_of(*MODELS)
ROLES = [(key, role) for key, roles in sorted(ALL.roles.items()) for role in sorted(roles, key=repr)]


@pytest.mark.parametrize(("key", "role"), ROLES, ids=str)
def test_what_a_key_says_is_heeded(key: str, role: Role) -> None:
    deaf = Naming(dict(ALL.roles) | {key: {*ALL.roles[key]} - {role}})
    assert any(faults_in(without(deaf, model), model) - faults_in(without(ALL, model), model) for model in MODELS)


async def store_all(place: str, age: str = "", ended_at: float | None = None) -> None:
    """Put each body into its table. `age`: of kinds, and of a format, that this version does not know."""
    sign = {"format": 99} if age else {}
    await insert(place, "ledgers", (SOMEBODY, NAME, None, None, "{}", 1))
    for number, codec in enumerate([KINDS.codec_for(model) for model in KINDS.models]):
        game = stored_game(codec.model, number)
        columns = (game.id, age + codec.name, game.chat and game.chat.id, None, SOMEBODY, "5a", 1.0)
        body = as_json(body_of(codec.model) | sign)
        values = ", ".join(map(literal, (*columns, game.ended_at or ended_at, 1.0, body, 1)))
        await change_at(place, f"INSERT INTO games ({GAMES}) VALUES ({values})")
        await insert(place, "seats", (game.id, 0, SOMEBODY, 1))
    challenge, contest = (as_json(body_of(model) | sign) for model in (Challenge, Contest))
    await insert(place, "challenges", ("c" * 22, SOMEBODY, 0, 1.0, 9.0, challenge, 1, None))
    await insert(place, "contests", (NAME, "6" * 16, contest, 1, 1.0, SOMEBODY, RIVAL))
    line = played_written(PlayedGame(f"{age}match", filled(Gist), 1, 2))
    await insert(place, "played", (7, "7" * 16, line))
    for person in (SOMEBODY, RIVAL):
        await insert(place, "played_by", (person, 7, 20_000))


@pytest.mark.parametrize("age", ["", "new-"], ids=["known", "of a later version"])
async def test_whoever_is_forgotten_is_in_no_body_of_any_kind_or_format(
    store: DatabaseStore, place: str, age: str
) -> None:
    await store_all(place, age)
    await forgotten(store)

    rows = await rows_at(place, "SELECT game_id, starter, body FROM games ORDER BY game_id")
    assert [starter for _, starter, _ in rows] == [LEFT] * len(KINDS.models)
    bodies = [json.loads(body) for *_, body in rows]
    for table in ("challenges", "contests"):
        [(body,)] = await rows_at(place, f"SELECT body FROM {table}")
        bodies.append(json.loads(body))
    [(line,)] = await rows_at(place, "SELECT line FROM played")
    bodies.append(json.loads(as_json(asdict(played_read(line).gist))))
    left = {model.__name__: faults_in(body, model) for model, body in zip(MODELS, bodies, strict=True)}
    assert {name: found for name, found in left.items() if found - {("format",)}} == {}


async def test_somebody_of_the_same_name_keeps_it_where_the_forgotten_never_were(
    store: DatabaseStore, place: str
) -> None:
    target = Target("t" * 22, "Bob", 2, solved=True)
    board = replace(table_in(Chat(RIVAL), "1" * 16, SOLO), starter=RIVAL, guessed_by=(NAME, NAME), target=target)
    await store.run(saving(board))
    await insert(place, "people", PEOPLE["people"])
    await forgotten(store)
    [(body,)] = await rows_at(place, "SELECT body FROM games")
    assert json.loads(body)["guessed_by"] == [NAME, NAME]


async def test_whoever_has_only_begun_a_game_in_a_group_is_known_by_it(store: DatabaseStore, place: str) -> None:
    hinted = (1, SOMEBODY)  # after how many questions, and no list of people
    await store.run(saving(replace(stored_game(Number, 1), resigning=(), guessers=(), hinted=hinted)))
    await forgotten(store)
    [(body,)] = await rows_at(place, "SELECT body FROM games")
    left = json.loads(body)
    assert (left["starter_name"], left["asked_by"], left["hinted"]) == (LEFT_AS, [LEFT_AS, "Bob"], [*hinted])


async def test_no_body_tells_whoever_asks_for_their_data_the_id_of_somebody_else(
    store: DatabaseStore, place: str
) -> None:
    await store_all(place, ended_at=1.0)
    shown = await told(store, SOMEBODY)
    assert NAME in shown
    assert "Bob" in shown
    assert str(RIVAL) not in shown
