"""Updates that nobody should ever send: a Hypothesis strategy over the Bot API's own types.

Which types there are, and what they hold, is read from python-telegram-bot's classes, so a newer Bot API is attacked
as soon as the library knows it.
"""

import collections.abc
import datetime as dt
import inspect
import itertools
import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import telegram
from hypothesis import strategies as st
from telegram.constants import ChatMemberStatus, ChatType

from tests.faults.hostile import forgeries
from tests.faults.hostile.forgeries import COMPOSED, FRACTIONS, NONSENSE, NUMBERS, TEXTS, mostly, one_of_all

Json = dict[str, Any]
NOT_ON_THE_WIRE = {"api_kwargs", "return"}
"""What python-telegram-bot adds to the Bot API's fields."""
WRITTEN = {"from_user": "from"}
DEEPEST = 3
OPTIONAL = 3
"""So many fields, besides those that must be there, has an object at most."""
ASKED_FOR = (
    *("message", "message", "message", "edited_message"),
    *("callback_query", "callback_query", "callback_query", "callback_query", "callback_query"),
    *("my_chat_member", "inline_query", "chosen_inline_result"),
)

MOVES = ("migrate_to_chat_id", "migrate_from_chat_id")
SPOILS = ("as it is",) * 61 + ("missing", "another type", "unknown")
USUAL = {
    "Message": ({"from", "text"},) * 15 + ({"from", "migrate_to_chat_id"}, {"from", "migrate_from_chat_id"}),
    "CallbackQuery": ({"message", "data"}, {"inline_message_id", "data"}),
    "ChosenInlineResult": ({"inline_message_id"},),
    "User": ({"language_code"},),
}
"""What is there together, though none of it need be."""
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: COMPOSED,
    int: NUMBERS,
    float: FRACTIONS,
    bool: st.booleans(),
    dt.datetime: NUMBERS,
    dt.timedelta: NUMBERS,
}


@dataclass(frozen=True, slots=True)
class Targets:
    """Whom the hostile are, where they write, and whose games, offers and cards they try to press."""

    people: tuple[int, ...]
    chats: tuple[int, ...]
    staying: tuple[int, ...]
    """Those of them that neither move nor turn the bot out."""
    games: tuple[str, ...]
    foreign: tuple[str, ...]
    """Those of them at which none of the hostile sits."""
    tokens: tuple[str, ...]
    cards: tuple[str, ...]
    """Those on which they can press, for they stand where they are."""
    own_cards: tuple[str, ...]
    """Those of them that they have sent themselves."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an object of the Bot API, by its name on the wire."""

    name: str
    kind: Any


@cache
def fields(kind: type) -> tuple[tuple[Field, ...], tuple[Field, ...]]:
    """What objects of this class must hold, and what they may; what the more general classes hold counts as well."""
    must, may = dict[str, Field](), dict[str, Field]()
    for owner in lineage(kind):
        hints = typing.get_type_hints(owner.__init__, localns=dict(vars(telegram)))  # type: ignore[misc]
        parameters = inspect.signature(owner.__init__).parameters  # type: ignore[misc]
        for name in hints.keys() - NOT_ON_THE_WIRE:
            into = must if parameters[name].default is inspect.Parameter.empty else may
            written = WRITTEN.get(name, name)
            into.setdefault(written, Field(written, hints[name]))
    return _sorted(must), _sorted({name: field for name, field in may.items() if name not in must})


def _sorted(known: dict[str, Field]) -> tuple[Field, ...]:
    return tuple(known[name] for name in sorted(known))


def lineage(kind: type) -> list[type]:
    """The class and those it is derived from, as far as the Bot API has a type for them."""
    return [one for one in kind.__mro__ if one is not telegram.TelegramObject and is_object(one)]


def is_object(kind: Any) -> bool:
    """Whether it is a type of the Bot API."""
    return inspect.isclass(kind) and issubclass(kind, telegram.TelegramObject)


@cache
def heirs(kind: type) -> tuple[type, ...]:
    """The class itself and the more particular ones, such as each kind of chat member."""
    known = {other for other in vars(telegram).values() if is_object(other) and issubclass(other, kind)}
    return tuple(sorted(known, key=lambda one: one.__name__))


