"""What the players know to be true, whatever the bot has been through: their games, and each guess that they made."""

from dataclasses import dataclass, field
from enum import Enum

from faults.players.company import Company


class End(Enum):
    """How a game came to its end."""

    SOLVED = "solved"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Made:
    """A guess that somebody made. `message`: what they typed, by its number in the chat; None: tapped on the keypad."""

    guess: str
    person: int
    message: int | None


@dataclass(slots=True)
class PlayedGame:
    """A game as its players have played it."""

    fingerprint: str
    starter: int
    made: list[Made] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    """What somebody has chosen to guess."""
    end: End | None = None
    ending_since: float | None = None
    """When somebody began what ended it, by the sandbox's clock; the secret may be seen from then on."""


class PlayedChat(Company):
    """A chat with the bot, and who plays there."""

    def __init__(self, chat: int, people: tuple[int, ...]) -> None:
        super().__init__()
        self.id = chat
        self.people = people
        self.games: list[PlayedGame] = []
        self.told_to_wait = False
        """Telegram tells the bot not to write here for long: nobody here can see what happens."""

    @property
    def game(self) -> PlayedGame | None:
        """The game that is on."""
        return self.games[-1] if self.games and self.games[-1].end is None else None

    def knows(self, fingerprint: str) -> bool:
        """Whether that game has been played here."""
        return any(game.fingerprint == fingerprint for game in self.games)
