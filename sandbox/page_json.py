"""The world as people see it: JSON for the page and for tests."""

from typing import TYPE_CHECKING

from sandbox.model import Chat, File, Json, Message, Person

if TYPE_CHECKING:
    from sandbox.world import World


def person(who: Person) -> Json:
    """A person."""
    return {
        "id": who.id,
        "name": who.name,
        "username": who.username,
        "language": who.language,
        "blocked": who.blocked,
    }


def chat(where: Chat) -> Json:
    """A chat, without its messages."""
    return {
        "id": where.id,
        "type": where.type,
        "title": where.title,
        "members": list(where.members),
        "bot": where.bot == "member",
    }


def bot(world: "World") -> Json:
    """The bot as its profile shows it."""
    return {
        "id": world.bot.id,
        "name": world.bot.name,
        "username": world.bot.username,
        "descriptions": dict(world.descriptions),
        "short_descriptions": dict(world.short_descriptions),
    }


def command_sets(world: "World") -> list[Json]:
    """The bot's menus."""
    return [
        {"scope": scope, "language": language, "commands": commands}
        for (scope, language), commands in world.commands.items()
    ]


def message(world: "World", what: Message) -> Json:
    """A message."""
    return {
        "chat": what.chat,
        "id": what.id,
        "date": what.date,
        "edited": what.edited,
        "from": _sender(world, what),
        "text": what.text.text if what.text else None,
        "entities": [entity.as_json() for entity in what.text.entities] if what.text else [],
        "photo": _photo(what.photo) if what.photo else None,
        "document": _document(what.document) if what.document else None,
        "sticker": {"emoji": what.sticker} if what.sticker else None,
        "reply_to": what.reply_to,
        "keyboard": [[_button(button) for button in row] for row in what.keyboard],
        "service": what.service.note if what.service else None,
        "happened": {"kind": what.service.kind, "names": list(what.service.names)} if what.service else None,
    }


def _sender(world: "World", what: Message) -> Json:
    if what.sender == world.bot.id:
        return {"id": world.bot.id, "name": world.bot.name, "bot": True}
    if what.anonymous:
        return {"id": what.chat, "name": world.chats[what.chat].title, "bot": False}
    return {"id": what.sender, "name": world.people[what.sender].name, "bot": False}


def _photo(file: File) -> Json:
    return {"url": f"/files/{file.path}", "width": file.width, "height": file.height}


def _document(file: File) -> Json:
    return {"url": f"/files/{file.path}", "name": file.name, "size": len(file.content)}


def _button(button: Json) -> Json:
    if "callback_data" in button:
        return {"text": button["text"], "kind": "callback", "value": button["callback_data"]}
    if "url" in button:
        return {"text": button["text"], "kind": "url", "value": button["url"]}
    return {"text": button["text"], "kind": "copy", "value": button["copy_text"]["text"]}
