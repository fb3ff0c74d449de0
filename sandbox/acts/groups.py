"""Actions on groups: people and the bot join and leave, some administer it, and a group becomes a supergroup."""

from sandbox.acts import hearing
from sandbox.acts.people import tell_standing
from sandbox.refusal import Unwelcome
from sandbox.schema.kinds import Kind, array, boolean, integer, record, string
from sandbox.schema.parameters import Given
from sandbox.world import page_json, telegram_json
from sandbox.world.model import BotStatus, Chat, Person, Service
from sandbox.world.world import World

_BAD = 400

GROUP: Kind = record({"title": string, "people": array(integer)}, {"bot": boolean})
MEMBER: Kind = record({"person": integer, "present": boolean}, {"by": integer})
ADMIN: Kind = record({"person": integer, "admin": boolean, "by": integer})
BOT: Kind = record({"present": boolean}, {"by": integer, "admin": boolean})


def create(world: World, given: Given) -> Chat:
    """A new group by the first of its people, its creator, with the bot unless said otherwise."""
    people = [world.person(number) for number in dict.fromkeys(given["people"])]
    if not people or not given["title"].strip():
        raise Unwelcome("a group needs a title and people", _BAD)
    chat = world.add_group("group", given["title"].strip(), [person.id for person in people])
    with_bot = given.get("bot", True)
    chat.creator = people[0].id
    chat.bot, chat.bot_was_in = ("member", True) if with_bot else ("left", False)
    world.changed(chat)
    if with_bot:
        tell_standing(world, chat, telegram_json.person(people[0]), "left", "member")
    _note(world, chat, people[0].id, Service({"group_chat_created": True}, "created", (people[0].name,)))
    return chat


def set_member(world: World, chat: Chat, given: Given) -> Chat:
    """Somebody joins or leaves; `by`: an administrator lets them in, or removes them, from a supergroup for good."""
    person = world.person(given["person"])
    by = world.person(given.get("by", person.id))
    if given["present"] == (person.id in chat.members):
        return chat
    if by is not person:
        _check_right(chat, by, person)
    elif given["present"] and person.id in chat.banned:
        raise Unwelcome(f"{person.name} was removed from this group")
    who = telegram_json.person(person)
    if given["present"]:
        chat.members.append(person.id)
        chat.banned = [number for number in chat.banned if number != person.id]
        service = Service({"new_chat_members": [who]}, "joined", (person.name,))
    else:
        chat.members.remove(person.id)
        chat.admins = [number for number in chat.admins if number != person.id]
        chat.banned += [person.id] if by is not person and chat.type == "supergroup" else []
        service = Service({"left_chat_member": who}, "left", (person.name,))
    world.changed(chat)
    _note(world, chat, by.id, service)
    return chat


def set_admin(world: World, chat: Chat, given: Given) -> Chat:
    """The creator, or an administrator, makes a member an administrator, or an ordinary member again."""
    person = world.person(given["person"])
    _check_right(chat, world.person(given["by"]), person)
    if person.id not in chat.members:
        raise Unwelcome(f"{person.name} is not in this chat")
    if given["admin"] != (person.id in chat.admins):
        others = [number for number in chat.admins if number != person.id]
        chat.admins = [*others, person.id] if given["admin"] else others
        world.changed(chat)
    return chat


def _check_right(chat: Chat, by: Person, person: Person) -> None:
    """Raises Unwelcome if this person may not change what that one is in the group."""
    if chat.status_of(by.id) not in {"creator", "administrator"}:
        raise Unwelcome("only an administrator of the group can do that")
    if person.id == chat.creator:
        raise Unwelcome("whoever created the group stays what they are")


def set_bot(world: World, chat: Chat, given: Given) -> None:
    """Somebody adds the bot, removes it, or (`admin`) gives it an admin's rights or takes them."""
    before, after = chat.bot, _standing(chat, given)
    if after == before:
        return
    person = world.person(given.get("by", chat.members[0] if chat.members else 0))
    bot = telegram_json.bot(world)
    was_in, (chat.bot, chat.bot_was_in) = chat.has_bot, (after, True)
    world.changed(chat)
    tell_standing(world, chat, telegram_json.person(person), before, after)
    names = (person.name, world.bot.name)
    if was_in and chat.has_bot:
        return
    if chat.has_bot:
        _note(world, chat, person.id, Service({"new_chat_members": [bot]}, "added", names))
    else:
        _note(world, chat, person.id, Service({"left_chat_member": bot}, "removed", names))


def _standing(chat: Chat, given: Given) -> BotStatus:
    """The bot's new status in the chat."""
    if not given["present"]:
        return "kicked" if chat.has_bot else chat.bot
    usual: BotStatus = chat.bot if chat.has_bot else "member"
    standings: dict[bool | None, BotStatus] = {None: usual, True: "administrator", False: "member"}
    return standings[given.get("admin")]


def migrate(world: World, chat: Chat) -> Chat:
    """The group becomes a supergroup under a new id."""
    if chat.type != "group" or chat.migrated_to is not None:
        raise Unwelcome("only a group can become a supergroup")
    grown = world.add_group("supergroup", chat.title, list(chat.members))
    grown.bot, grown.bot_was_in = chat.bot, chat.bot_was_in
    grown.creator, grown.admins, grown.banned = chat.creator, list(chat.admins), list(chat.banned)
    creator = chat.members[0]
    _note(world, chat, creator, Service({"migrate_to_chat_id": grown.id}, "upgraded"))
    chat.migrated_to = grown.id
    world.events.publish("migrated", chat=chat.id, to=page_json.chat(grown))
    _note(world, grown, creator, Service({"migrate_from_chat_id": chat.id}, "upgraded"))
    return grown


def group(world: World, number: int) -> Chat:
    """The group with this id. Raises Unwelcome."""
    chat = world.chat(number)
    if not chat.is_group:
        raise Unwelcome("this is not a group")
    if chat.migrated_to is not None:
        raise Unwelcome(f"this group became the supergroup {chat.migrated_to}")
    return chat


def _note(world: World, chat: Chat, sender: int, service: Service) -> None:
    hearing.tell(world, "message", world.post(chat, sender, service=service))
