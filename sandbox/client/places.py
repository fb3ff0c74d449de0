"""Chats for tests: groups, topics, and private chats of two."""

from dataclasses import dataclass
from typing import Protocol

from sandbox.client.connection import Connection


class Somebody(Protocol):
    """What this module needs of a person."""

    @property
    def id(self) -> int:
        """The same in every chat."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group or supergroup."""

    id: int
    title: str
    connection: Connection

    async def add(self, person: Somebody, by: Somebody | None = None) -> None:
        """Somebody joins; `by`: let in by an administrator."""
        given = {"person": person.id, "present": True, "by": by and by.id}
        await self.connection.call("POST", f"/groups/{self.id}/members", **given)

    async def remove(self, person: Somebody, by: Somebody | None = None) -> None:
        """Somebody leaves; `by`: removed by an administrator."""
        given = {"person": person.id, "present": False, "by": by and by.id}
        await self.connection.call("POST", f"/groups/{self.id}/members", **given)

    async def promote(self, person: Somebody, by: Somebody) -> None:
        """The creator, or an administrator, makes a member an administrator."""
        await self.connection.call("POST", f"/groups/{self.id}/admins", person=person.id, admin=True, by=by.id)

    async def demote(self, person: Somebody, by: Somebody) -> None:
        """They make an administrator an ordinary member again."""
        await self.connection.call("POST", f"/groups/{self.id}/admins", person=person.id, admin=False, by=by.id)

    async def add_bot(self, by: Somebody) -> None:
        """Somebody adds the bot."""
        await self.connection.call("POST", f"/groups/{self.id}/bot", present=True, by=by.id)

    async def remove_bot(self, by: Somebody) -> None:
        """Somebody removes the bot."""
        await self.connection.call("POST", f"/groups/{self.id}/bot", present=False, by=by.id)

    async def promote_bot(self, by: Somebody) -> None:
        """Make the bot an admin: it receives all messages, may pin, and may delete messages of others."""
        await self.connection.call("POST", f"/groups/{self.id}/bot", present=True, admin=True, by=by.id)

    async def demote_bot(self, by: Somebody) -> None:
        """Make the bot an ordinary member."""
        await self.connection.call("POST", f"/groups/{self.id}/bot", present=True, admin=False, by=by.id)

    async def migrate(self) -> "Group":
        """Turn the group into a supergroup with another id."""
        data = await self.connection.call("POST", f"/groups/{self.id}/migrate")
        return Group(data["id"], data["title"], self.connection)

    async def becomes_forum(self) -> "Group":
        """Switch topics on; a basic group becomes a supergroup with another id."""
        data = await self.connection.call("POST", f"/groups/{self.id}/forum", on=True)
        return Group(data["id"], data["title"], self.connection)

    async def topic(self, name: str, by: Somebody | None = None) -> "Topic":
        """A new topic of a forum."""
        data = await self.connection.call("POST", f"/groups/{self.id}/topics", name=name, by=by and by.id)
        return Topic(self.id, data["id"], name, self.connection)


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a forum. `id`: the group's; `thread`: its own. Messages to the group go to General."""

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
    """The private chat of two people. The bot is not in it, but may edit what people send there via it."""

    id: int


Place = Group | Topic | Pair
"""Chats besides one's own with the bot."""
