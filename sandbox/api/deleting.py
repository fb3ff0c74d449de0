"""Deleting messages."""

from sandbox.api.destination import open_chat
from sandbox.refusal import bad_request
from sandbox.schema.parameters import Given
from sandbox.state import State
from sandbox.world.model import Chat, Message

_DELETABLE_FOR = 48 * 3600


def delete_message(state: State, given: Given) -> bool:
    """Delete one message for everyone (deleteMessage)."""
    chat = open_chat(state.world, given["chat_id"])
    message = chat.messages.get(given["message_id"])
    if message is None:
        raise bad_request("message to delete not found")
    _refuse_undeletable(state, chat, message)
    state.world.delete(chat, [message.id])
    return True


def delete_messages(state: State, given: Given) -> bool:
    """Delete several messages; missing ones and those that cannot be deleted are skipped (deleteMessages)."""
    chat = open_chat(state.world, given["chat_id"])
    there = [chat.messages[number] for number in dict.fromkeys(given["message_ids"]) if number in chat.messages]
    gone = [message.id for message in there if _why_not(state, chat, message) is None]
    if gone:
        state.world.delete(chat, gone)
    return True


def _refuse_undeletable(state: State, chat: Chat, message: Message) -> None:
    if reason := _why_not(state, chat, message):
        raise bad_request(reason)


def _why_not(state: State, chat: Chat, message: Message) -> str | None:
    own = message.sender == state.world.bot.id
    if chat.is_group and not own and chat.bot != "administrator":
        return "message can't be deleted"
    if state.clock.now() - message.date > _DELETABLE_FOR:
        return "message can't be deleted for everyone"
    return None