class Hostile:
    """Builds the strategies, each once."""

    def __init__(self, targets: Targets) -> None:
        people, chats = st.sampled_from(targets.people), st.sampled_from(targets.chats)
        forged = forgeries.Forgeries(targets.games, targets.tokens)
        self._staying = targets.staying
        self._objects: dict[tuple[type, int], st.SearchStrategy[Json]] = {}
        self._named: dict[tuple[str, str], st.SearchStrategy[Any]] = {
            ("User", "id"): mostly(people, NUMBERS),
            ("Chat", "id"): mostly(chats, NUMBERS),
            ("Chat", "type"): mostly(st.sampled_from([kind.value for kind in ChatType]), TEXTS),
            ("Message", "text"): forged.words(),
            ("MaybeInaccessibleMessage", "message_id"): mostly(st.integers(1, 60), NUMBERS),
            ("MaybeInaccessibleMessage", "date"): mostly(st.integers(1_600_000_000, 1_700_000_000), NUMBERS),
            ("Message", "migrate_to_chat_id"): mostly(chats | st.integers(-(10**15), -(10**12)), NUMBERS),
            ("Message", "migrate_from_chat_id"): mostly(chats, NUMBERS),
            ("CallbackQuery", "data"): forged.buttons(),
            ("CallbackQuery", "inline_message_id"): mostly(st.sampled_from(targets.cards), TEXTS),
            ("InlineQuery", "query"): forged.questions(),
            ("ChosenInlineResult", "result_id"): forged.cards(),
            ("ChosenInlineResult", "inline_message_id"): mostly(st.sampled_from(targets.own_cards), TEXTS),
            ("ChatMember", "status"): mostly(st.sampled_from([status.value for status in ChatMemberStatus]), TEXTS),
            ("User", "language_code"): st.sampled_from(["en", "uk", "ru", "uk-UA"]) | TEXTS,
        }

    def updates(self) -> st.SearchStrategy[Json]:
        """Any update, of a kind that we ask for or of any other."""
        kinds = {field.name: self._value(telegram.Update, field, 0) for field in fields(telegram.Update)[1]}
        asked_for = one_of_all(*(st.fixed_dictionaries({name: kinds[name]}) for name in ASKED_FOR))
        others = one_of_all(*(st.fixed_dictionaries({name: kinds[name] | NONSENSE}) for name in sorted(kinds)))
        return one_of_all(asked_for, asked_for, asked_for, others).filter(lambda update: not self._closes(update))

    def _closes(self, update: Json) -> bool:
        """Whether it tells, as Telegram alone does, that a chat that stays has moved, or that the bot is out of it."""
        ((kind, data),) = update.items()
        chat = data.get("chat") if isinstance(data, dict) else None
        stays = isinstance(chat, dict) and chat.get("id") in self._staying
        moves = isinstance(data, dict) and not data.keys().isdisjoint(MOVES)
        return (stays and (kind == "my_chat_member" or moves)) or (moves and data.get(MOVES[1]) in self._staying)

    def _object(self, kind: type, depth: int) -> st.SearchStrategy[Json]:
        if (kind, depth) not in self._objects:
            self._objects[kind, depth] = st.deferred(lambda: self._objects_of(kind, depth))
        return self._objects[kind, depth]

    def _objects_of(self, kind: type, depth: int) -> st.SearchStrategy[Json]:
        must, may = fields(kind)
        values = {field.name: self._value(kind, field, depth) for field in (*must, *may)}
        usual = st.sampled_from([sorted(names) for names in USUAL.get(kind.__name__, (set(),))])

        @st.composite
        def build(draw: st.DrawFn) -> Json:
            more = draw(st.lists(st.sampled_from(may), max_size=OPTIONAL)) if may else []
            names = dict.fromkeys((*(field.name for field in (*must, *more)), *draw(usual)))
            return _spoilt(draw, {name: draw(values[name]) for name in names})

        return build()

    def _value(self, owner: type, field: Field, depth: int) -> st.SearchStrategy[Any]:
        names = ((one.__name__, field.name) for one in lineage(owner))
        known = [self._named[name] for name in names if name in self._named]
        return known[0] if known else self._of(field.kind, depth)

    def _of(self, hint: Any, depth: int) -> st.SearchStrategy[Any]:
        """Values of an annotated type."""
        if hint in PLAIN:
            return PLAIN[hint]
        if is_object(hint):
            if depth >= DEEPEST:
                return st.just({})
            return st.one_of([self._object(one, depth + 1) for one in heirs(hint)])
        match typing.get_origin(hint), typing.get_args(hint):
            case (typing.Union | types.UnionType, kinds):
                return st.one_of([self._of(kind, depth) for kind in kinds if kind is not type(None)])
            case (collections.abc.Sequence, (kind,)):
                return st.lists(self._of(kind, depth), max_size=2)
            case (typing.Literal, values):
                return st.sampled_from(values)
            case _:
                return NONSENSE


def _spoilt(draw: st.DrawFn, content: Json) -> Json:
    """The object as it is, or now and then with a field missing, unknown, or of another type."""
    match draw(st.sampled_from(SPOILS)):
        case "missing" if content:
            del content[draw(st.sampled_from(sorted(content)))]
        case "another type" if content:
            content[draw(st.sampled_from(sorted(content)))] = draw(NONSENSE)
        case "unknown":
            content["a_field_of_the_future"] = draw(NONSENSE)
    return content


# Every button of a foreign game, and of every offer, pressed wherever the hostile can press.
MESSAGES = range(1, 9)
"""The first in each chat: what the hostile want to press stands there."""


def presses(targets: Targets) -> list[Json]:
    """One after the other in each place, by one after the other of them."""
    games = (f"1:{verb}:{game}:0" for verb in forgeries.ON_GAME for game in targets.foreign)
    offers = (f"1:{verb}:{token}" for verb in forgeries.WITH_TOKEN for token in targets.tokens)
    lines = [line for game in games for line in (game, f"{game}:0")] + [each for each in offers for _ in targets.cards]
    pressed = zip(itertools.count(), itertools.cycle(targets.people), lines, _places(targets), strict=False)
    return [_pressed(*each) for each in pressed]


def _places(targets: Targets) -> Iterator[Json]:
    """Messages of the chats and cards, by turns."""
    for number in itertools.count():
        yield {"inline_message_id": targets.cards[number % len(targets.cards)]}
        for chat in targets.staying:
            message = {"message_id": MESSAGES[number % len(MESSAGES)], "date": 1}
            yield {"message": {**message, "chat": {"id": chat, "type": "group", "title": "Hall"}}}


def _pressed(number: int, person: int, data: str, place: Json) -> Json:
    user = {"id": person, "is_bot": False, "first_name": "Mallory"}
    buttons = {"id": f"forged {number}", "from": user, "chat_instance": "1", "data": data}
    return {"callback_query": {**buttons, **place}}
