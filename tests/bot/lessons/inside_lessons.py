"""Somebody who takes lessons from a bot without a network, on whatever day it is."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from bot.app.messages import Chat
from bot.app.model.lessons import Learner
from bot.app.screen import Screen
from bot.app.texts import Texts, texts_in
from bot.game.daily import DAY
from bot.game.lessons import Task, choices_of, is_right
from tests.bot.inside import Inside, inside

CHAT = Chat(1001)
SECRET = (5, 6, 7, 8)


@dataclass
class Pupil:
    """The bot, and what whoever learns sees and presses."""

    bot: Inside
    texts: Texts
    day: float = 0.0

    @property
    def screen(self) -> Screen:
        """What the menu shows."""
        return self.bot.screens["menu"][1]

    @property
    def buttons(self) -> list[str]:
        """What its buttons say."""
        return [button.text for row in self.screen.rows for button in row]

    async def learner(self) -> Learner:
        """What they have come to."""
        return await self.bot.store.run(lambda work: work.learners.of(1001))

    async def presses(self, about: str) -> str:
        """Press the button that is about that; returns the screen's text."""
        await self.bot.presses(f"1:learn:{about}" if about else "1:learn", "menu")
        return str(self.screen.html)

    async def says(self, text: str) -> str:
        """Type something; returns the menu's text."""
        await self.bot.says(text)
        return str(self.screen.html)

    async def answers(self, task: Task, *, rightly: bool) -> str:
        """Answer the task that is asked by presses."""
        choices = choices_of(task)
        for at, choice in enumerate(choices):
            if is_right(task, choice) == rightly:
                await self.presses(f"{task.name}-{at}")
                if not rightly or self.texts.plain("button.next") in self.buttons:
                    break
        return str(self.screen.html)


@asynccontextmanager
async def taught(language: str = "en", *, begun: bool = True) -> AsyncIterator[Pupil]:
    """Somebody new, before the list of lessons; not `begun`: before the first lesson."""
    async with inside(SECRET, CHAT, language) as bot:
        pupil = Pupil(bot, texts_in(language))
        bot.worker._world = replace(bot.worker._world, now=lambda: 1_000_000.0 + pupil.day * DAY)
        await bot.says("/learn")
        if begun:
            await pupil.presses("skip")
        yield pupil
