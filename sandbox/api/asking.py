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
    return telegram_json.member(telegram_json.user(state.world, number), chat.status_of(number))


def get_chat_administrators(state: State, given: Given) -> list[Json]:
    """Who administers a group: its creator first; the bot, if it is one of them (getChatAdministrators)."""
    chat = chat_of(state.world, given["chat_id"])
    if not chat.is_group:
        raise bad_request("there are no administrators in the private chat")
    people = [chat.creator, *chat.admins] if chat.creator in chat.members else chat.admins
    listed = [get_chat_member(state, {"chat_id": chat.id, "user_id": number}) for number in people]
    itself = telegram_json.member(telegram_json.bot(state.world), chat.bot)
    return [*listed, *([itself] if chat.bot == "administrator" else [])]
