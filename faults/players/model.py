"""The account of games against the bot: what players did, whatever happened to the bot."""

from dataclasses import dataclass, field
from enum import Enum

from faults.players.company import Company


class End(Enum):
    """How a game ended."""

    SOLVED = "solved"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Made:
    """A guess. `message`: the number of the typed message; None: tapped on the keypad."""

    guess: str
    person: int
    message: int | None


@dataclass(slots=True)
class PlayedGame:
    """A game as played."""

    fingerprint: str
    starter: int
    made: list[Made] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    """Words that somebody is about to guess."""
    end: End | None = None
    ending_since: float | None = None
    """When the ending action began, by the sandbox's clock; the secret may be seen from then on."""


class PlayedChat(Company):
    """A chat with the bot and its players."""

    def __init__(self, chat: int, people: tuple[int, ...]) -> None:
        super().__init__()
        self.id = chat
        self.people = people
        self.games: list[PlayedGame] = []
        self.told_to_wait = False
        """Whether Telegram tells the bot to wait long before writing here: nobody sees what happens."""

    @property
    def game(self) -> PlayedGame | None:
        """The running game."""
        return self.games[-1] if self.games and self.games[-1].end is None else None

    def knows(self, fingerprint: str) -> bool:
        """Whether that game has been played here."""
        return any(game.fingerprint == fingerprint for game in self.games)
