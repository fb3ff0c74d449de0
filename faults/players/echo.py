"""A question that only the newest answer can answer: what is on in a chat now."""

import itertools
import re
from functools import partial

from faults.players.hands import Hands
from faults.players.player import PATIENCE, TRIES
from faults.players.sight import Board


class Echo:
    """One person's. The bot repeats a wish that it does not understand beside the game, or the games, that are on.

    No answer to another wish, which may have waited or come twice, can be taken for it.
    """

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._wishes = itertools.count(1)

    async def heard(self) -> Board | None:
        """What the bot shows now, once all is done that they did; None if it answers nothing."""
        for _ in range(TRIES):
            await self._hands.heard()
            word = f"wish{next(self._wishes)}"
            await self._hands.say(f"/play {word}")
            answer = await self._hands.sight.until(self._hands.chat, partial(self._answer_to, word), PATIENCE)
            if answer is not None:
                return answer
        return None

    def _answer_to(self, word: str) -> Board | None:
        spoken = re.compile(rf"\b{word}\b")
        standing = self._hands.sight.standing(self._hands.chat)
        return next((board for board in standing if spoken.search(board.message.text)), None)
