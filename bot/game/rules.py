"""The rules: a game and a move give the next game and what the players should hear of it."""

from dataclasses import dataclass, replace
from enum import Enum

from bot.game.leaving import Cost, Way, cost_of
from bot.game.model import Event, Game, GameOver, Gone, GuessAnswered, Phase, Seat, SecretsReady, Termination, Turn
from solver.feedback import Feedback, feedback_for, is_consistent
from solver.variant import Code


class Reason(Enum):
    """Why a move is refused now."""

    GAME_OVER = "game-over"
    ASKED_BEFORE = "asked-before"
    RULED_OUT = "ruled-out"
    SECRETS_FIRST = "secrets-first"
    KEPT_ALREADY = "kept-already"
    NOT_YOUR_TURN = "not-your-turn"
    SOLVED_ALREADY = "solved-already"
    TOO_LATE_TO_ABORT = "too-late-to-abort"
    NO_SEAT_LEFT = "no-seat-left"


class IllegalMove(Exception):
    """Not now; nothing has happened."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class SetSecret:
    """Keep a secret, for the other to break."""

    seat: Seat
    code: Code


@dataclass(frozen=True, slots=True)
class Guess:
    """Ask about a code. `knowingly`: also when it was asked before; `at`: seconds since play began."""

    seat: Seat
    code: Code
    knowingly: bool = False
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Reply:
    """A guess with the reply to it, where there is no secret from which it follows. `knowingly`: as for Guess."""

    seat: Seat
    code: Code
    feedback: Feedback
    knowingly: bool = False


@dataclass(frozen=True, slots=True)
class Amend:
    """Put another reply to a guess in the place of the one that was told; the guesses behind it stand."""

    seat: Seat
    turn: int
    """Counted from 0."""
    feedback: Feedback


@dataclass(frozen=True, slots=True)
class Leave:
    """Lose the game before its end: give up, or let the time run out. Where people come and go the others play on.

    Between two it is refused where the table says that this costs no loss.
    """

    seat: Seat
    why: Termination = Termination.RESIGNED


@dataclass(frozen=True, slots=True)
class Agree:
    """Both have agreed to a draw."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Abort:
    """Let the game not have been, where the table says that this way costs nothing."""

    seat: Seat
    way: Way = Way.WISH


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down: on the next new seat, or again on one's own after leaving it."""

    seat: Seat


WAYS = {Termination.RESIGNED: Way.RESIGN, Termination.TIMED_OUT: Way.TIME}
"""In which way somebody loses who leaves so."""
Move = SetSecret | Guess | Reply | Amend | Leave | Agree | Abort | Join


@dataclass(frozen=True, slots=True)
class Step:
    """What a move led to."""

    game: Game
    events: tuple[Event, ...]


def apply(game: Game, move: Move) -> Step:
    """The game after `move` and what the players should hear of it. Raises IllegalMove; then nothing has happened."""
    if game.phase is Phase.OVER:
        raise IllegalMove(Reason.GAME_OVER)
    if not isinstance(move, Join) and move.seat not in game.staying:
        raise ValueError("a move needs a seat at the game")
    match move:
        case SetSecret():
            return _kept(game, move)
        case Guess():
            return _answered(game, move)
        case Reply():
            return _with_reply(game, move)
        case Amend():
            return _amended(game, move)
        case Leave():
            return _left(game, move)
        case Agree() | Abort():
            return _ended(game, move)
        case Join(seat):
            return Step(_joined(game, seat), ())


def _kept(game: Game, move: SetSecret) -> Step:
    if not game.mode.own_secrets:
        raise ValueError("the bot keeps the secret")
    breaker = 1 - move.seat
    if game.secrets[breaker] is not None:
        raise IllegalMove(Reason.KEPT_ALREADY)
    secrets = tuple(move.code if at == breaker else secret for at, secret in enumerate(game.secrets))
    game = replace(game, secrets=secrets)
    return Step(game, (SecretsReady(),) if game.phase is Phase.PLAYING else ())


def _left(game: Game, move: Leave) -> Step:
    if game.mode.seats != 1:
        cost = cost_of(game, move.seat, WAYS[move.why])
        if cost is Cost.GOES_ON:
            raise IllegalMove(Reason.SOLVED_ALREADY)
        if cost is Cost.NOTHING:
            raise ValueError("nobody can lose what has not begun")
    return _with_end(replace(game, gone=(*game.gone, Gone(move.seat, move.why))), ())


def _ended(game: Game, move: Agree | Abort) -> Step:
    if isinstance(move, Agree):
        if game.mode.seats == 1:
            raise ValueError("nobody to agree with")
        if cost_of(game, move.seat, Way.DRAW) is not Cost.DRAW:
            raise ValueError("a draw needs a game that has begun")
        return _with_end(replace(game, ended=Termination.AGREED), ())
    if cost_of(game, move.seat, move.way) is not Cost.NOTHING:
        raise IllegalMove(Reason.TOO_LATE_TO_ABORT)
    return _with_end(replace(game, ended=Termination.ABORTED), ())


