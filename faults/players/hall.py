"""The lobby as people use it: read the list, make open challenges, accept them."""

import asyncio
import random
import re
from contextlib import suppress

from faults.players.duellist import Duellist
from faults.players.lobby_model import Page, PlayedLobby, Posted, Taking
from faults.players.match_player import TO_SEE_IT
from faults.players.player import PATIENCE
from faults.players.sight import Board

LOBBY = "/lobby"
POST, TAKE = "post", "taking"
FOR_ANOTHER = 2.0
"""Seconds that a press is delayed, so that two people press at the same moment."""


class Hall:
    """The account of what people see and do in the lobby. `names`: of those who come."""

    def __init__(self, names: dict[str, int], hosts: frozenset[int], chance: random.Random) -> None:
        self.known = PlayedLobby(hosts)
        self._chance = chance
        self._names = {person: re.compile(rf"\b{re.escape(name)}\b") for name, person in names.items()}
        self._at_the_button: dict[str, asyncio.Event] = {}
        self._asked: dict[int, list[float]] = {}
        """By person, when they requested the pages that have not come."""

    async def opened(self, who: Duellist, *, is_first: bool = False) -> Board | None:
        """The current list. `is_first`: no other message of the lobby can come meanwhile."""
        requests = self._asked.setdefault(who.person, [])
        requests.append(who.hands.now)
        before = await who.hands.say(LOBBY)

        def found() -> Board | None:
            newest = who.hands.newest
            is_new = newest is not None and newest.message.id > before
            return newest if newest is not None and is_new and newest.button("room") else None

        page = await who.hands.sight.until(who.hands.chat, found, PATIENCE)
        if page is None:
            return None
        asked = requests.pop(0)  # the page may be the answer to the earliest request
        if is_first:
            listed = frozenset(host for host, _ in self._offers(page))
            self.known.pages.append(Page(who.person, asked, who.hands.now, listed))
        return page

    async def post(self, who: Duellist, page: Board) -> None:
        """Make an open challenge."""
        posted = Posted(who.person, who.hands.now)
        self.known.posted.append(posted)
        await who.hands.press(page, POST)

        def stands() -> Board | None:
            standing = who.hands.sight.standing(who.hands.chat)
            newer = (board for board in standing if board.message.id >= page.message.id)
            return next((board for board in newer if board.button("stop") and not board.button(POST)), None)

        if await who.hands.sight.until(who.hands.chat, stands, TO_SEE_IT) is not None:
            posted.since = who.hands.now

    async def take(self, who: Duellist, page: Board) -> None:
        """Accept a challenge on the page, perhaps at the same moment as somebody else."""
        host, key = self._chance.choice(self._offers(page))
        await self._wait_for_another(key)
        taking = Taking(who.person, host, key, who.hands.now)
        self.known.takings.append(taking)
        taking.answer = await who.hands.press(page, TAKE, key)

    @property
    def has_been_used(self) -> bool:
        """Whether a host has met somebody, if there are hosts."""
        return not self.known.hosts or any(taking.match for taking in self.known.takings)

    def offers(self, page: Board) -> bool:
        """Whether there is a challenge to accept."""
        return bool(self._offers(page))

    def stopping(self, who: Duellist) -> None:
        """Record that they begin to withdraw their challenge."""
        for posted in self._standing(who):
            posted.stopping = posted.stopping or who.hands.now

    def is_gone(self, who: Duellist) -> None:
        """Record that they have read that it is withdrawn."""
        for posted in self._standing(who):
            posted.gone = who.hands.now

    def have_met(self, one: Duellist, other: Duellist, match: str) -> None:
        """Record which press brought a host and a guest together: the guest's last one that was not refused."""
        both = {one.person, other.person}
        for taking in reversed(self.known.takings):
            if {taking.taker, taking.host} == both and taking.host in self.known.hosts and not taking.answer:
                taking.match = taking.match or match
                return

    async def _wait_for_another(self, key: str) -> None:
        if key in self._at_the_button:
            self._at_the_button.pop(key).set()
            return
        comes = self._at_the_button[key] = asyncio.Event()
        with suppress(TimeoutError):
            await asyncio.wait_for(comes.wait(), FOR_ANOTHER)
        if self._at_the_button.get(key) is comes:
            del self._at_the_button[key]

    def _standing(self, who: Duellist) -> list[Posted]:
        return [posted for posted in self.known.posted if posted.host == who.person and posted.gone is None]

    def _offers(self, page: Board) -> list[tuple[int, str]]:
        """The hosts of challenges on the page, with the argument of each button."""
        found = []
        for button in (button for row in page.message.keyboard for button in row):
            verb, _, key = button.value.partition(":")[2].partition(":")
            if verb == TAKE:
                found += [(person, key) for person, name in self._names.items() if name.search(button.text)]
        return found
