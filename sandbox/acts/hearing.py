"""Decides which messages of people the bot receives, by Telegram's privacy rules."""

from sandbox.world.model import Chat, Message
from sandbox.world.world import World


def tell(world: World, kind: str, message: Message) -> None:
    """Queue an update for a person's message, if the bot receives it."""
    if _hears(world, world.chats[message.chat], message):
        world.tell_message(kind, message)


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
