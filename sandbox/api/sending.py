"""Sending messages."""

from sandbox.api.destination import open_chat, thread_of
from sandbox.api.files import document_of, photo_of
from sandbox.api.keyboards import keyboard_of
from sandbox.api.wording import caption_of, text_of
from sandbox.refusal import bad_request
from sandbox.schema.parameters import Given
from sandbox.state import State
from sandbox.world import telegram_json
from sandbox.world.model import Chat, Json, Message

_GENERAL = 1
_PASSED_ON = {
    "protect_content": "has_protected_content",
    "link_preview_options": "link_preview_options",
    "show_caption_above_media": "show_caption_above_media",
    "has_spoiler": "has_media_spoiler",
    "message_effect_id": "effect_id",
}


def send_message(state: State, given: Given) -> Json:
    """Send a text (sendMessage)."""
    chat = open_chat(state.world, given["chat_id"])
    return _sent(state, chat, given, text=text_of(given))


def send_photo(state: State, given: Given) -> Json:
    """Send a picture, with a caption or without (sendPhoto)."""
    chat = open_chat(state.world, given["chat_id"])
    return _sent(state, chat, given, text=caption_of(given), photo=photo_of(state.world, given["photo"]))


def send_document(state: State, given: Given) -> Json:
    """Send a file (sendDocument)."""
    chat = open_chat(state.world, given["chat_id"])
    return _sent(state, chat, given, text=caption_of(given), document=document_of(state.world, given["document"]))


def send_chat_action(state: State, given: Given) -> bool:
    """Show for a few seconds that the bot is busy (sendChatAction)."""
    chat = open_chat(state.world, given["chat_id"])
    asked = given.get("message_thread_id")
    thread = None if chat.topics is not None and asked == _GENERAL else thread_of(chat, asked)
    state.events.publish("action", chat=chat.id, topic=thread, action=given["action"])
    return True


def _sent(state: State, chat: Chat, given: Given, **content: object) -> Json:
    message = state.world.post(
        chat,
        state.world.bot.id,
        thread=thread_of(chat, given.get("message_thread_id")),
        reply_to=_replied(chat, given.get("reply_parameters")),
        markup=keyboard_of(state, given, chat),
        extras={text: given[name] for name, text in _PASSED_ON.items() if given.get(name)},
        **content,
    )
    return telegram_json.message(state.world, message)


def _replied(chat: Chat, parameters: Json | None) -> int | None:
    if parameters is None:
        return None
    answered: Message | None = chat.messages.get(parameters["message_id"])
    if answered is None and not parameters.get("allow_sending_without_reply"):
        raise bad_request("message to be replied not found")
    return answered.id if answered else None
