"""A person whose word the bot breaks: they count bulls and cows, sometimes wrongly."""

from faults.players.player import LOOK, PATIENCE
from faults.players.way_model import PlayedWay, Way, reply
from faults.players.way_player import WayPlayer
from faults.players.way_screen import WayScreen
from faults.players.words import LENGTH, WORDS, feedback

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
