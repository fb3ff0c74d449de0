"""A game alone: whoever is in the chat breaks the bot's secret. As it is played, stored, and kept for ever."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from math import inf
from typing import Annotated, Any

from bot.app.contests.model import Target
from bot.app.daily.model import Daily
from bot.app.kinds.board_codec import board_body_of, board_fields_of
from bot.app.model.bodies import Pairs, Stays
from bot.app.model.game import BoardGame, Codec, Gist, Progress, hint_read, hint_written
from bot.app.model.hints import BoardPage, Hint
from bot.app.model.modes import alone_play
from bot.app.model.options import GameOptions, Help
from bot.app.stats.model import ACCURACY, COSTLIEST, DAILY, GIVEN_UP, IN_GROUP, LUCK
from bot.game.fair_play import GuardedGame, Told
from bot.game.model import Seat
from bot.game.notation import position
from solver.review import Flaw, Why

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
    """The number, from 1, of the guess that cost most, and what is said against it; 0: every guess was good.

    Nothing is said against any where perfect play would have needed as many against this secret.
    """

    number: int
    flaw: Flaw | None = None
    accuracy: float | None = None
    """Of the whole game, in percent; None: it was not noted then. So is the luck, in bits."""
    luck: float = 0.0
    given_up: bool = False
    """Whether the code was given up, and that counts; of before it is not noted."""
    perfect: int | None = None
    """The guesses of perfect play against this secret, where that is told; None: it is not."""


@dataclass(frozen=True, slots=True)
class PersonalAverage:
    """The number of the game among its player's games alike, and their guesses on average; None: none was won."""

    nth: int
    mean: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Alone(BoardGame):
    """Whoever is in the chat breaks the bot's secret, all on one seat; evil, there is no secret."""

    hint: Stays[Hint | None] = None
    """What the board shows besides the turns, until the next guess."""
    suggestions: Stays[int] = 0
    """How many hints have been taken."""
    target: Target | None = None
    """Whose game with the same secret is to be beaten; None: nobody's."""
    help: Help = Help.NORMAL
    """How much the bot says besides the feedback."""
    notes: Annotated[tuple[tuple[int, str], ...], Pairs()] = ()
    """What each person has noted of the symbols."""
    praise: Praise = Praise.NONE
    standing: Stays[PersonalAverage | None] = None
    """Where it stands among others, once it is over."""
    explains: bool = False
    """Whether the board says what bulls and cows are, and what the last reply means: it is one of somebody's first."""
    is_learners: bool = False
    """Whether somebody plays it who has finished few games: the board says when only one code is left."""
    daily: Stays[Daily | None] = None
    """The code of which day it is about; None: of none."""
    is_second: bool = False
    """Whether its player may have tried that code before, so that it counts nowhere."""

    costliest: Stays[Costliest | None] = None
    """What cost most, once that was thought about."""
    earned: Stays[tuple[str, ...]] = ()
    """The achievements that it has brought its player."""

    @property
    def can_be_retried(self) -> bool:
        """Whether one may go on from before the guess that cost most. Before the first, *Play again* is the same."""
        if self.daily is not None or self.costliest is None or self.praise is Praise.FIRST:
            return False
        return self.is_over and self.costliest.number > 1

    @property
    def is_only_try(self) -> bool:
        """The code of the day and a contest, be it about somebody's game or about a secret that they have set."""
        return self.daily is not None or self.target is not None

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

    def can_earn(self, now: float) -> bool:
        """Whether stars can be earned in it at that time."""
        return self.daily is not None and not self.is_second and now < self.daily.closes_at

    @property
    def told(self) -> Told:
        """Its turns; those of practice may go on from what somebody told."""
        return Told(self.game.variant, self.game.history_of(ALL), is_kept=not self.is_practice)

    def guarded_for(self, person: int) -> GuardedGame | None:
        """The code of the day, contests without hints, secrets of others and blind games need no advice on told turns.

        Of the day it has hints of its own, which are counted. In a group it is guarded for all who have guessed.
        """
        if self.is_over or not self._guarded_as or (person != self.starter and person not in self.guessers):
            return None
        until, known = inf if self.daily is None else self.daily.closes_at, self.game.history_of(ALL)
        return GuardedGame(self.game.variant, known, is_live=False, kind=self._guarded_as, until=until)

    @property
    def _guarded_as(self) -> str:
        """As which kind of game it is guarded; empty: it is not."""
        if self.daily is not None:
            return "day"
        if self.target is not None and (self.target.no_hints or self.target.clue is not None):
            return "contest"
        return "blind" if self.help is Help.BLIND and not self.is_practice else ""

    @property
    def no_hints(self) -> str:
        """The key of the text that says why there are no hints; empty: there are."""
        blind = "coach.blind" if self.help is Help.BLIND else ""
        bare = "contest.hint-refused" if self.target is not None and self.target.no_hints else ""
        return alone_play(self.game.mode).no_hints or blind or bare

    @property
    def page(self) -> BoardPage:
        """What the buttons under the board are for."""
        return (self.hint or Hint()).page

    @property
    def options(self) -> GameOptions:
        """With the same help."""
        return GameOptions(self.game.mode.name, self.game.variant.name, help=self.help)


