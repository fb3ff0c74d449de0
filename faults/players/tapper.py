"""A person who plays alone in the chat and on the Mini App's page in turn, today's code first."""

import asyncio
import random
from collections import Counter

from faults.players.accounts import Made, Noted, PlayedChat, PlayedGame
from faults.players.hands import Hands
from faults.players.page import Page, data_on, guess_on, mark_on, words_on
from faults.players.player import HINTS, LOOK, PATIENCE, TRIES, Deed, Player
from faults.players.sight import game_in

TYPES = 0.4
"""The probability with which a guess is typed, though the page is open."""
NOTED = 3
"""So many symbols are noted, again and again."""
TO_HEAR = 5.0
"""Seconds for which a page waits at most."""
HELLO = "/help"
"""What they write first: to whoever never wrote, the bot does not write either."""


class Tapper(Player):
    """The person. The page knows games by their id, the chat by their fingerprint.

    `known`: the games of all such people by id, with their players.
    """

    def __init__(
        self, hands: Hands, chat: PlayedChat, chance: random.Random, haste: float, page: Page, known: dict[str, int]
    ) -> None:
        super().__init__(hands, chat, chance, haste)
        self.page = page
        self._known = known
        self._ids: dict[str, str] = {}
        self._noted = Counter[tuple[str, int]]()

    async def play(self, closing: asyncio.Event) -> None:
        """Play games until closing time, and look at the page once more."""
        await super().play(closing)
        await self._look_last()

    async def _do_something(self) -> None:
        await super()._do_something()
        if self.chat.game is None:
            await self._look_last()

    @property
    def _together(self) -> dict[Deed, float]:
        return {
            **super()._together,
            self._note: 2,
            self._ask_there_for_a_hint: 0.7,
            self._do_it_while_the_page_waits: 2,
            self._type_and_tap_at_once: 2,
            self._close_the_page: 0.7,
            self._ask_for_anothers: 0.7,
        }

    def _may_end(self, game: PlayedGame) -> bool:
        """But for today's code, whose secret is not told then."""
        return game is not self.chat.games[0] and super()._may_end(game)

    # The first games.

    async def _begin(self) -> None:
        if not self.chat.games:
            await self._begin_todays()
            return
        if self._chance.random() < 0.5:
            over = self._id_of(self.chat.games[-1])
            for data in data_on(await self.page.sees(over), "again"):
                await self.page.presses(data, over)
                await self._hands.sees_board(self._is_new, PATIENCE)
                await self._take_up_a_new_one("/play")
                return
        await super()._begin()

    async def _begin_todays(self) -> None:
        for _ in range(TRIES):
            if self._hands.newest is not None:
                break
            await self._hands.say(HELLO)
            await self._hands.sight.until(self.chat.id, lambda: self._hands.newest, PATIENCE)
        view = await self.page.sees("")
        begun = await self.page.presses(view["begin"], "") if view.get("begin") else view
        await self._hands.sees_board(self._is_new, PATIENCE)
        await self._take_up_a_new_one(LOOK)
        if self.chat.game is not None:
            self._take_note(self.chat.game, begun.get("game", ""))

    def _id_of(self, game: PlayedGame) -> str:
        """The id of the game, by the buttons of its board."""
        found = self._ids.get(game.fingerprint, "")
        board = self._hands.board
        if not found and board is not None and board.fingerprint == game.fingerprint:
            found = game_in(" ".join(button.value for row in board.message.keyboard for button in row))
            self._take_note(game, found)
        return found

    def _take_note(self, game: PlayedGame, known: str) -> None:
        if known:
            self._ids[game.fingerprint] = known
            self._known[known] = self.person

    async def _look_last(self) -> None:
        """Look once at the game as it has ended, or stays."""
        game = self.chat.games[-1] if self.chat.games else None
        known = "" if game is None else self._id_of(game)
        if known and known not in self.page.account.last:
            self.page.account.last[known] = await self.page.sees(known)

    # Guesses, there and in the chat.

    async def _type(self, word: str, game: PlayedGame) -> None:
        known = self._id_of(game)
        if not known or self._chance.random() < TYPES:
            await super()._type(word, game)
            return
        await self._hands.heard()
        self._note_made(word, game)
        await self._tap_word(word, known)

    def _note_made(self, word: str, game: PlayedGame) -> None:
        game.taken.add(word)
        game.made.append(Made(word, self.person, None))

    async def _tap_word(self, word: str, game: str) -> None:
        """Tap it until the board has it, as whoever taps on a board that has moved on has to send it again."""
        view = await self.page.sees(game)
        for _ in range(TRIES):
            data = guess_on(view, word)
            if word in words_on(view) or not data:
                return
            view = await self.page.presses(data, game)

    async def _type_and_tap_at_once(self, game: PlayedGame) -> None:
        """Either may come first."""
        words, known = self._surely_wrong(game, 2), self._id_of(game)
        if len(words) < 2 or not known:
            return
        typed, tapped = words
        await super()._type(typed, game)
        self._note_made(tapped, game)
        await self._tap_word(tapped, known)
        board = await self._sees(lambda board: set(words) <= set(board.guesses))
        if board is not None and board.guesses.index(tapped) < board.guesses.index(typed):
            game.made[-2:] = reversed(game.made[-2:])

    async def _do_it_while_the_page_waits(self, game: PlayedGame) -> None:
        """Guess while the page waits for news."""
        known = self._id_of(game)
        view = await self.page.sees(known)
        waiting = self.page.follows(known, view.get("version", ""))
        await self._type_one(game)
        await self.page.stops_following(waiting, TO_HEAR)

    # What else the page has.

    async def _note(self, game: PlayedGame) -> None:
        """Move the mark of a symbol on."""
        known = self._id_of(game)
        await self._hands.heard()
        view = await self.page.sees(known)
        board = view.get("board")
        if board is None or not board["note"]:
            return
        place = self._chance.randrange(NOTED)
        self._noted[known, place] += 1
        noted = Noted(known, place, self._noted[known, place])
        self.page.account.notes.append(noted)
        noted.shown = mark_on(await self.page.presses(f"{board['note']}:{place}", known), place)

    async def _ask_there_for_a_hint(self, game: PlayedGame) -> None:
        """Open the hints, unless they are open, and ask for one."""
        known = self._id_of(game)
        view = await self.page.sees(known)
        for wanted in (("menu",), HINTS):
            offered = [data for data in data_on(view, "hint") if data.rpartition(":")[2] in wanted]
            if offered:
                view = await self.page.presses(self._chance.choice(offered), known)

    async def _ask_for_anothers(self, _game: PlayedGame) -> None:
        others = [game for game, player in self._known.items() if player != self.person]
        if others:
            await self.page.peeks(self._chance.choice(others))

    async def _close_the_page(self, _game: PlayedGame) -> None:
        self.page.forgets()
