"""Somebody with any client: writes as fast as they like, and presses what stands nowhere."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from sandbox import people_api
from sandbox.refusal import Refusal, Unwelcome
from sandbox.state import State
from sandbox.world.model import Json, Message

Found = TypeVar("Found")
PATIENCE = 8.0
"""Seconds in which somebody who attacks waits for what the bot may show; then they go on without it."""
LOOK = 0.02
NOWHERE = 1
"""A message that the bot has never sent."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A button that stands in a chat."""

    message: int
    data: str


@dataclass(frozen=True, slots=True)
class Rogue:
    """One such person. What Telegram does not let them do is not done: whoever attacks takes no notice of that."""

    state: State
    id: int

    def say(self, text: str, chat: int | None = None, **more: int) -> None:
        """Write to the bot, or in a group."""
        with suppress(Unwelcome):
            people_api.send(self.state, self.id, {"chat": chat or self.id, "text": text, **more})

    def press(self, data: str, message: int = NOWHERE, chat: int | None = None) -> None:
        """Press a button, whether or not it stands there."""
        forged = {"chat": chat or self.id, "message": message, "data": data, "forged": True}
        with suppress(Unwelcome):
            people_api.press(self.state, self.id, forged)

    def open_link(self, payload: str) -> None:
        """Follow a link to the bot, and press START there."""
        with suppress(Unwelcome):
            link = f"https://t.me/{self.state.world.bot.username}?start={payload}"
            people_api.open_link(self.state, self.id, {"link": link})

    def ask_inline(self, text: str) -> None:
        """Type something behind the bot's name."""
        with suppress(Unwelcome):
            people_api.ask_inline(self.state, self.id, {"chat": self.id, "text": text})

    def block(self, *, on: bool) -> None:
        """Stop the bot; not `on`: let it speak again."""
        people_api.block(self.state, self.id, {"blocked": on})

    def migrate(self, group: int) -> int:
        """Let a group of theirs become a supergroup; its new id, or the old one where it has been done."""
        try:
            return int(people_api.migrate(self.state, group, {})["id"])
        except (Unwelcome, Refusal):
            return self.state.world.chats[group].migrated_to or group

    def standing(self, chat: int | None = None) -> Iterator[Message]:
        """The bot's messages there, the lowest first."""
        messages = self.state.world.chats[chat or self.id].messages
        bot = self.state.world.bot.id
        return (messages[number] for number in sorted(messages, reverse=True) if messages[number].sender == bot)

    def button(self, verb: str, chat: int | None = None) -> Shown | None:
        """The lowest button that does this."""
        return next(self.buttons(verb, chat), None)

    def buttons(self, verb: str, chat: int | None = None) -> Iterator[Shown]:
        """The buttons that do this, the lowest first."""
        for message in self.standing(chat):
            for button in (button for row in message.keyboard for button in row):
                if str(button.get("callback_data", "")).split(":")[1:2] == [verb]:
                    yield Shown(message.id, str(button["callback_data"]))

    async def sees(self, found: Callable[[], Found | None], seconds: float = PATIENCE) -> Found | None:
        """What `found` finds, looked for until it is there; None if it does not come in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while (value := found()) is None:
                    await asyncio.sleep(LOOK)
                return value
        return found()

    async def waits_for(self, found: Callable[[], Found | None]) -> Found:
        """What `found` finds, once it is there: without it the attack is none. The caller bounds the time."""
        while (value := found()) is None:
            await asyncio.sleep(LOOK)
        return value

    async def tap(self, verb: str, chat: int | None = None, *, argument: str = "") -> Shown | None:
        """Press the lowest button that does this, once it is there; None if it does not come. `argument`: forged."""
        shown = await self.sees(lambda: self.button(verb, chat))
        if shown is not None:
            self.press(f"{shown.data}:{argument}" if argument else shown.data, shown.message, chat)
        return shown

    def copied(self, chat: int | None = None) -> str | None:
        """What a button of the lowest message that has one lets people copy."""
        for message in self.standing(chat):
            buttons: Iterator[Json] = (button for row in message.keyboard for button in row)
            text = next((str(button["copy_text"]["text"]) for button in buttons if "copy_text" in button), None)
            if text is not None:
                return text
        return None
