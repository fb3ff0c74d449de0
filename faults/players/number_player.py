"""People who play the number game: ask about the bot's number, or answer its questions about theirs."""

import random

from faults.players.hands import Hands
from faults.players.player import LOOK, PATIENCE
from faults.players.way_model import PlayedWay, Way, answer
from faults.players.way_player import WayPlayer
from faults.players.way_screen import WayScreen

FARTHEST = 731_000_000
"""Numbers from here on occur nowhere else in texts or logs."""
SIZE, APART = 128, 1000
"""The size of a range, and the distance between the ranges of two people."""
RELATIONS = {">": 0, "<=": 0, "<": 1, ">=": 1}
"""The relations of questions, and how far above the lowest number left a question begins to tell anything."""
ON_BUTTON = "is"
SAID = {"yes": ("yes", "так", "да", "Y", "+"), "no": ("no", "ні", "нет", "N", "-")}


class NumberPlayer(WayPlayer):
    """A player with a range that nobody else has."""

    def __init__(self, hands: Hands, chance: random.Random, haste: float, number: int) -> None:
        super().__init__(hands, chance, haste)
        self._low = FARTHEST + number * APART + 1
        self._high = self._low + SIZE - 1

    @property
    def _command(self) -> str:
        return f"/number {self._low} {self._high}"

    async def _look_for(self, game: PlayedWay) -> None:
        if await self._sees(game, lambda now: now.over or len(now.moves) == len(game.moves), PATIENCE) is None:
            await self.hands.say(LOOK)


class Asker(NumberPlayer):
    """Asks about the bot's number, typed or pressed, and names it when one is left."""

    way = Way.ASK

    def _secret(self) -> str:
        return ""

    async def _act(self, game: PlayedWay) -> None:
        screen = self.screen(game)
        if screen is None or len(screen.moves) != len(game.moves):
            await self._look_for(game)
            return
        low, high = self._left(screen)
        if low == high:
            await self._type(self._chance.choice((f"={low}", str(low))), game)
        elif self._chance.random() < 0.5:
            await self._press(screen, game)
        else:
            relation, above = self._chance.choice([*RELATIONS.items(), ("", 0)])
            quarter = (high - low) // 4
            await self._type(f"{relation}{self._chance.randint(low + quarter, high - 1 - quarter) + above}", game)

    def _left(self, screen: WayScreen) -> tuple[int, int]:
        """The lowest and highest number that fit the answers."""
        fitting = [
            number
            for number in range(self._low, self._high + 1)
            if all(answer(question, number) == text for question, _, text in map(_apart, screen.moves))
        ]
        return fitting[0], fitting[-1]

    async def _type(self, question: str, game: PlayedWay) -> None:
        self._note(question, game)
        await self.hands.say(question)
        await self._sees_moves(game)

    def _note(self, question: str, game: PlayedWay) -> None:
        """Note a question or guess; what names a number may end the game, by luck too."""
        game.moves.append(question)
        game.tried = not question.startswith(("<", ">"))
        game.ending_since = self.hands.now if game.tried else None

    async def _press(self, screen: WayScreen, game: PlayedWay) -> None:
        offered = [button.value.rpartition(":")[2] for row in screen.message.keyboard for button in row]
        asked = [argument for argument in offered if argument.startswith(ON_BUTTON)]
        if not asked:
            await self._look_for(game)
            return
        argument = self._chance.choice(asked)
        self._note(argument.removeprefix(ON_BUTTON), game)
        await self._press_until(game, lambda now: len(now.moves) >= len(game.moves), ("nask", argument))


class Keeper(NumberPlayer):
    """Keeps a number, and answers what the bot asks."""

    way = Way.KEEP

    def _secret(self) -> str:
        return str(self._chance.randint(self._low, self._high))

    async def _act(self, game: PlayedWay) -> None:
        screen = self.screen(game)
        if screen is not None and not screen.asks and not screen.moves and not screen.over:
            await self._press_until(game, lambda now: bool(now.asks), ("nkeeper", ""))
            await self.hands.heard()
        elif screen is None or not screen.asks or len(screen.moves) != len(game.moves):
            await self._look_for(game)
        else:
            await self._answer(screen.asks, game)

    async def _answer(self, question: str, game: PlayedWay) -> None:
        text = answer(question, int(game.secret))
        if question.startswith("=") and text == "yes":
            game.tried, game.ending_since = True, self.hands.now
        game.moves.append(f"{question}={text}")
        if self._chance.random() < 0.5:
            await self.hands.say(self._chance.choice(SAID[text]))
            await self._sees_moves(game)
        else:
            await self._press_until(game, lambda now: len(now.moves) >= len(game.moves), (f"n{text}", ""))


def _apart(move: str) -> tuple[str, str, str]:
    """A question and its answer."""
    return move.rpartition("=")
