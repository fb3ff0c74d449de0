"""A guess tapped on the keypad letter by letter, even if taps are lost or repeated."""

import re
from collections.abc import Callable

from faults.players.hands import Hands
from faults.players.sight import Board
from faults.players.words import LENGTH

DRAFT = re.compile(rf"(?<!\S)[a-z·](?: [a-z·]){{{LENGTH - 1}}}(?!\S)")
MOST_TAPS = 300
TO_SEE_IT = 3.0
"""Seconds to wait for the board after the last tap."""


def draft_in(text: str | None) -> str | None:
    """The draft in the text; None if it shows none."""
    match = DRAFT.search(text or "")
    return match[0].replace(" ", "").replace("·", "") if match else None


class Keypad:
    """Taps one word. `on_submit` is called before it is sent for the first time."""

    def __init__(self, hands: Hands, word: str, on_submit: Callable[[], None]) -> None:
        self._hands = hands
        self._word = word
        self._on_submit = on_submit
        self._submitted = False
        self._draft = ""

    async def tap(self) -> bool:
        """Tap until the board shows the guess; whether it does."""
        for _ in range(MOST_TAPS):
            board = self._hands.board
            if board is not None and self._shown(board):
                return True
            if board is None or board.button("ok") is None:
                await self._unfold(board)
            elif self._draft == self._word:
                await self._submit()
            else:
                await self._type()
        return False

    def _shown(self, board: Board) -> bool:
        return self._submitted and self._word in board.guesses

    async def _unfold(self, board: Board | None) -> None:
        asks = board is not None and board.button("keep") is not None
        await self._hands.tap("keep" if asks else "keypad")
        await self._hands.sees_board(lambda now: now.button("ok") is not None, TO_SEE_IT)

    async def _submit(self) -> None:
        """Send the guess. Without an answer, look at the board and find out what the keypad holds."""
        if not self._submitted:
            self._submitted = True
            self._on_submit()
        await self._hands.tap("ok")
        if await self._hands.sees_board(self._shown, TO_SEE_IT) is None:
            self._draft = ""

    async def _type(self) -> None:
        if self._word.startswith(self._draft):
            answer = await self._hands.tap("d", self._word[len(self._draft)])
        else:
            answer = await self._hands.tap("e")
        text = draft_in(answer)
        if text is not None:
            self._draft = text
        elif answer and not self._word.startswith(self._draft):
            self._draft = ""
