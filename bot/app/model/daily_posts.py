"""Groups into which the card of each day comes by itself."""

from dataclasses import dataclass
from typing import Protocol

from bot.app.messages import Chat


@dataclass(frozen=True, slots=True)
class DailyPost:
    """The wish of a group. Each has an id of its own: what was planned for a former one does nothing."""

    id: str
    chat: Chat
    """With the topic in which it was wished."""
    day: int = 0
    """The last day whose card was there; 0: none was."""
    unplayed: int = 0
    """On so many cards in a row, before that one, nobody has pressed Play."""


class DailyPosts(Protocol):
    """Stored wishes, one for each group at most."""

    async def of(self, chat: int) -> DailyPost | None:
        """That of the group."""

    async def post(self, post: str) -> DailyPost | None:
        """That of that id."""

    def begin(self, post: DailyPost) -> None:
        """Store a new one; it takes the place of a former one."""

    def note(self, post: DailyPost) -> None:
        """Store which card was there last, unless the wish has ended."""

    def end(self, post: DailyPost) -> None:
        """It is wished no more."""
