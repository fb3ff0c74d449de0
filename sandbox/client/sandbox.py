"""A running sandbox for tests: its people, the bot's calls, and faults on demand."""

from typing import Any, Self, TypedDict, Unpack

from sandbox.client.actors import PATIENCE, Person
from sandbox.client.connection import Connection, NotPossible
from sandbox.client.places import Group
from sandbox.client.seen import Message


class How(TypedDict, total=False):
    """Parameters of a fault."""

    times: int
    """The number of calls that fail; 1 by default."""
    retry_after: int | None
    seconds: float | None
    description: str | None


class Sandbox:
    """A running sandbox, in any process."""

    def __init__(self, url: str) -> None:
        self._connection = Connection(url)

    async def __aenter__(self) -> Self:
        await self._connection.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()

    @property
    def bot(self) -> dict[str, Any]:
        """The bot's profile."""
        return self._connection.mirror.bot

    @property
    def commands(self) -> list[dict[str, Any]]:
        """The bot's menus."""
        return self._connection.mirror.commands

    async def person(self, name: str, language: str = "en", username: str | None = None) -> Person:
        """Create a person."""
        data = await self._connection.call("POST", "/people", name=name, language=language, username=username)
        return Person(data["id"], name, language, self._connection)

    async def group(self, title: str, *people: Person, bot: bool = True) -> Group:
        """Create a group of these people, and of the bot."""
        members = [person.id for person in people]
        data = await self._connection.call("POST", "/groups", title=title, people=members, bot=bot)
        return Group(data["id"], title, self._connection)

    async def photo(self, message: Message) -> bytes:
        """The picture that the message shows. Raises NotPossible if it shows none."""
        if message.photo is None:
            raise NotPossible(f"this message shows no picture: {message}")
        return await self._connection.download(message.photo)

    async def document(self, message: Message) -> bytes:
        """The file that the message brings. Raises NotPossible if it brings none."""
        if message.document is None:
            raise NotPossible(f"this message brings no file: {message}")
        return await self._connection.download(message.document)

    async def fault(
        self,
        method: str,
        kind: str,
        *,
        chat: Person | Group | None = None,
        **how: Unpack[How],
    ) -> None:
        """Let the next matching calls of the bot fail, in that chat or anywhere."""
        given = {"kind": kind, "chat": chat.id if chat else None, **how}
        await self._connection.call("POST", "/control/faults", method=method, **given)

    async def clear_faults(self) -> None:
        """Remove all faults."""
        await self._connection.call("DELETE", "/control/faults")

    async def gone(self, seconds: float) -> None:
        """Make the Bot API unreachable for so many seconds."""
        await self._connection.call("POST", "/control/gone", seconds=seconds)

    async def redeliver(self, update_id: int, times: int = 1) -> None:
        """Deliver an update again."""
        await self._connection.call("POST", "/control/redeliver", update_id=update_id, times=times)

    async def update(self, raw: dict[str, Any]) -> int:
        """Queue an update exactly as given; returns its id."""
        data = await self._connection.call("POST", "/control/update", update=raw)
        return int(data["update_id"])

    async def clock(self, seconds: float) -> None:
        """Move the sandbox's clock by so many seconds."""
        await self._connection.call("POST", "/control/clock", seconds=seconds)

    async def privacy(self, *, on: bool) -> None:
        """Switch the bot's privacy mode in groups."""
        await self._connection.call("POST", "/control/privacy", on=on)

    async def inline(self, *, on: bool | None = None, feedback: bool | None = None) -> None:
        """Switch inline mode, as at BotFather, and inline feedback (off at first)."""
        await self._connection.call("POST", "/control/inline", on=on, feedback=feedback)

    async def main_app(self, url: str) -> None:
        """Say, as at BotFather, where its main Mini App is; "": there is none. At first the menu button leads there."""
        await self._connection.call("POST", "/control/app", url=url)

    async def guests(self, *, on: bool) -> None:
        """Switch guest mode, as at BotFather (on at first)."""
        await self._connection.call("POST", "/control/guests", on=on)

    async def settled(self, within: float = PATIENCE) -> None:
        """Wait until the bot has confirmed every update."""
        data = await self._connection.call("GET", "/control/settled", timeout=within)
        if data["pending"]:
            raise AssertionError(f"{data['pending']} updates are not confirmed after {within:g} s")

    async def state(self) -> dict[str, Any]:
        """Pending updates, counts of calls by method, and refused calls."""
        data: dict[str, Any] = await self._connection.call("GET", "/control/state")
        return data

    async def updates(self) -> list[dict[str, Any]]:
        """Every update, with how often it was delivered and whether it was confirmed."""
        lines: list[dict[str, Any]] = await self._connection.call("GET", "/control/updates")
        return lines

    async def calls(self, method: str | None = None) -> list[dict[str, Any]]:
        """Every call of the bot, with its parameters and the answer."""
        lines: list[dict[str, Any]] = await self._connection.call("GET", "/control/calls", method=method)
        return lines
