"""A person who plays alone with the bot, game after game, and believes only what they see."""

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

from faults.players.echo import Echo
from faults.players.hands import Hands
from faults.players.player import LOOK, PATIENCE, PAUSE, TRIES
from faults.players.way_model import PlayedWay, Way
from faults.players.way_screen import WayScreen, way_screens

TO_SEE_IT = 3.0
"""Seconds to wait after a press."""
Wish = Callable[[WayScreen], bool]
Press = tuple[str, str]
"""A button's verb, and its argument."""


class WayPlayer(ABC):
    """One person in a chat with no other game."""

    way: ClassVar[Way]

    def __init__(self, hands: Hands, chance: random.Random, haste: float) -> None:
        self.hands = hands
        self.person = hands.person
        self.games: list[PlayedWay] = []
        self._chance = chance
        self._haste = haste
        self._echo = Echo(hands)

    async def play(self, closing: asyncio.Event) -> None:
        """Play games until closing time, and the first one to its end."""
        while not closing.is_set() or not self.games:
            game = await self._begun()
            if game is None:
                return
            self.games.append(game)
            while not game.over and (len(self.games) == 1 or not closing.is_set()):
                await asyncio.sleep(self._chance.uniform(*PAUSE) / self._haste)
                if not await self._has_ended(game):
                    await self._act(game)
                game.over = await self._has_ended(game)

    def screen(self, game: PlayedWay) -> WayScreen | None:
        """The lowest board of the game."""
        shown = way_screens(self.hands.sight, self.hands.chat)
        return next((screen for screen in shown if screen.game == game.id), None)

    def screens(self) -> list[WayScreen]:
        """The boards in their chat, the lowest of each game last."""
        return list(way_screens(self.hands.sight, self.hands.chat))[::-1]

    @property
    @abstractmethod
    def _command(self) -> str:
        """The command that begins a game; repeated, it begins no other."""

    @abstractmethod
    def _secret(self) -> str:
        """The person's secret in a new game."""

    @abstractmethod
    async def _act(self, game: PlayedWay) -> None:
        """Make the next move, if it is known."""

    async def _begun(self) -> PlayedWay | None:
        """Begin the next game; None if that failed."""
        for _ in range(TRIES):
            await self.hands.say(self._command)
            game = await self.hands.sight.until(self.hands.chat, self._new_game, PATIENCE)
            if game is not None:
                return PlayedWay(game, self.way, self.person, self._secret())
        return None

    def _new_game(self) -> str | None:
        known = {game.id for game in self.games}
        shown = (screen.game for screen in way_screens(self.hands.sight, self.hands.chat))
        return next((game for game in shown if game not in known), None)

    async def _sees(self, game: PlayedWay, wanted: Wish, seconds: float) -> WayScreen | None:
        def found() -> WayScreen | None:
            screen = self.screen(game)
            return screen if screen is not None and wanted(screen) else None

        return await self.hands.sight.until(self.hands.chat, found, seconds)

    async def _sees_surely(self, game: PlayedWay, wanted: Wish) -> None:
        """Wait for the board as wanted, and request it if it does not come, unless the end cannot be seen."""
        for _ in range(TRIES):
            if await self._sees(game, wanted, PATIENCE) is not None or self._is_over_unseen(game):
                return
            await self.hands.say(LOOK)

    async def _sees_moves(self, game: PlayedWay) -> None:
        """Wait until the board shows all moves."""
        await self._sees_surely(game, lambda now: len(now.moves) >= len(game.moves))

    async def _press_until(self, game: PlayedWay, wanted: Wish, *presses: Press) -> None:
        """Press the first of these buttons that exists, until the board is as wanted; now and then look."""
        for attempt in range(1, TRIES):
            screen = self.screen(game)
            if self._is_over_unseen(game) or (screen is not None and wanted(screen)):
                return
            pressed = _first_there(screen, presses)
            await self.hands.press(screen, *(pressed or presses[-1]))
            await self._sees(game, lambda now: wanted(now) or _first_there(now, presses) != pressed, TO_SEE_IT)  # noqa: B023  waited for at once
            if attempt % 4 == 0:
                await self.hands.say(LOOK)
                await self._sees(game, wanted, PATIENCE)

    async def _has_ended(self, game: PlayedWay) -> bool:
        """Whether the last move has ended the game, as far as this person can see."""
        screen = self.screen(game)
        if screen is not None and screen.over:
            return game.tried
        if not self._is_over_unseen(game):
            return False
        answer = await self._echo.heard()
        return answer is None or answer.offers

    def _is_over_unseen(self, game: PlayedWay) -> bool:
        """Whether the bot offers a game below the board: then this one may be over, though its end was not shown."""
        screen, newest = self.screen(game), self.hands.newest
        below = newest is not None and (screen is None or newest.message.id > screen.message.id)
        return game.tried and newest is not None and below and newest.offers


def _first_there(screen: WayScreen | None, presses: tuple[Press, ...]) -> Press | None:
    return next((press for press in presses if screen is not None and screen.button(*press)), None)
