"""Two people who play each other: one invites, the other accepts, perhaps with rematches."""

import asyncio
import random
from collections.abc import Awaitable, Callable

from faults.players.duellist import Duellist
from faults.players.invitation import Invitations
from faults.players.match_model import How, PlayedMatch, PlayedPair
from faults.players.match_player import TO_SEE_IT
from faults.players.match_screen import screens
from faults.players.player import LOOK, PATIENCE, TRIES
from faults.players.sight import Board

REMATCHES = 0.5


class Pair:
    """The pair; `one` invites `other`."""

    def __init__(
        self, one: Duellist, other: Duellist, played: PlayedPair, chance: random.Random, invitations: Invitations
    ) -> None:
        self.one, self.other = one, other
        one.rival, other.rival = other, one
        self.played = played
        self.first_ends: How | None = None
        """The end that they want for their first match; None: any, after they have talked."""
        self.plays_again = False
        """Whether they play a rematch in any case, even after closing time."""
        self._chance = chance
        self._invitations = invitations

    async def play(self, closing: asyncio.Event) -> None:
        """Play matches until closing time, and to their end the first one and all until a rematch that they want."""
        while (wanted := self._owes_a_match) or not closing.is_set():
            match = await self._begun()
            if match is None:
                return
            if not self.played.matches:
                match.is_to_end, match.is_to_talk = self.first_ends, self.first_ends is None
            self.played.matches.append(match)
            await asyncio.gather(*(who.play(match, closing, to_the_end=wanted) for who in (self.one, self.other)))
            await asyncio.gather(self._sees_the_end(self.one, match), self._sees_the_end(self.other, match))

    @property
    def _owes_a_match(self) -> bool:
        matches = self.played.matches
        return not matches or (self.plays_again and not any(match.before for match in matches))

    async def _sees_the_end(self, who: Duellist, match: PlayedMatch) -> None:
        if match.ending is not None:
            await who.sees(match, lambda now: now.over, PATIENCE)

    async def _begun(self) -> PlayedMatch | None:
        """Begin the next match; None if that failed."""
        last = self.played.matches[-1] if self.played.matches else None
        plays_again = last is not None and (self._owes_a_match or self._chance.random() < REMATCHES)
        if last is not None and plays_again and self._may_ask_again(last):
            return await self._until_begun(lambda: self._ask_again(last), last.id)
        for _ in range(TRIES):
            offer = await self._invitations.sent()
            match = await self._until_begun(offer.accept) if offer is not None else None
            if match is not None:
                return match
        return None

    async def _until_begun(self, deed: Callable[[], Awaitable[bool]], before: str = "") -> PlayedMatch | None:
        """Repeat the action until there is a new match, or it is no longer possible."""
        for attempt in range(1, TRIES):
            goes_on = await deed()
            match = await self.other.hands.sight.until(self.other.hands.chat, self._new_match, TO_SEE_IT)
            if match is not None:
                return PlayedMatch(match, self.played.agreed, self.played.people, before=before)
            if not goes_on and await self.other.has_no_game():
                return None
            if attempt % 4 == 0:
                await self.other.hands.say(LOOK)
        return None

    def _new_match(self) -> str | None:
        hands, known = self.other.hands, {match.id for match in self.played.matches}
        found = (screen.match for screen in screens(hands.sight, hands.chat))
        return next((match for match in found if match not in known), None)

    def _may_ask_again(self, last: PlayedMatch) -> bool:
        found = (self.one.screen(last), self.other.screen(last))
        return all(screen is not None and screen.over for screen in found)

    async def _ask_again(self, last: PlayedMatch) -> bool:
        for who in (self.one, self.other):
            asked = [board for board in who.hands.sight.standing(who.hands.chat) if _asks(board, last)]
            if asked:
                await who.hands.press(asked[-1], "replay")
            else:
                await who.hands.press(who.screen(last), "mrematch")
        return True


def _asks(board: Board, last: PlayedMatch) -> bool:
    """Whether the message asks for a rematch of that match."""
    button = board.button("replay")
    return button is not None and last.id in button.value
