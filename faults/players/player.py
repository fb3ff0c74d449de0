"""A person who breaks the bot's words, and keeps an account; and how anybody hears that the bot has caught up."""

import asyncio
import itertools
import random
import re
from collections.abc import Awaitable, Callable
from functools import partial

from faults.players.accounts import End, Made, PlayedChat, PlayedGame
from faults.players.hands import Hands, Keypad, Wish
from faults.players.sight import Board
from faults.players.words import WORDS, feedback

PATIENCE = 10.0
"""Seconds without visible effect after which the board is requested."""
TRIES = 40
PAUSE = (1.0, 3.0)
BURST = 3
LANGUAGES = ("en", "uk", "ru")
HINTS = ("guess", "places", "why")
"""The hints that are asked for: none of them lists all words that fit, the secret among them."""
LOOK = "/guess"
"""The command without a guess: it only brings the board to the bottom."""

Deed = Callable[[PlayedGame], Awaitable[None]]


class Player:
    """One person in one chat, who knows only what they see."""

    def __init__(self, hands: Hands, chat: PlayedChat, chance: random.Random, haste: float = 1.0) -> None:
        self.chat = chat
        self._hands = hands
        self._chance = chance
        self._haste = haste
        self._blind: Callable[[], None] | None = None

    @property
    def person(self) -> int:
        """The person's id."""
        return self._hands.person

    async def play(self, closing: asyncio.Event) -> None:
        """Play games until closing time; who is to go blind goes on until then."""
        while not self.chat.told_to_wait and (self._blind is not None or not closing.is_set()):
            await asyncio.sleep(self._chance.uniform(*PAUSE) / self._haste)
            if self._blind is not None and self.chat.game is not None and self.chat.game.made:
                await self._go_on_blindly(self.chat.game, self._blind)
            else:
                await self._do_something()

    def go_blind(self, begins: Callable[[], None]) -> None:
        """Let this player, who plays alone, soon see nothing any more; `begins` is called when that begins."""
        self._blind = begins

    async def _do_something(self) -> None:
        game = self.chat.game
        if game is None:
            async with self.chat.alone():
                await self._begin()
        elif not game.made:
            async with self.chat.alone():
                await self._with_the_game(self._guess_what_fits)
        else:
            await self._go_on(game)

    @property
    def _together(self) -> dict[Deed, float]:
        """What several people may do at the same time, and how likely each is."""
        return {
            self._type_one: 5,
            self._type_several: 2,
            self._tap_one: 2,
            self._ask_for_a_hint: 0.7,
            self._look_at_the_proof: 0.4,
            self._change_the_language: 0.4,
        }

    async def _go_on(self, game: PlayedGame) -> None:
        together = self._together
        alone: dict[Deed, float] = {self._guess_what_fits: len(game.made) / 4}
        if self._may_end(game) and len(game.made) > BURST:
            alone |= {self._resign: 1.0}
        both = together | alone
        (deed,) = self._chance.choices(list(both), list(both.values()))
        async with self.chat.together() if deed in together else self.chat.alone():
            await self._with_the_game(deed)

    async def _with_the_game(self, deed: Deed) -> None:
        """Do it with the game, unless somebody else has ended it meanwhile."""
        if self.chat.game is not None and not self.chat.told_to_wait:
            await deed(self.chat.game)

    async def _begin(self) -> None:
        if self.chat.game is not None or self.chat.told_to_wait:
            return
        board = self._hands.board
        if board is not None and board.over and self._chance.random() < 0.5:
            await self._hands.tap("again")
            await self._hands.sees_board(self._is_new, PATIENCE)
        await self._take_up_a_new_one("/play")

    async def _take_up_a_new_one(self, remind: str) -> None:
        """Play the game that is new; write `remind` until it is there."""
        for _ in range(TRIES):
            board = self._hands.board
            if board is not None and self._is_new(board):
                self.chat.games.append(PlayedGame(board.fingerprint, self._hands.person))
                return
            await self._hands.say(remind)
            await self._hands.sees_board(self._is_new, PATIENCE)

    def _is_new(self, board: Board) -> bool:
        return not self.chat.knows(board.fingerprint)

    async def _type(self, word: str, game: PlayedGame) -> None:
        game.taken.add(word)
        number = await self._hands.say(f"/guess {word}" if len(self.chat.people) > 1 else word)
        game.made.append(Made(word, self._hands.person, number))

    async def _type_one(self, game: PlayedGame) -> None:
        await self._type_all(self._surely_wrong(game, 1), game)

    async def _type_several(self, game: PlayedGame) -> None:
        """Type several guesses without waiting for the first reply."""
        await self._type_all(self._surely_wrong(game, BURST), game)

    async def _type_all(self, words: list[str], game: PlayedGame) -> None:
        game.taken.update(words)
        for word in words:
            await self._type(word, game)
        await self._sees(lambda board: set(words) <= set(board.guesses))

    async def _tap_one(self, game: PlayedGame) -> None:
        board = self._hands.board
        if board is None or not (board.button("ok") or board.button("keypad")):
            await self._type_one(game)  # words are typed
            return
        for word in self._surely_wrong(game, 1):
            game.taken.add(word)
            made = Made(word, self._hands.person, None)
            await Keypad(self._hands, word, lambda made=made: game.made.append(made)).tap()  # type: ignore[misc]

    async def _guess_what_fits(self, game: PlayedGame) -> None:
        """Guess what may be the secret."""
        board = self._hands.board
        fitting = [word for word in WORDS if board is not None and self._fits(word, board)]
        if not fitting:
            return
        word = self._chance.choice(fitting)
        game.ending_since = self._hands.now
        await self._type(word, game)
        board = await self._sees(lambda board: word in board.guesses)
        if board is None or board.over:
            game.end = End.SOLVED

    def _may_end(self, game: PlayedGame) -> bool:
        """Whether this player alone may end the game, and is asked first."""
        return game.starter == self._hands.person and bool(game.made)

    async def _resign(self, game: PlayedGame) -> None:
        if not self._may_end(game):
            return
        game.ending_since = self._hands.now
        if self._chance.random() < 0.5:
            await self._hands.say("/resign")
            await self._sees(lambda board: board.over or board.button("giveup") is not None)
        await self._tap_until(lambda board: board.over, "resign", "giveup", LOOK)
        game.end = End.RESIGNED

    async def _tap_until(self, wanted: Wish, ask: str, agree: str, remind: str) -> None:
        """Press the button that asks and then the one that confirms, until the board is as wanted.

        Now and then write `remind`.
        """
        for attempt in range(1, TRIES):
            board = self._hands.board
            if self._is_over_unseen() or (board is not None and wanted(board)):
                return
            agreeing = board is not None and board.button(agree) is not None
            await self._hands.tap(agree if agreeing else ask)
            await self._hands.sees_board(lambda board: wanted(board) or board.button(agree) is not None, 3)
            if attempt % 4 == 0:
                await self._hands.say(remind)
                await self._hands.sees_board(wanted, PATIENCE)

    async def _ask_for_a_hint(self, _game: PlayedGame) -> None:
        await self._hands.tap("hint", "menu")
        await self._hands.tap("hint", self._chance.choice(HINTS))

    async def _look_at_the_proof(self, _game: PlayedGame) -> None:
        await self._hands.tap("proof")

    async def _change_the_language(self, _game: PlayedGame) -> None:
        await self._hands.say("/language")
        await self._hands.tap_menu("tongue", self._chance.choice(LANGUAGES), PATIENCE)

    async def _go_on_blindly(self, game: PlayedGame, begins: Callable[[], None]) -> None:
        """Make a few more guesses, and then wait for the board for ever."""
        self.chat.told_to_wait = True
        begins()
        for word in self._surely_wrong(game, BURST):
            await self._type(word, game)

    async def _sees(self, wanted: Wish) -> Board | None:
        """The board as wanted, requested if it does not come; None if the game is over and its end cannot be seen."""
        for _ in range(TRIES):
            board = await self._hands.sees_board(wanted, PATIENCE)
            if board is not None:
                return board
            if self._is_over_unseen():
                return None
            await self._hands.say(LOOK)
        return self._hands.board

    def _is_over_unseen(self) -> bool:
        """Whether the bot offers a game below the board: then the game is over, though its end was not shown."""
        board, newest = self._hands.board, self._hands.newest
        return board is not None and newest is not None and newest.message.id > board.message.id and newest.offers

    def _fits(self, word: str, board: Board) -> bool:
        return all(feedback(guess, word) == reply for guess, reply in board.turns)

    def _surely_wrong(self, game: PlayedGame, count: int) -> list[str]:
        """Words that cannot be the secret by the board, and that nobody has tried."""
        board = self._hands.board
        if board is None or board.fingerprint != game.fingerprint or not board.turns:
            return []
        wrong = [word for word in WORDS if word not in game.taken and not self._fits(word, board)]
        return self._chance.sample(wrong, min(count, len(wrong)))


# Asks for the running game in a chat, so that only the newest answer can be meant.


class Echo:
    """One person's echo. The bot repeats an unknown word beside the running games.

    So an answer to another word, which may be late or repeated, cannot be mistaken for it.
    """

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._wishes = itertools.count(1)

    async def heard(self) -> Board | None:
        """What the bot shows after all earlier actions are done; None without an answer."""
        for _ in range(TRIES):
            await self._hands.heard()
            word = f"wish{next(self._wishes)}"
            await self._hands.say(f"/play {word}")
            answer = await self._hands.sight.until(self._hands.chat, partial(self._answer_to, word), PATIENCE)
            if answer is not None:
                return answer
        return None

    def _answer_to(self, word: str) -> Board | None:
        spoken = re.compile(rf"\b{word}\b")
        standing = self._hands.sight.standing(self._hands.chat)
        return next((board for board in standing if spoken.search(board.message.text)), None)
