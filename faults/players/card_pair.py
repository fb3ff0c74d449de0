"""Two people who play only on cards, in a chat without the bot, and never write to it."""

import asyncio
import random
from enum import Enum

from faults.players.accounts import Agreed, Asked, Ending, How, PlayedMatch, PlayedPair
from faults.players.duellist import RunOut
from faults.players.hands import Hands, draft_in
from faults.players.pair import posted
from faults.players.player import PAUSE, TRIES
from faults.players.sight import Board, phrases
from faults.players.words import ALPHABET, WORDS
from sandbox.state import State

RIGHT, LEFT, STAYED_AWAY, CALLED_OFF, DRAWN = 0.4, 0.06, 0.04, 0.03, 0.5
"""Probabilities: of a right guess, leaving, losing on time, calling off, and a drawn secret."""
TO_SEE_IT = 3.0
TO_COME = 40.0
"""Seconds after which a card without a match never gets one: Telegram refused to edit it."""


class CardPair:
    """The pair; `one` sends the cards. The pair decides who acts, because only one of them can."""

    def __init__(
        self, state: State, hands: tuple[Hands, Hands], chance: random.Random, haste: float, run_out: RunOut
    ) -> None:
        self._state = state
        self._one, self._other = hands
        self._chance = chance
        self._haste = haste
        self._run_out = run_out
        people = self._one.person, self._other.person
        self.played = PlayedPair(people, Agreed(rated=False), [], self._one.chat, on_cards=True)

    async def play(self, closing: asyncio.Event) -> None:
        """Play matches until closing time, and the first one to its end."""
        while not closing.is_set() or not self.played.matches:
            keys = await self._sat_down()
            if keys is None:
                continue
            match = self.played.matches[-1]
            await asyncio.gather(*(self._keep(who, match) for who in keys))
            await self._play(keys, match, closing)

    async def _sat_down(self) -> tuple["CardKeys", "CardKeys"] | None:
        """Both players' keys on a new card with a new match; None if that failed."""
        number = await self._sent()
        if number is None:
            return None
        one, other = CardKeys(self._one, number), CardKeys(self._other, number)
        for _ in range(int(TO_COME / TO_SEE_IT)):
            await other.press("here")
            found = await self._one.sight.until(self._one.chat, lambda: _match_on(one.card), TO_SEE_IT)
            if found is not None:
                self.played.matches.append(PlayedMatch(found, self.played.agreed, self.played.people))
                return one, other
        return None

    async def _sent(self) -> int | None:
        """Send a card; returns its number, or None if none was offered."""
        return await posted(self._state, self._one, self._chance)

    async def _keep(self, who: "CardKeys", match: PlayedMatch) -> None:
        if self._chance.random() < DRAWN:
            match.secrets[who.person] = await who.draws()
        else:
            at = self._chance.randrange(len(WORDS))
            former = [before.secrets.get(who.person) for before in self.played.matches if before is not match]
            word = next(WORDS[at - back] for back in range(len(WORDS)) if WORDS[at - back] not in former)
            match.secrets[who.person] = word
            await who.keys_in(word, for_a_turn=False)

    async def _play(self, keys: tuple["CardKeys", "CardKeys"], match: PlayedMatch, closing: asyncio.Event) -> None:
        mover, rival = keys
        for _ in range(TRIES):
            await asyncio.sleep(self._chance.uniform(*PAUSE) / self._haste)
            stands = await mover.stands()
            if stands is Stands.OVER:
                match.ending = match.tried
                return
            if stands is Stands.MINE:
                if closing.is_set() and len(self.played.matches) > 1:
                    return
                await self._act(mover, rival, match, hurries=closing.is_set())
            mover, rival = rival, mover

    async def _act(self, mover: "CardKeys", rival: "CardKeys", match: PlayedMatch, *, hurries: bool) -> None:
        chance = self._chance.random()
        if hurries or match.solvers or len(self.played.matches) == 1 or chance > LEFT + STAYED_AWAY + CALLED_OFF:
            guessing = self._guess(mover, rival, match, hurries=hurries)
            await asyncio.gather(guessing, rival.presses_anything(self._chance.choice(WORDS)[0]))
            return
        match.ending_since = self._one.now
        if chance < STAYED_AWAY and not match.may_be_aborted:
            match.tried = Ending(How.TIMED_OUT, mover.person)
            await self._run_out(match.id, mover.person)
            await mover.waits_for_the_end()
        elif chance < STAYED_AWAY + CALLED_OFF and not match.may_be_aborted:
            match.tried = Ending(How.CALLED_OFF, mover.person)
            await mover.calls_off(rival)
        else:
            match.tried = Ending(How.ABORTED if match.may_be_aborted else How.RESIGNED, mover.person)
            await mover.leaves()

    async def _guess(self, mover: "CardKeys", rival: "CardKeys", match: PlayedMatch, *, hurries: bool) -> None:
        secret = match.secrets[rival.person]
        tried = match.made_by(mover.person)
        wrong = self._chance.choice([word for word in WORDS if word != secret and word not in tried])
        word = secret if hurries or self._chance.random() < RIGHT else wrong
        if word == secret or match.solvers:
            match.ending_since = self._one.now
        match.made.append(Asked(mover.person, word))
        match.tried = Ending(How.SOLVED, mover.person)
        await mover.keys_in(word, for_a_turn=True)
        if word == secret:
            match.solvers.add(mover.person)


def _match_on(card: Board | None) -> str | None:
    """The match that is played on the card."""
    key = card.button("ckey") if card is not None else None
    return key.value.split(":")[2] if key is not None else None


# One of them: presses keys, and reads the answers to the presses.

KEY, ERASE, SUBMIT, DRAW, MINE = "ckey", "cerase", "cok", "cdrawn", "cmine"
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
            await self.press(DRAW)
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
