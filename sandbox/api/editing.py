"""Editing messages."""

import re
from typing import Any, Literal

from sandbox.api.destination import open_chat
from sandbox.api.files import document_of, photo_of
from sandbox.api.keyboards import keyboard_of
from sandbox.api.wording import caption_of, text_of
from sandbox.refusal import bad_request
from sandbox.schema.kinds import Upload
from sandbox.schema.parameters import Given
from sandbox.state import State
from sandbox.world import telegram_json
from sandbox.world.model import Json, Message

Edited = Json | Literal[True]
"""The message after the edit; True for an inline message."""

_INLINE_ID = re.compile(r"[A-Za-z0-9_-]{27,44}")
_SAME = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


def edit_message_text(state: State, given: Given) -> Edited:
    """Replace the text (editMessageText)."""
    message = _editable(state, given)
    if message.text is None or message.is_media:
        raise bad_request("there is no text in the message to edit")
    preview = given.get("link_preview_options")
    return _edited(state, message, given, text=text_of(given), extras=_with(message, link_preview_options=preview))


def edit_message_caption(state: State, given: Given) -> Edited:
    """Replace or remove the caption (editMessageCaption)."""
    message = _editable(state, given)
    if not message.is_media:
        raise bad_request("there is no caption in the message to edit")
    above = given.get("show_caption_above_media")
    return _edited(state, message, given, text=caption_of(given), extras=_with(message, show_caption_above_media=above))


def edit_message_media(state: State, given: Given) -> Edited:
    """Replace the picture or file, with its own caption (editMessageMedia)."""
    message = _editable(state, given)
    media = given["media"]
    if _is_inline(given) and isinstance(media["media"], Upload):
        raise bad_request("invalid message content specified")
    above, spoiler = media.get("show_caption_above_media"), media.get("has_spoiler")
    extras = _with(message, show_caption_above_media=above, has_media_spoiler=spoiler)
    content: Json = {"text": caption_of(media), "photo": None, "document": None, "extras": extras}
    if media["type"] == "photo":
        content["photo"] = photo_of(state.world, media["media"])
    else:
        content["document"] = document_of(state.world, media["media"])
    return _edited(state, message, given, **content)


def edit_message_reply_markup(state: State, given: Given) -> Edited:
    """Replace or remove the keyboard (editMessageReplyMarkup)."""
    return _edited(state, _editable(state, given), given)


def _editable(state: State, given: Given) -> Message:
    if _is_inline(given):
        return _sent_via_bot(state, given["inline_message_id"])
    if "chat_id" not in given:
        raise bad_request("chat_id is empty")
    if "message_id" not in given:
        raise bad_request("message identifier is not specified")
    message = open_chat(state.world, given["chat_id"]).messages.get(given["message_id"])
    if message is None:
        raise bad_request("message to edit not found")
    if message.sender != state.world.bot.id or message.service:
        raise bad_request("message can't be edited")
    return message


def _is_inline(given: Given) -> bool:
    """Whether the call is about an inline message; the id of a chat takes precedence."""
    return "inline_message_id" in given and not {"chat_id", "message_id"} & given.keys()


def _sent_via_bot(state: State, name: str) -> Message:
    if not _INLINE_ID.fullmatch(name):
        raise bad_request("invalid inline message identifier specified")
    message = state.world.inline_message(name)
    if message is None:
        raise bad_request("MESSAGE_ID_INVALID")
    return message


def _edited(state: State, message: Message, given: Given, **changes: Any) -> Edited:
    """Change the message. A keyboard that is not given again is removed."""
    changes["markup"] = keyboard_of(state, given, None if message.inline else state.world.chats[message.chat])
    if all(getattr(message, name) == value for name, value in changes.items()):
        raise bad_request(_SAME)
    edited = state.world.edit(message, **changes)
    return True if _is_inline(given) else telegram_json.message(state.world, edited)


def _with(message: Message, **extras: Any) -> Json:
    kept = {name: value for name, value in message.extras.items() if name not in extras}
    return kept | {name: value for name, value in extras.items() if value}
