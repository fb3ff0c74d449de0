"""People who play in other ways: the bot breaks their words, numbers are guessed, or matches against it."""

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

from faults.players.accounts import COMPUTER, Agreed, PlayedChat, PlayedPair, PlayedWay, Way, answer, reply
from faults.players.duellist import RunOut
from faults.players.hands import Hands
from faults.players.player import LOOK, PATIENCE, PAUSE, TRIES, Echo
from faults.players.sight import WayScreen, way_screens
from faults.players.sparrer import Sparrer
from faults.players.words import LENGTH, WORDS, feedback

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


# One of them, who plays game after game, and believes only what they see.

TO_SEE_IT = 3.0
"""Seconds to wait after a press."""
Wish = Callable[[WayScreen], bool]
Press = tuple[str, str]
"""A button's verb, and its argument."""


class WayPlayer(ABC):
    """One person in a chat with no other game."""

    way: ClassVar[Way]

    def __init__(self, hands: Hands, chance: random.Random, haste: float) -> None:
        self.hands = hands
        self.person = hands.person
        self.games: list[PlayedWay] = []
        self._chance = chance
        self._haste = haste
        self._echo = Echo(hands)

    async def play(self, closing: asyncio.Event) -> None:
        """Play games until closing time, and the first one to its end."""
        while not closing.is_set() or not self.games:
            game = await self._begun()
            if game is None:
                return
            self.games.append(game)
            while not game.over and (len(self.games) == 1 or not closing.is_set()):
                await asyncio.sleep(self._chance.uniform(*PAUSE) / self._haste)
                if not await self._has_ended(game):
                    await self._act(game)
                game.over = await self._has_ended(game)

    def screen(self, game: PlayedWay) -> WayScreen | None:
        """The lowest board of the game."""
        shown = way_screens(self.hands.sight, self.hands.chat)
        return next((screen for screen in shown if screen.game == game.id), None)

    def screens(self) -> list[WayScreen]:
        """The boards in their chat, the lowest of each game last."""
        return list(way_screens(self.hands.sight, self.hands.chat))[::-1]

    @property
    @abstractmethod
    def _command(self) -> str:
        """The command that begins a game; repeated, it begins no other."""

    @abstractmethod
    def _secret(self) -> str:
        """The person's secret in a new game."""

    @abstractmethod
    async def _act(self, game: PlayedWay) -> None:
        """Make the next move, if it is known."""

    async def _begun(self) -> PlayedWay | None:
        """Begin the next game; None if that failed."""
        for _ in range(TRIES):
            await self.hands.say(self._command)
            game = await self.hands.sight.until(self.hands.chat, self._new_game, PATIENCE)
            if game is not None:
                return PlayedWay(game, self.way, self.person, self._secret())
        return None

    def _new_game(self) -> str | None:
        known = {game.id for game in self.games}
        shown = (screen.game for screen in way_screens(self.hands.sight, self.hands.chat))
        return next((game for game in shown if game not in known), None)

    async def _sees(self, game: PlayedWay, wanted: Wish, seconds: float) -> WayScreen | None:
        def found() -> WayScreen | None:
            screen = self.screen(game)
            return screen if screen is not None and wanted(screen) else None

        return await self.hands.sight.until(self.hands.chat, found, seconds)

    async def _sees_surely(self, game: PlayedWay, wanted: Wish) -> None:
        """Wait for the board as wanted, and request it if it does not come, unless the end cannot be seen."""
        for _ in range(TRIES):
            if await self._sees(game, wanted, PATIENCE) is not None or self._is_over_unseen(game):
                return
            await self.hands.say(LOOK)

    async def _sees_moves(self, game: PlayedWay) -> None:
        """Wait until the board shows all moves."""
        await self._sees_surely(game, lambda now: len(now.moves) >= len(game.moves))

    async def _press_until(self, game: PlayedWay, wanted: Wish, *presses: Press) -> None:
        """Press the first of these buttons that exists, until the board is as wanted; now and then look."""
        for attempt in range(1, TRIES):
            screen = self.screen(game)
            if self._is_over_unseen(game) or (screen is not None and wanted(screen)):
                return
            pressed = _first_there(screen, presses)
            await self.hands.press(screen, *(pressed or presses[-1]))
            await self._sees(game, lambda now: wanted(now) or _first_there(now, presses) != pressed, TO_SEE_IT)  # noqa: B023  waited for at once
            if attempt % 4 == 0:
                await self.hands.say(LOOK)
                await self._sees(game, wanted, PATIENCE)

    async def _has_ended(self, game: PlayedWay) -> bool:
        """Whether the last move has ended the game, as far as this person can see."""
        screen = self.screen(game)
        if screen is not None and screen.over:
            return game.tried
        if not self._is_over_unseen(game):
            return False
        answer = await self._echo.heard()
        return answer is None or answer.offers

    def _is_over_unseen(self, game: PlayedWay) -> bool:
        """Whether the bot offers a game below the board: then this one may be over, though its end was not shown."""
        screen, newest = self.screen(game), self.hands.newest
        below = newest is not None and (screen is None or newest.message.id > screen.message.id)
        return game.tried and newest is not None and below and newest.offers


