"""Limits of what one person may do within a time, or at all, that /forgetme does not lift.

It takes away what they are counted by. So for a while nothing is left of any of them for whoever was forgotten, and
here alone is said for how long. docs/keeping.md has the table of all limits: those that need no such while have no
entry here, and it says why.
"""

from enum import Enum

from bot.game.daily import DAY, HOUR
from bot.game.rating import ABORTS_COUNT


class Limit(Enum):
    """By what docs/keeping.md calls it."""

    ABORTS = "matches of the lobby aborted"
    BOARDS = "boards begun in a group"
    BY_NAME = "challenges by name"
    CARDS = "cards of the day played on"
    CODES_SET = "codes set for friends"
    DAY = "the code of the day"
    FEEDBACK = "feedback unread"
    LINES = "games kept for ever"
    MY_DATA = "`/mydata`"
    PUZZLES = "a puzzle rated"
    RATED = "rated games with one rival"
    REMARKS = "remarks in the room"
    REPORTS = "reports about one person"
    TRIES = "tries at a friend’s code"
    VOTES = "votes to end a group’s game"

    @property
    def closed(self) -> float:
        """For so many seconds after /forgetme nothing is left of it."""
        return SOONER.get(self, DAY)

    def opens_in(self, forgotten_at: float | None, now: float) -> float:
        """In how many seconds something is left of it for whoever was forgotten then; 0: it is now. None: never."""
        return 0.0 if forgotten_at is None else max(0.0, forgotten_at + self.closed - now)


SOONER = {Limit.ABORTS: ABORTS_COUNT, Limit.MY_DATA: HOUR, Limit.REMARKS: 20.0}
"""Those that bound what is done in less than a day; all others are closed for one."""
