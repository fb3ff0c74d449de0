"""Somebody new, who writes and taps as a person would, and whose every screen is remembered."""

import asyncio
from dataclasses import dataclass, field

from bot.app.texts import Texts
from sandbox.client import Message, Person
from tests.bot.beginners.screens import Screen, screen_of
from tests.bot.conftest import Stage

PAUSE = 0.3
"""Seconds, once the bot has said that this goes too fast: nothing tells when it is slow enough."""
SLOW = 1.0
"""Seconds by which Telegram's clock, by which messages are counted, goes on between two of them."""


@dataclass
class Beginner:
    """The person, what they have seen, and where they play."""

    theatre: Stage
    person: Person
    texts: Texts
    toasts: list[str] = field(default_factory=list)
    """What presses were answered with."""

    async def say(self, text: str) -> Message:
        """Write to the bot, no faster than it takes messages, and wait until it has said all that comes of it."""
        await self.theatre.sandbox.clock(SLOW)
        sent = await self.person.send(text)
        await self.theatre.quiet()
        return sent

    async def tap(self, button: str) -> None:
        """Press the newest button of that text, as soon as the bot does not find it too fast."""
        answer = await self.person.presses(button)
        while answer.text == self.texts.plain("toast.too-fast"):
            await asyncio.sleep(PAUSE)
            answer = await self.person.presses(button)
        if answer.text is not None:
            self.toasts.append(answer.text)

    async def tap_word(self, key: str) -> None:
        """Press the button with that word of the catalogue."""
        await self.tap(self.texts.plain(key))

    async def sees(self, *words: str) -> Message:
        """The newest message with the first of these; it has the others, too."""
        shown = await self.person.sees(words[0])
        missing = [word for word in words if word not in shown.text]
        assert not missing, f"{missing} is not in:\n{shown}"
        return shown

    async def screens(self) -> list[Screen]:
        """Every screen that the bot has sent to them, in order, each once; and what presses were answered with."""
        calls = await self.theatre.sandbox.calls()
        mine = [call["parameters"] for call in calls if call["parameters"].get("chat_id") == self.person.id]
        screens = [screen for given in mine if (screen := screen_of(given)).text]
        return list(dict.fromkeys([*screens, *(Screen(toast) for toast in self.toasts)]))
