"""Somebody who tries puzzles with a bot without a network."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.app.advice import position_in
from bot.app.messages import Chat
from bot.app.puzzles.model import CATALOGUE, CataloguePuzzle, OpenPuzzle, Puzzler, Puzzles
from bot.app.screen import Screen
from bot.game.puzzles import Puzzle, made, made_of
from solver.variant import Code
from tests.bot.inside import Inside, inside

CHAT = Chat(1001)
SECRET = (5, 6, 7, 8)


def first_of(kind: str, variant: str = "classic") -> CataloguePuzzle:
    every = (CATALOGUE.numbered(number) for number in range(1, len(CATALOGUE) + 1))
    return next(listed for listed in every if listed and (listed.kind, listed.variant.name) == (kind, variant))


def numbered(number: int) -> Puzzle:
    listed = CATALOGUE.numbered(number)
    assert listed is not None
    puzzle = made(listed.kind, listed.variant, listed.seed)
    assert puzzle is not None
    return puzzle


@dataclass
class Solver:
    """The bot, and what whoever solves sees and presses."""

    bot: Inside

    @property
    def screen(self) -> Screen:
        return self.bot.screens["puzzle"][1]

    @property
    def text(self) -> str:
        return str(self.screen.html)

    @property
    def buttons(self) -> list[str]:
        return [button.text for row in self.screen.rows for button in row]

    async def puzzler(self) -> Puzzler:
        return await self.bot.store.run(lambda work: work.of(Puzzles).puzzler(1001))

    async def open(self) -> OpenPuzzle:
        opened = (await self.puzzler()).open
        assert opened is not None
        return opened

    async def puzzle(self) -> Puzzle:
        about = await self.open()
        if about.listed is not None:
            return numbered(about.listed.number)
        told = position_in(about.payload)
        puzzle = None if told is None else made_of((about.kind,), told._variant, told._history)
        assert puzzle is not None
        return puzzle

    async def follows(self, about: object) -> str:
        await self.bot.says(f"/start z{about}")
        return self.text

    async def presses(self, *buttons: str) -> str:
        for about in buttons:
            await self.bot.presses(f"1:puzzle:{about}", "puzzle")
        return self.text

    async def taps(self, code: Code) -> str:
        puzzle, opened = await self.puzzle(), await self.open()
        return await self.presses(f"{opened.tag}-{puzzle.choices.index(code)}")

    async def says(self, *texts: str) -> str:
        for text in texts:
            await self.bot.says(text)
        return self.text if "puzzle" in self.bot.screens else ""

    async def answers(self) -> str:
        """Give all right answers that the puzzle takes, by taps or, where there are none to tap, by typing."""
        puzzle = await self.puzzle()
        if not puzzle.choices:
            return await self.says(puzzle.variant.format(min(puzzle.right)))
        for code in puzzle.right:
            await self.taps(code)
        return self.text

    async def guesses(self) -> int:
        return len(game.game.turns) if (game := await self.bot.board_game()) else 0


def wrong(puzzle: Puzzle) -> Code:
    return next(code for code in puzzle.choices if code not in puzzle.right)


@asynccontextmanager
async def solving(language: str = "en", follows: object = "") -> AsyncIterator[Solver]:
    """Somebody who has not tried a puzzle; `follows`: but has just opened that one."""
    async with inside(SECRET, CHAT, language) as bot:
        ann = Solver(bot)
        if follows:
            await ann.follows(follows)
        yield ann
