"""The bot as the code breaker: what it asks next, and what it makes of the replies."""

from dataclasses import dataclass, replace
from math import log2

from bot.app.model.levels import LEVELS, STRONGEST, guess_of
from bot.app.model.limits import MOST_SUSPECTS
from bot.app.thinking import Recall
from bot.game.model import Game, Phase, Seat
from bot.game.notation import game_at
from solver.analysis import information
from solver.contradictions import Suspect, diagnosis
from solver.feedback import Feedback, feedback_for
from solver.knowledge import knowledge
from solver.variant import Code

BREAKER = Seat(0)


@dataclass(frozen=True, slots=True)
class Breaker:
    """How the bot breaks a person's secret, and what its board shows besides the turns."""

    level: str = STRONGEST
    seed: str = ""
    """Of the dice that some levels throw."""
    asks: Code | None = None
    """What the person would rather be asked than what the bot has in mind."""
    thinks_aloud: bool = False
    fixing: int | None = None
    """The turn whose reply is being put right, counted from 0."""
    picks: bool = False
    """Whether the person is choosing which reply to put right."""
    stopping: bool = False
    """Whether the person has been asked for the secret, to end the game before its time."""
    secret: Code | None = None
    """What the person said that it had been."""
    before: str = ""
    """The game before the reply that ended it, in one line: a reply put right may have cost those behind it."""

    @property
    def settled(self) -> "Breaker":
        """The same with nothing being put right or ended."""
        return replace(self, picks=False, fixing=None, stopping=False)


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What the bot asks next; or, where the replies contradict each other, which of them may be wrong."""

    guess: Code | None = None
    left: int = 0
    """How many codes fit all replies."""
    bits: float = 0.0
    """What the guess is expected to bring."""
    gained: float | None = None
    """What the last reply has brought; None before the first, and where nobody has asked to know."""
    suspects: tuple[Suspect, ...] = ()
    are_kept_back: bool = False
    """Whether there are some, but the game rests: they would help the person in a rated game."""


RESTING = Thoughts(are_kept_back=True)


def thoughts(game: Game, breaker: Breaker, recall: Recall) -> Thoughts:
    """What the bot thinks of the game now; nothing once it is over. Raises NeedsThought."""
    if game.phase is Phase.OVER:
        return Thoughts()
    variant, history = game.variant, game.history_of(BREAKER)
    found = recall(diagnosis, variant, history, MOST_SUSPECTS)
    if found.contradiction:
        return Thoughts(suspects=found.suspects)
    guess = breaker.asks or guess_of(LEVELS[breaker.level], variant, history, breaker.seed, recall)
    weighed = recall(information, variant, guess, history)
    left = sum(reply.count for reply in weighed.replies)
    if not (breaker.thinks_aloud and history):
        return Thoughts(guess, left, weighed.bits)
    return Thoughts(guess, left, weighed.bits, log2(recall(knowledge, variant, history[:-1]).candidates / left))


@dataclass(frozen=True, slots=True)
class Slip:
    """A reply that was wrong, by its turn counted from 1, and what it should have been."""

    turn: int
    guess: Code
    said: Feedback
    true: Feedback


def slips(game: Game, secret: Code) -> tuple[Slip, ...]:
    """The replies that were wrong, if that was the secret."""
    truths = ((turn, feedback_for(turn.guess, secret)) for turn in game.turns)
    return tuple(
        Slip(number, turn.guess, turn.feedback, true)
        for number, (turn, true) in enumerate(truths, 1)
        if turn.feedback != true
    )


def before_end(game: Game, breaker: Breaker) -> tuple[Game, Breaker] | None:
    """Both as they were before the reply by which the code was broken; None where it was not broken."""
    if not game.has_solved(BREAKER):
        return None
    if breaker.before:
        return game_at(breaker.before), replace(breaker, before="")
    return replace(game, turns=game.turns[:-1]), replace(breaker, asks=game.turns[-1].guess)


def secret_of(game: Game, breaker: Breaker) -> Code | None:
    """The secret, once it is known: the code that was broken, or what the person said."""
    if game.has_solved(BREAKER):
        return game.turns[-1].guess
    return breaker.secret