# A game alone, as it is stored.


def body_of(game: Alone) -> dict[str, Any]:
    """What is stored of the game besides its header. Notes of a game that is over are of no use to anybody."""
    return board_body_of(game) | {
        "hint": hint_written(game.hint, game.game.variant),
        "suggestions": game.suggestions,
        **({} if game.target is None else {"target": _target_written(game.target)}),
        **({} if game.help is Help.NORMAL else {"help": game.help.value}),
        **({"praise": game.praise.value} if game.praise is not Praise.NONE else {}),
        **({} if game.daily is None else {"daily": asdict(game.daily)}),
        **({"second": True} if game.is_second else {}),
        **({"standing": [game.standing.nth, game.standing.mean]} if game.standing is not None else {}),
        **({"practice": True} if game.is_practice else {}),
        **({"costliest": _costliest_written(game.costliest)} if game.costliest is not None else {}),
        **({"earned": game.earned} if game.earned else {}),
        **({"explains": True} if game.explains and not game.is_over else {}),
        **({"learner": True} if game.is_learners and not game.is_over else {}),
        **({"notes": game.notes} if game.notes and not game.is_over else {}),
    }


def game_of(header: dict[str, Any], body: Mapping[str, Any]) -> Alone:
    """The game that was stored so. Raises ValueError for a format that is not known."""
    fields = board_fields_of(header, body)
    return Alone(
        **fields,
        hint=hint_read(body["hint"], fields["game"].variant),
        suggestions=body["suggestions"],
        target=Target(**body["target"]) if "target" in body else None,
        daily=Daily(**body["daily"]) if "daily" in body else None,
        is_second=body.get("second", False),
        help=Help(body.get("help", Help.NORMAL.value)),
        praise=Praise(body.get("praise", Praise.NONE.value)),
        standing=PersonalAverage(*body["standing"]) if "standing" in body else None,
        explains=body.get("explains", False),
        is_learners=body.get("learner", False),
        is_practice=body.get("practice", False),
        costliest=_costliest_read(body["costliest"]) if "costliest" in body else None,
        earned=tuple(body.get("earned", ())),
        notes=tuple((person, noted) for person, noted in body.get("notes", ())),
    )


def _costliest_written(costliest: Costliest) -> dict[str, Any]:
    flaw = costliest.flaw
    figures = {} if costliest.accuracy is None else {"accuracy": costliest.accuracy, "luck": costliest.luck}
    why = {} if flaw is None else {"why": flaw.why.value, "values": flaw.values}
    given_up = {"given_up": True} if costliest.given_up else {}
    perfect = {"perfect": costliest.perfect} if costliest.perfect else {}
    return {"number": costliest.number} | figures | why | given_up | perfect


def _costliest_read(written: Mapping[str, Any]) -> Costliest:
    flaw = Flaw(Why(written["why"]), tuple(written["values"])) if "why" in written else None
    figures = written.get("accuracy"), written.get("luck", 0.0)
    given_up, perfect = written.get("given_up", False), written.get("perfect")
    return Costliest(written["number"], flaw, *figures, given_up=given_up, perfect=perfect)


def _target_written(target: Target) -> dict[str, Any]:
    """What versions before hints were told do not know is written where it says something."""
    written = asdict(target)
    later = {"hints": 0, "no_hints": False, "clue": None}
    return {name: value for name, value in written.items() if name not in later or value != later[name]}


# What is kept for ever of a game alone. Of those who guessed in a group only whoever began it is known by id.


def progress_of(game: Alone) -> Progress:
    """How far the game has come."""
    return Progress(len(game.game.turns), (game.suggestions,))


def gist_of(game: Alone) -> Gist | None:
    """What is kept; nothing where nobody has guessed, and of what was played for practice."""
    if not game.game.turns or game.is_practice:
        return None
    facts = {} if game.help is Help.NORMAL else {"help": game.help.value}
    contest = {} if game.target is None else {"contest": game.target.token}
    daily = {} if game.daily is None else {DAILY: str(game.daily.number)}
    group = {IN_GROUP: "1"} if game.chat.is_group else {}
    return Gist(position(game.game), (game.starter,), (game.salt,), facts | contest | daily | group | _review_of(game))


def _review_of(game: Alone) -> dict[str, str]:
    """What is kept of its review."""
    found = game.costliest
    if found is None or found.accuracy is None:
        return {}
    given_up = {GIVEN_UP: "1"} if found.given_up else {}
    return {ACCURACY: f"{found.accuracy:g}", LUCK: f"{found.luck:g}", COSTLIEST: str(found.number)} | given_up


CODEC = Codec("alone", Alone, body_of, game_of, progress_of, gist_of)
