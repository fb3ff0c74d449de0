"""Actions of people: write, forward, edit, press, delete, block."""

import re

from sandbox.acts import hearing
from sandbox.acts.picture import HEIGHT, WIDTH, picture
from sandbox.links import is_payload, start_payload
from sandbox.refusal import Unwelcome
from sandbox.schema.kinds import Kind, boolean, integer, record, string, true
from sandbox.schema.parameters import Given
from sandbox.text import Text, finished
from sandbox.world import page_json, telegram_json
from sandbox.world.model import Chat, Json, Message, Origin, Person, Press
from sandbox.world.world import World

MOST_TEXT = 4096
_USERNAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{2,31}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]+)*")
_BAD = 400

PERSON: Kind = record({"name": string}, {"username": string, "language": string})
SENDING: Kind = record(
    {"chat": integer},
    {
        "text": string,
        "reply_to": integer,
        "photo": true,
        "sticker": string,
        "anonymous": boolean,
        "topic": integer,
    },
)
FORWARDING: Kind = record({"chat": integer, "from_chat": integer, "message": integer}, {"topic": integer})
EDITING: Kind = record({"chat": integer, "message": integer, "text": string})
PRESSING: Kind = record({"chat": integer, "message": integer, "data": string}, {"forged": boolean})
DELETING: Kind = record({"chat": integer, "message": integer})
CLEARING: Kind = record({"chat": integer})
BLOCKING: Kind = record({"blocked": boolean})
MEETING: Kind = record({"person": integer})
OPENING: Kind = record({"link": string})


def join(world: World, given: Given) -> Person:
    """Create a person."""
    name, username, language = given["name"].strip(), given.get("username"), given.get("language", "en")
    if not name:
        raise Unwelcome("a person needs a name", _BAD)
    if username and not _USERNAME.fullmatch(username):
        raise Unwelcome("a username is 3 to 32 letters, digits and underscores, a letter first", _BAD)
    if username and any(person.username == username for person in world.people.values()):
        raise Unwelcome(f"@{username} is taken")
    if not _LANGUAGE.fullmatch(language):
        raise Unwelcome("a language is a code such as en or uk", _BAD)
    return world.add_person(name, username or None, language)


def send(world: World, person: Person, given: Given) -> Message:
    """Write to a chat: text, a picture or a sticker."""
    chat = chat_of(world, person, given["chat"])
    text = _text(given.get("text", ""))
    if not (text or given.get("photo") or given.get("sticker")):
        raise Unwelcome("there is nothing to send", _BAD)
    if given.get("sticker") and (text or given.get("photo")):
        raise Unwelcome("a sticker comes alone", _BAD)
    if given.get("anonymous") and not chat.is_group:
        raise Unwelcome("only a group's admin can be anonymous")
    if given.get("reply_to") is not None:
        message_of(chat, given["reply_to"])
    person.wrote = person.wrote or chat.type == "private"
    photo = (
        world.add_file("photos", "photo.png", "image/png", picture(), (WIDTH, HEIGHT)) if given.get("photo") else None
    )
    message = world.post(
        chat,
        person.id,
        thread=topic_of(chat, given.get("topic")),
        anonymous=given.get("anonymous", False),
        text=text,
        photo=photo,
        sticker=given.get("sticker"),
        reply_to=given.get("reply_to"),
    )
    hearing.tell(world, "message", message)
    return message


def forward(world: World, person: Person, given: Given) -> Message:
    """Pass a message on to a chat; of its buttons only links stay, as on Telegram."""
    source = message_of(chat_of(world, person, given["from_chat"], blocked=True), given["message"])
    chat = chat_of(world, person, given["chat"])
    thread = topic_of(chat, given.get("topic"))
    if source.service or "has_protected_content" in source.extras:
        raise Unwelcome("this message cannot be forwarded")
    person.wrote = person.wrote or chat.type == "private"
    links = [row for row in source.keyboard if all("url" in button for button in row)]
    message = world.post(
        chat,
        person.id,
        thread=thread,
        text=source.text,
        photo=source.photo,
        document=source.document,
        sticker=source.sticker,
        markup={"inline_keyboard": links} if links else None,
        forwarded=source.forwarded or Origin(source.sender, source.date, source.chat if source.anonymous else None),
    )
    hearing.tell(world, "message", message)
    return message


def edit(world: World, person: Person, given: Given) -> Message:
    """Edit one's own message."""
    chat = chat_of(world, person, given["chat"])
    message = message_of(chat, given["message"])
    text = _text(given["text"])
    if message.sender != person.id or message.service or message.sticker or message.inline or message.forwarded:
        raise Unwelcome("this is not yours to edit")
    if text is None and not message.is_media:
        raise Unwelcome("a message needs some text", _BAD)
    if text == message.text:
        return message
    edited = world.edit(message, text=text)
    hearing.tell(world, "edited_message", edited)
    return edited


