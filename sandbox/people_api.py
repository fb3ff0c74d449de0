"""The API of people over HTTP: for the page, and for tests."""

from sandbox.acts import apps, groups, inline, people, topics
from sandbox.schema.kinds import Kind, Place
from sandbox.schema.parameters import Given
from sandbox.state import State
from sandbox.world import page_json
from sandbox.world.model import Json


def add_person(state: State, _: int, given: Given) -> Json:
    """POST /people."""
    return page_json.person(people.join(state.world, _read(people.PERSON, given)))


def send(state: State, number: int, given: Given) -> Json:
    """POST /people/{id}/send."""
    message = people.send(state.world, state.world.person(number), _read(people.SENDING, given))
    return page_json.message(state.world, message)


def forward(state: State, number: int, given: Given) -> Json:
    """POST /people/{id}/forward."""
    message = people.forward(state.world, state.world.person(number), _read(people.FORWARDING, given))
    return page_json.message(state.world, message)


def edit(state: State, number: int, given: Given) -> Json:
    """POST /people/{id}/edit."""
    message = people.edit(state.world, state.world.person(number), _read(people.EDITING, given))
    return page_json.message(state.world, message)


def press(state: State, number: int, given: Given) -> Json:
    """POST /people/{id}/press."""
    opened = people.press(state.world, state.world.person(number), _read(people.PRESSING, given))
    return {"query": opened.id}


def delete(state: State, number: int, given: Given) -> Json:
    """POST /people/{id}/delete."""
    people.delete(state.world, state.world.person(number), _read(people.DELETING, given))
    return {}


def clear(state: State, number: int, given: Given) -> Json:
    """POST /people/{id}/clear."""
    people.clear(state.world, state.world.person(number), _read(people.CLEARING, given))
    return {}


def block(state: State, number: int, given: Given) -> Json:
    """POST /people/{id}/block."""
    people.block(state.world, state.world.person(number), _read(people.BLOCKING, given))
    return {}


def open_link(state: State, number: int, given: Given) -> Json:
    """POST /people/{id}/open."""
    message = people.open_link(state.world, state.world.person(number), _read(people.OPENING, given))
    return page_json.message(state.world, message)


def meet(state: State, number: int, given: Given) -> Json:
    """POST /people/{id}/meet."""
    return page_json.chat(people.meet(state.world, state.world.person(number), _read(people.MEETING, given)))


def ask_inline(state: State, number: int, given: Given) -> Json:
    """POST /people/{id}/inline."""
    query = inline.ask(state.world, state.world.person(number), _read(inline.ASKING, given))
    return {"query": query.id}


def choose(state: State, number: int, given: Given) -> Json:
    """POST /people/{id}/choose."""
    message = inline.choose(state.world, state.world.person(number), _read(inline.CHOOSING, given))
    return page_json.message(state.world, message)


def open_app(state: State, number: int, given: Given) -> Json:
    """POST /people/{id}/app."""
    return apps.open_app(state.world, state.world.person(number), _read(apps.OPENING, given))


def allow(state: State, number: int, _: Given) -> Json:
    """POST /people/{id}/allow."""
    apps.allow(state.world, state.world.person(number))
    return {}


def add_group(state: State, _: int, given: Given) -> Json:
    """POST /groups."""
    return page_json.chat(groups.create(state.world, _read(groups.GROUP, given)))


def set_member(state: State, number: int, given: Given) -> Json:
    """POST /groups/{id}/members."""
    chat = groups.group(state.world, number)
    return page_json.chat(groups.set_member(state.world, chat, _read(groups.MEMBER, given)))


def set_admin(state: State, number: int, given: Given) -> Json:
    """POST /groups/{id}/admins."""
    chat = groups.group(state.world, number)
    return page_json.chat(groups.set_admin(state.world, chat, _read(groups.ADMIN, given)))


def set_bot(state: State, number: int, given: Given) -> Json:
    """POST /groups/{id}/bot."""
    groups.set_bot(state.world, groups.group(state.world, number), _read(groups.BOT, given))
    return {}


def migrate(state: State, number: int, _: Given) -> Json:
    """POST /groups/{id}/migrate."""
    return page_json.chat(groups.migrate(state.world, groups.group(state.world, number)))


def set_forum(state: State, number: int, given: Given) -> Json:
    """POST /groups/{id}/forum."""
    chat = groups.group(state.world, number)
    return page_json.chat(topics.set_forum(state.world, chat, _read(topics.FORUM, given)))


def add_topic(state: State, number: int, given: Given) -> Json:
    """POST /groups/{id}/topics."""
    chat = groups.group(state.world, number)
    return page_json.topic(topics.create(state.world, chat, _read(topics.TOPIC, given)))


def close_topic(state: State, number: int, given: Given) -> Json:
    """POST /groups/{id}/topics/close."""
    topics.set_closed(state.world, groups.group(state.world, number), _read(topics.CLOSING, given))
    return {}


def delete_topic(state: State, number: int, given: Given) -> Json:
    """POST /groups/{id}/topics/delete."""
    topics.delete(state.world, groups.group(state.world, number), _read(topics.DELETING, given))
    return {}


ROUTES = {
    ("POST", "/people"): add_person,
    ("POST", "/people/{id}/send"): send,
    ("POST", "/people/{id}/forward"): forward,
    ("POST", "/people/{id}/edit"): edit,
    ("POST", "/people/{id}/press"): press,
    ("POST", "/people/{id}/delete"): delete,
    ("POST", "/people/{id}/clear"): clear,
    ("POST", "/people/{id}/block"): block,
    ("POST", "/people/{id}/open"): open_link,
    ("POST", "/people/{id}/meet"): meet,
    ("POST", "/people/{id}/inline"): ask_inline,
    ("POST", "/people/{id}/choose"): choose,
    ("POST", "/people/{id}/app"): open_app,
    ("POST", "/people/{id}/allow"): allow,
    ("POST", "/groups"): add_group,
    ("POST", "/groups/{id}/members"): set_member,
    ("POST", "/groups/{id}/admins"): set_admin,
    ("POST", "/groups/{id}/bot"): set_bot,
    ("POST", "/groups/{id}/migrate"): migrate,
    ("POST", "/groups/{id}/forum"): set_forum,
    ("POST", "/groups/{id}/topics"): add_topic,
    ("POST", "/groups/{id}/topics/close"): close_topic,
    ("POST", "/groups/{id}/topics/delete"): delete_topic,
}


def _read(kind: Kind, given: Given) -> Given:
    """The parameters, checked; null counts as absent."""
    values: Given = kind({name: value for name, value in given.items() if value is not None}, Place("body"))
    return values
