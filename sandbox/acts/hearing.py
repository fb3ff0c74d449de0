"""Decides which messages of people the bot receives, by Telegram's privacy rules, and which as a guest."""

from sandbox.world import telegram_json
from sandbox.world.model import Chat, Message
from sandbox.world.world import World


def tell(world: World, kind: str, message: Message) -> None:
    """Queue an update for a person's message, if the bot receives it."""
    chat = world.chats[message.chat]
    if _hears(world, chat, message):
        world.tell_message(kind, message)
    elif kind == "message" and world.guests and not chat.has_bot and _summons(world, chat, message):
        query = world.open_guest_query(message)
        world.tell("guest_message", telegram_json.guest_message(world, query), ("person", message.sender))


def _hears(world: World, chat: Chat, message: Message) -> bool:
    if chat.type == "private":
        return not world.people[chat.id].blocked
    if not chat.has_bot:
        return False
    return (
        not world.privacy
        or chat.bot == "administrator"
        or message.service is not None
        or _is_for_bot(world, chat, message)
    )


def _is_for_bot(world: World, chat: Chat, message: Message) -> bool:
    if message.inline:
        return True
    answered = chat.messages.get(message.reply_to) if message.reply_to else None
    if answered and answered.sender == world.bot.id:
        return True
    first = message.text.entities[0] if message.text and message.text.entities else None
    if message.text is None or first is None or first.offset or first.type != "bot_command":
        return False
    _, _, addressee = message.text.text[: first.length].partition("@")
    return addressee.lower() in ("", world.bot.username.lower())


def _summons(world: World, chat: Chat, message: Message) -> bool:
    """Whether it names the bot, or replies to what the bot has posted here as a guest."""
    answered = chat.messages.get(message.reply_to) if message.reply_to else None
    if answered is not None and answered.sender == world.bot.id:
        return True
    named, text = f"@{world.bot.username}".lower(), message.text
    found = text.entities if text is not None else ()
    return text is not None and any(each.type == "mention" and each.said_in(text).lower() == named for each in found)
