"""A person who plays matches against the bot, takes hints, and goes on breaking its secret after a loss."""

import asyncio
import random
from functools import partial

from faults.players.accounts import COMPUTER, Asked, Ending, How, Made, PlayedChat, PlayedGame, PlayedMatch, PlayedPair
from faults.players.duellist import Duellist, RunOut, fits
from faults.players.hands import Hands
from faults.players.player import LOOK, PATIENCE, PAUSE, TRIES, Deed, Player
from faults.players.sight import MatchScreen, lowest, screens
from faults.players.words import WORDS

LEVELS = ("learner", "beginner", "casual", "club", "expert", "perfect")
"""The levels that `/match` takes."""
BY_REASON, HINTED, LEFT, LEFT_TO_LOSE = 0.6, 0.2, 0.05, 0.5
"""Probabilities: of a consistent guess, a hint, and leaving, also for somebody who has to lose."""
WENT_ON, TYPED, TOLD = 0.5, 0.5, 0.5
"""Probabilities after a loss: of going on, by a typed guess, and of asking for the secret otherwise."""


class Sparrer(Duellist):
    """Plays both sides of a duellist alone. Any guess may end the match, because the bot guesses at once.

    `loses`: they lose one match in any case, and go on after it.
    """

    def __init__(
        self, hands: Hands, chance: random.Random, haste: float, run_out: RunOut, *, loses: bool = False
    ) -> None:
        super().__init__(hands, chance, haste, run_out)
        self._loses = loses
        self.broken = PlayedChat(hands.chat, (hands.person,))
        """The chat of the games after matches."""
        self._breaker = Breaker(hands, self.broken, chance, haste)

    async def play_all(self, played: PlayedPair, closing: asyncio.Event) -> None:
        """Play matches until closing time, and until they have done once what they came for."""
        self.rival = self  # nobody else sees the end
        while not closing.is_set() or not played.matches or self._has_to_lose:
            match = await self._begun(played)
            if match is None:
                return
            played.matches.append(match)
            await self.play(match, closing, to_the_end=len(played.matches) == 1 or self._has_to_lose)
            await self._take_note(match)
            if match.ending is not None:
                await self._after(match, closing)

    async def _begun(self, played: PlayedPair) -> PlayedMatch | None:
        """Begin the next match; None if that failed. Requested twice, there would be two."""
        known = {match.id for match in played.matches}
        await self.hands.say(f"/match {self._chance.choice(LEVELS)}")
        for _ in range(TRIES):
            found = await self.hands.sight.until(self.hands.chat, partial(self._new_match, known), PATIENCE)
            if found is not None:
                return PlayedMatch(found, played.agreed, played.people)
            await self.hands.say(LOOK)
        return None

    def _new_match(self, known: set[str]) -> str | None:
        shown = (screen.match for screen in screens(self.hands.sight, self.hands.chat))
        return next((match for match in shown if match not in known), None)

    async def _act(self, match: PlayedMatch, *, hurries: bool) -> None:
        await self._take_note(match)
        screen = self.screen(match)
        if match.ending is not None:
            return
        if screen is not None and screen.wants_secret:
            await self._chosen({self._type_secret: 3, self._draw_secret: 2})(match)
        elif screen is not None and screen.my_turn and match.is_turn_of(self.person):
            await self._move_alone(match, screen, hurries=hurries)
        elif await self.sees(match, lambda now: now.my_turn or now.over, PATIENCE) is None:
            await self.hands.say(LOOK)

    async def _take_note(self, match: PlayedMatch) -> None:
        """Record the bot's guesses, and whether the last one ended the match."""
        _take_in(match, self.screen(match))
        if match.ending is None and match.tried is not None and await self._has_ended(match):
            match.ending = match.tried

    async def _has_ended(self, match: PlayedMatch) -> bool:
        return self.sees_the_end(match) or (self.is_over_unseen(match) and await self.has_no_game())

    async def _move_alone(self, match: PlayedMatch, screen: MatchScreen, *, hurries: bool) -> None:
        is_second = len(match.made_by(self.person)) == 1
        if match.hints and self._chance.random() < self._wish_to_leave(hurries=hurries):
            await self._leave(match)
            return
        if (is_second and not match.hints) or self._chance.random() < HINTED:
            await self._take_hints(match)
        await self._guess(match, screen)

    def _wish_to_leave(self, *, hurries: bool) -> float:
        if self._has_to_lose:
            return 1.0 if hurries else LEFT_TO_LOSE
        return 0.0 if hurries else LEFT

    @property
    def _has_to_lose(self) -> bool:
        return self._loses and not self.broken.games

    async def _take_hints(self, match: PlayedMatch) -> None:
        """Take hints: the count and a good guess. Each counts once in a turn, however often it is requested."""
        match.hints += 2
        await self._press_until(match, lambda now: now.button("mhint", "guess") is not None, "mhint", "mhint")
        await self.hands.heard()
        await self._press_hint(match)
        await self.hands.heard()

    async def _press_hint(self, match: PlayedMatch) -> None:
        for attempt in range(1, TRIES):
            screen = self.screen(match)
            if screen is not None and screen.button("mhint", "back") and not screen.button("mhint", "guess"):
                return
            await self.hands.press(screen, "mhint", "guess")
            if attempt % 4 == 0:
                await self.hands.say(LOOK)

    async def _guess(self, match: PlayedMatch, screen: MatchScreen) -> None:
        untried = [word for word in WORDS if word not in match.made_by(self.person)]
        fitting = [word for word in untried if fits(word, screen)]
        word = self._chance.choice(fitting if fitting and self._chance.random() < BY_REASON else untried)
        match.ending_since = self.hands.now
        match.made.append(Asked(self.person, word))
        match.tried = Ending(How.SOLVED, self.person)
        await self.hands.say(word)
        await self._sees_surely(match, lambda now: word in now.guesses)

    async def _after(self, match: PlayedMatch, closing: asyncio.Event) -> None:
        """After a loss go on with the bot's secret, ask for it, or do neither."""
        screen = await self.sees(match, lambda now: now.over, PATIENCE)
        _take_in(match, screen)
        if screen is None or screen.button("mtell") is None:
            return
        if self._has_to_lose or self._chance.random() < WENT_ON:
            typed = self._surely_wrong(match, 1) if self._chance.random() < TYPED else []
            match.goes_on = await self._breaker.goes_on_from(match, next(iter(typed), None))
            await self._breaker.play(closing)
        elif self._chance.random() < TOLD:
            match.told_since = self.hands.now
            await self._press_until(match, lambda now: now.button("mtell") is None, "mtell", "mtell")
            await self.hands.heard()


def _take_in(match: PlayedMatch, screen: MatchScreen | None) -> None:
    """Record the bot's new guesses."""
    known = match.made_by(COMPUTER)
    theirs = [guess for guess, _ in screen.theirs] if screen is not None else []
    match.made += [Asked(COMPUTER, guess) for guess in theirs[len(known) :]]


# The game alone in which they go on.

TO_SEE_THE_BOARD = 3.0
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
            await self._hands.sees_board(self._is_new, TO_SEE_THE_BOARD)
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
