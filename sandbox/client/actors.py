"""People for tests: they write, press, choose, and see."""

from dataclasses import dataclass
from typing import Any

from sandbox.client.connection import Connection, NotPossible
from sandbox.client.places import Pair, Place, Topic
from sandbox.client.seen import Answer, Button, Card, Cards, Message, OpenedApp, message_from
from sandbox.client.sight import Sight

PATIENCE = 60.0
"""Seconds to wait for the bot: long, for busy machines. It is no requirement on the bot."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who uses the bot."""

    id: int
    name: str
    language: str
    connection: Connection

    async def send(
        self,
        text: str | None = None,
        *,
        chat: Place | None = None,
        reply_to: Message | None = None,
        photo: bool = False,
        sticker: str | None = None,
        anonymous: bool = False,
    ) -> Message:
        """Write to the bot, or to a group or somebody else."""
        data = await self._act(
            "send",
            chat=self._place(chat),
            text=text,
            reply_to=reply_to.id if reply_to else None,
            photo=photo or None,
            sticker=sticker,
            anonymous=anonymous or None,
            topic=_topic(chat),
        )
        return message_from(data)

    async def sees(
        self,
        text: str,
        *,
        chat: Place | None = None,
        after: Message | None = None,
        within: float = PATIENCE,
    ) -> Message:
        """Wait for the bot's newest message, or one via it, that contains the text, in `chat` or anywhere.

        With `after`, only messages after that one count.
        """
        await self.connection.open()
        sight = self._sight(chat)
        found = await self.connection.mirror.until(lambda: sight.newest(text, after), within)
        if found is None:
            raise AssertionError(f"{self.name} sees no “{text}” within {within:g} s.\n{sight.transcript()}")
        return found

    async def sees_no(self, text: str, *, chat: Place | None = None) -> None:
        """Assert that no visible message of the bot's contains the text now."""
        await self.connection.call("GET", "/control/state")
        sight = self._sight(chat)
        if found := sight.newest(text):
            raise AssertionError(f"{self.name} does see “{text}”:\n{found}\n{sight.transcript()}")

    async def presses(
        self,
        button: str,
        *,
        on: Message | None = None,
        chat: Place | None = None,
        within: float = PATIENCE,
    ) -> Answer:
        """Press the newest button with this text, or one on a given message, and wait for the bot's answer.

        If the bot changes the message at that moment, the button that is there then is pressed.
        """
        shown = await self._shown(button, on, chat, within)
        while True:
            message, found = shown
            try:
                return await self._pressed(message, found.value, button, within, forged=False)
            except NotPossible:
                shown = await self._shown(button, on, chat, within)
                if shown == (message, found):
                    raise

    async def forges(self, data: str, *, on: Message, within: float = PATIENCE) -> Answer:
        """Press a button that the message does not have, as a doctored client could."""
        return await self._pressed(on, data, data, within, forged=True)

    async def opens(self, link: str | Answer | Button) -> Message:
        """Follow a link to the bot and press START there; returns the message that this sends.

        A link is a URL, a bare payload, a button that leads to the bot, or the bot's answer to a press.
        """
        address = link if isinstance(link, str) else link.url if isinstance(link, Answer) else link.value
        if not address:
            raise AssertionError(f"{self.name} was not led anywhere: {link}")
        if "/" not in address:
            await self.connection.open()
            address = f"https://t.me/{self.connection.mirror.bot['username']}?start={address}"
        return message_from(await self._act("open", link=address))

    async def opens_app(
        self, button: str | None = None, *, on: Message | None = None, link: str | None = None, **how: int | str
    ) -> OpenedApp:
        """Open the Mini App by the menu button, or by a button or a link with ?startapp=; it needs no browser.

        `how`: its `age` in seconds, `version`, `platform`, and the `chat` in which the link stands.
        """
        given: dict[str, Any] = {"link": link, **how}
        if button:
            message, found = await self._shown(button, on, None, PATIENCE)
            given |= {"chat": message.chat, "message": message.id, "url": found.value}
        data = await self._act("app", **given)
        return OpenedApp(data["url"], data["init_data"])

    async def allows(self) -> None:
        """Let the bot write first, as its Mini App has asked; the bot is told."""
        await self._act("allow")

    async def meets(self, other: "Person") -> Pair:
        """The private chat with somebody else."""
        return Pair((await self._act("meet", person=other.id))["id"])

    async def types_inline(
        self, text: str = "", chat: Place | None = None, *, offset: str = "", within: float = PATIENCE
    ) -> Cards:
        """Type the bot's name and this text in a chat (without one: the chat with the bot), and wait for the cards."""
        data = await self._act("inline", chat=self._place(chat), text=text, offset=offset)
        mirror = self.connection.mirror
        cards = await mirror.until(lambda: mirror.cards.get(data["query"]), within)
        if cards is None:
            raise AssertionError(f"{self.name} typed “{text}”: no results within {within:g} s.")
        return cards

    async def chooses(self, card: Card, chat: Place | None = None, *, reply_to: Message | None = None) -> Message:
        """Send one of the cards to a chat (without one: the chat with the bot)."""
        answered = reply_to.id if reply_to else None
        place = {"chat": self._place(chat), "topic": _topic(chat)}
        data = await self._act("choose", **place, query=card.query, result=card.id, reply_to=answered)
        return message_from(data)

    async def switches(
        self, button: str, to: Place | None = None, *, on: Message | None = None, within: float = PATIENCE
    ) -> Cards:
        """Press a button that leads into inline mode in a chat of one's choice, and wait for the cards there."""
        message, found = await self._shown(button, on, None, within)
        if not found.leads_to(message.chat, self._place(to), _kind_of(to)):
            raise AssertionError(f"{self.name}: “{button}” does not lead there: {found}")
        return await self.types_inline(found.value, to, within=within)

    async def forwards(self, message: Message, chat: Place | None = None) -> Message:
        """Forward a message to the bot, or to a group or somebody else."""
        place = {"chat": self._place(chat), "topic": _topic(chat)}
        return message_from(await self._act("forward", **place, from_chat=message.chat, message=message.id))

    async def edits(self, message: Message, text: str) -> Message:
        """Edit one's own message."""
        return message_from(await self._act("edit", chat=message.chat, message=message.id, text=text))

    async def deletes(self, message: Message) -> None:
        """Delete a message."""
        await self._act("delete", chat=message.chat, message=message.id)

    async def clears(self, chat: Pair | None = None) -> None:
        """Delete the chat with the bot, or with somebody else, for both sides; the bot is not told."""
        await self._act("clear", chat=self._place(chat))

    async def blocks(self) -> None:
        """Block the bot, which gets an update."""
        await self._act("block", blocked=True)

    async def unblocks(self) -> None:
        """Unblock the bot, which gets an update."""
        await self._act("block", blocked=False)

    def messages(self, chat: Place | None = None) -> list[Message]:
        """The messages in the chat with the bot, or in a group, the oldest first."""
        return Sight(self.connection.mirror, self.id, self._place(chat), _topic(chat)).messages()

    def pinned(self, chat: Place | None = None) -> list[Message]:
        """The pinned messages in the chat with the bot, or in a group, the oldest first."""
        numbers = self.connection.mirror.pinned[self._place(chat)]
        return [message for message in self.messages(chat) if message.id in numbers]

    def transcript(self, chat: Place | None = None) -> str:
        """All that this person sees, as text for failed tests."""
        return self._sight(chat).transcript()

    def _place(self, chat: Place | None) -> int:
        return chat.id if chat else self.id

    def _sight(self, chat: Place | None) -> Sight:
        return Sight(self.connection.mirror, self.id, chat.id if chat else None, _topic(chat))

    async def _shown(
        self, button: str, on: Message | None, chat: Place | None, within: float
    ) -> tuple[Message, Button]:
        await self.connection.open()
        sight = self._sight(chat)
        shown = await self.connection.mirror.until(lambda: sight.button(button, on), within)
        if shown is None:
            raise AssertionError(f"{self.name} sees no button “{button}” within {within:g} s.\n{sight.transcript()}")
        return shown

    async def _pressed(self, message: Message, data: str, button: str, within: float, *, forged: bool) -> Answer:
        values = await self._act("press", chat=message.chat, message=message.id, data=data, forged=forged or None)
        mirror = self.connection.mirror
        answer = await mirror.until(lambda: mirror.answers.get(values["query"]), within)
        if answer is None:
            raise AssertionError(f"{self.name} pressed “{button}”: no answer within {within:g} s.\n{self.transcript()}")
        return answer

    async def _act(self, what: str, **given: Any) -> Any:
        return await self.connection.call("POST", f"/people/{self.id}/{what}", **given)


def _topic(place: Place | None) -> int | None:
    return place.thread if isinstance(place, Topic) else None


def _kind_of(place: Place | None) -> str:
    """The kind of chat, as switch_inline_query_chosen_chat names it."""
    match place:
        case None:
            return "bot"
        case Pair():
            return "user"
        case _:
            return "group"
