"""What Telegram writes, in our own words."""

import re
from copy import deepcopy
from functools import reduce
from operator import getitem
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.messages import (
    SUPERGROUPS,
    Asked,
    Chose,
    Incoming,
    Inline,
    Migrated,
    Person,
    Pressed,
    Said,
    Summoned,
    Unknown,
    chat_of,
    lines_of,
)
from bot.app.screens.people import NAMELESS, shown_name
from bot.telegram.translate import incoming_of
from tests.bot.telegram.sources import message

Json = dict[str, Any]
UNSTORABLE = st.text(st.sampled_from("a🐂\0\ud800\udfff\udc02\n\u202e"), max_size=20)


def said(text: str = "hi", **user: Any) -> Said:
    update = message(1, 5, text)
    update["message"]["from"] |= user
    incoming = incoming_of(update, 42)
    assert isinstance(incoming, Said)
    return incoming


def pressed(**query: Any) -> Pressed:
    press = {"id": "7", "from": {"id": 5, "is_bot": False, "first_name": "Alice"}, "data": "x"} | query
    incoming = incoming_of({"update_id": 1, "callback_query": press}, 42)
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


NOBODYS: list[Json] = [
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


CARD = {"inline_message_id": "AgAA"}
TYPED = {"id": "77", "from": BOB, "query": "race", "offset": ""}
CHOSEN = {"result_id": "r", "from": BOB, "query": ""}


def test_what_is_typed_behind_the_bots_name_is_a_question_and_which_card_was_sent_is_told() -> None:
    bob = Person(6, "Bob", "uk")
    asked = incoming_of({"update_id": 1, "inline_query": TYPED | {"chat_type": "private"}}, 42)
    assert asked == Asked(1, "77", bob, "race")
    chose = [incoming_of({"update_id": 1, "chosen_inline_result": CHOSEN | name}, 42) for name in (CARD, {})]
    assert chose == [Chose(1, bob, "r", inline) for inline in (Inline("AgAA"), None)]


def guest(**given: Any) -> Incoming:
    told: Json = {"message_id": 3, "date": 1, "chat": {"id": 5, "type": "private"}, "from": BOB, "guest_query_id": "77"}
    return incoming_of({"update_id": 1, "guest_message": told | given}, 42)


def test_a_guest_message_has_person_and_text_and_its_chat_is_nothing_but_a_place() -> None:
    summons = guest(text="@bot play")
    assert summons == Summoned(1, "77", Person(6, "Bob", "uk"), "@bot play", 5)
    assert (chat_of(summons), lines_of(summons)) == (None, (6,))


def test_the_words_under_a_picture_are_those_of_the_guest_message() -> None:
    assert guest(photo=[], caption="@bot") == guest(text="@bot")


@pytest.mark.parametrize(
    "given",
    [
        {"sender_chat": {"id": -9, "type": "channel", "title": "News"}},
        {"sender_chat": {"id": -5, "type": "group", "title": "Friends"}},
        {"from": {"id": 7, "is_bot": True, "first_name": "Other bot"}},
        {"via_bot": {"id": 42, "is_bot": True, "first_name": "Bot"}},
        {"forward_origin": {"type": "hidden_user", "date": 1, "sender_user_name": "Bob"}},
        {"forward_date": 1},
        {"is_automatic_forward": True},
        {"edit_date": 2},
        {"chat": {"id": -9, "type": "channel", "title": "News"}},
    ],
)
def test_nobody_is_answered_who_summons_in_a_channels_name_as_a_bot_or_with_others_words(given: Json) -> None:
    assert guest(text="@bot play", **given) == Unknown(1, "nobody's guest message")


def test_what_happens_in_a_chat_that_we_do_not_see_stands_in_the_persons_own_line() -> None:
    apart: list[Json] = [{"inline_query": TYPED}, {"chosen_inline_result": CHOSEN}, {"poll": {}}]
    lines = [lines_of(incoming_of({"update_id": 1} | update, 42)) for update in apart]
    assert [*lines, lines_of(pressed(**CARD)), lines_of(said())] == [(6,), (6,), (), (5,), (5,)]


def test_a_press_tells_on_which_card_it_was() -> None:
    assert [pressed(chat_instance="9", **card).inline for card in (CARD, {})] == [Inline("AgAA"), None]


BOT = {"id": 42, "is_bot": True, "first_name": "Bot"}
GROUP = {"id": -5, "type": "group", "title": "Friends"}
HERE: Json = {"message_id": 3, "date": 1, "chat": GROUP}
CHANGED = {"chat": GROUP, "from": BOB, "date": 1, "new_chat_member": {"user": BOT, "status": "member"}}
WHO = "from.id from.first_name "
USED: dict[str, tuple[Json, str]] = {
    "message": (HERE | {"from": BOB, "text": "0123"}, WHO + "chat.id message_id date text from.language_code"),
    "edited_message": (HERE | {"from": BOB, "migrate_to_chat_id": -(10**12) - 5}, "chat.id migrate_to_chat_id"),
    "callback_query": (TYPED | {"data": "x", "message": HERE}, WHO + "id data message.chat.id message.message_id"),
    "inline_query": (TYPED, WHO + "id query"),
    "chosen_inline_result": (CHOSEN | CARD, WHO + "result_id inline_message_id"),
    "guest_message": (
        HERE | {"from": BOB, "text": "@bot", "guest_query_id": "9"},
        WHO + "chat.id guest_query_id text from.language_code",
    ),
    "my_chat_member": (CHANGED, WHO + "chat.id new_chat_member.status"),
}
PATHS = [(kind, path) for kind, (_, paths) in USED.items() for path in paths.split()]


@pytest.mark.parametrize(("kind", "path"), PATHS)
def test_a_field_of_a_wrong_type_is_not_read(kind: str, path: str) -> None:
    update: Json = {"update_id": 1, kind: deepcopy(USED[kind][0])}
    incoming_of(update, 42)
    *way, last = path.split(".")
    holder = reduce(getitem, way, update[kind])
    wrong = ["1"] if isinstance(holder[last], int) else [1]
    for value in [*wrong, 2**63, -(2**63) - 1, 1.0, 1.5, True, None, [1], ["en"], {}]:
        holder[last] = value
        with pytest.raises(TypeError):
            incoming_of(update, 42)


ORIGINS: list[Json] = [
    {"type": "user", "date": 1, "sender_user": BOB},
    {"type": "hidden_user", "date": 1, "sender_user_name": "Bob"},
    {"type": "chat", "date": 1, "sender_chat": GROUP},
    {"type": "channel", "date": 1, "chat": {"id": -9, "type": "channel", "title": "News"}, "message_id": 3},
]
PASSED_ON: list[Json] = [
    *({"forward_origin": origin} for origin in ORIGINS),
    # As servers of Telegram wrote it before there were origins.
    {"forward_from": BOB, "forward_date": 1},
    {"forward_from": BOT, "forward_date": 1},
    {"forward_sender_name": "Bob", "forward_date": 1},
    {"forward_from_chat": GROUP, "forward_from_message_id": 3, "forward_date": 1},
]
WRITTEN = ["0123", "/g 4567", "/resign", "/stop@Bot", "give up", "@Bot 0123", "yes", ">5", "🔴🟠🟡🟢"]


@pytest.mark.parametrize("passed_on", PASSED_ON)
@pytest.mark.parametrize("text", WRITTEN)
def test_what_others_wrote_is_nobodys_word_in_a_group_and_in_private_stays_what_it_is(
    passed_on: Json, text: str
) -> None:
    reply = {"reply_to_message": HERE | {"from": BOT, "text": "board"}}
    for chat in (-5, SUPERGROUPS - 1):
        update = message(1, chat, text)
        update["message"] |= passed_on | reply
        assert isinstance(incoming_of(update, 42), Unknown)
    private = message(1, 5, text)
    own = incoming_of(private, 42)
    private["message"] |= passed_on
    assert incoming_of(private, 42) == own


def test_what_answers_a_forwarded_message_is_said_and_to_whoever_forwarded_it() -> None:
    carol = {"id": 8, "is_bot": False, "first_name": "Carol"}
    for origin in (BOT, carol):  # a board that Bob has forwarded is no board
        passed_on = HERE | {"from": BOB, "text": "0123", "forward_origin": ORIGINS[0] | {"sender_user": origin}}
        update = message(1, -5, "4567")
        update["message"]["reply_to_message"] = passed_on
        said = incoming_of(update, 42)
        assert isinstance(said, Said)
        assert (said.to_bot, said.replied_to) == (False, Person(6, "Bob", "uk"))


MOVES = [(-5, -1, True), (SUPERGROUPS, -1, True), (-5, 0, False), (SUPERGROUPS - 1, -2, False), (5, -1, False)]


def test_only_a_basic_group_becomes_a_supergroup() -> None:
    for old, more, moves in MOVES:
        update = message(1, old, "")
        update["message"] |= {"migrate_to_chat_id": SUPERGROUPS + more}
        assert isinstance(incoming_of(update, 42), Migrated) == moves, (old, more)


def test_what_a_channel_passes_on_by_itself_is_nobodys() -> None:
    update = message(1, -5, "0123")
    update["message"] |= {"is_automatic_forward": True}
    assert isinstance(incoming_of(update, 42), Unknown)
