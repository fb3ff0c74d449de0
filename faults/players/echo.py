"""Asks the bot for the running game in a chat, so that only the newest answer can be meant."""

import itertools
import re
from functools import partial

from faults.players.hands import Hands
from faults.players.player import PATIENCE, TRIES
from faults.players.sight import Board


class Echo:
    """One person's echo. The bot repeats an unknown word beside the running games.

    So an answer to another word, which may be late or repeated, cannot be mistaken for it.
    """

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._wishes = itertools.count(1)

    async def heard(self) -> Board | None:
        """What the bot shows after all earlier actions are done; None without an answer."""
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
