"""A sandbox full of players, alone and in groups, and what they see."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from sandbox import people_api
from sandbox.faults import fault_from
from sandbox.server import SandboxServer
from sandbox.state import State
from tests.faults.hands import Hands
from tests.faults.model import PlayedChat
from tests.faults.player import Player
from tests.faults.sight import Board, Sight
from tests.faults.witness import Witness

GROUP = 4
LANGUAGES = ("en", "uk", "ru", "de")
FOR_LONG = 1000
"""Seconds that Telegram tells the bot to wait before it writes to a chat again."""


@dataclass(slots=True)
class Playground:
    """Everybody at the other end of the bot."""

    server: SandboxServer
    witness: Witness
    sight: Sight
    chats: list[PlayedChat] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    playing: dict[tuple[int, int], asyncio.Task[None]] = field(default_factory=dict)
    """What each person does in each chat."""

    @property
    def state(self) -> State:
        """The sandbox's."""
        return self.server.state

    def settle(self, people: int, seed: int, haste: float) -> None:
        """Let so many people come; every fourth lot of four plays in a group."""
        chance = random.Random(f"{seed} people")
        names = iter(range(people))
        while (left := people - len(self.players)) > 0:
            size = GROUP if left >= GROUP and len(self.players) % (4 * GROUP) == 0 else 1
            members = [self._newcomer(f"Player {next(names)}", chance.choice(LANGUAGES)) for _ in range(size)]
            chat = PlayedChat(self._group(members) if size > 1 else members[0], tuple(members))
            self.chats.append(chat)
            for person in members:
                hands = Hands(self.state, self.sight, person, chat.id)
                self.players.append(Player(hands, chat, random.Random(f"{seed} {len(self.players)}"), haste))

    def _newcomer(self, name: str, language: str) -> int:
        return int(people_api.add_person(self.state, 0, {"name": name, "language": language})["id"])

    def _group(self, members: list[int]) -> int:
        return int(people_api.add_group(self.state, 0, {"title": "Friends", "people": members})["id"])

    async def play(self, closing: asyncio.Event) -> None:
        """Let all play until closing time, and until each has done what they began."""
        for player in self.players:
            self.playing[player.person, player.chat.id] = asyncio.create_task(player.play(closing))
        await asyncio.gather(*self.playing.values())

    def let_one_wait(self) -> None:
        """Somebody who plays alone will soon be out of the bot's reach for long."""
        player = next(player for player in reversed(self.players) if player.chat.id > 0)
        player.go_blind(lambda: self.refuse_for_long(player.chat.id))

    def refuse_for_long(self, chat: int) -> None:
        """Tell the bot to wait whenever it wants to show something there."""
        for method in ("sendMessage", "editMessageText", "deleteMessage"):
            told = {"method": method, "chat": chat, "kind": "429", "times": 10**9, "retry_after": FOR_LONG}
            self.state.faults.add(fault_from(told))

    def boards(self) -> dict[str, Board]:
        """The lowest board of each game."""
        return {board.fingerprint: board for chat in self.chats for board in self.sight.boards(chat.id)}


@asynccontextmanager
async def playground() -> AsyncIterator[Playground]:
    """An empty one."""
    async with SandboxServer() as server:
        witness = server.state.journal = Witness(world=server.state.world)
        sight = Sight(server.state)
        following = asyncio.create_task(sight.follow())
        try:
            yield Playground(server, witness, sight)
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
