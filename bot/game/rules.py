"""The rules: a game and a move give the next game and what the players should hear of it."""

from dataclasses import dataclass, replace
from enum import Enum

from bot.game.model import Game, Outcome, Phase, Seat, Turn
from solver.feedback import feedback_for
from solver.variant import Code


class Reason(Enum):
    """Why a move is refused now."""

    GAME_OVER = "game-over"
    ASKED_BEFORE = "asked-before"


class IllegalMove(Exception):
    """Not now; nothing has happened."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Guess:
    """Ask about a code. `knowingly`: also when it was asked before."""

    seat: Seat
    code: Code
    knowingly: bool = False


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GuessAnswered:
    """A guess got its feedback."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has come to its end."""

    outcome: Outcome


Move = Guess | Resign
Event = GuessAnswered | GameOver


@dataclass(frozen=True, slots=True)
class Step:
    """What a move led to."""

    game: Game
    events: tuple[Event, ...]


def apply(game: Game, move: Move) -> Step:
    """The game after `move` and what the players should hear of it. Raises IllegalMove; then nothing has happened."""
    if game.phase is Phase.OVER:
        raise IllegalMove(Reason.GAME_OVER)
    if game.secret is None or not 0 <= move.seat < game.mode.breakers:
        raise ValueError("a move needs the whole game and a seat that breaks a code")
    match move:
        case Guess():
            return _answered(game, move, game.secret)
        case Resign(seat):
            return _with_end(replace(game, forfeit=seat), ())


def _answered(game: Game, move: Guess, secret: Code) -> Step:
    asked_before = any(turn.guess == move.code for turn in game.turns)
    if asked_before and not move.knowingly:
        raise IllegalMove(Reason.ASKED_BEFORE)
    turn = Turn(move.seat, move.code, feedback_for(move.code, secret))
    return _with_end(replace(game, turns=(*game.turns, turn)), (GuessAnswered(turn),))


def _with_end(game: Game, events: tuple[Event, ...]) -> Step:
    outcome = game.outcome
    return Step(game, events if outcome is None else (*events, GameOver(outcome)))


def seen_by_breaker(game: Game) -> Game:
    """The game without the secret that a code breaker or an onlooker may not see yet."""
    return game if game.phase is Phase.OVER else replace(game, secret=None)
