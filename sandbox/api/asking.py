"""Queries about chats and people."""

from sandbox.api.destination import chat_of
from sandbox.refusal import bad_request
from sandbox.schema.parameters import Given
from sandbox.state import State
from sandbox.world import telegram_json
from sandbox.world.model import Json

_GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
_REACTIONS = 11


def get_chat(state: State, given: Given) -> Json:
    """All about a chat (getChat)."""
    chat = chat_of(state.world, given["chat_id"])
    data = telegram_json.chat(state.world, chat) | {
        "accent_color_id": abs(chat.id) % 7,
        "max_reaction_count": _REACTIONS,
        "accepted_gift_types": dict.fromkeys(_GIFTS, False),
    }
    if chat.pinned:
        data["pinned_message"] = telegram_json.message(state.world, chat.messages[max(chat.pinned)], nested=True)
    username = data.get("username")
    return data | ({"active_usernames": [username]} if username else {})


def get_chat_member(state: State, given: Given) -> Json:
    """Somebody's status in a chat (getChatMember)."""
    chat = chat_of(state.world, given["chat_id"])
    number = given["user_id"]
    if number == state.world.bot.id:
        return telegram_json.member(telegram_json.bot(state.world), chat.bot)
    if number not in state.world.people:
        raise bad_request("PARTICIPANT_ID_INVALID")
    status = "member" if number in chat.members else "left"
    return telegram_json.member(telegram_json.user(state.world, number), status)
