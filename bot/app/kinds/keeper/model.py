"""A game in which the bot breaks a person's secret: what it asks and thinks; as stored and as kept for ever."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from math import log2
from typing import Any

from bot.app.actions.fair_play import Refused, opened_on_board
from bot.app.kind import Request
from bot.app.kinds.board_codec import board_body_of, board_fields_of
from bot.app.model.bodies import Stays
from bot.app.model.game import MOST_SUSPECTS, BoardGame, Codec, Gist, Progress, code_read, code_written
from bot.app.model.options import LEVELS, STRONGEST, GameOptions, guess_of
from bot.app.work import Work
from bot.app.world import Recall, World
from bot.game.fair_play import Opened, Told
from bot.game.model import Game, Phase, Seat
from bot.game.notation import game_at, position
from solver.candidates import knowledge
from solver.contradictions import Suspect, diagnosis
from solver.feedback import Feedback, feedback_for
from solver.information import information
from solver.variant import Code

# The bot as the code breaker: what it asks next, and what it makes of the replies.

BREAKER = Seat(0)


@dataclass(frozen=True, slots=True)
class Breaker:
    """How the bot breaks a person's secret, and what its board shows besides the turns."""

    level: str = STRONGEST
    seed: str = ""
    """Of what the level leaves to chance; nobody learns it before the end."""
    asks: Code | None = None
    """What the bot asks: what it has in mind, or what the person would rather be asked.

    It is stored so that a reply counts for what was shown, whichever version of the bot has shown it. None where no
    code fits, where the game rests, or where a version that stores only wishes has shown what it had in mind: that
    plays without labels.
    """
    rests: bool = False
    """Whether it has not been thought about what to ask: the game rested at the last reply."""
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
    corrected: bool = False
    """Whether a reply was put right."""

    @property
    def settled(self) -> "Breaker":
        """The same with nothing being put right or ended."""
        return replace(self, picks=False, fixing=None, stopping=False)


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What the bot asks next; or, where the replies contradict each other, which of them may be wrong."""

    guess: Code | None = None
    is_wish: bool = False
    """Whether the person would rather be asked that than what the bot has in mind."""
    left: int = 0
    """How many codes fit all replies."""
    bits: float = 0.0
    """What the guess is expected to bring."""
    gained: float | None = None
    """What the last reply has brought; None before the first, and where nobody has asked to know."""
    suspects: tuple[Suspect, ...] = ()
    refused: Refused | None = None
    """Why there are none: they would help the person elsewhere, so this game rests."""


def thoughts(position: Opened, breaker: Breaker, recall: Recall) -> Thoughts:
    """What the bot thinks of the turns. Raises NeedsThought."""
    variant, history = position
    found = recall(diagnosis, variant, history, MOST_SUSPECTS)
    if found.contradiction:
        return Thoughts(suspects=found.suspects)
    level = LEVELS[breaker.level]
    is_unlabelled = breaker.asks is None and not breaker.rests and level.relabels(variant)
    seed = "" if is_unlabelled else breaker.seed
    own = guess_of(level, variant, history, seed, recall)
    guess = breaker.asks or own
    weighed = recall(information, variant, guess, history)
    left = sum(reply.count for reply in weighed.replies)
    asking = Thoughts(guess, guess != own, left, weighed.bits)
    if not (breaker.thinks_aloud and history):
        return asking
    return replace(asking, gained=log2(recall(knowledge, variant, history[:-1]).candidates / left))


def planning(position: Opened | Refused, breaker: Breaker, recall: Recall) -> Breaker:
    """The breaker with what it asks next of its own accord; while the game rests nothing. Raises NeedsThought."""
    if isinstance(position, Refused):
        return replace(breaker, asks=None, rests=True)
    variant, history = position
    breaker = replace(breaker, asks=None, rests=False)
    if recall(diagnosis, variant, history, MOST_SUSPECTS).contradiction:
        return breaker
    return replace(breaker, asks=guess_of(LEVELS[breaker.level], variant, history, breaker.seed, recall))


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


# A game in which the bot breaks a person's secret, as it is stored.


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeper(BoardGame):
    """A person, who began the game, keeps a secret and replies to the guesses of the bot."""

    breaker: Stays[Breaker]

    @property
    def is_kept(self) -> bool:
        """By a person."""
        return True

    @property
    def told(self) -> Told:
        """Its turns, whose replies a person told."""
        return Told(self.game.variant, self.game.history_of(BREAKER))

    @property
    def options(self) -> GameOptions:
        """At the same level."""
        return GameOptions(self.game.mode.name, self.game.variant.name, level=self.breaker.level)


def is_keeper(game: Keeper, request: Request) -> bool:
    """Whether this is who keeps the secret: in a group the one who began."""
    return not request.chat.is_group or request.person.id == game.starter


# How it is stored.

CODES = ("asks", "secret")
FLAGS = ("corrected", "rests")
"""Their keys in the body, beside the breaker and only where it is so: older replicas would not read such a breaker."""


def body_of(game: Keeper) -> dict[str, Any]:
    """What is stored of the game besides its header."""
    breaker = asdict(game.breaker)
    codes = {name: code_written(breaker[name], game.game.variant) for name in CODES}
    flags = {name: True for name in FLAGS if breaker.pop(name)}
    return board_body_of(game) | {"breaker": breaker | codes} | flags


def game_of(header: dict[str, Any], body: Mapping[str, Any]) -> Keeper:
    """The game that was stored so. Raises ValueError for a format that is not known."""
    fields, breaker = board_fields_of(header, body), body["breaker"]
    codes = {name: code_read(breaker[name], fields["game"].variant) for name in CODES}
    flags = {name: body.get(name, False) for name in FLAGS}
    return Keeper(**fields, breaker=Breaker(**(breaker | codes | flags)))


# What is kept for ever of a game in which the bot breaks a person's secret.


def progress_of(game: Keeper) -> Progress:
    """How far the game has come."""
    return Progress(len(game.game.turns))


def gist_of(game: Keeper) -> Gist | None:
    """What is kept; nothing where the bot has asked nothing."""
    if not game.game.turns:
        return None
    told = game.breaker.secret
    secret = {} if told is None else {"secret": game.game.variant.format(told)}
    return Gist(position(game.game), (game.starter,), facts={"level": game.breaker.level} | secret)


# What the bot thinks of a person's secret, where it may say so.


async def position_of(game: Keeper, work: Work, now: float) -> Opened | Refused:
    """Its turns, if it may be thought about them: whoever began the game gives the replies, whoever else looks on."""
    return await opened_on_board(game.told, game.starter, game.chat, work, now)


async def thoughts_on(game: Keeper, work: Work, recall: Recall, now: float) -> Thoughts:
    """What the bot thinks of the secret now; nothing once the game is over. Raises NeedsThought."""
    if game.game.phase is Phase.OVER:
        return Thoughts()
    position = await position_of(game, work, now)
    return Thoughts(refused=position) if isinstance(position, Refused) else thoughts(position, game.breaker, recall)


async def planned(game: Keeper, work: Work, world: World) -> Keeper:
    """The game with what the bot asks next, unless it rests. Raises NeedsThought."""
    position = await position_of(game, work, world.now())
    return replace(game, breaker=planning(position, game.breaker, world.recall))


CODEC = Codec("keeper", Keeper, body_of, game_of, progress_of, gist_of)
