"""Messages that the bot changes."""

from typing import Any

from sandbox import telegram_json
from sandbox.api.destination import open_chat
from sandbox.api.files import document_of, photo_of
from sandbox.api.wording import caption_of, text_of
from sandbox.model import Json, Message
from sandbox.parameters import Given
from sandbox.refusal import bad_request
from sandbox.state import State

_SAME = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


def edit_message_text(state: State, given: Given) -> Json:
    """Another text."""
    message = _editable(state, given)
    if message.text is None or message.is_media:
        raise bad_request("there is no text in the message to edit")
    preview = given.get("link_preview_options")
    return _edited(state, message, given, text=text_of(given), extras=_with(message, link_preview_options=preview))


def edit_message_caption(state: State, given: Given) -> Json:
    """Another caption, or none."""
    message = _editable(state, given)
    if not message.is_media:
        raise bad_request("there is no caption in the message to edit")
    above = given.get("show_caption_above_media")
    return _edited(state, message, given, text=caption_of(given), extras=_with(message, show_caption_above_media=above))


def edit_message_media(state: State, given: Given) -> Json:
    """Another picture or file, with its own caption."""
    message = _editable(state, given)
    media = given["media"]
    above, spoiler = media.get("show_caption_above_media"), media.get("has_spoiler")
    extras = _with(message, show_caption_above_media=above, has_media_spoiler=spoiler)
    content: Json = {"text": caption_of(media), "photo": None, "document": None, "extras": extras}
    if media["type"] == "photo":
        content["photo"] = photo_of(state.world, media["media"])
    else:
        content["document"] = document_of(state.world, media["media"])
    return _edited(state, message, given, **content)


def edit_message_reply_markup(state: State, given: Given) -> Json:
    """Another keyboard, or none."""
    return _edited(state, _editable(state, given), given)


def _editable(state: State, given: Given) -> Message:
    if "inline_message_id" in given:
        raise bad_request("MESSAGE_ID_INVALID")
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


def _edited(state: State, message: Message, given: Given, **changes: Any) -> Json:
    """A keyboard that is not given again goes."""
    markup = given.get("reply_markup")
    changes["markup"] = None if markup == {"inline_keyboard": []} else markup
    if all(getattr(message, name) == value for name, value in changes.items()):
        raise bad_request(_SAME)
    return telegram_json.message(state.world, state.world.edit(message, **changes))


def _with(message: Message, **extras: Any) -> Json:
    kept = {name: value for name, value in message.extras.items() if name not in extras}
    return kept | {name: value for name, value in extras.items() if value}
