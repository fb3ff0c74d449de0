"""The world outside, as the use cases need it; `bot/world.py` has the real one."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.app.asking import Administers, nobody_administers
from bot.app.model.daily import NO_CODES, Codes
from bot.app.thinking import Recall
from solver.variant import Code, Variant


@dataclass(frozen=True, slots=True)
class World:
    """Time, chance and what the bot knows of itself. Tests pass a fixed one."""

    username: str
    now: Callable[[], float]
    draw_secret: Callable[[Variant], Code]
    new_salt: Callable[[], str]
    new_id: Callable[[], str]
    new_token: Callable[[], str]
    """128 random bits that may stand in a link."""
    recall: Recall
    """What a function of the solver's comes to. Raises NeedsThought if that has not been thought about."""
    draw_number: Callable[[int, int], int]
    """A number between these two, or one of them."""
    has_inline: bool = True
    """Whether its name may be typed in any chat: Telegram takes no button that leads there otherwise."""
    daily: Codes = NO_CODES
    admins: frozenset[int] = frozenset()
    """Who may use /admin."""
    administers: Administers = nobody_administers
    """Whether somebody administers a group. Raises NeedsAnswer if Telegram has not been asked lately."""

    @property
    def today(self) -> int:
        """The number of the code of the day that is played now."""
        return self.daily.calendar.number_at(self.now())
