"""People who play in other ways: the bot breaks their words, numbers are guessed, or matches against it."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

from faults.players.duellist import RunOut
from faults.players.hands import Hands
from faults.players.match_model import COMPUTER, Agreed, PlayedPair
from faults.players.model import PlayedChat
from faults.players.number_player import Asker, Keeper
from faults.players.sparrer import Sparrer
from faults.players.thinker import Thinker
from faults.players.way_model import PlayedWay
from faults.players.way_player import WayPlayer
from faults.players.way_screen import WayScreen

Comes = Callable[[str], Hands]
"""Creates a person with a private chat."""


class Ways:
    """So many people for each way."""

    def __init__(self, of_each: int, comes: Comes, seed: int, haste: float, run_out: RunOut) -> None:
        self.players: list[WayPlayer] = []
        self.sparring: dict[Sparrer, PlayedPair] = {}
        for number in range(of_each):
            dice = [random.Random(f"{seed} way {number} {which}") for which in range(4)]
            names = (f"{name} {number}" for name in ("Tom", "Asa", "Kim", "Max"))
            thinks, asks, keeps, spars = map(comes, names)
            self.players += [
                Thinker(thinks, dice[0], haste),
                Asker(asks, dice[1], haste, 2 * number),
                Keeper(keeps, dice[2], haste, 2 * number + 1),
            ]
            alone = PlayedPair((spars.person, COMPUTER), Agreed("duel", rated=False), [])
            self.sparring[Sparrer(spars, dice[3], haste, run_out, loses=number % 2 == 0)] = alone

    def play(self, closing: asyncio.Event) -> dict[int, Coroutine[Any, Any, None]]:
        """By chat, what each person does until closing time."""
        return {player.person: player.play(closing) for player in self.players} | {
            who.person: who.play_all(played, closing) for who, played in self.sparring.items()
        }

    @property
    def games(self) -> tuple[PlayedWay, ...]:
        """All their games except matches."""
        return tuple(game for player in self.players for game in player.games)

    @property
    def chats(self) -> tuple[PlayedChat, ...]:
        """The chats of games after matches."""
        return tuple(who.broken for who in self.sparring)

    def screens(self) -> dict[str, WayScreen]:
        """The lowest board of each game."""
        return {screen.game: screen for player in self.players for screen in player.screens()}