def press(world: World, person: Person, given: Given) -> Press:
    """Press a button under a message; `forged`: one that is not there."""
    chat = chat_of(world, person, given["chat"])
    message = chat.messages.get(given["message"])
    if not chat.has_bot and not world.inline_id(chat.id, given["message"]):
        raise Unwelcome("the bot is not here any more")
    shown = [button.get("callback_data") for row in (message.keyboard if message else []) for button in row]
    if given["data"] not in shown and not given.get("forged"):
        raise Unwelcome("this button is gone")
    opened = world.open_press(person.id, chat.id, given["message"])
    query = telegram_json.callback_query(world, opened, given["data"])
    world.tell("callback_query", query, ("person", person.id))
    return opened


def delete(world: World, person: Person, given: Given) -> None:
    """Delete a message: one's own, or any in a private chat."""
    chat = chat_of(world, person, given["chat"], blocked=True)
    message = message_of(chat, given["message"])
    if chat.is_group and message.sender != person.id:
        raise Unwelcome("this is not yours to delete")
    world.delete(chat, [message.id])


def clear(world: World, person: Person, given: Given) -> None:
    """Delete a private chat for both sides; the bot gets no update."""
    chat = chat_of(world, person, given["chat"], blocked=True)
    if chat.is_group:
        raise Unwelcome("a group is left, not deleted")
    world.delete(chat, list(chat.messages))


def meet(world: World, person: Person, given: Given) -> Chat:
    """The private chat with somebody else."""
    other = world.person(given["person"])
    if other is person:
        raise Unwelcome("nobody else is meant", _BAD)
    return world.pair_of(person.id, other.id)


def block(world: World, person: Person, given: Given) -> None:
    """Block or unblock the bot."""
    if person.blocked == given["blocked"]:
        return
    person.blocked = given["blocked"]
    before, after = ("member", "kicked") if person.blocked else ("kicked", "member")
    tell_standing(world, world.chats[person.id], telegram_json.person(person), before, after)
    world.events.publish("person", person=page_json.person(person))


def open_link(world: World, person: Person, given: Given) -> Message:
    """Follow a link to the bot and press START there, which also unblocks it."""
    payload = start_payload(given["link"], world.bot.username)
    if payload is None:
        raise Unwelcome("this link does not lead to the bot", _BAD)
    if payload and not is_payload(payload):
        raise Unwelcome("a link carries 1 to 64 letters, digits, _ or -", _BAD)
    block(world, person, {"blocked": False})
    return send(world, person, {"chat": person.id, "text": f"/start {payload}".strip()})


def tell_standing(world: World, chat: Chat, by: Json, before: str, after: str) -> None:
    """Queue an update about the bot's status in a chat."""
    bot = telegram_json.bot(world)
    content = {
        "chat": telegram_json.chat(world, chat),
        "from": by,
        "date": world.clock.date(),
        "old_chat_member": telegram_json.member(bot, before),
        "new_chat_member": telegram_json.member(bot, after),
    }
    world.tell("my_chat_member", content, ("chat", chat.id))


def chat_of(world: World, person: Person, number: int, *, blocked: bool = False) -> Chat:
    """The chat, if this person may act there; `blocked`: even if they have blocked the bot, whose chat it is."""
    chat = world.chat(number)
    if chat.migrated_to is not None:
        raise Unwelcome(f"this group became the supergroup {chat.migrated_to}")
    if person.id not in chat.members:
        raise Unwelcome(f"{person.name} is not in this chat")
    if chat.type == "private" and person.blocked and not blocked:
        raise Unwelcome(f"{person.name} blocked the bot")
    return chat


def message_of(chat: Chat, number: int) -> Message:
    """The message with this id in the chat. Raises Unwelcome."""
    if number not in chat.messages:
        raise Unwelcome(f"there is no message {number} in this chat")
    return chat.messages[number]


def topic_of(chat: Chat, number: int | None) -> int | None:
    """The topic with this id; None is the General one. Raises Unwelcome."""
    if number is not None and number not in (chat.topics or {}):
        raise Unwelcome(f"there is no topic {number} in this chat")
    return number


def _text(source: str) -> Text | None:
    text = finished(source)
    if len(text.text) > MOST_TEXT:
        raise Unwelcome(f"a message has at most {MOST_TEXT} characters", _BAD)
    return text if text.text else None