def _joined(game: Game, seat: Seat) -> Game:
    if not game.mode.grows or seat in game.staying or seat > len(game.seats):
        raise ValueError("nobody can sit down there")
    if seat in game.seats:
        return replace(game, gone=tuple(left for left in game.gone if left.seat != seat))
    if len(game.seats) == game.mode.most:
        raise IllegalMove(Reason.NO_SEAT_LEFT)
    return replace(game, joined=game.joined + 1)


def with_first(game: Game, seat: Seat) -> Game:
    """The game in which this seat begins, as the lot has decided."""
    if game.turns:
        raise ValueError("somebody has begun")
    return replace(game, first=seat)


def _answered(game: Game, move: Guess) -> Step:
    if not game.may_guess(move.seat):
        raise IllegalMove(_why_not(game, move.seat))
    secret = game.secret_for(move.seat)
    if not secret:
        raise ValueError("a guess needs the whole game")
    _refuse_repetition(game, move)
    if game.mode.strict and not is_consistent(move.code, game.history_of(move.seat)):
        raise IllegalMove(Reason.RULED_OUT)
    return _with_turn(game, Turn(move.seat, move.code, feedback_for(move.code, secret), move.at))


def was_strict(game: Game, seat: Seat) -> bool:
    """Whether the seat has broken the code by guesses all of which could still be the secret, more than one."""
    history = game.history_of(seat)
    fits = (is_consistent(guess, history[:before]) for before, (guess, _) in enumerate(history))
    return game.has_solved(seat) and len(history) > 1 and all(fits)


def _with_reply(game: Game, move: Reply) -> Step:
    if game.mode.has_secret:
        raise ValueError("the reply follows from the secret")
    _refuse_repetition(game, move)
    return _with_turn(game, Turn(move.seat, move.code, move.feedback))


def _refuse_repetition(game: Game, move: Guess | Reply) -> None:
    asked_before = any(guess == move.code for guess, _ in game.history_of(move.seat))
    # In strict play its own reply rules it out, however often it is sent.
    if asked_before and (game.mode.strict or not move.knowingly):
        raise IllegalMove(Reason.ASKED_BEFORE)


def _with_turn(game: Game, turn: Turn) -> Step:
    return _with_end(replace(game, turns=(*game.turns, turn)), (GuessAnswered(turn),))


def _amended(game: Game, move: Amend) -> Step:
    """What comes behind a code that is broken after all has not been."""
    if game.mode.has_secret or not 0 <= move.turn < len(game.turns):
        raise ValueError("no reply was told there")
    turn = replace(game.turns[move.turn], feedback=move.feedback)
    following = () if move.feedback.bulls == game.variant.length else game.turns[move.turn + 1 :]
    turns = (*game.turns[: move.turn], turn, *following)
    return _with_end(replace(game, turns=turns), (GuessAnswered(turn),))


def _why_not(game: Game, seat: Seat) -> Reason:
    if game.phase is Phase.SECRETS:
        return Reason.SECRETS_FIRST
    return Reason.SOLVED_ALREADY if game.has_solved(seat) else Reason.NOT_YOUR_TURN


def _with_end(game: Game, events: tuple[Event, ...]) -> Step:
    outcome = game.outcome
    return Step(game, events if outcome is None else (*events, GameOver(outcome)))


# Deadlines across outages.


def lengthened(deadline: float, since: float, outages: tuple[tuple[float, float], ...]) -> float:
    """The deadline, later by the outages that fell between `since` and the deadline. All times in seconds."""
    for began, ended in sorted(outages):
        if began < deadline:
            deadline += max(0.0, ended - max(began, since))
    return deadline


# Ends of games without a broken code.


def end_by(game: Game, seat: Seat, way: Way) -> Leave | Abort | Agree | None:
    """The move that ends a game between two in that way, at the cost that the table gives; None: the game goes on."""
    match cost_of(game, seat, way):
        case Cost.NOTHING:
            return Abort(seat, way)
        case Cost.LOSS:
            return Leave(seat, Termination.TIMED_OUT if way is Way.TIME else Termination.RESIGNED)
        case Cost.DRAW:
            return Agree(seat)
        case Cost.GOES_ON:
            return None


def given_up(game: Game) -> Game:
    """The game, given up: by all, or in a duel by whoever is to guess."""
    if game.phase is Phase.SECRETS:
        return apply(game, Abort(Seat(0))).game
    leaving = game.staying if game.to_move is None or not game.mode.own_secrets else (game.to_move,)
    for seat in leaving:
        game = apply(game, Leave(seat)).game
    return game
