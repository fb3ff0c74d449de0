"""What Telegram writes, in our own words."""

import re
from copy import deepcopy
from functools import reduce
from operator import getitem
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.messages import SUPERGROUPS, Asked, Chose, Inline, Migrated, Person, Pressed, Said, Unknown, lines_of
from bot.app.screens.people import NAMELESS, shown_name
from bot.telegram.translate import incoming_of
from tests.bot.telegram.posting import message

UNSTORABLE = st.text(st.sampled_from("a🐂\0\ud800\udfff\udc02\n\u202e"), max_size=20)


def said(text: str = "hi", **user: Any) -> Said:
    update = message(1, 5, text)
    update["message"]["from"] |= user
    incoming = incoming_of(update, 42)
    assert isinstance(incoming, Said)
    return incoming


def pressed(**query: Any) -> Pressed:
    user = {"id": 5, "is_bot": False, "first_name": "Alice"}
    incoming = incoming_of({"update_id": 1, "callback_query": {"id": "7", "from": user, "data": "x"} | query}, 42)
    assert isinstance(incoming, Pressed)
    return incoming


@given(UNSTORABLE)
def test_no_text_comes_in_that_a_database_cannot_keep(text: str) -> None:
    kept = re.sub("[\0\ud800-\udfff]", "\ufffd", text)
    lines = [said(text).text, said(first_name=text).person.name, pressed(id=text).query, pressed(data=text).data]
    assert lines == [kept, "somebody" if shown_name(kept) == NAMELESS else kept, kept, kept]
    kept.encode()


def test_a_language_is_believed_and_what_is_none_counts_as_none() -> None:
    for language in ("en", "uk", "pt-br", "zh-hans", "EN", "sr-Latn-RS", "tlh", "de-" + "x" * 32):
        assert said(language_code=language).person == Person(5, "Alice", language)
    none = "", "e", "english", "en_US", "en-", "-en", "e1", "en\n", "../../etc", "ук", "de-" + "x" * 33, "en\0"
    for language in none:
        assert said(language_code=language).person == Person(5, "Alice", None), language


BOB = {"id": 6, "is_bot": False, "first_name": "Bob", "language_code": "uk"}


def replying(**replied: Any) -> Person | None:
    """To whom a message is taken to reply that replies to such a one."""
    update = message(1, -5, "/duel")
    whole = {"message_id": 3, "date": 1, "chat": {"id": -5, "type": "group"}, "from": BOB, "text": "hi"} | replied
    update["message"]["reply_to_message"] = {key: value for key, value in whole.items() if value is not None}
    incoming = incoming_of(update, 42)
    assert isinstance(incoming, Said)
    return incoming.replied_to


NOBODYS: list[dict[str, Any]] = [
    {"from": BOB | {"id": 42, "is_bot": True}},
    {"from": None},
    {"sender_chat": {"id": -5, "type": "group"}},
    {"text": None, "forum_topic_created": {"name": "Games", "icon_color": 1}},
    {"text": None, "new_chat_members": [BOB]},
]


def test_whose_message_was_replied_to_is_known_and_what_no_person_said_was_said_by_nobody() -> None:
    assert replying() == replying(text=None, photo=[]) == Person(6, "Bob", "uk")
    assert said().replied_to is None
    assert [replying(**replied) for replied in NOBODYS] == [None] * len(NOBODYS)


def test_a_press_on_a_card_tells_which() -> None:
    assert pressed(inline_message_id="AgAA", chat_instance="9").inline == Inline("AgAA")
    assert pressed(chat_instance="9").inline is None


def test_what_is_typed_behind_the_bots_name_is_a_question() -> None:
    query = {"id": "77", "from": BOB, "query": "race", "offset": "", "chat_type": "private"}
    assert incoming_of({"update_id": 1, "inline_query": query}, 42) == Asked(1, "77", Person(6, "Bob", "uk"), "race")


def test_which_card_was_sent_is_told() -> None:
    chosen = {"result_id": "r", "from": BOB, "query": ""}
    for name, inline in (({"inline_message_id": "AgAA"}, Inline("AgAA")), ({}, None)):
        found = incoming_of({"update_id": 1, "chosen_inline_result": chosen | name}, 42)
        assert found == Chose(1, Person(6, "Bob", "uk"), "r", inline)


