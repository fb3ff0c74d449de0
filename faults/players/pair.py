"""Two people who play each other: one invites, the other accepts, perhaps with rematches."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Protocol

from faults.players.accounts import Agreed, How, PlayedMatch, PlayedPair
from faults.players.duellist import TO_SEE_IT, Duellist
from faults.players.hands import Hands
from faults.players.player import LOOK, PATIENCE, TRIES
from faults.players.sight import Board, screens
from sandbox import people_api
from sandbox.state import State

REMATCHES = 0.5


class Pair:
    """The pair; `one` invites `other`."""

    def __init__(
        self, one: Duellist, other: Duellist, played: PlayedPair, chance: random.Random, invitations: "Invitations"
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


# Invitations: by a link, by a card in a group, or by a card in a chat without the bot: inline, or as a guest.

CHOSEN = "✓"
POSTED = 0.7
"""The probability of using a card, where there is a place for it."""
WATCHED = 0.5
"""The probability of letting others watch, by a link."""
AS_GUEST = 0.3
"""The probability of sending the bot's name, for a card that it posts itself."""
TO_HEAR_IT = 4.0
"""Seconds to wait for cards."""


TERMS = "terms"
"""The argument of the button that leads to the terms with friends, and on their choices back to them."""
LOBBY = "l"
"""What arguments of buttons of the terms in the lobby begin with."""


class Menu:
    """The menu of matches: the terms with friends, or those in the lobby, which have a page of their own."""

    def __init__(self, hands: Hands, agreed: Agreed, *, in_lobby: bool = False) -> None:
        self.hands = hands
        self._agreed = agreed
        self._in_lobby = in_lobby
        self.has_chosen = False
        """Whether the terms have been chosen."""

    async def opens(self) -> bool:
        """Open the menu and choose the terms, once; whether it is there."""
        await self.hands.say("/duel")
        if await self.shows("invite", seconds=PATIENCE) is None:
            return False
        await self.hands.press(await self.shows("invite"), "duel", TERMS)
        if self._in_lobby:
            await self.hands.press(await self.shows("duel", LOBBY), "duel", LOBBY)
        if await self._terms() is None:
            return False
        choices = {"mode": self._agreed.mode, "clock": self._agreed.clock} if not self.has_chosen else {}
        for kind, wanted in choices.items():
            if not await self._chooses(kind, wanted):
                return False
        if not self.has_chosen and not await self._counts(rated=self._agreed.rated):
            return False
        self.has_chosen = True
        return True

    async def shows(self, verb: str, argument: str = "", seconds: float = TO_SEE_IT) -> Board | None:
        """The bot's lowest message, once it has this button."""

        def found() -> Board | None:
            newest = self.hands.newest
            return newest if newest is not None and newest.button(verb, argument) else None

        return await self.hands.sight.until(self.hands.chat, found, seconds)

    async def _counts(self, *, rated: bool) -> bool:
        """Let it be rated, or not; whether it is."""
        before, after = map(self._about, ("yes", "no") if rated else ("no", "yes"))
        menu = await self._terms()
        if menu is not None and menu.button("rated", before) is not None:
            await self.hands.press(menu, "rated", before)
        return await self.shows("rated", after) is not None

    async def _chooses(self, kind: str, wanted: str) -> bool:
        """Press until the page shows it as chosen, and go back."""
        for _ in range(3):
            await self.hands.press(await self._terms(), kind)
            page = await self.shows(kind, self._about(wanted))
            button = page.button(kind, self._about(wanted)) if page is not None else None
            if button is not None and button.text.startswith(CHOSEN):
                await self.hands.press(page, "duel", self._about(TERMS))
                return await self._terms() is not None
            await self.hands.press(page, kind, self._about(wanted))
        return False

    async def _terms(self) -> Board | None:
        """The page of the terms, and no page of choices: there the first button of the kind would be another choice."""
        return await (self.shows("mode", LOBBY) if self._in_lobby else self.shows("rated"))

    def _about(self, argument: str) -> str:
        """The argument of a button of these terms."""
        return f"{LOBBY}-{argument}" if self._in_lobby else argument


class Offer(Protocol):
    """An invitation that the other has got."""

    async def accept(self) -> bool:
        """Accept it; False if it is too late."""


class Link:
    """An invitation that the other has as a link. `hands`: theirs, in their private chat."""

    def __init__(self, link: str, hands: Hands) -> None:
        self._link = link
        self._hands = hands
        self._token = link.rpartition("=")[2][1:]

    async def accept(self) -> bool:
        """Follow the link, once, and press the button that accepts; False if there is none."""
        if self._accepts() is None:
            await self._hands.opens(self._link)
        await self._hands.sight.until(self._hands.chat, lambda: self._accepts() or self._shows("another"), PATIENCE)
        if self._shows("another") is not None:
            return False
        await self._hands.press(self._accepts(), "acceptseen" if self._shows("acceptseen") else "accept", self._token)
        return True

    def _accepts(self) -> Board | None:
        return self._shows("accept") or self._shows("acceptseen")

    def _shows(self, verb: str) -> Board | None:
        newest = self._hands.newest
        return newest if newest is not None and newest.button(verb, self._token) else None


