"""Forums: supergroups with topics."""

from sandbox.acts import hearing
from sandbox.acts.groups import migrate
from sandbox.acts.people import topic_of
from sandbox.refusal import Unwelcome
from sandbox.schema.kinds import Kind, boolean, integer, record, string
from sandbox.schema.parameters import Given
from sandbox.world.model import Chat, Happening, Json, Service, Topic
from sandbox.world.world import World

MOST_NAME = 128
_BAD = 400
_COLORS = (0x6FB9F0, 0xFFD67E, 0xCB86DB, 0x8EEE98, 0xFF93B2, 0xFB6F5F)

FORUM: Kind = record({"on": boolean})
TOPIC: Kind = record({"name": string}, {"by": integer})
CLOSING: Kind = record({"topic": integer, "closed": boolean}, {"by": integer})
DELETING: Kind = record({"topic": integer})


def set_forum(world: World, chat: Chat, given: Given) -> Chat:
    """Switch topics of a group on or off; a basic group becomes a supergroup first."""
    if chat.type == "group" and given["on"]:
        chat = migrate(world, chat)
    if given["on"] != (chat.topics is not None):
        chat.topics = {} if given["on"] else None
        world.changed(chat)
    return chat


def create(world: World, chat: Chat, given: Given) -> Topic:
    """Create a topic."""
    topics, name = _topics(chat), given["name"].strip()
    if not 1 <= len(name) <= MOST_NAME:
        raise Unwelcome(f"a topic's name has 1 to {MOST_NAME} characters", _BAD)
    by, number = given.get("by", chat.members[0]), chat.last_message_id + 1
    topic = topics[number] = Topic(number, name, _COLORS[len(topics) % len(_COLORS)])
    world.changed(chat)
    fields: Json = {"forum_topic_created": {"name": name, "icon_color": topic.color}}
    _note(world, chat, by, topic, Service(fields, "topic", (world.person(by).name, name)))
    return topic


def set_closed(world: World, chat: Chat, given: Given) -> None:
    """Close a topic to all but admins, or open it again."""
    topic = _topic(chat, given["topic"])
    if topic.closed == given["closed"]:
        return
    topic.closed = given["closed"]
    world.changed(chat)
    kind: Happening = "closed" if topic.closed else "reopened"
    by = given.get("by", chat.members[0])
    _note(world, chat, by, topic, Service({f"forum_topic_{kind}": {}}, kind, (world.person(by).name,)))


def delete(world: World, chat: Chat, given: Given) -> None:
    """Delete a topic with its messages; the bot gets no update."""
    topic = _topic(chat, given["topic"])
    world.delete(chat, [message.id for message in chat.messages.values() if message.thread == topic.id])
    _topics(chat).pop(topic.id)
    world.changed(chat)


def _note(world: World, chat: Chat, sender: int, topic: Topic, service: Service) -> None:
    hearing.tell(world, "message", world.post(chat, sender, thread=topic.id, service=service))


def _topics(chat: Chat) -> dict[int, Topic]:
    if chat.topics is None:
        raise Unwelcome("this group has no topics")
    return chat.topics


def _topic(chat: Chat, number: int) -> Topic:
    topic_of(chat, number)
    return _topics(chat)[number]
