"""People who watch matches of others: by the link of an invitation, or as the lobby's top game."""

import asyncio
import random
from collections.abc import Awaitable, Callable

from faults.players.duellist import TO_SEE_IT
from faults.players.hands import Hands
from faults.players.player import PATIENCE, PAUSE
from faults.players.sight import Board

BY_LINK, ELSEWHERE = 0.5, 0.15
"""The probabilities of following a link, where there is one, and of going to another match in the middle of one."""
SIGNS = 6
DEEDS = ("wreact", "wreact", "wlook", "wlook", "wstop")


class Spectator:
    """One of them. `links`: of the invitations whose matches others may watch; they become more meanwhile.

    `part`: has all who play block them, before they watch anything; None: nobody does.
    """

    def __init__(
        self,
        hands: Hands,
        chance: random.Random,
        haste: float,
        links: list[str],
        part: Callable[[], Awaitable[None]] | None,
    ) -> None:
        self.hands = hands
        self.part = part
        self._chance = chance
        self._haste = haste
        self._links = links

    def board(self) -> Board | None:
        """Where they watch; None: they watch nothing. Once they have stopped, a copy of it may stand above.

        Telegram sent it, and the bot never learned that: so it sent the board again, and knows but the second.
        """
        standing = self.hands.sight.standing(self.hands.chat)
        boards = [board for board in standing if board.button("wreact") or board.button("wlook")]
        return boards[-1] if boards and boards[-1].button("wreact") else None

    async def play(self, closing: asyncio.Event) -> None:
        """Come, look, react and leave until closing time; what is watched then is watched to its end."""
        if self.part is not None:
            await self.hands.say("/lobby")
            await self.hands.sight.until(self.hands.chat, lambda: self.hands.newest, PATIENCE)
            await self.part()
        while not closing.is_set():
            await asyncio.sleep(self._chance.uniform(*PAUSE) / self._haste)
            board = self.board()
            if board is None or self._chance.random() < ELSEWHERE:
                await self._come()
            else:
                verb = self._chance.choice(DEEDS)
                await self.hands.press(board, verb, str(self._chance.randrange(SIGNS)) if verb == "wreact" else "")

    async def _come(self) -> None:
        if self._links and self._chance.random() < BY_LINK:
            await self.hands.opens(self._chance.choice(self._links))
        else:
            before = await self.hands.say("/lobby")

            def found() -> Board | None:
                newest = self.hands.newest
                is_new = newest is not None and newest.message.id > before
                return newest if newest is not None and is_new and newest.button("room") else None

            page = await self.hands.sight.until(self.hands.chat, found, PATIENCE)
            if page is not None and page.button("topgame"):
                await self.hands.press(page, "topgame")
        await self.hands.sight.until(self.hands.chat, self.board, TO_SEE_IT)


async def let_others_watch(hands: Hands) -> None:
    """Switch the setting on; it is not tried twice."""
    await hands.say("/settings")

    def found() -> Board | None:
        newest = hands.newest
        return newest if newest is not None and newest.button("watchable") else None

    page = await hands.sight.until(hands.chat, found, PATIENCE)
    if page is not None and page.button("watchable", "on"):
        await hands.press(page, "watchable", "on")
