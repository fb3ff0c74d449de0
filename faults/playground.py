"""A sandbox with players, alone and in groups, and what they see."""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from aiohttp import ClientSession, ClientTimeout

from faults.judging.evidence import Witness
from faults.players.accounts import Agreed, How, PlayedChat, PlayedPair
from faults.players.card_pair import CardPair
from faults.players.crowd import Crowd
from faults.players.duellist import Duellist, RunOut
from faults.players.hands import Hands
from faults.players.page import Page
from faults.players.pair import ByName, InGroup, Invitations, Menu, Pair
from faults.players.player import Player
from faults.players.sight import Board, MatchScreen, Sight, screens
from faults.players.spectator import Spectator
from faults.players.tapper import Tapper
from faults.players.ways import Ways
from sandbox import people_api
from sandbox.faults import fault_from
from sandbox.server import SandboxServer
from sandbox.state import State

GROUP = 4
LANGUAGES = ("en", "uk", "ru", "de")
DUELS, RACES = ("duel", "duel", "duel", "sudden"), ("race", "race", "volley")
HOST, HOSTED = 3, ("race", "volley")
"""One of so many people in the lobby makes open challenges, in these modes."""
CLOCKS = "days", "blitz", "budget", "live"
"""The clocks of pairs, in turn; a run in four parts has all of them in each."""
FRIENDLY = 5
"""One of so many pairs plays unrated."""
PLACES = 3
"""One of so many pairs has a group that looks on, and one a chat without the bot."""
PLAY_AGAIN = 5
"""One of so many pairs plays a rematch in any case."""
ENDS = (None, How.AGREED, None, How.TIMED_OUT, None, How.ABORTED, How.CALLED_OFF, How.RESIGNED)
"""The end of the first match of each pair in turn; None: any."""
SAID = "💬"
"""The beginning of a remark that was passed on."""
FOR_LONG = 1000
"""Seconds that Telegram tells the bot to wait before it writes to a chat again."""
Part = Callable[[int, list[int]], Awaitable[None]]
"""Lets the others have blocked the person."""
FOR_THE_PAGE = ClientTimeout(total=40)
"""Longer than a page of the Mini App waits for news."""


