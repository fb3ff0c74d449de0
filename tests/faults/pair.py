"""Two people who play with each other: one invites, the other accepts, and afterwards perhaps a rematch."""

import asyncio
import random
from collections.abc import Awaitable, Callable

from tests.faults.duellist import TO_SEE_IT, Duellist
from tests.faults.hands import Hands
from tests.faults.match_model import PlayedMatch, PlayedPair
from tests.faults.match_screen import screens
from tests.faults.player import LOOK, PATIENCE, TRIES
from tests.faults.sight import Board

CLOCK = "days"
"""Clocks that jump an hour must not end a game whose people are there."""
CHOSEN = "✓"
REMATCHES, POSTED = 0.5, 0.7


class Pair:
    """`one` invites `other`: by link, or, where `posting` are somebody's hands in a group, by a card there."""

    def __init__(
        self, one: Duellist, other: Duellist, played: PlayedPair, chance: random.Random, posting: Hands | None = None
    ) -> None:
        self.one, self.other = one, other
        one.rival, other.rival = other, one
        self.played = played
        self._chance = chance
        self._posting = posting
        self._has_chosen = False
        self._used: set[str] = set()

    async def play(self, closing: asyncio.Event) -> None:
        """Play one match after the other until it is closing time, and at least one to the end."""
        while not closing.is_set():
            match = await self._begun()
            if match is None:
                return
            is_first = not self.played.matches
            self.played.matches.append(match)
            await asyncio.gather(*(who.play(match, closing, to_the_end=is_first) for who in (self.one, self.other)))
            await asyncio.gather(self._sees_the_end(self.one, match), self._sees_the_end(self.other, match))

    async def _sees_the_end(self, who: Duellist, match: PlayedMatch) -> None:
        if match.ending is not None:
            await who.sees(match, lambda now: now.over, PATIENCE)

    async def _begun(self) -> PlayedMatch | None:
        """The next match; None if it does not come about."""
        last = self.played.matches[-1] if self.played.matches else None
        if last is not None and self._chance.random() < REMATCHES and self._may_ask_again(last):
            return await self._until_begun(lambda: self._ask_again(last))
        for _ in range(TRIES):
            if link := await self._link():
                return await self._until_begun(lambda: self._accept(link))
        return None

    async def _until_begun(self, deed: Callable[[], Awaitable[object]]) -> PlayedMatch | None:
        """Do it until there is a match that they have not played."""
        for attempt in range(1, TRIES):
            await deed()
            match = await self.other.hands.sight.until(self.other.hands.chat, self._new_match, TO_SEE_IT)
            if match is not None:
                return PlayedMatch(match, self.played.agreed, self.played.people)
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

    async def _ask_again(self, last: PlayedMatch) -> None:
        for who in (self.one, self.other):
            await who.hands.press(who.screen(last), "mrematch")

    async def _accept(self, link: str) -> None:
        """Follow the link, unless that has been done, and press what accepts."""
        hands, token = self.other.hands, link.rpartition("=")[2][1:]

        def offer() -> Board | None:
            newest = hands.newest
            return newest if newest is not None and newest.button("accept", token) else None

        if offer() is None:
            await hands.opens(link)
        await hands.press(await hands.sight.until(hands.chat, offer, PATIENCE), "accept", token)

    async def _link(self) -> str:
        """A new invitation; empty if that has not worked out."""
        await self.one.hands.say("/duel")
        if await self._menu("invite") is None or not await self._agrees():
            return ""
        if self._posting is not None and self._chance.random() < POSTED:
            return await self._posted(self._posting)
        await self.one.hands.press(await self._menu("invite"), "invite")
        link = await self.one.hands.sight.until(self.one.hands.chat, self._new_link, PATIENCE) or ""
        self._used.add(link)
        return link

    async def _posted(self, hands: Hands) -> str:
        """The link to which a new card in the group leads."""

        def taken() -> str | None:
            newest = hands.newest
            button = newest.button("take") if newest is not None else None
            return button.value.rpartition(":")[2] if button is not None and button.value not in self._used else None

        await hands.say("/duel")
        token = await hands.sight.until(hands.chat, taken, PATIENCE)
        self._used.add(f"1:take:{token}")
        return f"https://t.me/{hands.bot}?start=c{token}" if token else ""

    def _new_link(self) -> str | None:
        hands = self.one.hands
        for board in hands.sight.standing(hands.chat):
            for button in (button for row in board.message.keyboard for button in row):
                if button.kind == "copy" and button.value not in self._used:
                    return button.value
        return None

    async def _agrees(self) -> bool:
        """Whether the menu has been told what they play; it remembers that."""
        choices = {"mode": self.played.agreed.mode, "clock": CLOCK} if not self._has_chosen else {}
        for kind, wanted in choices.items():
            if not await self._chooses(kind, wanted):
                return False
        if not self._has_chosen and not self.played.agreed.rated:
            await self.one.hands.press(await self._menu("invite"), "rated", "no")
            if await self._menu("rated", "yes") is None:
                return False
        self._has_chosen = True
        return True

    async def _chooses(self, kind: str, wanted: str) -> bool:
        """Press until the page says that it is chosen, and go back."""
        hands = self.one.hands
        for _ in range(3):
            await hands.press(await self._menu("invite"), kind)
            page = await self._menu(kind, wanted)
            button = page.button(kind, wanted) if page is not None else None
            if button is not None and button.text.startswith(CHOSEN):
                await hands.press(page, "duel")
                return await self._menu("invite") is not None
            await hands.press(page, kind, wanted)
        return False

    async def _menu(self, verb: str, argument: str = "") -> Board | None:
        """The lowest message, once it has this button."""
        hands = self.one.hands

        def found() -> Board | None:
            newest = hands.newest
            return newest if newest is not None and newest.button(verb, argument) else None

        return await hands.sight.until(hands.chat, found, TO_SEE_IT)
