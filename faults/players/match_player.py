"""One side of a match: what somebody sees of it, and presses until they see what they want."""

from collections.abc import Callable

from faults.players.echo import Echo
from faults.players.hands import Hands
from faults.players.match_model import PlayedMatch
from faults.players.match_screen import MatchScreen, lowest
from faults.players.player import LOOK, PATIENCE, TRIES

TO_SEE_IT = 3.0
"""Seconds that somebody waits after a press."""
Wish = Callable[[MatchScreen], bool]


class MatchPlayer:
    """One person, in their private chat with the bot."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.person = hands.person
        self._echo = Echo(hands)

    def screen(self, match: PlayedMatch) -> MatchScreen | None:
        """What this person sees of the match."""
        return lowest(self.hands.sight, self.hands.chat, match.id)

    async def sees(self, match: PlayedMatch, wanted: Wish, seconds: float) -> MatchScreen | None:
        """The screen, once it is as wanted; None if that does not come in time."""

        def found() -> MatchScreen | None:
            screen = self.screen(match)
            return screen if screen is not None and wanted(screen) else None

        return await self.hands.sight.until(self.hands.chat, found, seconds)

    async def has_no_game(self) -> bool:
        """Whether no match is on, once all is done that they did."""
        answer = await self._echo.heard()
        return answer is None or (not MatchScreen(answer.message).match and answer.button("gshow") is None)

    def sees_the_end(self, match: PlayedMatch) -> bool:
        """Whether this person's screen shows it."""
        screen = self.screen(match)
        return screen is not None and screen.over

    async def _press_until(self, match: PlayedMatch, wanted: Wish, ask: str, agree: str) -> None:
        """Press what asks and then what agrees, until the screen is as wanted; now and then have a look."""
        for attempt in range(1, TRIES):
            screen = self.screen(match)
            if self.is_over_unseen(match) or (screen is not None and wanted(screen)):
                return
            agreeing = screen is not None and screen.button(agree) is not None
            await self.hands.press(screen, agree if agreeing else ask)
            await self.sees(match, lambda now: wanted(now) or now.button(agree) is not None, TO_SEE_IT)
            if attempt % 4 == 0:
                await self.hands.say(LOOK)
                await self.sees(match, wanted, PATIENCE)

    async def _sees_surely(self, match: PlayedMatch, wanted: Wish) -> MatchScreen | None:
        """The screen as wanted, asked for if it does not come; None if the match is over and its end is not seen."""
        for _ in range(TRIES):
            screen = await self.sees(match, wanted, PATIENCE)
            if screen is not None:
                return screen
            if self.is_over_unseen(match):
                return None
            await self.hands.say(LOOK)
        return self.screen(match)

    def is_over_unseen(self, match: PlayedMatch) -> bool:
        """Below the screen the bot offers a game: the match is over, though its end did not arrive."""
        screen, newest = self.screen(match), self.hands.newest
        below = newest is not None and (screen is None or newest.message.id > screen.message.id)
        return newest is not None and below and newest.offers
