"""People who look for rivals in the lobby, match after match; the bot decides whom they meet."""

import asyncio
import random
import re
from contextlib import suppress

from faults.players.accounts import Agreed, Page, PlayedLobby, PlayedMatch, PlayedPair, Posted, Taking
from faults.players.duellist import TO_SEE_IT, Duellist
from faults.players.pair import Menu
from faults.players.player import LOOK, PATIENCE, TRIES
from faults.players.sight import Board, screens
from faults.players.spectator import let_others_watch

TAKEN = 0.7
"""The probability of accepting a visible open challenge."""
WATCHED = 0.7
"""The probability of letting others watch."""
TO_MEET = 200.0
"""Seconds for both players of a pairing to see it."""


class Crowd:
    """The crowd. All look on the same terms, except `hosts`, whose terms are met only by accepting their challenge.

    What two of them play is recorded for each pair.
    """

    def __init__(self, people: dict[str, Duellist], hosts: dict[str, Agreed], chance: random.Random) -> None:
        self.people = list(people.values())
        self._chance = chance
        self._agreed = {people[name].hands.person: agreed for name, agreed in hosts.items()}
        self._menus = {
            who.person: Menu(who.hands, self._agreed.get(who.person, Agreed()), in_lobby=True) for who in self.people
        }
        self._hall = Hall({name: who.person for name, who in people.items()}, frozenset(self._agreed), chance)
        self._pairs: dict[tuple[int, int], PlayedPair] = {}
        self._known: dict[int, set[str]] = {who.person: set() for who in self.people}
        self._came: dict[str, tuple[Duellist, asyncio.Future[PlayedMatch]]] = {}
        """By match, the player who saw it first, and waits for the other."""

    @property
    def played(self) -> list[PlayedPair]:
        """By pair, what the two have played."""
        return list(self._pairs.values())

    @property
    def lobby(self) -> PlayedLobby:
        """Their account of open challenges."""
        return self._hall.known

    async def play(self, who: Duellist, closing: asyncio.Event) -> None:
        """Let one of them find rivals and play until closing time, and until at least two have met."""
        if self._chance.random() < WATCHED:
            await let_others_watch(who.hands)
        while self._goes_on(closing):
            seen = await self._found(who, closing)
            if seen is None:
                return
            self._known[who.person].add(seen)
            self._hall.is_gone(who)
            match = await self._met(who, seen)
            if match is None:
                return
            await who.play(match, closing, to_the_end=True)
            await who.sees(match, lambda now: now.over, PATIENCE)

    async def _found(self, who: Duellist, closing: asyncio.Event) -> str | None:
        """Look for a rival; returns the match, or None at closing time."""
        while self._goes_on(closing):
            if not self._looks(who):
                if await who.has_no_game():  # an earlier press may have begun one that they do not see yet
                    await self._begin_to_look(who)
            elif self._chance.random() < 0.3:
                await self._while_looking(who)
            seen = await self._sees_a_new_one(who)
            if seen is not None:
                return seen
        return await self._stopped(who)

    def _goes_on(self, closing: asyncio.Event) -> bool:
        return not closing.is_set() or not self._pairs or not self._hall.has_been_used

    async def _begin_to_look(self, who: Duellist) -> None:
        """Begin to look from the menu with the terms, or from the lobby, where others wait."""
        menu = self._menus[who.person]
        if who.person in self._agreed:
            await self._challenge_all(who, menu)
        elif self._chance.random() < 0.5:
            await self._begin_in_the_hall(who, menu)
        elif await menu.opens():
            page = await menu.shows("find")
            await who.hands.press(page, "join" if page is not None and page.button("join") else "find")

    async def _challenge_all(self, who: Duellist, menu: Menu) -> None:
        if menu.has_chosen or await menu.opens():
            page = await self._hall.opened(who, is_first=True)
            if page is not None and page.button(POST):
                await self._hall.post(who, page)

    async def _begin_in_the_hall(self, who: Duellist, menu: Menu) -> None:
        """Accept a challenge, if there is one, or look for a rival."""
        page = await self._hall.opened(who, is_first=True)
        if page is None:
            return
        if self._hall.offers(page) and (self._chance.random() < TAKEN or not self._hall.has_been_used):
            await self._hall.take(who, page)
        elif menu.has_chosen:
            await who.hands.press(page, "join" if page.button("join") else "find")

    async def _while_looking(self, who: Duellist) -> None:
        """Look around, accept a challenge though a rival may be found at the same time, or make one."""
        if self._chance.random() < 0.5:
            await who.hands.say(LOOK)
            return
        page = await self._hall.opened(who)
        if page is None or who.person in self._agreed:
            return
        if self._hall.offers(page) and (self._chance.random() < TAKEN or not self._hall.has_been_used):
            await self._hall.take(who, page)
        elif page.button("stop") and page.button(POST):
            await self._hall.post(who, page)

    async def _stopped(self, who: Duellist) -> str | None:
        """Stop looking; returns the match that has begun all the same, if any."""
        self._hall.stopping(who)
        for _ in range(TRIES):
            await who.hands.heard()
            page = await self._hall.opened(who)
            if page is not None and page.button("stop") is None:
                self._hall.is_gone(who)
                break
            await who.hands.press(page, "stop")
        return None if await who.has_no_game() else await self._sees_a_new_one(who)

    async def _sees_a_new_one(self, who: Duellist) -> str | None:
        def found() -> str | None:
            shown = (screen.match for screen in screens(who.hands.sight, who.hands.chat))
            return next((match for match in shown if match not in self._known[who.person]), None)

        return await who.hands.sight.until(who.hands.chat, found, TO_SEE_IT)

    async def _met(self, who: Duellist, seen: str) -> PlayedMatch | None:
        """The match, once both have seen it; None if nobody else does."""
        if seen not in self._came:
            self._came[seen] = who, asyncio.get_running_loop().create_future()
            try:
                return await asyncio.wait_for(self._came[seen][1], TO_MEET)
            except TimeoutError:
                return None
        first, waits = self._came[seen]
        if waits.done():  # the match already has two players
            return None
        who.rival, first.rival = first, who
        self._hall.have_met(first, who, seen)
        agreed = self._agreed.get(first.person) or self._agreed.get(who.person) or Agreed()
        match = PlayedMatch(seen, agreed, (first.person, who.person), by_lobby=True)
        one, other = sorted(match.people)
        pair = self._pairs.setdefault((one, other), PlayedPair((one, other), agreed, []))
        pair.matches.append(match)
        waits.set_result(match)
        return match

    def _looks(self, who: Duellist) -> bool:
        """Whether they have read that they are looking."""
        return any(board.button("stop") for board in who.hands.sight.standing(who.hands.chat))


# The lobby as people use it: read the list, make open challenges, accept them.

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
