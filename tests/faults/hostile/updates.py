"""Updates that nobody should ever send: a Hypothesis strategy over the Bot API's own types.

Which types there are, and what they hold, is read from python-telegram-bot's classes, so a newer Bot API is attacked
as soon as the library knows it. They are made of words, numbers, nonsense and forged buttons.
"""

import collections.abc
import datetime as dt
import inspect
import itertools
import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, reduce
from typing import Any

import telegram
from hypothesis import strategies as st
from telegram.constants import ChatMemberStatus, ChatType

from bot.app import buttons as buttons_app
from bot.app.intents import Command
from bot.app.links import CHALLENGE, CONTEST, MATCH, SEAT, TABLE

MARK = "☠"
"""Stands in every tag that a person tries to smuggle in, and nowhere in the bot's own words."""
TAGS = (
    *(f"<b>{MARK}</b>", f"</code><b>{MARK}", f"<code>{MARK}", f"</u>{MARK}<u>", f"<a href='tg://user?id=1'>{MARK}</a>"),
    *(f"<tg-spoiler>{MARK}</tg-spoiler>", f"&lt;b&gt;{MARK}&lt;/b&gt;", f"&#60;b>{MARK}", f"<{MARK}", f"{MARK}&{MARK}"),
    *(f"{MARK}</", f'<pre><code class="language-{MARK}">'),
)
ODD = (
    *("", " ", "\0", "\0\0\0", "\ud800", "ab\udfffcd", "\x01\x02\x1b[31m", "\r\n\r\n", "\u202egnirts\u202c"),
    *("\u2066\u2067\u200f\u061c", "שלום עולם", "مرحبا ١٢٣٤", "a\u0301\u0301\u0301\u0301\u0301", "🐂" * 40),
    *("👩\u200d👩\u200d👧\u200d👦", "\U0010ffff\ufffe\uffff", "{0}{name}{count}", "%s%n%d", "'; DROP TABLE tables; --"),
    *("${jndi:ldap://x}", "../../etc/passwd", "１２３４", "𝟘𝟙𝟚𝟛", "0" * 5000, "x" * 4096, "<" * 4096, "&" * 100_000),
    *("\n" * 4096, "ﷺ" * 2048),
)
SAID = (
    *("0123", "4567", "8901", "01 23", "0000", "1", "٠١٢٣", "98765"),
    *(f"/{command.value}" for command in Command),
    *("/say hello", "/say 0123", "/say <b>x</b>", f"/start c{'A' * 22}", "/start c", "/duel 1", "/party 2", "1B2C"),
    *("12", "1🐂 2🐄", "1 бик 2 корови", "9B9C", ">50", "≤-7", "=99999999999999999999", "yes", "ні", "?0123", "??"),
    *("/think mini", "/think 1x1", "/think words-ru-5 casual", "/think 7x26r", "/play evil 2x2", "/play blind coached"),
    *("/match beginner", "/match 1x2 perfect", "/match gibberish", "/number 5 -5", "/number 7 7"),
    *(f"/number {'9' * 60}", "/hint 9876", "/review 0123 1B2C 4567 9", "/review 0123 0B0C 0123 4B0C 4567 0B0C"),
    *(f"/review {'0123 0B2C ' * 90}", "/start pclassic_AQ", "/start pclassic_CJy_fBo", "/start p1x1_AgAA"),
    *(f"/start p4x21_{'Z' * 40}", "/start p_", "/g 0123", "/g 9876", "/guess 1", "/play@somebody_else", "/", "/" * 500),
    *("/g \0", "/g \ud800", "/start \0"),
)


