"""Pinned messages."""

from sandbox.acts import hearing
from sandbox.api.destination import open_chat
from sandbox.refusal import bad_request
from sandbox.schema.parameters import Given
from sandbox.state import State
from sandbox.world.model import Chat, Json, Message, Service
from sandbox.world.telegram_json import message as told_message

_LONGEST = 40


def pin_chat_message(state: State, given: Given) -> bool:
    """Pin a message; everybody is notified, the bot too."""
    chat = _pinnable(state, given)
    message = chat.messages.get(given["message_id"])
    if message is None:
        raise bad_request("message to pin not found")
    if message.service:
        raise bad_request("message can't be pinned")
    if message.id not in chat.pinned:
        chat.pinned.append(message.id)
        state.world.changed(chat)
        _tell(state, chat, message)
    return True


def unpin_chat_message(state: State, given: Given) -> bool:
    """Unpin a message, or the newest of the pinned ones."""
    chat = _pinnable(state, given)
    number = given.get("message_id", max(chat.pinned, default=0))
    if number not in chat.messages:
        raise bad_request("message to unpin not found")
    if number in chat.pinned:
        chat.pinned.remove(number)
        state.world.changed(chat)
    return True


def _pinnable(state: State, given: Given) -> Chat:
    chat = open_chat(state.world, given["chat_id"])
    if chat.is_group and chat.bot != "administrator":
        raise bad_request("not enough rights to manage pinned messages in the chat")
    return chat


def _tell(state: State, chat: Chat, message: Message) -> None:
    words = message.text.text.replace("\n", " ")[:_LONGEST] if message.text else "…"
    fields: Json = {"pinned_message": told_message(state.world, message, nested=True)}
    note = Service(fields, "pinned", (state.world.bot.name, words))
    posted = state.world.post(chat, state.world.bot.id, thread=message.thread, service=note)
    hearing.tell(state.world, "message", posted)