@dataclass(slots=True)
class Playground:
    """All players of a run."""

    server: SandboxServer
    witness: Witness
    sight: Sight
    http: ClientSession
    """Of the Mini App's pages."""
    chats: list[PlayedChat] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    tappers: list[Tapper] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    card_pairs: list[CardPair] = field(default_factory=list)
    crowd: Crowd | None = None
    spectators: list[Spectator] = field(default_factory=list)
    watched: list[str] = field(default_factory=list)
    """The links of invitations whose matches others may watch."""
    ways: Ways | None = None
    playing: dict[tuple[int, int], asyncio.Task[None]] = field(default_factory=dict)
    """By person and chat, the task of each player."""

    @property
    def state(self) -> State:
        """The sandbox's."""
        return self.server.state

    def settle(self, people: int, seed: int, haste: float) -> None:
        """Create so many people who play against the bot; every fourth lot of four plays in a group, but the last."""
        chance = random.Random(f"{seed} people")
        names = iter(range(people))
        while (left := people - len(self.players)) > 0:
            size = GROUP if left > GROUP and len(self.players) % (4 * GROUP) == 0 else 1
            members = [self._newcomer(f"Player {next(names)}", chance.choice(LANGUAGES)) for _ in range(size)]
            chat = PlayedChat(self._group(members) if size > 1 else members[0], tuple(members))
            self.chats.append(chat)
            for person in members:
                hands = Hands(self.state, self.sight, person, chat.id)
                self.players.append(Player(hands, chat, random.Random(f"{seed} {len(self.players)}"), haste))

    def settle_tappers(self, people: int, seed: int, haste: float) -> None:
        """Create so many people who play against the bot on the Mini App's page too."""
        chance, known = random.Random(f"{seed} tappers"), dict[str, int]()
        for number in range(people):
            hands = self._hands(f"Tess {number}", chance.choice(LANGUAGES))
            chat, dice = PlayedChat(hands.person, (hands.person,)), random.Random(f"{seed} tapper {number}")
            self.chats.append(chat)
            page = Page(self.state, self.http, hands.person, dice)
            self.tappers.append(Tapper(hands, chat, dice, haste, page, known))

    def settle_pairs(self, modes: list[tuple[int, str]], seed: int, haste: float, run_out: RunOut) -> None:
        """Create pairs who play each other, by number and mode."""
        chance = random.Random(f"{seed} pairs")
        for number, mode in modes:
            one, other = (
                self._duellist(f"{name} {number}", chance.choice(LANGUAGES), seed, haste, run_out)
                for name in ("Ann", "Bob")
            )
            card = self._place_for_cards(number, one, other)
            agreed = Agreed(mode, rated=number % FRIENDLY != 0, clock=CLOCKS[(number + number // 4) % len(CLOCKS)])
            played = PlayedPair((one.person, other.person), agreed, [], card.chat if card is not None else None)
            dice = random.Random(f"{seed} pair {number}")
            invitations = Invitations(Menu(one.hands, agreed), other.hands, dice, card, self.watched)
            pair = Pair(one, other, played, dice, invitations)
            pair.first_ends = ENDS[number % len(ENDS)]
            pair.plays_again = number % PLAY_AGAIN == PLAY_AGAIN - 1
            self.pairs.append(pair)

    def settle_card_pairs(self, pairs: int, seed: int, haste: float, run_out: RunOut) -> None:
        """Create so many pairs who play on cards, and never open the bot."""
        chance = random.Random(f"{seed} cards")
        for number in range(pairs):
            people = [self._newcomer(f"{name} {number}", chance.choice(LANGUAGES)) for name in ("Ida", "Leo")]
            chat = int(people_api.meet(self.state, people[0], {"person": people[1]})["id"])
            one, other = (Hands(self.state, self.sight, person, chat) for person in people)
            dice = random.Random(f"{seed} card pair {number}")
            self.card_pairs.append(CardPair(self.state, (one, other), dice, haste, run_out))

    def settle_crowd(self, people: int, seed: int, haste: float, run_out: RunOut) -> None:
        """Create so many people who look for rivals in the lobby."""
        chance = random.Random(f"{seed} crowd")
        come = {
            f"Eve {number}": self._duellist(f"Eve {number}", chance.choice(LANGUAGES), seed, haste, run_out)
            for number in range(people)
        }
        hosts = dict(zip(itertools.islice(come, HOST - 1, None, HOST), map(Agreed, HOSTED), strict=False))
        self.crowd = Crowd(come, hosts, chance)

    def settle_spectators(self, people: int, seed: int, haste: float, part: Part) -> None:
        """Create so many people who watch matches of others; all who play have blocked the last."""
        players = [person for pair in self.pairs for person in pair.played.people]
        players += [who.person for who in self.crowd.people] if self.crowd is not None else []
        chance = random.Random(f"{seed} spectators")
        for number in range(people):
            hands = self._hands(f"Sam {number}", chance.choice(LANGUAGES))
            parts = partial(part, hands.person, players) if players and number == people - 1 else None
            dice = random.Random(f"{seed} {hands.person}")
            self.spectators.append(Spectator(hands, dice, haste, self.watched, parts))

    def settle_ways(self, of_each: int, seed: int, haste: float, run_out: RunOut) -> None:
        """Create so many people for each other way to play with the bot."""
        chance = random.Random(f"{seed} ways")
        self.ways = Ways(of_each, lambda name: self._hands(name, chance.choice(LANGUAGES)), seed, haste, run_out)

    def _hands(self, name: str, language: str) -> Hands:
        person = self._newcomer(name, language)
        return Hands(self.state, self.sight, person, person)

    def _duellist(self, name: str, language: str, seed: int, haste: float, run_out: RunOut) -> Duellist:
        hands = self._hands(name, language)
        return Duellist(hands, random.Random(f"{seed} {hands.person}"), haste, run_out)

    def _place_for_cards(self, number: int, one: Duellist, other: Duellist) -> InGroup | ByName | None:
        """The place of cards between the two: a group, a chat without the bot, or none."""
        match number % PLACES:
            case 0:
                group = self._group([one.person, other.person])
                return InGroup(one.hands.at(group), other.hands)
            case 1:
                chat = int(people_api.meet(self.state, one.person, {"person": other.person})["id"])
                return ByName(self.state, one.hands.at(chat), other.hands, random.Random(f"names {number}"))
            case _:
                return None

    def _newcomer(self, name: str, language: str) -> int:
        return int(people_api.add_person(self.state, 0, {"name": name, "language": language})["id"])

    def _group(self, members: list[int]) -> int:
        return int(people_api.add_group(self.state, 0, {"title": "Friends", "people": members})["id"])

    async def play(self, closing: asyncio.Event) -> None:
        """Let all play until closing time, and finish what they began."""
        for player in (*self.players, *self.tappers):
            self.playing[player.person, player.chat.id] = asyncio.create_task(player.play(closing))
        for pair in self.pairs:
            task = asyncio.create_task(pair.play(closing))
            self.playing |= {(person, person): task for person in pair.played.people}
        for on_cards in self.card_pairs:
            task = asyncio.create_task(on_cards.play(closing))
            self.playing |= {(person, on_cards.played.group or person): task for person in on_cards.played.people}
        if self.crowd is not None:
            for who in self.crowd.people:
                self.playing[who.person, who.person] = asyncio.create_task(self.crowd.play(who, closing))
        for spectator in self.spectators:
            person = spectator.hands.person
            self.playing[person, person] = asyncio.create_task(spectator.play(closing))
        if self.ways is not None:
            for person, playing in self.ways.play(closing).items():
                self.playing[person, person] = asyncio.create_task(playing)
        await asyncio.gather(*self.playing.values())

    def let_one_wait(self) -> None:
        """Let the bot be told to wait long for one person who plays alone."""
        player = next(player for player in reversed(self.players) if player.chat.id > 0)
        player.go_blind(lambda: self.refuse_for_long(player.chat.id))

    def refuse_for_long(self, chat: int) -> None:
        """Tell the bot to wait long whenever it writes there."""
        for method in ("sendMessage", "editMessageText", "deleteMessage"):
            data = {"method": method, "chat": chat, "kind": "429", "times": 10**9, "retry_after": FOR_LONG}
            self.state.faults.add(fault_from(data))

    @property
    def played(self) -> tuple[PlayedPair, ...]:
        """All matches between people and against the bot."""
        met = self.crowd.played if self.crowd is not None else ()
        sparred = self.ways.sparring.values() if self.ways is not None else ()
        on_cards = (pair.played for pair in self.card_pairs)
        return *(pair.played for pair in self.pairs), *on_cards, *met, *sparred

    @property
    def all_chats(self) -> tuple[PlayedChat, ...]:
        """Every chat in which somebody breaks a word of the bot's outside of a match."""
        return *self.chats, *(self.ways.chats if self.ways is not None else ())

    def boards(self) -> dict[tuple[int, str], Board]:
        """The lowest board of each game, by chat and fingerprint: all games about a day's code have the same one."""
        return {(chat.id, board.fingerprint): board for chat in self.all_chats for board in self.sight.boards(chat.id)}

    def screens(self) -> dict[tuple[int, str], MatchScreen]:
        """The lowest screen of each match in each chat."""
        people = {person for pair in self.played for person in pair.people}
        found = [(person, screen) for person in people for screen in screens(self.sight, person)]
        return {(person, screen.match): screen for person, screen in reversed(found)}

    def cards(self, places: dict[str, tuple[int, int]]) -> dict[str, str]:
        """By match, its card, found by its place."""
        found = {match: self.state.world.chats[chat].messages.get(number) for match, (chat, number) in places.items()}
        return {
            match: message.text.text if message.text else "" for match, message in found.items() if message is not None
        }

    def heard(self) -> dict[int, tuple[str, ...]]:
        """By person, the remarks that they can read."""
        people = {person for pair in self.played for person in pair.people}
        said = {person: [board.message.text for board in self.sight.standing(person)] for person in people}
        return {person: tuple(text for text in texts if text.startswith(SAID)) for person, texts in said.items()}

    def uncovered(self) -> frozenset[tuple[int, int]]:
        """The messages with typed secrets that can still be read."""
        typed = [at for pair in self.played for match in pair.matches for at in match.typed]
        return frozenset((chat, number) for chat, number in typed if number in self.state.world.chats[chat].messages)


def pair_modes(duels: int, races: int) -> list[tuple[int, str]]:
    """The pairs of so many duels and races, numbered. By its number a pair has its terms, its place and its end."""
    modes = (*itertools.islice(itertools.cycle(DUELS), duels), *itertools.islice(itertools.cycle(RACES), races))
    return list(enumerate(modes))


@asynccontextmanager
async def playground() -> AsyncIterator[Playground]:
    """An empty playground."""
    async with SandboxServer() as server:
        witness = server.state.journal = Witness(world=server.state.world)
        sight = Sight(server.state)
        following = asyncio.create_task(sight.follow())
        try:
            async with ClientSession(timeout=FOR_THE_PAGE) as http:
                yield Playground(server, witness, sight, http)
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
