"""Translates Telegram's updates into our types. Nothing is decided here.

They are read from the JSON itself: python-telegram-bot's objects take fields of any type, and cost four to forty times
as much. A field that is missing or of the wrong type raises KeyError or TypeError. Characters that no database stores
are removed from texts here, once.
"""

import re
from typing import Any

from bot.app.messages import (
    SUPERGROUPS,
    Asked,
    Chat,
    Chose,
    Incoming,
    Inline,
    Joined,
    Left,
    MemberLeft,
    Migrated,
    Person,
    Pressed,
    Said,
    Summoned,
    Topic,
    Unknown,
)
from bot.app.screens.people import NAMELESS, shown_name
from bot.app.texts import language_of, texts_in

Json = dict[str, Any]

ALLOWED_UPDATES = [
    "message",
    "edited_message",
    "callback_query",
    "inline_query",
    "chosen_inline_result",
    "my_chat_member",
]
GUEST = "guest_message"
"""Asked for as well, where the bot may be summoned into chats in which it is no member."""
ABSENT = {"left", "kicked"}
CONTENT = {
    "animation", "audio", "checklist", "contact", "dice", "document", "game", "giveaway", "invoice", "location",
    "paid_media", "photo", "poll", "sticker", "story", "venue", "video", "video_note", "voice",
}  # fmt: skip
"""Content that people send besides text; a message with neither is a service message."""
WRITTEN_BY_OTHERS = {"forward_origin", "forward_date"}
"""Of a message that somebody passes on; before there were origins it had a date."""
NOT_SUMMONING = WRITTEN_BY_OTHERS | {"via_bot", "is_automatic_forward", "edit_date"}
"""Of a guest message that nobody has written for the bot now."""
ANONYMOUS = 1087968824
"""GroupAnonymousBot, in whose name administrators write who wish to be known as the group."""
LARGEST_ID = 2**63
UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""What PostgreSQL or SQLite cannot store: NUL, and lone surrogates, which JSON allows."""
LANGUAGE = re.compile(r"(?=.{2,35}\Z)[A-Za-z]{2,3}(-[A-Za-z0-9]+)*")
USERNAME = re.compile(r"[a-z][a-z0-9_]{3,31}")


def incoming_of(update: Json, bot_id: int) -> Incoming:
    """The update in our types."""
    number = _integer(update, "update_id")
    if "callback_query" in update:
        return _press(number, update["callback_query"])
    if "inline_query" in update:
        return _question(number, update["inline_query"])
    if "chosen_inline_result" in update:
        return _choice(number, update["chosen_inline_result"])
    if GUEST in update:
        return _summons(number, update[GUEST])
    if "my_chat_member" in update:
        return _membership(number, update["my_chat_member"])
    for kind in ("message", "edited_message"):
        if kind in update:
            return _message(number, update[kind], bot_id, edited=kind == "edited_message")
    return Unknown(number, "no kind we asked for")


def _message(update: int, message: Json, bot_id: int, *, edited: bool) -> Incoming:
    chat = _chat(message)
    if "migrate_to_chat_id" in message:
        return _migration(update, chat.id, _integer(message, "migrate_to_chat_id"))
    if "migrate_from_chat_id" in message:
        return _migration(update, _integer(message, "migrate_from_chat_id"), chat.id)
    for closing in ("forum_topic_closed", "forum_topic_reopened"):
        if closing in message:
            return Topic(update, chat, is_open=closing == "forum_topic_reopened")
    if "left_chat_member" in message and not message["left_chat_member"].get("is_bot"):
        return MemberLeft(update, chat, person_of(message["left_chat_member"]))
    if "from" not in message or message["chat"]["type"] == "channel" or "is_automatic_forward" in message:
        return Unknown(update, "nobody's message")
    # Whoever writes in the name of a group or channel is answered, and so are those who only look like a bot for it.
    if message["from"].get("is_bot") and "sender_chat" not in message and message["from"]["id"] != ANONYMOUS:
        return Unknown(update, "another bot's message")
    if chat.is_group and not WRITTEN_BY_OTHERS.isdisjoint(message):
        return Unknown(update, "what others wrote")
    if "write_access_allowed" in message:
        return Joined(update, chat, person_of(message["from"]))
    if "text" not in message and CONTENT.isdisjoint(message):
        return Unknown(update, "service message")
    replied = message.get("reply_to_message", {})
    author = _author(replied)
    return Said(
        update=update,
        chat=chat,
        person=person_of(message["from"]),
        message=_integer(message, "message_id"),
        text=_string(message, "text") if "text" in message else None,
        edited=edited,
        to_bot=replied.get("from", {}).get("id") == bot_id,
        anonymous="sender_chat" in message,
        replied_to=author,
        answers=_integer(replied, "message_id") if replied else None,
        at=_integer(message, "date"),
        as_channel="sender_chat" in message and _integer(message["sender_chat"], "id") != chat.id,
    )


def _migration(update: int, old: int, new: int) -> Incoming:
    """A move to a supergroup. Only basic groups move, so no chat can move twice or in a circle."""
    if SUPERGROUPS <= old < 0 and new < SUPERGROUPS:
        return Migrated(update, Chat(old), new)
    return Unknown(update, "no group that became a supergroup")


def _author(message: Json) -> Person | None:
    """The person who wrote it; None for bots, for messages in a group's name, and for service messages."""
    silent = "sender_chat" in message or ("text" not in message and CONTENT.isdisjoint(message))
    if silent or "from" not in message or message["from"].get("is_bot"):
        return None
    return person_of(message["from"])


