"""One side of a match: reads the screen, and presses until it is as wanted."""

from collections.abc import Callable

from faults.players.echo import Echo
from faults.players.hands import Hands
from faults.players.match_model import PlayedMatch
from faults.players.match_screen import MatchScreen, lowest
from faults.players.player import LOOK, PATIENCE, TRIES

TO_SEE_IT = 3.0
"""Seconds to wait after a press."""
Wish = Callable[[MatchScreen], bool]


class MatchPlayer:
    """One person, in their private chat with the bot."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.person = hands.person
        self._echo = Echo(hands)

    def screen(self, match: PlayedMatch) -> MatchScreen | None:
        """The person's screen of the match."""
        return lowest(self.hands.sight, self.hands.chat, match.id)

    async def sees(self, match: PlayedMatch, wanted: Wish, seconds: float) -> MatchScreen | None:
        """The screen, once it is as wanted; None after so many seconds."""

        def found() -> MatchScreen | None:
            screen = self.screen(match)
            return screen if screen is not None and wanted(screen) else None

        return await self.hands.sight.until(self.hands.chat, found, seconds)

    async def has_no_game(self) -> bool:
        """Whether no match is running, after all earlier actions are done."""
        answer = await self._echo.heard()
        return answer is None or (not MatchScreen(answer.message).match and answer.button("gshow") is None)

    def sees_the_end(self, match: PlayedMatch) -> bool:
        """Whether the person's screen shows the end."""
        screen = self.screen(match)
        return screen is not None and screen.over

    async def _press_until(self, match: PlayedMatch, wanted: Wish, ask: str, agree: str) -> None:
        """Press the button that asks and then the one that confirms, until the screen is as wanted.

        Now and then look.
        """
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
        """The screen as wanted, requested if it does not come; None if the match is over and its end is not seen."""
        for _ in range(TRIES):
            screen = await self.sees(match, wanted, PATIENCE)
            if screen is not None:
                return screen
            if self.is_over_unseen(match):
                return None
            await self.hands.say(LOOK)
        return self.screen(match)

    def is_over_unseen(self, match: PlayedMatch) -> bool:
        """Whether the bot offers a game below the screen: then the match is over, though its end was not shown."""
        screen, newest = self.screen(match), self.hands.newest
        below = newest is not None and (screen is None or newest.message.id > screen.message.id)
        return newest is not None and below and newest.offers
