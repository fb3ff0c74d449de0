"""Changes of the sandbox's world: people come, chats begin, messages are written, edited and deleted."""

import itertools
import secrets
from dataclasses import replace
from typing import Any

from sandbox.clock import Clock
from sandbox.delivery.updates import Lane, Updates
from sandbox.events import Events
from sandbox.world import page_json, telegram_json
from sandbox.world.model import Bot, Chat, ChatType, File, GuestQuery, InlineQuery, Json, Message, Person, Press
from sandbox.world.scene import Scene


class World(Scene):
    """The world. Changes made here are sent to the page and, where they concern it, to the bot."""

    def __init__(self, bot: Bot, clock: Clock, events: Events, updates: Updates) -> None:
        super().__init__(bot, clock)
        self.events = events
        self.updates = updates
        self._person_ids = itertools.count(7_100_000_001)
        self._pair_ids = itertools.count(8_000_000_000_001)
        self._group_ids = itertools.count(-1001, -1)
        self._supergroup_ids = itertools.count(-1_001_000_000_001, -1)
        self._numbers = itertools.count(1)

    def add_person(self, name: str, username: str | None, language: str) -> Person:
        """Add a person, and their chat with the bot, which they have not begun."""
        person = Person(next(self._person_ids), name, username, language)
        self.people[person.id] = person
        self.chats[person.id] = Chat(person.id, "private", name, [person.id], "member")
        self.events.publish("person", person=page_json.person(person))
        self.changed(self.chats[person.id])
        return person

    def pair_of(self, one: int, other: int) -> Chat:
        """The private chat of two people, created if necessary."""
        members = {one, other}
        for chat in self.chats.values():
            if chat.type == "pair" and set(chat.members) == members:
                return chat
        number, names = next(self._pair_ids), [self.people[person].name for person in (one, other)]
        chat = self.chats[number] = Chat(number, "pair", " & ".join(names), [one, other], "left")
        self.changed(chat)
        return chat

    def add_group(self, kind: ChatType, title: str, members: list[int]) -> Chat:
        """A new group without the bot."""
        number = next(self._group_ids if kind == "group" else self._supergroup_ids)
        chat = self.chats[number] = Chat(number, kind, title, members, "left")
        return chat

    def add_file(self, folder: str, name: str, mime: str, content: bytes, size: tuple[int, int] = (0, 0)) -> File:
        """Store an uploaded file."""
        number = next(self._numbers)
        suffix = "." + name.rpartition(".")[2] if "." in name else ""
        identity = f"sandbox-{number}-{secrets.token_urlsafe(24)}"
        file = File(identity, f"{folder}/file_{number}{suffix}", name, mime, content, *size)
        self.files[file.id] = self.files_by_path[file.path] = file
        return file

    def open_press(self, person: int, chat: int, message: int) -> Press:
        """Open a callback query, which waits for the bot's answer."""
        press = Press(self._query_id(), person, chat, message, self.clock.now(), self.inline_id(chat, message))
        self.presses[press.id] = press
        return press

    def open_inline_query(self, person: int, chat: int, text: str, offset: str) -> InlineQuery:
        """Open an inline query."""
        query = InlineQuery(self._query_id(), person, chat, text, offset, self.clock.now())
        self.inline_queries[query.id] = query
        return query

    def open_guest_query(self, message: Message) -> GuestQuery:
        """Open a guest query about the message that names the bot."""
        query = GuestQuery(self._query_id(), message, self.clock.now())
        self.guest_queries[query.id] = query
        return query

    def post_inline(self, chat: Chat, sender: int, **content: Any) -> Message:
        """Post a message that is sent via the bot, or by it as a guest."""
        name = secrets.token_urlsafe(24)
        message = self.post(chat, sender, inline=name, **content)
        self.inline_messages[name] = chat.id, message.id
        return message

    def post(self, chat: Chat, sender: int, *, thread: int | None = None, **content: Any) -> Message:
        """Post a message in a chat, or in one of its topics."""
        chat.last_message_id += 1
        thread = thread or chat.thread_of(content.get("reply_to"))
        message = Message(chat.id, chat.last_message_id, self.clock.date(), sender, thread=thread, **content)
        chat.messages[message.id] = message
        self.events.publish("message", message=page_json.message(self, message))
        return message

    def edit(self, message: Message, **changes: Any) -> Message:
        """Change a message."""
        edited = replace(message, **changes, edited=self.clock.date())
        self.chats[message.chat].messages[message.id] = edited
        self.events.publish("edited", message=page_json.message(self, edited))
        return edited

    def react(self, message: Message, emoji: str | None) -> None:
        """Set or remove the bot's reaction."""
        reacted = replace(message, reaction=emoji)
        self.chats[message.chat].messages[message.id] = reacted
        self.events.publish("edited", message=page_json.message(self, reacted))

    def delete(self, chat: Chat, numbers: list[int]) -> None:
        """Delete messages for everyone."""
        for number in numbers:
            chat.messages.pop(number)
        if {*numbers} & {*chat.pinned}:
            chat.pinned = [number for number in chat.pinned if number not in numbers]
            self.changed(chat)
        self.events.publish("deleted", chat=chat.id, messages=numbers)

    def changed(self, chat: Chat) -> None:
        """Send the chat's new state to the page."""
        self.events.publish("chat", chat=page_json.chat(chat))

    def tell(self, kind: str, content: Json, lane: Lane) -> None:
        """Queue an update for the bot."""
        self.updates.add(kind, content, lane)

    def tell_message(self, kind: str, message: Message) -> None:
        """Queue an update about a new or edited message."""
        self.tell(kind, telegram_json.message(self, message), ("chat", message.chat))

    def _query_id(self) -> str:
        return str(int(self.clock.now()) << 32 | next(self._numbers))

    def snapshot(self) -> Json:
        """All that the page shows, as one snapshot."""
        present = [chat for chat in self.chats.values() if chat.migrated_to is None]
        return {
            "type": "snapshot",
            "bot": page_json.bot(self),
            "people": [page_json.person(person) for person in self.people.values()],
            "chats": [page_json.chat(chat) for chat in present],
            "messages": [page_json.message(self, message) for chat in present for message in chat.messages.values()],
            "commands": page_json.command_sets(self),
            "menu_buttons": page_json.menu_buttons(self),
            "privacy": self.privacy,
            "inline": page_json.inline_mode(self),
            "guests": self.guests,
            "now": self.clock.now(),  # in whole seconds the page would be late
        }