class Card:
    """An invitation by a card. `hands`: the other's in its chat; `private`: in their private chat."""

    def __init__(self, number: int, hands: Hands, private: Hands) -> None:
        self._number = number
        self._hands = hands
        self._private = private

    def stands(self) -> Board | None:
        """The card; None if it is not visible."""
        standing = self._hands.sight.standing(self._hands.chat)
        return next((board for board in standing if board.message.id == self._number), None)

    async def accept(self) -> bool:
        """Press the button that accepts, and follow the link that it leads to; False if there is no such button."""
        card = self.stands()
        if card is None or card.button("take") is None:
            return False
        text = await self._hands.press(card, "take")
        if text and text.startswith("https://"):
            await self._private.opens(text)
        return True


class ByLink:
    """Invites by a link. `watched`: the links of those whose matches others may watch."""

    def __init__(self, menu: Menu, other: Hands, chance: random.Random, watched: list[str]) -> None:
        self._chance = chance
        self._watched = watched
        self._menu = menu
        self._other = other
        self._used: set[str] = set()

    async def sent(self) -> Offer | None:
        """Send an invitation; None if that failed."""
        hands = self._menu.hands
        await hands.press(await self._menu.shows("invite"), "invite")
        link = await hands.sight.until(hands.chat, self._new_link, PATIENCE) or ""
        self._used.add(link)
        if link and self._chance.random() < WATCHED:
            await hands.press(await self._menu.shows("watchers"), "watchers")
            self._watched.append(link)
        return Link(link, self._other) if link else None

    def _new_link(self) -> str | None:
        hands = self._menu.hands
        for board in hands.sight.standing(hands.chat):
            for button in (button for row in board.message.keyboard for button in row):
                if button.kind == "copy" and button.value not in self._used:
                    return button.value
        return None


class InGroup:
    """Invites by a card in a group. `hands`: the challenger's there; `other`: the other's in private."""

    def __init__(self, hands: Hands, other: Hands) -> None:
        self.chat = hands.chat
        self._hands = hands
        self._other = other

    async def sent(self) -> Offer | None:
        """Send a card; None if none appears.

        A later card withdraws it, so all earlier messages must be delivered first.
        """
        before = self._hands.newest

        def new() -> Board | None:
            newest = self._hands.newest
            is_new = newest is not None and (before is None or newest.message.id > before.message.id)
            return newest if newest is not None and is_new and newest.button("take") else None

        await self._hands.say("/duel")
        await self._hands.heard()
        card = await self._hands.sight.until(self.chat, new, PATIENCE)
        return Card(card.message.id, self._other.at(self.chat), self._other) if card is not None else None


async def posted(state: State, hands: Hands, chance: random.Random) -> int | None:
    """Have a card posted by the bot's name, sent as it is or with a card chosen; None if none was offered."""
    chat, sight = hands.chat, hands.sight
    if chance.random() < AS_GUEST:
        asked = await hands.say(f"@{hands.bot}")
        return await sight.until(chat, lambda: _answer_to(asked, chat, state), TO_HEAR_IT)
    query = state.world.inline_queries[people_api.ask_inline(state, hands.person, {"chat": chat, "text": ""})["query"]]
    await sight.until(query.id, lambda: query.answer, TO_HEAR_IT)
    if query.answer is None or not query.answer.articles:
        return None
    chosen = {"chat": chat, "query": query.id, "result": query.answer.articles[0].id}
    return int(people_api.choose(state, hands.person, chosen)["id"])


def _answer_to(asked: int, chat: int, state: State) -> int | None:
    """The message of the bot's that answers that one."""
    messages = state.world.chats[chat].messages.values()
    return next((each.id for each in messages if each.reply_to == asked and each.inline), None)


class ByName:
    """Invites by the bot's name in a chat of the two, where the bot is not. `other`: the other's in private."""

    def __init__(self, state: State, hands: Hands, other: Hands, chance: random.Random) -> None:
        self.chat = hands.chat
        self._state = state
        self._hands = hands
        self._other = other
        self._chance = chance

    async def sent(self) -> Offer | None:
        """Send a card; None if none was offered."""
        number = await posted(self._state, self._hands, self._chance)
        if number is None:
            return None
        card = Card(number, self._other.at(self.chat), self._other)
        await self._other.sight.until(self.chat, card.stands, PATIENCE)
        return card


class Invitations:
    """All ways to invite the other. `card`: the one by a card, where there is a place for it."""

    def __init__(
        self, menu: Menu, other: Hands, chance: random.Random, card: InGroup | ByName | None, watched: list[str]
    ) -> None:
        self._menu = menu
        self._by_link = ByLink(menu, other, chance, watched)
        self._card = card
        self._chance = chance

    async def sent(self) -> Offer | None:
        """Send an invitation; None if that failed."""
        if not await self._menu.opens():
            return None
        if self._card is not None and self._chance.random() < POSTED:
            return await self._card.sent()
        return await self._by_link.sent()
