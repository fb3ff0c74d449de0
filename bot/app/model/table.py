"""A table: a stored game, where it is played, and who sits there."""

from dataclasses import dataclass, field, replace
from enum import Enum

from bot.app.messages import Chat
from bot.app.model.breaker import Breaker
from bot.app.model.company import Company
from bot.app.model.contest import Target
from bot.app.model.wish import Help, Wish
from bot.game.model import Game, Phase
from solver.variant import Code


class Question(Enum):
    """What the board asks before it ends a game."""

    NEW_GAME = "new-game"
    RESIGN = "resign"


class Asked(Enum):
    """What a hint may tell. Each counts once until the next guess."""

    COUNT = "count"
    """How many codes fit."""
    PLACES = "places"
    """Which symbols are certain, possible or impossible at each place."""
    CASES = "cases"
    """How many of them take how many symbols from where."""
    LIST = "list"
    """Those that fit, where they are few."""
    GUESS = "guess"
    """A good guess."""
    WHY = "why"
    """Why it is good."""
    TABLE = "table"
    """Every reply to the guess that is spoken of, as a picture."""


class Page(Enum):
    """What the buttons under a board are for."""

    BOARD = "board"
    HINTS = "hints"
    NOTES = "notes"


@dataclass(frozen=True, slots=True)
class Hint:
    """What has been asked for since the last guess, and which buttons are shown meanwhile."""

    asked: tuple[Asked, ...] = ()
    wondered: Code | None = None
    """A guess of their own that was weighed before it is made."""
    page: Page = Page.BOARD
    wondered_last: bool = False
    """Whether nothing has been asked for since that guess was weighed."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game and all that its board shows, except what a single person is typing on the keypad."""

    id: str
    chat: Chat
    game: Game
    starter: int
    salt: str
    opened_at: float
    ended_at: float | None = None
    guessed_by: tuple[str, ...] = ()
    """The name of whoever made each guess, in the order of the turns."""
    hint: Hint | None = None
    """What the board tells besides the turns, until the next guess."""
    suggestions: int = 0
    """How many hints have been taken."""
    keypad: bool = True
    proof: bool = False
    asked_again: Code | None = None
    """The code that was pointed out as asked before; sent once more, it counts."""
    resigning: tuple[int, ...] = ()
    """Who, besides the starter, wants to give up."""
    asking: Question | None = None
    """What was asked and has not been answered yet."""
    company: Company | None = None
    """Who plays, where each has a seat of their own; None: whoever is there plays on the one seat."""
    target: Target | None = None
    """Whose game with the same secret is to be beaten; None: nobody's."""
    help: Help = Help.NORMAL
    """How much the bot tells besides the feedback."""
    wanted: str = ""
    """The wish for the game that is to take this one's place, if whoever is asked agrees."""
    breaker: Breaker | None = None
    """How the bot breaks a person's secret; None: it keeps one itself, or none at all."""
    notes: tuple[tuple[int, str], ...] = ()
    """What each person has noted of the symbols."""
    revision: int = field(default=0, compare=False)
    """How often it had been saved when we read it."""

    @property
    def may_be_beaten(self) -> bool:
        """Whether there is anything for friends to do better: somebody has broken the bot's secret, or tried to."""
        mode = self.game.mode
        alone = mode.seats == 1 and not mode.grows and not mode.told
        return alone and self.game.phase is Phase.OVER and bool(self.game.turns)

    def after_turn(self, game: Game, name: str) -> "Table":
        """The table once a guess was answered: whatever spoke of the turn before is gone."""
        return replace(
            self,
            game=game,
            guessed_by=(*self.guessed_by, name),
            hint=None,
            asked_again=None,
            resigning=(),
            asking=None,
        )


def wish_of(table: Table) -> Wish:
    """What somebody wished who got this table, whom nobody else has a seat at."""
    wish = Wish(table.game.mode.name, table.game.variant.name, table.help)
    return wish if table.breaker is None else replace(wish, level=table.breaker.level)
