"""People who look for rivals in the lobby, one match after the other: whom they meet is for the bot to say."""

import asyncio
import random

from tests.faults.players.duellist import TO_SEE_IT, Duellist
from tests.faults.players.invitation import Menu
from tests.faults.players.match_model import Agreed, PlayedMatch, PlayedPair
from tests.faults.players.match_screen import screens
from tests.faults.players.player import LOOK, PATIENCE, TRIES
from tests.faults.players.sight import Board

LOBBY = "/lobby"
TO_MEET = 200.0
"""Seconds in which the other of two who are paired must have seen it as well."""


class Crowd:
    """They all look on the same terms. What they play with each other is kept by twos."""

    def __init__(self, people: list[Duellist], agreed: Agreed, chance: random.Random) -> None:
        self.people = people
        self._agreed = agreed
        self._chance = chance
        self._menus = {who.person: Menu(who.hands, agreed) for who in people}
        self._pairs: dict[tuple[int, int], PlayedPair] = {}
        self._known: dict[int, set[str]] = {who.person: set() for who in people}
        self._came: dict[str, tuple[Duellist, asyncio.Future[PlayedMatch]]] = {}
        """Who was the first to see that match, and waits for the other."""

    @property
    def played(self) -> list[PlayedPair]:
        """What each two of them have played."""
        return list(self._pairs.values())

    async def play(self, who: Duellist, closing: asyncio.Event) -> None:
        """Let one of them find rivals and play until it is closing time, and two of them at least have met."""
        while self._goes_on(closing):
            seen = await self._found(who, closing)
            if seen is None:
                return
            self._known[who.person].add(seen)
            match = await self._met(who, seen)
            if match is None:
                return
            await who.play(match, closing, to_the_end=True)
            await who.sees(match, lambda now: now.over, PATIENCE)

    async def _found(self, who: Duellist, closing: asyncio.Event) -> str | None:
        """The match that the lobby has led to; None if it is closing time, and they look no more."""
        while self._goes_on(closing):
            if not self._looks(who):
                if await who.has_no_game():  # what they pressed before may have led to one that they do not see yet
                    await self._begin_to_look(who)
            elif self._chance.random() < 0.3:
                await who.hands.say(self._chance.choice((LOBBY, LOOK)))
            seen = await self._sees_a_new_one(who)
            if seen is not None:
                return seen
        return await self._stopped(who)

    def _goes_on(self, closing: asyncio.Event) -> bool:
        return not closing.is_set() or not self._pairs

    async def _begin_to_look(self, who: Duellist) -> None:
        """From the menu, where the terms are chosen, or from the list of those who look."""
        menu = self._menus[who.person]
        if self._chance.random() < 0.5 and self._known[who.person]:
            await who.hands.say(LOBBY)
        elif not await menu.opens():
            return
        page = await menu.shows("find")
        await who.hands.press(page, "join" if page is not None and page.button("join") else "find")

    async def _stopped(self, who: Duellist) -> str | None:
        """Look no more; the match that has come about all the same, if one has."""
        for _ in range(TRIES):
            await who.hands.heard()
            page = await self._lobby(who)
            if page is not None and page.button("stop") is None:
                break
            await who.hands.press(page, "stop")
        return None if await who.has_no_game() else await self._sees_a_new_one(who)

    async def _lobby(self, who: Duellist) -> Board | None:
        """The list of those who look, as it is now."""
        before = await who.hands.say(LOBBY)

        def found() -> Board | None:
            newest = who.hands.newest
            is_new = newest is not None and newest.message.id > before
            return newest if newest is not None and is_new and newest.button("room") else None

        return await who.hands.sight.until(who.hands.chat, found, PATIENCE)

    async def _sees_a_new_one(self, who: Duellist) -> str | None:
        def found() -> str | None:
            shown = (screen.match for screen in screens(who.hands.sight, who.hands.chat))
            return next((match for match in shown if match not in self._known[who.person]), None)

        return await who.hands.sight.until(who.hands.chat, found, TO_SEE_IT)

    async def _met(self, who: Duellist, seen: str) -> PlayedMatch | None:
        """The match, once both have seen it; None if nobody else sees it."""
        if seen not in self._came:
            self._came[seen] = who, asyncio.get_running_loop().create_future()
            try:
                return await asyncio.wait_for(self._came[seen][1], TO_MEET)
            except TimeoutError:
                return None
        first, waits = self._came[seen]
        if waits.done():  # a third has no place there
            return None
        who.rival, first.rival = first, who
        match = PlayedMatch(seen, self._agreed, (first.person, who.person), by_lobby=True)
        one, other = sorted(match.people)
        pair = self._pairs.setdefault((one, other), PlayedPair((one, other), self._agreed, []))
        pair.matches.append(match)
        waits.set_result(match)
        return match

    def _looks(self, who: Duellist) -> bool:
        """Whether they have read that they look."""
        return any(board.button("stop") for board in who.hands.sight.standing(who.hands.chat))
