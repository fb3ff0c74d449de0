"""A game alone: whoever is in the chat breaks the bot's secret."""

from dataclasses import dataclass, replace
from enum import Enum

from bot.app.model.board import BoardGame
from bot.app.model.contest import Target
from bot.app.model.daily import Daily
from bot.app.model.hint import Hint, Page
from bot.app.model.modes import alone_play
from bot.app.model.options import GameOptions, Help
from bot.game.fair_play import GuardedGame
from bot.game.model import Game, Seat
from solver.flaws import Flaw

ALL = Seat(0)
"""The only seat; a whole group sits on it together."""


class Praise(Enum):
    """What is said of a game that was won, beside those that its player has won before."""

    NONE = ""
    FIRST = "first"
    """They had won none."""
    BEST = "best"
    """They had needed more guesses in each that was alike."""


@dataclass(frozen=True, slots=True)
class Costliest:
    """The number, from 1, of the guess that cost most, and what is said against it; 0: every guess was good."""

    number: int
    flaw: Flaw | None = None
    accuracy: float | None = None
    """Of the whole game, in percent; None: it was not noted then. So is the luck, in bits."""
    luck: float = 0.0


@dataclass(frozen=True, slots=True)
class Standing:
    """The number of the game among its player's games alike, and their guesses on average; None: none was won."""

    nth: int
    mean: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Alone(BoardGame):
    """Whoever is in the chat breaks the bot's secret, all on one seat; evil, there is no secret."""

    hint: Hint | None = None
    """What the board shows besides the turns, until the next guess."""
    suggestions: int = 0
    """How many hints have been taken."""
    target: Target | None = None
    """Whose game with the same secret is to be beaten; None: nobody's."""
    help: Help = Help.NORMAL
    """How much the bot says besides the feedback."""
    notes: tuple[tuple[int, str], ...] = ()
    """What each person has noted of the symbols."""
    praise: Praise = Praise.NONE
    standing: Standing | None = None
    """Where it stands among others, once it is over."""
    explains: bool = False
    """Whether the board says what bulls and cows are, and what the last reply means: it is one of somebody's first."""

    daily: Daily | None = None
    """The code of which day it is about; None: of none."""

    costliest: Costliest | None = None
    """What cost most, once that was thought about."""

    @property
    def can_be_retried(self) -> bool:
        """Whether one may go on from before the guess that cost most. Before the first, *Play again* is the same."""
        if self.daily is not None or self.costliest is None or self.praise is Praise.FIRST:
            return False
        return self.is_over and self.costliest.number > 1

    @property
    def may_be_beaten(self) -> bool:
        """Whether there is anything for friends to do better: somebody has broken the bot's secret, or tried to.

        Everybody has the code of the day.
        """
        return self.daily is None and alone_play(self.game.mode).can_be_beaten and self.is_worth_sharing

    @property
    def hides_its_secret(self) -> bool:
        """Whether whoever has played it does not know its secret, although it is over: others still look for it."""
        return self.daily is not None and self.is_over and not self.game.has_solved(ALL)

    @property
    def can_be_reviewed(self) -> bool:
        """Whether a review would tell nothing that is still to be hidden."""
        return alone_play(self.game.mode).can_be_reviewed and not self.hides_its_secret

    def guarded_for(self, person: int) -> GuardedGame | None:
        """The code of the day is broken without advice on told turns: hints that are counted are its own."""
        if self.daily is None or self.is_over or person != self.starter:
            return None
        return GuardedGame(self.game.variant, self.game.history_of(ALL), is_live=False)

    @property
    def no_hints(self) -> str:
        """The key of the text that says why there are no hints; empty: there are."""
        blind = "coach.blind" if self.help is Help.BLIND else ""
        bare = "contest.hint-refused" if self.target is not None and self.target.no_hints else ""
        return alone_play(self.game.mode).no_hints or blind or bare

    @property
    def page(self) -> Page:
        """What the buttons under the board are for."""
        return (self.hint or Hint()).page

    @property
    def options(self) -> GameOptions:
        """The options with which this game is begun again."""
        return GameOptions(self.game.mode.name, self.game.variant.name, help=self.help)


def after_turn(alone: Alone, game: Game, name: str) -> Alone:
    """The game once a guess of somebody of that name was answered: whatever spoke of the turn before is gone."""
    guessed_by = (*alone.guessed_by, name)
    return replace(
        alone, game=game, guessed_by=guessed_by, asked_again=None, resigning=(), asks_to_resign=False, hint=None
    )