def one_of_all(*strategies: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Each as often as it stands there, which `st.one_of` does not heed."""
    return st.sampled_from(range(len(strategies))).flatmap(lambda at: strategies[at])


def mostly(usual: st.SearchStrategy[Any], absurd: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return one_of_all(*[usual] * 15, absurd)


TEXTS = st.sampled_from(TAGS) | st.sampled_from(ODD) | st.text(max_size=12)
COMPOSED = TEXTS | st.builds(str.__add__, TEXTS, TEXTS)
NUMBERS = st.sampled_from(
    [0, 1, -1, 7, 255, 2**31 - 1, -(2**31), 2**32, 2**52, 2**53 + 1, 2**63 - 1, -(2**63), 2**63, -(2**63) - 1,
     2**64, 10**30, -(10**100), 10**1000]
)  # fmt: skip
FRACTIONS = st.sampled_from([0.0, -0.0, 0.5, -1e308, 1e308, 5e-324, 2.0**63])


def _nested(depth: int, value: Any = MARK) -> Any:
    return reduce(lambda inside, _: [inside] if depth % 2 else {"message": inside}, range(depth), value)


NESTED = st.sampled_from([_nested(depth) for depth in (2, 3, 40, 41, 250, 251)])
NONSENSE: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | NUMBERS | FRACTIONS | COMPOSED | NESTED
    | st.just([]) | st.just({}) | st.just([None] * 1000) | st.just({str(n): n for n in range(1000)})
)  # fmt: skip


ON_GAME, WITH_TOKEN = sorted(buttons_app.NAMING_GAMES), sorted(buttons_app.WITH_TOKEN)
VERBS = sorted(
    member.value
    for _, kind in inspect.getmembers(buttons_app, inspect.isclass)
    if issubclass(kind, Enum)
    for member in kind
)
ELSEWHERE = sorted(set(VERBS) - {*ON_GAME, *WITH_TOKEN})
VERBS_OF = [mostly(st.sampled_from(usual), st.sampled_from(VERBS)) for usual in (ON_GAME, WITH_TOKEN, ELSEWHERE)]
"""Mostly one that belongs there."""
ARGUMENTS = (
    *("", "", "", ":0", ":1", ":2", ":7", ":no", ":yes", ":en", ":uk", ":xx", ":letters", ":z9", ":w0", ":a3", ":g0"),
    *(":duel", ":race", ":classic", ":six", ":words-en-5", ":words-en-5-repeats", ":digits", ":words", ":live"),
    *(":none", ":12", ":40-0", ":99", ":202-311", ":9999-1", ":gt50", ":lt-9999999999", ":club-classic"),
    *(":perfect-1x1", ":7x26r", ":open", ":menu", ":back", ":clear", ":table", ":list", ":cases", ":places", ":why"),
    *(":guess", ":count", ":circle", ":circle-0", ":circle-3", ":duel-0", ":duel-2", ":p0", ":c4", ":m1", ":s0"),
    *(":0123456789",),
)
ENDS = (*("",) * 25, ":", ":1", "\0", "\n", "é", ":" + "9" * 40, "\ud800")
KINDS = (CHALLENGE, CONTEST, SEAT, TABLE, MATCH, "x", "")

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


@cache
def fields(kind: type) -> tuple[dict[str, Any], dict[str, Any]]:
    """What objects of this class must hold, and what they may, by their names on the wire: each with its type.

    What the more general classes hold counts as well.
    """
    must, may = dict[str, Any](), dict[str, Any]()
    for owner in lineage(kind):
        hints = typing.get_type_hints(owner.__init__, localns=dict(vars(telegram)))  # type: ignore[misc]
        parameters = inspect.signature(owner.__init__).parameters  # type: ignore[misc]
        for name in hints.keys() - NOT_ON_THE_WIRE:
            into = must if parameters[name].default is inspect.Parameter.empty else may
            into.setdefault(WRITTEN.get(name, name), hints[name])
    return dict(sorted(must.items())), {name: may[name] for name in sorted(may.keys() - must)}


def lineage(kind: type) -> list[type]:
    """The class and those it is derived from, as far as the Bot API has a type for them."""
    return [one for one in kind.__mro__ if one is not telegram.TelegramObject and is_object(one)]


def is_object(kind: Any) -> bool:
    return inspect.isclass(kind) and issubclass(kind, telegram.TelegramObject)


class Hostile:
    def __init__(self, targets: Targets) -> None:
        people, chats = st.sampled_from(targets.people), st.sampled_from(targets.chats)
        game = st.sampled_from([*targets.games, *targets.games, "0" * 16, "f" * 16])
        token = st.sampled_from([*targets.tokens, *targets.tokens, "A" * 22])
        kinds, arguments, ends = st.sampled_from(KINDS), st.sampled_from(ARGUMENTS), st.sampled_from(ENDS)
        turns = st.sampled_from([0, 0, 0, 1, 2, 3, 9999])
        on_game = st.builds("1:{}:{}:{}{}".format, VERBS_OF[0], game, turns, arguments)
        on_offer = st.builds("1:{}:{}".format, VERBS_OF[1], token)
        on_menu = st.builds("1:{}{}".format, VERBS_OF[2], arguments)
        whole = one_of_all(on_game, on_game, on_offer, on_offer, on_menu)
        buttons = mostly(st.builds(str.__add__, whole, ends), COMPOSED)
        shared = st.builds(str.__add__, kinds, token) | st.builds(str.__add__, kinds, game)
        started = st.builds("/start {}{}".format, shared, ends)  # a link is followed by saying what it carries
        self._staying = targets.staying
        self._objects: dict[tuple[type, int], st.SearchStrategy[Json]] = {}
        self._named: dict[tuple[str, str], st.SearchStrategy[Any]] = {
            ("User", "id"): mostly(people, NUMBERS),
            ("Chat", "id"): mostly(chats, NUMBERS),
            ("Chat", "type"): mostly(st.sampled_from([kind.value for kind in ChatType]), TEXTS),
            ("Message", "text"): one_of_all(st.sampled_from(SAID), started, COMPOSED),
            ("MaybeInaccessibleMessage", "message_id"): mostly(st.integers(1, 60), NUMBERS),
            ("MaybeInaccessibleMessage", "date"): mostly(st.integers(1_600_000_000, 1_700_000_000), NUMBERS),
            ("Message", "migrate_to_chat_id"): mostly(chats | st.integers(-(10**15), -(10**12)), NUMBERS),
            ("Message", "migrate_from_chat_id"): mostly(chats, NUMBERS),
            ("CallbackQuery", "data"): buttons,
            ("CallbackQuery", "inline_message_id"): mostly(st.sampled_from(targets.cards), TEXTS),
            ("InlineQuery", "query"): one_of_all(shared, token, TEXTS),
            ("ChosenInlineResult", "result_id"): one_of_all(token, shared, TEXTS),
            ("ChosenInlineResult", "inline_message_id"): mostly(st.sampled_from(targets.own_cards), TEXTS),
            ("ChatMember", "status"): mostly(st.sampled_from([status.value for status in ChatMemberStatus]), TEXTS),
            ("User", "language_code"): st.sampled_from(["en", "uk", "ru", "uk-UA"]) | TEXTS,
        }

    def updates(self) -> st.SearchStrategy[Json]:
        """Any update, of a kind that we ask for or of any other."""
        may = fields(telegram.Update)[1]
        kinds = {name: self._value(telegram.Update, name, hint, 0) for name, hint in may.items()}
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
        values = {name: self._value(kind, name, hint, depth) for name, hint in (must | may).items()}
        usual = st.sampled_from([sorted(names) for names in USUAL.get(kind.__name__, (set(),))])

        @st.composite
        def build(draw: st.DrawFn) -> Json:
            more = draw(st.lists(st.sampled_from([*may]), max_size=OPTIONAL)) if may else []
            names = dict.fromkeys((*must, *more, *draw(usual)))
            content = {name: draw(values[name]) for name in names}
            match draw(st.sampled_from(SPOILS)):
                case "missing" if content:
                    del content[draw(st.sampled_from(sorted(content)))]
                case "another type" if content:
                    content[draw(st.sampled_from(sorted(content)))] = draw(NONSENSE)
                case "unknown":
                    content["a_field_of_the_future"] = draw(NONSENSE)
            return content

        return build()

    def _value(self, owner: type, name: str, hint: Any, depth: int) -> st.SearchStrategy[Any]:
        known = [self._named[one.__name__, name] for one in lineage(owner) if (one.__name__, name) in self._named]
        return known[0] if known else self._of(hint, depth)

    def _of(self, hint: Any, depth: int) -> st.SearchStrategy[Any]:
        if hint in PLAIN:
            return PLAIN[hint]
        if is_object(hint):
            if depth >= DEEPEST:
                return st.just({})
            heirs = {one for one in vars(telegram).values() if is_object(one) and issubclass(one, hint)}
            return st.one_of([self._object(one, depth + 1) for one in sorted(heirs, key=lambda one: one.__name__)])
        match typing.get_origin(hint), typing.get_args(hint):
            case (typing.Union | types.UnionType, kinds):
                return st.one_of([self._of(kind, depth) for kind in kinds if kind is not type(None)])
            case (collections.abc.Sequence, (kind,)):
                return st.lists(self._of(kind, depth), max_size=2)
            case (typing.Literal, values):
                return st.sampled_from(values)
            case _:
                return NONSENSE


def presses(targets: Targets) -> list[Json]:
    """Every button of a foreign game, and of every offer, by one of them after the other, wherever they can press."""
    games = (f"1:{verb}:{game}:0" for verb in ON_GAME for game in targets.foreign)
    offers = (f"1:{verb}:{token}" for verb in WITH_TOKEN for token in targets.tokens)
    lines = [line for game in games for line in (game, f"{game}:0")] + [each for each in offers for _ in targets.cards]
    found: list[Json] = []
    for by, data, place in zip(itertools.cycle(targets.people), lines, _places(targets), strict=False):
        user = {"id": by, "is_bot": False, "first_name": "Mallory"}
        query = {"id": f"forged {len(found)}", "from": user, "chat_instance": "1", "data": data}
        found.append({"callback_query": query | place})
    return found


def _places(targets: Targets) -> Iterator[Json]:
    """Cards and the first messages of chats by turns: what the hostile want to press stands there."""
    for number in itertools.count():
        yield {"inline_message_id": targets.cards[number % len(targets.cards)]}
        for chat in targets.staying:
            message = {"message_id": number % 8 + 1, "date": 1}
            yield {"message": {**message, "chat": {"id": chat, "type": "group", "title": "Hall"}}}
