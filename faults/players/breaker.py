"""A person who has lost to the bot and goes on breaking its secret in a game alone."""

import asyncio

from faults.players.match_model import PlayedMatch
from faults.players.match_screen import lowest
from faults.players.model import Made, PlayedGame
from faults.players.player import LOOK, PATIENCE, PAUSE, TRIES, Deed, Player

TO_SEE_IT = 3.0
"""Seconds to wait after a press."""
ON_THE_WAY = 0.4
"""The probability of another action before a guess that fits."""
PLAY_ON = "mplayon"


class Breaker(Player):
    """Plays only games that go on after a match, each to its end."""

    async def goes_on_from(self, match: PlayedMatch, first: str | None) -> bool:
        """Guess `first`, or press the button for it, until the board appears; whether it does."""
        made = [Made(guess, self.person, None) for guess in match.made_by(self.person)]
        if first is not None:
            made.append(Made(first, self.person, await self._hands.say(first)))
            await self._hands.sees_board(self._is_new, PATIENCE)
        for attempt in range(1, TRIES):
            board = self._hands.board
            if board is not None and self._is_new(board):
                self.chat.games.append(PlayedGame(board.fingerprint, self.person, made, {one.guess for one in made}))
                return True
            await self._hands.press(lowest(self._hands.sight, self._hands.chat, match.id), PLAY_ON)
            await self._hands.sees_board(self._is_new, TO_SEE_IT)
            if attempt % 4 == 0:
                await self._hands.say(LOOK)
                await self._hands.sees_board(self._is_new, PATIENCE)
        return False

    async def play(self, closing: asyncio.Event) -> None:
        """Play the game to its end."""
        while (game := self.chat.game) is not None:
            await asyncio.sleep(self._chance.uniform(*PAUSE) / self._haste)
            board = self._hands.board
            if board is None or board.fingerprint != game.fingerprint:
                await self._hands.say(LOOK)
                await self._hands.sees_board(lambda now, game=game: now.fingerprint == game.fingerprint, PATIENCE)  # type: ignore[misc]
            elif closing.is_set() or self._chance.random() > ON_THE_WAY:
                await self._guess_what_fits(game)
            else:
                deeds: list[Deed] = [self._type_one, self._type_several, self._ask_for_a_hint, self._resign]
                (deed,) = self._chance.choices(deeds, [4, 2, 1, 1])
                await deed(game)
