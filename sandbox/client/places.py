"""Where people meet, for tests: groups, their topics, and private chats of two."""

from dataclasses import dataclass
from typing import Protocol

from sandbox.client.connection import Connection


class Somebody(Protocol):
    """A person, as far as places must know them."""

    @property
    def id(self) -> int:
        """The same in every chat."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group or supergroup."""

    id: int
    title: str
    connection: Connection

    async def add(self, person: Somebody) -> None:
        """Somebody joins."""
        await self.connection.call("POST", f"/groups/{self.id}/members", person=person.id, present=True)

    async def remove(self, person: Somebody) -> None:
        """Somebody leaves."""
        await self.connection.call("POST", f"/groups/{self.id}/members", person=person.id, present=False)

    async def add_bot(self, by: Somebody) -> None:
        """Somebody adds the bot."""
        await self.connection.call("POST", f"/groups/{self.id}/bot", present=True, by=by.id)

    async def remove_bot(self, by: Somebody) -> None:
        """Somebody removes the bot."""
        await self.connection.call("POST", f"/groups/{self.id}/bot", present=False, by=by.id)

    async def promote_bot(self, by: Somebody) -> None:
        """The bot becomes an admin: it hears everything, may pin, and may delete what others wrote."""
        await self.connection.call("POST", f"/groups/{self.id}/bot", present=True, admin=True, by=by.id)

    async def demote_bot(self, by: Somebody) -> None:
        """The bot is a member as others are."""
        await self.connection.call("POST", f"/groups/{self.id}/bot", present=True, admin=False, by=by.id)

    async def migrate(self) -> "Group":
        """The group becomes a supergroup, under another id."""
        told = await self.connection.call("POST", f"/groups/{self.id}/migrate")
        return Group(told["id"], told["title"], self.connection)

    async def becomes_forum(self) -> "Group":
        """The group is divided into topics; a mere group becomes a supergroup, under another id."""
        told = await self.connection.call("POST", f"/groups/{self.id}/forum", on=True)
        return Group(told["id"], told["title"], self.connection)

    async def topic(self, name: str, by: Somebody | None = None) -> "Topic":
        """A new topic of a forum."""
        told = await self.connection.call("POST", f"/groups/{self.id}/topics", name=name, by=by and by.id)
        return Topic(self.id, told["id"], name, self.connection)


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a forum: `id` is the group's, `thread` its own. Who writes to the group writes to General."""

    id: int
    thread: int
    name: str
    connection: Connection

    async def close(self) -> None:
        """Close it to all but admins."""
        await self.connection.call("POST", f"/groups/{self.id}/topics/close", topic=self.thread, closed=True)

    async def reopen(self) -> None:
        """Open it again."""
        await self.connection.call("POST", f"/groups/{self.id}/topics/close", topic=self.thread, closed=False)

    async def delete(self) -> None:
        """Delete it with all that stands there."""
        await self.connection.call("POST", f"/groups/{self.id}/topics/delete", topic=self.thread)


@dataclass(frozen=True, slots=True)
class Pair:
    """The private chat of two people. The bot is not in it; what people send there via the bot, it may edit."""

    id: int


Place = Group | Topic | Pair
"""Where one can write, besides one's own chat with the bot."""
