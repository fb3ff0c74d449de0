"""One player of a match on a card: presses keys, and reads the answers to the presses."""

import asyncio
from enum import Enum

from faults.players.hands import Hands
from faults.players.keypad import draft_in
from faults.players.phrases import phrases
from faults.players.player import TRIES
from faults.players.sight import Board
from faults.players.words import ALPHABET, WORDS

KEY, ERASE, SUBMIT, DRAWN, MINE = "ckey", "cerase", "cok", "cdrawn", "cmine"
LEAVE, CALL_OFF, REMATCH = "cleave", "ccalloff", "crematch"
OVER = {*phrases("toast.over").values()}
NOT_NOW = {*phrases("note.secrets-first").values(), *phrases("note.solved-already").values()}
NOT_THEIRS = [words.partition("{name}") for words in phrases("match.their-turn").values()]
MOST_TAPS, FEW = 200, 4
A_WHILE = 1.0
"""Seconds."""


class Stands(Enum):
    """The state of the match for whoever presses a key."""

    MINE = "mine"
    """It is their turn to key something in."""
    THEIRS = "theirs"
    OVER = "over"


class CardKeys:
    """`number`: the card's, in the chat of `hands`."""

    def __init__(self, hands: Hands, number: int) -> None:
        self.person = hands.person
        self._hands = hands
        self._number = number
        self._draft = ""

    @property
    def card(self) -> Board | None:
        """The card; None if it is not visible."""
        standing = self._hands.sight.standing(self._hands.chat)
        return next((board for board in standing if board.message.id == self._number), None)

    async def press(self, verb: str, argument: str = "") -> str | None:
        """Press a button; returns the answer."""
        return await self._hands.press(self.card, verb, argument)

    async def stands(self) -> Stands | None:
        """Press a key to learn the state; None without an answer."""
        for _ in range(TRIES):
            stands = await self._keyed(WORDS[0][0])
            if stands is not None:
                return stands
        return None

    async def keys_in(self, word: str, *, for_a_turn: bool) -> None:
        """Key the word in and send it, until it counts. `for_a_turn`: as a guess, else as a secret."""
        has_sent = False
        for _ in range(MOST_TAPS):
            if self._draft == word:
                await self.press(SUBMIT)
                has_sent, self._draft = True, ""
                if not for_a_turn and await self.secret() == word:
                    return
            elif word.startswith(self._draft):
                stands = await self._keyed(word[len(self._draft)])
                if has_sent and stands in {Stands.THEIRS, Stands.OVER}:
                    return
            elif draft_in(text := await self.press(ERASE)) is not None or text:
                self._draft = draft_in(text) or ""

    async def draws(self) -> str:
        """Let the bot draw a secret; returns it, or an empty text without an answer."""
        for _ in range(TRIES):
            await self.press(DRAWN)
            if word := await self.secret():
                return word
        return ""

    async def secret(self) -> str:
        """Their own secret; empty if they have none."""
        for _ in range(TRIES):
            if text := await self.press(MINE):
                return next((word for word in WORDS if word in text), "")
        return ""

    async def leaves(self) -> bool:
        """Press the button that ends the match twice; whether it ended. Not if the card lags behind."""
        for _ in range(FEW):
            await self.press(LEAVE)
            await self.press(LEAVE)
            if await self.stands() is Stands.OVER:
                return True
        return False

    async def calls_off(self, rival: "CardKeys") -> None:
        """Offer to call the match off, and let the rival agree, until it is over. Not if the card lags behind."""
        for _ in range(FEW):
            await self.press(CALL_OFF)
            await rival.press(CALL_OFF)
            if await self.stands() is Stands.OVER:
                return

    async def waits_for_the_end(self) -> None:
        """Press only keys until the match is over."""
        for _ in range(TRIES):
            if await self.stands() is Stands.OVER:
                return
            await asyncio.sleep(A_WHILE)

    async def presses_anything(self, letter: str) -> None:
        """Press a key, on turn or not."""
        await self._keyed(letter)

    async def _keyed(self, letter: str) -> Stands | None:
        """Press a letter; returns the state by the answer or the card."""
        if self.card is not None and self.card.button(REMATCH):
            return Stands.OVER
        return self._understood(await self.press(KEY, _place(letter)))

    def _understood(self, text: str | None) -> Stands | None:
        if (draft := draft_in(text)) is not None:
            self._draft = draft
            return Stands.MINE
        if text in OVER:
            return Stands.OVER
        is_theirs = any(text and text.startswith(begin) and text.endswith(end) for begin, _, end in NOT_THEIRS)
        return Stands.THEIRS if text in NOT_NOW or is_theirs else None


def _place(letter: str) -> str:
    """The argument of a letter's button."""
    return str(ALPHABET.index(letter))
