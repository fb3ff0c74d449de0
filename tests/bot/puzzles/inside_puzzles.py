"""Somebody who tries puzzles with a bot without a network."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.app.actions.puzzles import puzzle_of
from bot.app.messages import Chat
from bot.app.model.puzzles import CATALOGUE, Listed, OpenPuzzle, Puzzler
from bot.app.screen import Screen
from bot.app.world import recall_by
from bot.game.puzzles import Puzzle
from solver.variant import Code
from tests.bot.inside import Inside, inside, thought

CHAT = Chat(1001)
SECRET = (5, 6, 7, 8)
RECALL = recall_by(thought)


def first_of(kind: str, variant: str = "classic") -> Listed:
    """The first puzzle of that kind in the catalogue."""
    every = (CATALOGUE.numbered(number) for number in range(1, len(CATALOGUE) + 1))
    return next(listed for listed in every if listed and (listed.kind, listed.variant.name) == (kind, variant))


@dataclass
class Solver:
    """The bot, and what whoever solves sees and presses."""

    bot: Inside

    @property
    def screen(self) -> Screen:
        """What the puzzle's message shows."""
        return self.bot.screens["puzzle"][1]

    @property
    def text(self) -> str:
        """Its text."""
        return str(self.screen.html)

    @property
    def buttons(self) -> list[str]:
        """What its buttons say."""
        return [button.text for row in self.screen.rows for button in row]

    async def puzzler(self) -> Puzzler:
        """What they have come to."""
        return await self.bot.store.run(lambda work: work.puzzles.puzzler(1001))

    async def open(self) -> OpenPuzzle:
        """What they have open."""
        opened = (await self.puzzler()).open
        assert opened is not None
        return opened

    async def puzzle(self) -> Puzzle:
        """The puzzle that they have open."""
        puzzle = puzzle_of(await self.open(), RECALL)
        assert puzzle is not None
        return puzzle

    async def follows(self, about: object) -> str:
        """Follow the link to that puzzle; returns the text of the screen."""
        await self.bot.says(f"/start z{about}")
        return self.text

    async def presses(self, about: str) -> str:
        """Press a button of the puzzle that is about that; returns the text of the screen."""
        await self.bot.presses(f"1:puzzle:{about}", "puzzle")
        return self.text

    async def taps(self, code: Code) -> str:
        """Tap that answer."""
        puzzle, opened = await self.puzzle(), await self.open()
        return await self.presses(f"{opened.tag}-{puzzle.choices.index(code)}")

    async def says(self, text: str) -> str:
        """Type something; returns the text of the screen."""
        await self.bot.says(text)
        return self.text


def wrong(puzzle: Puzzle) -> Code:
    """The first wrong answer to tap."""
    return next(code for code in puzzle.choices if code not in puzzle.right)


@asynccontextmanager
async def solving(language: str = "en") -> AsyncIterator[Solver]:
    """Somebody who has not tried a puzzle."""
    async with inside(SECRET, CHAT, language) as bot:
        yield Solver(bot)
