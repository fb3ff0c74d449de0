"""The scene of attacks: attackers, groups of others that they have joined, and what they record."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from faults.judging.evidence import Costly
from sandbox import people_api
from sandbox.refusal import Refusal, Unwelcome
from sandbox.state import State
from sandbox.world.model import Json, Message

Found = TypeVar("Found")
PATIENCE = 8.0
"""Seconds to wait for an effect; then the attack goes on without it."""
LOOK = 0.02
NOWHERE = 1
"""The number of a message that the bot has never sent."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A button in a chat."""

    message: int
    data: str


@dataclass(frozen=True, slots=True)
class Rogue:
    """An attacker. Actions that Telegram refuses are ignored."""

    state: State
    id: int

    def say(self, text: str, chat: int | None = None, **more: int) -> None:
        """Write to the bot, or in a group."""
        with suppress(Unwelcome):
            people_api.send(self.state, self.id, {"chat": chat or self.id, "text": text, **more})

    def press(self, data: str, message: int = NOWHERE, chat: int | None = None) -> None:
        """Press a button, whether or not it exists."""
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

    def summon(self, text: str, chat: int) -> None:
        """Send the bot's name with that text in a chat in which it is no member."""
        self.say(f"@{self.state.world.bot.username} {text}", chat)

    def block(self, *, on: bool) -> None:
        """Block the bot; not `on`: unblock it."""
        people_api.block(self.state, self.id, {"blocked": on})

    def migrate(self, group: int) -> int:
        """Turn a group into a supergroup; returns its new id, or the old one if that was done before."""
        try:
            return int(people_api.migrate(self.state, group, {})["id"])
        except (Unwelcome, Refusal):
            return self.state.world.chats[group].migrated_to or group

    def standing(self, chat: int | None = None) -> Iterator[Message]:
        """The bot's messages in the chat, the lowest first."""
        messages = self.state.world.chats[chat or self.id].messages
        bot = self.state.world.bot.id
        return (messages[number] for number in sorted(messages, reverse=True) if messages[number].sender == bot)

    def button(self, verb: str, chat: int | None = None) -> Shown | None:
        """The lowest button with this verb."""
        return next(self.buttons(verb, chat), None)

    def buttons(self, verb: str, chat: int | None = None) -> Iterator[Shown]:
        """The buttons with this verb, the lowest first."""
        for message in self.standing(chat):
            for button in (button for row in message.keyboard for button in row):
                if str(button.get("callback_data", "")).split(":")[1:2] == [verb]:
                    yield Shown(message.id, str(button["callback_data"]))

    async def sees(self, found: Callable[[], Found | None], seconds: float = PATIENCE) -> Found | None:
        """What `found` returns, tried until it is not None; None after so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while (value := found()) is None:
                    await asyncio.sleep(LOOK)
                return value
        return found()

    async def waits_for(self, found: Callable[[], Found | None]) -> Found:
        """What `found` returns, once it is not None: the attack needs it. The caller limits the time."""
        while (value := found()) is None:
            await asyncio.sleep(LOOK)
        return value

    async def tap(self, verb: str, chat: int | None = None, *, argument: str = "") -> Shown | None:
        """Press the lowest button with this verb, once it is there; None if not in time. `argument`: a forged one."""
        shown = await self.sees(lambda: self.button(verb, chat))
        if shown is not None:
            self.press(f"{shown.data}:{argument}" if argument else shown.data, shown.message, chat)
        return shown

    def copied(self, chat: int | None = None) -> str | None:
        """The text to copy of the lowest message with such a button."""
        for message in self.standing(chat):
            buttons: Iterator[Json] = (button for row in message.keyboard for button in row)
            text = next((str(button["copy_text"]["text"]) for button in buttons if "copy_text" in button), None)
            if text is not None:
                return text
        return None


# What an attack uses.

Strike = Callable[[], Awaitable[None]]
"""One strike of an attack. It may be repeated."""
RunOut = Callable[[str, int], Awaitable[None]]
"""Lets a player's time in a match run out."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess that must count, in a chat where no other game is on."""

    chat: int
    guess: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark that a listener must be shown."""

    hearer: int
    text: str


@dataclass(slots=True)
class Scene:
    """All that an attack can use."""

    state: State
    chance: random.Random
    groups: tuple[int, ...] = ()
    """Groups in which others play. Attackers must join first."""
    run_out: RunOut | None = None
    """None if clocks are not moved here."""
    crew: list[int] = field(default_factory=list)
    """All people of the attacks, accomplices and victims included."""
    own_groups: list[int] = field(default_factory=list)
    costly: list[Costly] = field(default_factory=list)
    guesses: list[Guess] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    struck: list[tuple[float, float]] = field(default_factory=list)
    """Begin and end of each strike, by the sandbox's clock; its preparation was answered before."""
    wrongs: list[str] = field(default_factory=list)
    """What attackers saw and must not have seen."""

    def newcomer(self, name: str = "Foul") -> Rogue:
        """A new attacker."""
        data = people_api.add_person(self.state, 0, {"name": f"{name} {len(self.crew)}", "language": "en"})
        self.crew.append(int(data["id"]))
        return Rogue(self.state, self.crew[-1])

    def newcomers(self, many: int, name: str = "Foul") -> tuple[Rogue, ...]:
        """So many new attackers."""
        return tuple(self.newcomer(name) for _ in range(many))

    def group(self, *members: Rogue) -> int:
        """A new group of theirs, with the bot."""
        people = [member.id for member in members]
        self.own_groups.append(int(people_api.add_group(self.state, 0, {"title": "Foul", "people": people})["id"]))
        return self.own_groups[-1]

    def join(self, group: int, rogue: Rogue) -> None:
        """Join a group of others."""
        people_api.set_member(self.state, group, {"person": rogue.id, "present": True})


Attack = Callable[[Scene], Awaitable[Strike]]
"""Prepares an attack, and returns its strike."""