def _first_there(screen: WayScreen | None, presses: tuple[Press, ...]) -> Press | None:
    return next((press for press in presses if screen is not None and screen.button(*press)), None)


# Whoever has the bot break a word: they count bulls and cows, sometimes wrongly.

TYPED = ("{0}B{1}C", "{0}{1}", "{0} {1}", "{0}🐂 {1}🐄", "{0} bulls {1} cows", "{0}В{1}С", "{0}б{1}к")
"""Formats of replies; the last but one has Cyrillic letters that look like Latin ones."""
WAYS_BACK = ("fixed", "nevermind")
"""Buttons that close what a late press has put over the question."""


class Thinker(WayPlayer):
    """Keeps one of the suite's words."""

    way = Way.THINK

    @property
    def _command(self) -> str:
        return "/think"

    def _secret(self) -> str:
        return self._chance.choice(WORDS)

    async def _act(self, game: PlayedWay) -> None:
        screen = self.screen(game)
        if screen is None or not _asks(screen, game):
            await self._look_for_the_question(game, screen)
            return
        right = feedback(screen.asks, game.secret)
        deeds = [self._reply, self._press_reply, self._wish, self._miscount, self._stop]
        weights = [4, 3, 1, 0.7 if right != (LENGTH, 0) else 0, 0.1 if game.moves else 0]
        (deed,) = self._chance.choices(deeds, weights)
        await deed(game, screen)

    async def _look_for_the_question(self, game: PlayedWay, screen: WayScreen | None) -> None:
        for verb in WAYS_BACK:
            if screen is not None and screen.button(verb):
                await self.hands.press(screen, verb)
        if await self._sees(game, lambda now: now.over or _asks(now, game), PATIENCE) is None:
            await self.hands.say(LOOK)

    async def _reply(self, game: PlayedWay, screen: WayScreen) -> None:
        right = feedback(screen.asks, game.secret)
        self._note(game, screen.asks, right)
        await self.hands.say(self._chance.choice(TYPED).format(*right))
        await self._sees_moves(game)

    async def _press_reply(self, game: PlayedWay, screen: WayScreen) -> None:
        await self._press(game, screen.asks, feedback(screen.asks, game.secret))

    async def _press(self, game: PlayedWay, guess: str, feedback: tuple[int, int]) -> None:
        self._note(game, guess, feedback)
        bulls, cows = feedback
        await self._press_until(game, lambda now: len(now.moves) >= len(game.moves), ("reply", f"{bulls}{cows}"))

    def _note(self, game: PlayedWay, guess: str, feedback: tuple[int, int]) -> None:
        game.moves.append(reply(guess, feedback))
        if feedback == (LENGTH, 0):
            game.tried, game.ending_since = True, self.hands.now

    async def _wish(self, game: PlayedWay, screen: WayScreen) -> None:
        """Let the bot make another guess."""
        asked = {screen.asks, *(move.partition("=")[0] for move in game.moves)}
        word = self._chance.choice([word for word in WORDS if word not in asked])
        game.wished.add(word)
        await self.hands.say(word)
        await self._sees_surely(game, lambda now: now.asks == word)

    async def _miscount(self, game: PlayedWay, screen: WayScreen) -> None:
        """Give a wrong reply, and correct it before the next."""
        guess, at = screen.asks, len(game.moves)
        right = feedback(guess, game.secret)
        bulls, cows = right
        wrong = [counted for counted in ((0, 0), (0, 1), (1, 0), (1, 1), (0, 2)) if counted != right]
        await self._press(game, guess, self._chance.choice(wrong))
        game.moves[at] = reply(guess, right)
        presses = ("reply", f"{bulls}{cows}-{at}"), ("fix", str(at)), ("fix", "")
        await self._press_until(game, lambda now: now.moves[at:] == (game.moves[at],), *presses)
        await self.hands.heard()

    async def _stop(self, game: PlayedWay, _screen: WayScreen) -> None:
        """End the game and tell the word."""
        await self._press_until(game, lambda now: now.button("untold") is not None, ("stopping", ""))
        await self.hands.heard()
        game.tried, game.ending_since = True, self.hands.now
        await self.hands.say(game.secret)
        await self._sees_surely(game, lambda now: now.over)


def _asks(screen: WayScreen, game: PlayedWay) -> bool:
    """Whether the bot waits for the next reply."""
    return bool(screen.asks) and len(screen.moves) == len(game.moves)


# Whoever plays the number game: asks about the bot's number, or answers its questions about theirs.

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
