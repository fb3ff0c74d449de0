"""Where people meet, for tests: groups, and private chats of two."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox.connection import Connection

if TYPE_CHECKING:
    from sandbox.actors import Person


@dataclass(frozen=True, slots=True)
class Group:
    """A group or supergroup."""

    id: int
    title: str
    connection: Connection

    async def add(self, person: "Person") -> None:
        """Somebody joins."""
        await self.connection.call("POST", f"/groups/{self.id}/members", person=person.id, present=True)

    async def remove(self, person: "Person") -> None:
        """Somebody leaves."""
        await self.connection.call("POST", f"/groups/{self.id}/members", person=person.id, present=False)

    async def add_bot(self, by: "Person") -> None:
        """Somebody adds the bot."""
        await self.connection.call("POST", f"/groups/{self.id}/bot", present=True, by=by.id)

    async def remove_bot(self, by: "Person") -> None:
        """Somebody removes the bot."""
        await self.connection.call("POST", f"/groups/{self.id}/bot", present=False, by=by.id)

    async def migrate(self) -> "Group":
        """The group becomes a supergroup, under another id."""
        told = await self.connection.call("POST", f"/groups/{self.id}/migrate")
        return Group(told["id"], told["title"], self.connection)


@dataclass(frozen=True, slots=True)
class Pair:
    """The private chat of two people. The bot is not in it; what people send there via the bot, it may edit."""

    id: int


Place = Group | Pair
"""Where one can write, besides one's own chat with the bot."""
