"""What one person does: writes and presses, no faster than people do, and taps codes."""

import asyncio
import re
import time
from collections.abc import Callable

from faults.players.sight import Board, Sight
from faults.players.words import LENGTH
from sandbox import people_api
from sandbox.refusal import Unwelcome
from sandbox.state import State

MESSAGES, PRESSES = (1.2, 8.0), (3.0, 15.0)
"""Rates a second, and bursts."""
FOR_AN_ANSWER = 8.0
"""Seconds to wait for an answer to a press."""
A_MOMENT = 0.05
Wish = Callable[[Board], bool]


class Hands:
    """A person in one chat: the private one with the bot, or a group."""

    def __init__(self, state: State, sight: Sight, person: int, chat: int) -> None:
        self.person = person
        self.chat = chat
        self.sight = sight
        self._state = state
        self._messages, self._presses = Breath(*MESSAGES), Breath(*PRESSES)

    def at(self, chat: int) -> "Hands":
        """The same person in another chat."""
        return Hands(self._state, self.sight, self.person, chat)

    @property
    def now(self) -> float:
        """The time by Telegram's clock."""
        return self._state.clock.now()

    @property
    def bot(self) -> str:
        """The bot's username."""
        return str(self._state.world.bot.username)

    @property
    def board(self) -> Board | None:
        """The lowest board in the chat."""
        return self.sight.board(self.chat)

    @property
    def newest(self) -> Board | None:
        """The bot's lowest message in the chat."""
        newest = self.sight.newest(self.chat)
        return None if newest is None else Board(newest)

    async def say(self, text: str) -> int:
        """Write; returns the message's number."""
        await self._messages.take()
        data = people_api.send(self._state, self.person, {"chat": self.chat, "text": text})
        return int(data["id"])

    async def tap(self, verb: str, argument: str = "") -> str | None:
        """Press a button of the lowest board; returns the answer, None without a button or answer.

        If hints or notes cover the board, they are closed first.
        """
        board = self.board
        if board is not None and board.button(verb, argument) is None:
            for page in ("hint", "notes"):
                if board.button(page, "back"):
                    await self.press(board, page, "back")
                    await self.sees_board(lambda board: board.button(verb, argument) is not None, 3)
        return await self.press(self.board, verb, argument)

    async def tap_menu(self, verb: str, argument: str, seconds: float) -> str | None:
        """The same on the bot's lowest message, once it has the button."""

        def found() -> Board | None:
            newest = self.newest
            return newest if newest is not None and newest.button(verb, argument) else None

        return await self.press(await self.sight.until(self.chat, found, seconds), verb, argument)

    async def press(self, board: Board | None, verb: str, argument: str = "") -> str | None:
        """The same on a given board."""
        await self._presses.take()
        button = None if board is None else board.button(verb, argument)
        if board is None or button is None:
            await asyncio.sleep(0.3)
            return None
        where = {"chat": self.chat, "message": board.message.id, "data": button.value}
        try:
            data = people_api.press(self._state, self.person, where)
        except Unwelcome:  # it was just deleted
            return None
        return await self.sight.answer(data["query"], FOR_AN_ANSWER)

    async def opens(self, link: str) -> None:
        """Follow a link to the bot."""
        await self._messages.take()
        people_api.open_link(self._state, self.person, {"link": link})

    async def heard(self) -> None:
        """Wait until Telegram has delivered everything that was written in this chat or pressed by this person."""
        lanes = {("chat", self.chat), ("person", self.person)}
        while any(update.lane in lanes for update in self._state.updates.pending()):
            await asyncio.sleep(A_MOMENT)

    async def sees_board(self, wanted: Wish, seconds: float) -> Board | None:
        """The lowest board, once it is as wanted; None after so many seconds."""

        def found() -> Board | None:
            board = self.board
            return board if board is not None and wanted(board) else None

        return await self.sight.until(self.chat, found, seconds)


class Breath:
    """A rate limit at human speed."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    async def take(self) -> None:
        """Wait for the next action."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second) - 1
        self._at = now
        if self._left < 0:
            await asyncio.sleep(-self._left / self._per_second)


# A code on the keypad.

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
