"""People and groups for tests: they write, press, and see."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandbox.connection import Connection
from sandbox.seen import Answer, Button, Message, message_from

PATIENCE = 10.0


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
class Person:
    """Somebody at the other end of the bot."""

    id: int
    name: str
    language: str
    connection: Connection

    async def send(
        self,
        text: str | None = None,
        *,
        chat: Group | None = None,
        reply_to: Message | None = None,
        photo: bool = False,
        sticker: str | None = None,
        anonymous: bool = False,
    ) -> Message:
        """Write to the bot, or to a group."""
        told = await self._act(
            "send",
            chat=self._place(chat),
            text=text,
            reply_to=reply_to.id if reply_to else None,
            photo=photo or None,
            sticker=sticker,
            anonymous=anonymous or None,
        )
        return message_from(told)

    async def sees(
        self,
        text: str,
        *,
        chat: Group | None = None,
        after: Message | None = None,
        within: float = PATIENCE,
    ) -> Message:
        """The newest message of the bot that contains the text, in `chat` or wherever this person is; waits for it.

        With `after`, only messages posted after that one count.
        """
        await self.connection.open()
        found = await self.connection.mirror.until(lambda: self._newest(text, chat, after), within)
        if found is None:
            raise AssertionError(f"{self.name} sees no “{text}” within {within:g} s.\n{self.transcript(chat)}")
        return found

    async def sees_no(self, text: str, *, chat: Group | None = None) -> None:
        """No message of the bot that this person can see contains the text now."""
        await self.connection.call("GET", "/control/state")
        if found := self._newest(text, chat, None):
            raise AssertionError(f"{self.name} does see “{text}”:\n{found}\n{self.transcript(chat)}")

    async def presses(
        self,
        button: str,
        *,
        on: Message | None = None,
        chat: Group | None = None,
        within: float = PATIENCE,
    ) -> Answer:
        """Press the newest button with this text, or one on a given message, and wait for the bot's answer."""
        await self.connection.open()
        shown = await self.connection.mirror.until(lambda: self._pressable(button, on, chat), within)
        if shown is None:
            raise AssertionError(f"{self.name} sees no button “{button}” within {within:g} s.\n{self.transcript(chat)}")
        message, found = shown
        return await self._pressed(message, found.value, button, within, forged=False)

    async def forges(self, data: str, *, on: Message, within: float = PATIENCE) -> Answer:
        """Press what does not stand on the message, as only a doctored client could."""
        return await self._pressed(on, data, data, within, forged=True)

    async def opens(self, link: str | Answer | Button) -> Message:
        """Follow a link to the bot and press START there; what is said by it.

        A link is an address, a bare payload, a button with an address, or a bot's answer that leads somewhere.
        """
        address = link if isinstance(link, str) else link.url if isinstance(link, Answer) else link.value
        if not address:
            raise AssertionError(f"{self.name} was not led anywhere: {link}")
        if "/" not in address:
            await self.connection.open()
            address = f"https://t.me/{self.connection.mirror.bot['username']}?start={address}"
        return message_from(await self._act("open", link=address))

    async def edits(self, message: Message, text: str) -> Message:
        """Change one's own words."""
        return message_from(await self._act("edit", chat=message.chat, message=message.id, text=text))

    async def deletes(self, message: Message) -> None:
        """Take a message away."""
        await self._act("delete", chat=message.chat, message=message.id)

    async def blocks(self) -> None:
        """Stop the bot."""
        await self._act("block", blocked=True)

    async def unblocks(self) -> None:
        """Let the bot speak again."""
        await self._act("block", blocked=False)

    def messages(self, chat: Group | None = None) -> list[Message]:
        """What stands in the chat with the bot, or in a group, oldest first."""
        place = self._place(chat)
        return [message for message in self.connection.mirror.messages.values() if message.chat == place]

    def transcript(self, chat: Group | None = None) -> str:
        """Everything this person sees, to read in a failed test."""
        places, messages = self._places(chat), self.connection.mirror.messages.values()
        lines = [f"{message.chat}/{message.id} {message}" for message in messages if message.chat in places]
        return "\n".join(lines) or "(nothing has been written)"

    def _place(self, chat: Group | None) -> int:
        return chat.id if chat else self.id

    def _places(self, chat: Group | None) -> set[int]:
        members = self.connection.mirror.members
        return {chat.id} if chat else {place for place, inside in members.items() if self.id in inside}

    def _newest(self, text: str, chat: Group | None, after: Message | None) -> Message | None:
        for message in self._from_bot(chat):
            if after and message.chat == after.chat and message.id <= after.id:
                return None
            if text in message.text:
                return message
        return None

    def _from_bot(self, chat: Group | None) -> Iterator[Message]:
        """The bot's messages, the newest first."""
        mirror, places = self.connection.mirror, self._places(chat)
        for message in reversed(mirror.messages.values()):
            if message.sender == mirror.bot["id"] and message.chat in places:
                yield message

    def _pressable(self, text: str, on: Message | None, chat: Group | None) -> tuple[Message, Button] | None:
        for message in self._from_bot(chat):
            if on and (message.chat, message.id) != (on.chat, on.id):
                continue
            if button := message.button(text):
                return message, button
        return None

    async def _pressed(self, message: Message, data: str, button: str, within: float, *, forged: bool) -> Answer:
        told = await self._act("press", chat=message.chat, message=message.id, data=data, forged=forged or None)
        mirror = self.connection.mirror
        answer = await mirror.until(lambda: mirror.answers.get(told["query"]), within)
        if answer is None:
            raise AssertionError(f"{self.name} pressed “{button}”: no answer within {within:g} s.\n{self.transcript()}")
        return answer

    async def _act(self, what: str, **given: Any) -> Any:
        return await self.connection.call("POST", f"/people/{self.id}/{what}", **given)
