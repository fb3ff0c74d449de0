"""The world as JSON of the Bot API."""

from sandbox.world.model import (
    GROUP_ANONYMOUS_BOT,
    Chat,
    ChatType,
    File,
    GuestQuery,
    InlineQuery,
    Json,
    Message,
    Origin,
    Person,
    Press,
)
from sandbox.world.scene import Scene

ANONYMOUS: Json = {"id": GROUP_ANONYMOUS_BOT, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
STICKER_SIZE = 512
_RIGHTS: Json = {
    "can_be_edited": False,
    "is_anonymous": False,
    "can_manage_chat": True,
    "can_delete_messages": True,
    "can_manage_video_chats": True,
    "can_restrict_members": True,
    "can_change_info": True,
    "can_invite_users": True,
    "can_post_stories": False,
    "can_edit_stories": False,
    "can_delete_stories": False,
    "can_pin_messages": True,
    "can_manage_topics": True,
}
CHAT_TYPES: dict[ChatType, str] = {
    "private": "sender",
    "pair": "private",
    "group": "group",
    "supergroup": "supergroup",
}


def bot(scene: Scene) -> Json:
    """The bot as a sender."""
    return {"id": scene.bot.id, "is_bot": True, "first_name": scene.bot.name, "username": scene.bot.username}


def person(who: Person) -> Json:
    """A person as a sender."""
    user: Json = {"id": who.id, "is_bot": False, "first_name": who.name}
    if who.username:
        user["username"] = who.username
    return user | {"language_code": who.language}


def user(scene: Scene, number: int) -> Json:
    """Anybody by id."""
    return bot(scene) if number == scene.bot.id else person(scene.people[number])


def chat(scene: Scene, where: Chat) -> Json:
    """A chat, as in messages."""
    if where.type != "private":
        data: Json = {"id": where.id, "type": where.type, "title": where.title}
        return data | ({"is_forum": True} if where.topics is not None else {})
    who = scene.people[where.id]
    about: Json = {"id": where.id, "type": "private", "first_name": who.name}
    return about | ({"username": who.username} if who.username else {})


def message(scene: Scene, what: Message, *, nested: bool = False) -> Json:
    """A message; what it replies to is shown one level deep."""
    where = scene.chats[what.chat]
    data: Json = {"message_id": what.id, "date": what.date, "chat": chat(scene, where)}
    data["from"] = ANONYMOUS if what.anonymous else user(scene, what.sender)
    if what.anonymous:
        data["sender_chat"] = chat(scene, where)
    if what.edited is not None:
        data["edit_date"] = what.edited
    if what.forwarded:
        data["forward_origin"] = _origin(scene, what.forwarded)
    data |= _thread(where, what)
    answered = where.messages.get(_answered(where, what))
    if answered and not nested:
        data["reply_to_message"] = message(scene, answered, nested=True)
    if what.inline and what.sender != scene.bot.id:
        data["via_bot"] = bot(scene)
    if what.keyboard:
        data["reply_markup"] = {"inline_keyboard": what.keyboard}
    return data | what.extras | _content(what)


def _origin(scene: Scene, origin: Origin) -> Json:
    """Of a forwarded message. Nobody here hides who they are, and there are no channels."""
    if origin.group is not None:
        return {"type": "chat", "date": origin.date, "sender_chat": chat(scene, scene.chats[origin.group])}
    return {"type": "user", "date": origin.date, "sender_user": user(scene, origin.sender)}


def _thread(where: Chat, what: Message) -> Json:
    if what.thread is None:
        return {}
    return {"message_thread_id": what.thread} | (
        {"is_topic_message": True} if what.thread in (where.topics or ()) else {}
    )


def _answered(where: Chat, what: Message) -> int:
    """The message that it replies to; in a topic, by default the message of the topic's creation."""
    implied = what.thread if what.thread in (where.topics or ()) and what.thread != what.id else None
    return what.reply_to or implied or 0


def _content(what: Message) -> Json:
    content: Json = {}
    if what.service:
        content |= what.service.fields
    if what.photo:
        content["photo"] = [photo_size(what.photo)]
    if what.document:
        content["document"] = document(what.document)
    if what.sticker:
        content["sticker"] = _sticker(what.sticker)
    if what.text and what.text.text:
        name = "caption" if what.is_media else "text"
        content[name] = what.text.text
        if what.text.entities:
            content["caption_entities" if what.is_media else "entities"] = [e.as_json() for e in what.text.entities]
    return content


def callback_query(scene: Scene, press: Press, data: str) -> Json:
    """A callback query. An inline message is given by its id only, a deleted message as inaccessible."""
    document: Json = {"id": press.id, "from": user(scene, press.person), "data": data}
    document["chat_instance"] = chat_instance(press.chat)
    if press.inline is not None:
        return document | {"inline_message_id": press.inline}
    where = scene.chats[press.chat]
    pressed = where.messages.get(press.message)
    gone: Json = {"chat": chat(scene, where), "message_id": press.message, "date": 0}
    return document | {"message": message(scene, pressed) if pressed else gone}


def chat_instance(chat: int) -> str:
    """What is told of the chat of a press or a Mini App, instead of its id."""
    return str(abs(chat) * 2_654_435_761 % 2**63)


def inline_query(scene: Scene, query: InlineQuery) -> Json:
    """An inline query: text, person and kind of chat."""
    data: Json = {"id": query.id, "from": user(scene, query.person), "query": query.text, "offset": query.offset}
    return data | {"chat_type": CHAT_TYPES[scene.chats[query.chat].type]}


def guest_message(scene: Scene, query: GuestQuery) -> Json:
    """A guest message. The id of a chat of two is that of the other, whose chat with the bot has the same."""
    where, data = scene.chats[query.message.chat], message(scene, query.message)
    if where.type == "pair":
        other = next(scene.people[member] for member in where.members if member != query.message.sender)
        data["chat"] = chat(scene, scene.chats[other.id])
    return data | {"guest_query_id": query.id}


def chosen_inline_result(scene: Scene, query: InlineQuery, result: str, sent: Message) -> Json:
    """A chosen inline result; only one with buttons has an id by which it can be edited."""
    data: Json = {"result_id": result, "from": user(scene, query.person), "query": query.text}
    return data | ({"inline_message_id": sent.inline} if sent.keyboard else {})


def member(who: Json, status: str) -> Json:
    """Somebody's status in a chat. People who are administrators may name others; the bot cannot."""
    more: dict[str, Json] = {
        "creator": {"is_anonymous": False},
        "administrator": _RIGHTS | {"can_promote_members": not who["is_bot"]},
        "kicked": {"until_date": 0},
    }
    return {"status": status, "user": who} | more.get(status, {})


def photo_size(file: File) -> Json:
    """A picture."""
    return _file(file) | {"width": file.width, "height": file.height}


def document(file: File) -> Json:
    """A file sent as it is."""
    return _file(file) | {"file_name": file.name, "mime_type": file.mime}


def _file(file: File) -> Json:
    return {"file_id": file.id, "file_unique_id": file.id[-12:], "file_size": len(file.content)}


def _sticker(emoji: str) -> Json:
    code = "-".join(f"{ord(character):x}" for character in emoji)
    shape = {"width": STICKER_SIZE, "height": STICKER_SIZE, "is_animated": False, "is_video": False}
    return {"file_id": f"sticker-{code}", "file_unique_id": code, "type": "regular", "emoji": emoji} | shape