def _press(update: int, query: Json) -> Pressed:
    message, data = query.get("message"), _string(query, "data") if "data" in query else ""
    rows = [] if message is None else message.get("reply_markup", {}).get("inline_keyboard", [])
    return Pressed(
        update=update,
        query=_string(query, "id"),
        chat=None if message is None else _chat(message),
        person=person_of(query["from"]),
        message=None if message is None else _integer(message, "message_id"),
        data=data,
        inline=Inline(_string(query, "inline_message_id")) if "inline_message_id" in query else None,
        carries=any(button.get("callback_data") == data for row in rows for button in row),
    )


def _question(update: int, query: Json) -> Asked:
    return Asked(update, _string(query, "id"), person_of(query["from"]), _string(query, "query"))


def _summons(update: int, message: Json) -> Incoming:
    """A guest message; nobody's where it was written in the name of a group or channel, by a bot, or by others."""
    by_a_person = "from" in message and not message["from"].get("is_bot") and "sender_chat" not in message
    if not by_a_person or not NOT_SUMMONING.isdisjoint(message) or message["chat"]["type"] == "channel":
        return Unknown(update, "nobody's guest message")
    text = next((_string(message, key) for key in ("text", "caption") if key in message), "")
    query, place = _string(message, "guest_query_id"), _integer(message["chat"], "id")
    return Summoned(update, query, person_of(message["from"]), text, place)


def _choice(update: int, chosen: Json) -> Chose:
    inline = Inline(_string(chosen, "inline_message_id")) if "inline_message_id" in chosen else None
    return Chose(update, person_of(chosen["from"]), _string(chosen, "result_id"), inline)


def _membership(update: int, change: Json) -> Incoming:
    chat = _chat(change)
    if change["chat"]["type"] == "channel":
        return Unknown(update, "a channel")
    absent = _string(change["new_chat_member"], "status") in ABSENT
    return Left(update, chat) if absent else Joined(update, chat, person_of(change["from"]))


def _chat(holder: Json) -> Chat:
    thread = _integer(holder, "message_thread_id") if holder.get("is_topic_message") else None
    return Chat(_integer(holder["chat"], "id"), thread)


def person_of(user: Json) -> Person:
    """Somebody, by a user of the Bot API; so is whoever opens the Mini App. Raises TypeError and KeyError."""
    name = " ".join(_string(user, key) for key in ("first_name", "last_name") if key in user)
    language = _string(user, "language_code") if "language_code" in user else ""
    known = LANGUAGE.fullmatch(language) is not None
    if shown_name(name) == NAMELESS:
        name = texts_in(language_of(language)).plain("name.somebody")
    username = _string(user, "username").lower() if "username" in user else ""
    return Person(
        _integer(user, "id"),
        name,
        language if known else None,
        username if USERNAME.fullmatch(username) else "",
    )


def _integer(holder: Json, key: str) -> int:
    value = holder[key]
    if type(value) is not int or not -LARGEST_ID <= value < LARGEST_ID:
        raise TypeError(f"{key} is no integer that an id can be")
    return value


def _string(holder: Json, key: str) -> str:
    value = holder[key]
    if type(value) is not str:
        raise TypeError(f"{key} is no text")
    return UNSTORABLE.sub("\ufffd", value)
