"""The chat and topic of a call, and whether the bot may write there."""

from sandbox.refusal import bad_request, forbidden
from sandbox.world.model import Chat
from sandbox.world.world import World


def chat_of(world: World, number: int | str) -> Chat:
    """The chat. Raises Refusal if the bot has never been there."""
    chat = world.chats.get(number) if isinstance(number, int) else None
    if chat is None or (chat.type != "private" and not chat.bot_was_in):
        raise bad_request("chat not found")
    if chat.migrated_to is not None:
        raise bad_request("group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to)
    if not chat.has_bot:
        raise forbidden(f"bot was kicked from the {chat.type} chat")
    return chat


def thread_of(chat: Chat, thread: int | None) -> int | None:
    """The topic of a call, or the thread of replies. Raises Refusal if the bot may not write there.

    A forum's General topic is None: its id, 1, is refused in calls that send.
    """
    topic = (chat.topics or {}).get(thread or 0)
    if topic and topic.closed and chat.bot != "administrator":
        raise bad_request("TOPIC_CLOSED")
    if thread is not None and topic is None and not _answers(chat, thread):
        raise bad_request("message thread not found")
    return thread


def _answers(chat: Chat, thread: int) -> bool:
    """Whether this message of a supergroup without topics has replies."""
    return chat.topics is None and any(message.thread == thread for message in chat.messages.values())


def open_chat(world: World, number: int | str) -> Chat:
    """The chat. Raises Refusal if the bot may not write there now."""
    chat = chat_of(world, number)
    if chat.type == "private":
        person = world.people[chat.id]
        if not person.wrote:
            raise forbidden("bot can't initiate conversation with a user")
        if person.blocked:
            raise forbidden("bot was blocked by the user")
    return chat
