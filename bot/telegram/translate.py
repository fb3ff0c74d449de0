"""Telegram's updates in our own words. No decision is taken here."""

from telegram import CallbackQuery, ChatMemberUpdated, Message, Update, User
from telegram.constants import ChatMemberStatus

from bot.app.messages import Chat, Incoming, Joined, Left, Migrated, Person, Pressed, Said, Unknown

ALLOWED_UPDATES = ["message", "edited_message", "callback_query", "my_chat_member"]
ABSENT = {ChatMemberStatus.LEFT, ChatMemberStatus.BANNED}


def incoming_of(update: Update, bot_id: int) -> Incoming:
    """What an update tells us."""
    if update.callback_query is not None:
        return _press(update.update_id, update.callback_query)
    if update.my_chat_member is not None:
        return _membership(update.update_id, update.my_chat_member)
    message = update.message or update.edited_message
    if message is None:
        return Unknown(update.update_id, "no kind we asked for")
    return _message(update.update_id, message, bot_id, edited=update.edited_message is not None)


def _message(update: int, message: Message, bot_id: int, *, edited: bool) -> Incoming:
    chat = _chat(message)
    if message.migrate_to_chat_id is not None:
        return Migrated(update, chat, message.migrate_to_chat_id)
    if message.from_user is None or message.chat.type == "channel" or message.is_automatic_forward:
        return Unknown(update, "nobody's message")
    if _is_service(message):
        return Unknown(update, "service message")
    replied = message.reply_to_message
    return Said(
        update=update,
        chat=chat,
        person=_person(message.from_user),
        message=message.message_id,
        text=message.text,
        edited=edited,
        to_bot=bool(replied and replied.from_user and replied.from_user.id == bot_id),
        anonymous=message.sender_chat is not None,
    )


def _is_service(message: Message) -> bool:
    """Whether Telegram wrote it: somebody came, a title changed."""
    return (
        message.text is None
        and not message.effective_attachment
        and bool(
            message.new_chat_members
            or message.left_chat_member
            or message.new_chat_title
            or message.new_chat_photo
            or message.delete_chat_photo
            or message.group_chat_created
            or message.supergroup_chat_created
            or message.migrate_from_chat_id
            or message.pinned_message
            or message.forum_topic_created
            or message.forum_topic_edited
            or message.forum_topic_closed
            or message.forum_topic_reopened
            or message.message_auto_delete_timer_changed
            or message.write_access_allowed
            or message.boost_added
            or message.chat_background_set
        )
    )


def _chat(message: Message) -> Chat:
    return Chat(message.chat.id, message.message_thread_id if message.is_topic_message else None)


def _person(user: User) -> Person:
    return Person(user.id, user.full_name, user.language_code)


def _press(update: int, query: CallbackQuery) -> Pressed:
    message = query.message
    chat = None
    if message is not None:
        chat = _chat(message) if isinstance(message, Message) else Chat(message.chat.id)
    return Pressed(
        update=update,
        query=query.id,
        chat=chat,
        person=_person(query.from_user),
        message=None if message is None else message.message_id,
        data=query.data or "",
    )


def _membership(update: int, change: ChatMemberUpdated) -> Incoming:
    chat = Chat(change.chat.id)
    if change.chat.type == "channel":
        return Unknown(update, "a channel")
    absent = change.new_chat_member.status in ABSENT
    return Left(update, chat) if absent else Joined(update, chat, _person(change.from_user))
