"""Where games of every kind are kept."""

from dataclasses import dataclass
from typing import Protocol, TypeVar

from bot.app.messages import Chat
from bot.app.model.header import Header
from bot.app.model.limits import MATCHES
from bot.app.model.played import PlayedGame

G = TypeVar("G", bound=Header)


@dataclass(frozen=True, slots=True)
class Glance:
    """What a person looks at in their private chat, and the games that run on boards there, by id."""

    focus: str | None
    games: tuple[str, ...]
    has_seats: bool
    """Whether they have a seat in a running game."""


class Games(Protocol):
    """The games, of every kind."""

    async def load(self, game: str, model: type[G]) -> G | None:
        """The game of that id, if it is of that class."""

    async def running_in(self, chat: int) -> tuple[Header, ...]:
        """Those that run on boards in the chat, the oldest first."""

    async def running_of(self, person: int, model: type[G], *, most: int = MATCHES) -> tuple[G, ...]:
        """Those in which the person has a seat, seen from a private chat, the oldest first: so many at most.

        Whoever has more, from before there was a limit, is read as many as they may have.
        """

    async def count_of(self, person: int) -> int:
        """In how many running games the person has a seat."""

    async def latest(self, chat: int, model: type[G]) -> G | None:
        """The one of that kind that was begun last in the chat, over or not."""

    async def latest_of(self, chat: int, model: type[G], most: int) -> tuple[G, ...]:
        """The games of that class that were begun last in the chat, the latest first, at most so many."""

    def save(self, game: Header) -> None:
        """Keep the game, and once it is over a line of it for ever.

        The work begins again if somebody else has saved it meanwhile.
        """

    async def played_by(self, person: int, most: int, up_to: int = ...) -> tuple[tuple[int, PlayedGame], ...]:
        """What is kept of the games that the person has ended, the latest first, each with its number.

        At most so many, with numbers up to that one.
        """

    async def lines_after(self, person: int, number: int, most: int) -> tuple[tuple[int, PlayedGame], ...]:
        """The same from the number after that one on, the earliest first."""

    async def number_of(self, game: str) -> int:
        """The number of the game of that id, of which a line is kept; 0: of none."""

    def hold(self, game: Header) -> None:
        """Let nobody save the game while we show it. The work begins again if somebody has done so meanwhile."""

    async def glance(self, chat: int) -> Glance:
        """What the person of that private chat looks at."""

    def focus_on(self, chat: Chat, game: str | None) -> None:
        """From now on what is typed in the chat is for this game; None: it is not known for which."""
