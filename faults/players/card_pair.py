"""Two people who play only on cards, in a chat without the bot, and never write to it."""

import asyncio
import random

from faults.players.card_keys import CardKeys, Stands
from faults.players.duellist import RunOut
from faults.players.hands import Hands
from faults.players.invitation import posted
from faults.players.match_model import Agreed, Asked, Ending, How, PlayedMatch, PlayedPair
from faults.players.player import PAUSE, TRIES
from faults.players.sight import Board
from faults.players.words import WORDS
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

    async def _sat_down(self) -> tuple[CardKeys, CardKeys] | None:
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

    async def _keep(self, who: CardKeys, match: PlayedMatch) -> None:
        if self._chance.random() < DRAWN:
            match.secrets[who.person] = await who.draws()
        else:
            at = self._chance.randrange(len(WORDS))
            former = [before.secrets.get(who.person) for before in self.played.matches if before is not match]
            word = next(WORDS[at - back] for back in range(len(WORDS)) if WORDS[at - back] not in former)
            match.secrets[who.person] = word
            await who.keys_in(word, for_a_turn=False)

    async def _play(self, keys: tuple[CardKeys, CardKeys], match: PlayedMatch, closing: asyncio.Event) -> None:
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

    async def _act(self, mover: CardKeys, rival: CardKeys, match: PlayedMatch, *, hurries: bool) -> None:
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

    async def _guess(self, mover: CardKeys, rival: CardKeys, match: PlayedMatch, *, hurries: bool) -> None:
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