def test_what_happens_in_a_chat_that_we_do_not_see_stands_in_the_persons_own_line() -> None:
    query = {"id": "77", "from": BOB, "query": "", "offset": ""}
    chosen = {"result_id": "r", "from": BOB, "query": ""}
    apart = [{"update_id": 1, "inline_query": query}, {"update_id": 2, "chosen_inline_result": chosen}]
    assert [lines_of(incoming_of(update, 42)) for update in apart] == [(6,), (6,)]
    assert lines_of(pressed(inline_message_id="AgAA")) == (5,)
    assert lines_of(said()) == (5,)
    assert lines_of(incoming_of({"update_id": 3, "poll": {}}, 42)) == ()


def test_it_is_known_whether_the_pressed_message_has_buttons() -> None:
    where, button = (
        {"message_id": 7, "date": 1, "chat": {"id": 5, "type": "private"}},
        {"text": "x", "callback_data": "x"},
    )
    shown: list[dict[str, Any]] = [{"reply_markup": {"inline_keyboard": keys}} for keys in ([[button]], [])]
    found = [pressed(message=where | each).has_buttons for each in [*shown, {"date": 0}]]
    assert found == [True, False, False]
    assert not pressed(inline_message_id="7").has_buttons


BOT = {"id": 42, "is_bot": True, "first_name": "Bot"}
GROUP = {"id": -5, "type": "group", "title": "Friends"}
HERE: dict[str, Any] = {"message_id": 3, "date": 1, "chat": GROUP}
MEMBER = {"user": BOT, "status": "member"}
WHO = "from.id from.first_name "
USED: dict[str, tuple[dict[str, Any], str]] = {
    "message": (HERE | {"from": BOB, "text": "0123"}, WHO + "chat.id message_id date text from.language_code"),
    "edited_message": (HERE | {"from": BOB, "migrate_to_chat_id": -(10**12) - 5}, "chat.id migrate_to_chat_id"),
    "callback_query": (
        {"id": "7", "from": BOB, "data": "x", "message": HERE},
        WHO + "id data message.chat.id message.message_id",
    ),
    "inline_query": ({"id": "7", "from": BOB, "query": "race", "offset": ""}, WHO + "id query"),
    "chosen_inline_result": (
        {"result_id": "r", "from": BOB, "query": "", "inline_message_id": "AgAA"},
        WHO + "result_id inline_message_id",
    ),
    "my_chat_member": (
        {"chat": GROUP, "from": BOB, "date": 1, "new_chat_member": MEMBER},
        WHO + "chat.id new_chat_member.status",
    ),
}
"""By kind of update: one, and the fields of it that are used."""


@pytest.mark.parametrize(
    ("kind", "path"), [(kind, path) for kind, (_, paths) in USED.items() for path in paths.split()]
)
def test_a_field_of_a_wrong_type_is_not_read(kind: str, path: str) -> None:
    update: dict[str, Any] = {"update_id": 1, kind: deepcopy(USED[kind][0])}
    incoming_of(update, 42)
    *way, last = path.split(".")
    holder = reduce(getitem, way, update[kind])
    wrong = ["1"] if isinstance(holder[last], int) else [1]
    for value in [*wrong, 2**63, -(2**63) - 1, 1.0, 1.5, True, None, [1], ["en"], {}]:
        holder[last] = value
        with pytest.raises(TypeError):
            incoming_of(update, 42)


def test_what_a_channel_passes_on_by_itself_is_nobodys() -> None:
    update = message(1, -5, "0123")
    update["message"] |= {"is_automatic_forward": True}
    assert isinstance(incoming_of(update, 42), Unknown)


@pytest.mark.parametrize(
    ("old", "more", "moves"),
    [(-5, -1, True), (SUPERGROUPS, -1, True), (-5, 0, False), (SUPERGROUPS - 1, -2, False), (5, -1, False)],
)
def test_only_a_basic_group_becomes_a_supergroup(old: int, more: int, *, moves: bool) -> None:
    update = message(1, old, "")
    update["message"] |= {"migrate_to_chat_id": SUPERGROUPS + more}
    assert isinstance(incoming_of(update, 42), Migrated) == moves
