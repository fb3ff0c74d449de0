"""The world as people see it: JSON for the page and for tests."""

from sandbox.world.model import Chat, File, InlineAnswer, InlineQuery, Json, Message, Origin, Person, Topic
from sandbox.world.scene import Scene

CHAT_KINDS = ("user", "bot", "group")  # there are no channels here


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
        "bot": where.has_bot,
        "admin": where.bot == "administrator",
        "creator": where.creator if where.creator in where.members else None,
        "admins": list(where.admins),
        "pinned": list(where.pinned),
        "topics": None if where.topics is None else [topic(one) for one in where.topics.values()],
    }


def topic(what: Topic) -> Json:
    """A topic of a forum."""
    return {"id": what.id, "name": what.name, "color": what.color, "closed": what.closed}


def bot(scene: Scene) -> Json:
    """The bot as its profile shows it."""
    return {
        "id": scene.bot.id,
        "name": scene.bot.name,
        "username": scene.bot.username,
        "descriptions": dict(scene.descriptions),
        "short_descriptions": dict(scene.short_descriptions),
    }


def command_sets(scene: Scene) -> list[Json]:
    """The bot's menus."""
    return [
        {"scope": scope, "language": language, "commands": commands}
        for (scope, language), commands in scene.commands.items()
    ]


def menu_buttons(scene: Scene) -> list[Json]:
    """The buttons beside the field, by private chat; null: of all others."""
    return [{"chat": chat, "button": button} for chat, button in scene.menu_buttons.items()]


def message(scene: Scene, what: Message) -> Json:
    """A message."""
    topics = scene.chats[what.chat].topics or {}
    return {
        "chat": what.chat,
        "topic": what.thread if what.thread in topics else None,
        "id": what.id,
        "date": what.date,
        "edited": what.edited,
        "from": _sender(scene, what),
        "forwarded": _origin(scene, what.forwarded) if what.forwarded else None,
        "text": what.text.text if what.text else None,
        "entities": [entity.as_json() for entity in what.text.entities] if what.text else [],
        "photo": _photo(what.photo) if what.photo else None,
        "document": _document(what.document) if what.document else None,
        "sticker": {"emoji": what.sticker} if what.sticker else None,
        "reply_to": what.reply_to,
        "reaction": what.reaction,
        "keyboard": [[_button(button) for button in row] for row in what.keyboard],
        "via": scene.bot.username if what.inline and what.sender != scene.bot.id else None,
        "service": what.service.note if what.service else None,
        "happened": {"kind": what.service.kind, "names": list(what.service.names)} if what.service else None,
    }


def inline_mode(scene: Scene) -> Json:
    """What BotFather was told of inline mode."""
    return {"on": scene.inline, "feedback": scene.inline_feedback}


def inline_answer(query: InlineQuery, answer: InlineAnswer) -> Json:
    """The cards for what somebody typed."""
    cards = [{"id": card.id, "title": card.title, "description": card.description} for card in answer.articles]
    button = answer.button and {"text": answer.button["text"], "payload": answer.button["start_parameter"]}
    data = {"query": query.id, "person": query.person, "results": cards, "button": button}
    return data | {"next_offset": answer.next_offset}


def _sender(scene: Scene, what: Message) -> Json:
    return _author(scene, what.sender, what.chat if what.anonymous else None)


def _origin(scene: Scene, origin: Origin) -> Json:
    """By whom a forwarded message was written first."""
    return _author(scene, origin.sender, origin.group)


def _author(scene: Scene, sender: int, group: int | None) -> Json:
    """Who has written it; `group`: in whose name."""
    if sender == scene.bot.id:
        return {"id": scene.bot.id, "name": scene.bot.name, "bot": True}
    if group is not None:
        return {"id": group, "name": scene.chats[group].title, "bot": False}
    return {"id": sender, "name": scene.people[sender].name, "bot": False}


def _photo(file: File) -> Json:
    return {"url": f"/files/{file.path}", "width": file.width, "height": file.height}


def _document(file: File) -> Json:
    return {"url": f"/files/{file.path}", "name": file.name, "size": len(file.content)}


def _button(button: Json) -> Json:
    style = {"style": button["style"]} if "style" in button else {}
    return {"text": button["text"], **_effect(button), **style}


def _effect(button: Json) -> Json:
    """What a press does."""
    match button:
        case {"callback_data": value}:
            return {"kind": "callback", "value": value}
        case {"url": value}:
            return {"kind": "url", "value": value}
        case {"web_app": {"url": value}}:
            return {"kind": "app", "value": value}
        case {"switch_inline_query_current_chat": value}:
            return {"kind": "switch_here", "value": value}
        case {"switch_inline_query": value}:
            return {"kind": "switch", "value": value, "chats": list(CHAT_KINDS)}
        case {"switch_inline_query_chosen_chat": chosen}:
            chats = [kind for kind in CHAT_KINDS if chosen.get(f"allow_{kind}_chats")]
            return {"kind": "switch", "value": chosen.get("query", ""), "chats": chats}
        case _:
            return {"kind": "copy", "value": button["copy_text"]["text"]}
