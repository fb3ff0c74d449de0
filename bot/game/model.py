"""A game in terms of the rules: what has been decided, who may see what of it, and the modes.

A new mode is one entry of MODES.
"""

from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import NewType

from solver.feedback import Feedback, History, feedback_for
from solver.variant import Code, Variant

# The rules of each mode: number of seats, source of feedback, order. A new mode is one entry here.
#
# How a mode is offered and described is in `bot/app/model/modes.py`.


class FeedbackFrom(Enum):
    """Where the feedback on guesses comes from."""

    SECRET = "secret"  # noqa: S105  a secret of the game, not of ours
    """A stored secret, from which the feedback follows."""
    PERSON = "person"
    """A person who knows the secret. They may make mistakes, and amend a reply later."""
    ADVERSARY = "adversary"
    """The bot, without a secret: it computes each reply from the guesses so far."""


@dataclass(frozen=True, slots=True)
class Mode:
    """The rules of a mode: seats, secrets, source of feedback, order, and who sees what."""

    name: str
    seats: int = 1
    """Seats at the beginning."""
    most: int | None = None
    """People may join up to so many seats, and leave without ending the game; None: neither."""
    own_secrets: bool = False
    """Each of two keeps a secret that the other breaks; else all break the same one."""
    feedback_from: FeedbackFrom = FeedbackFrom.SECRET
    in_turn: bool = False
    """Seats guess in turn; else each at its own pace."""
    is_open: bool = True
    """All guesses are visible to all; else only their feedback."""
    last_word: bool = False
    """When the first has broken the code, the second has one more guess, so that a draw is possible."""
    strict: bool = False
    """Only a code that can still be the secret may be guessed."""
    codes: int = 1
    """So many secrets are broken by the same guesses. A turn keeps what it got for the first: see `Game.histories`."""

    @property
    def has_secret(self) -> bool:
        """Whether feedback follows from a stored secret; else it is stored with each guess."""
        return self.feedback_from is FeedbackFrom.SECRET

    @property
    def shares_history(self) -> bool:
        """Whether all break the same secret and see each other's guesses."""
        return self.is_open and not self.own_secrets

    @property
    def grows(self) -> bool:
        """Whether people may join and leave."""
        return self.most is not None


MODES = {
    mode.name: mode
    for mode in (
        Mode("solo"),
        Mode("strict", strict=True),
        Mode("x2", codes=2),
        Mode("x4", codes=4),
        Mode("think", feedback_from=FeedbackFrom.PERSON),
        Mode("evil", feedback_from=FeedbackFrom.ADVERSARY),
        Mode("duel", seats=2, own_secrets=True, in_turn=True, last_word=True),
        Mode("sudden", seats=2, own_secrets=True, in_turn=True),
        Mode("race", seats=2, is_open=False),
        Mode("volley", seats=2, in_turn=True),
        Mode("circle", most=20, in_turn=True),
        Mode("party", most=1000),
    )
}


# A game in terms of the rules: what has been decided, and nothing that can be derived.

Seat = NewType("Seat", int)
"""A player's index, counted from 0. A group that plays together shares one seat."""
HIDDEN: Code = ()
"""Stands for a secret or a guess that the viewer may not see yet."""


class Phase(Enum):
    """The phase of a game."""

    SECRETS = "secrets"
    PLAYING = "playing"
    OVER = "over"


class Termination(Enum):
    """The reason why a game ended."""

    SOLVED = "solved"
    RESIGNED = "resigned"
    TIMED_OUT = "timed-out"
    AGREED = "agreed"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Turn:
    """A guess and its feedback. `at`: seconds since play began, where time can decide."""

    seat: Seat
    guess: Code
    feedback: Feedback
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Gone:
    """A seat that was left before the end, and why: RESIGNED or TIMED_OUT."""

    seat: Seat
    why: Termination


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, and who won; None: nobody."""

    termination: Termination
    winner: Seat | None


@dataclass(frozen=True)
class Game:
    """A game: what has been decided. What can be derived is computed, and what is asked for often only once."""

    variant: Variant
    mode: Mode
    secrets: tuple[Code | None, ...]
    """One secret for each seat, where each keeps one, else one for all; or several that all break by the same guesses.

    None: not set yet. Empty: no secret is stored.
    """
    first: Seat = Seat(0)
    """The seat that guesses first, where they guess in turn."""
    turns: tuple[Turn, ...] = ()
    gone: tuple[Gone, ...] = ()
    ended: Termination | None = None
    """AGREED or ABORTED, if the game ended that way."""
    joined: int = 0
    """How many have joined beyond the seats of the mode."""

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of all who play or have played."""
        return tuple(Seat(number) for number in range(self.mode.seats + self.joined))

    @property
    def staying(self) -> tuple[Seat, ...]:
        """The seats that have not been left."""
        gone = {left.seat for left in self.gone}
        return tuple(seat for seat in self.seats if seat not in gone)

    @property
    def secret(self) -> Code | None:
        """The secret of a game in which all break the same one, if there is one."""
        return self.secrets[0] if self.secrets else None

    def secret_for(self, seat: Seat) -> Code | None:
        """The secret that the seat has to break."""
        return self.secrets[seat] if self.mode.own_secrets else self.secret

    def keeper_of(self, breaker: Seat) -> Seat | None:
        """The seat that keeps the secret which this seat has to break; None: the bot."""
        return Seat(1 - breaker) if self.mode.own_secrets else None

    def turns_of(self, seat: Seat) -> tuple[Turn, ...]:
        """The seat's own guesses."""
        return tuple(turn for turn in self.turns if turn.seat == seat)

    def history_of(self, seat: Seat) -> History:
        """What a code breaker knows: every guess at their secret that they see, with its feedback, in order."""
        turns = self.turns if self.mode.shares_history else self.turns_of(seat)
        return tuple((turn.guess, turn.feedback) for turn in turns)

    @cached_property
    def histories(self) -> tuple[History, ...]:
        """For each of several secrets every guess up to the one that broke it, with its feedback. Needs the secrets."""
        secrets, guesses = tuple(filter(None, self.secrets)), [turn.guess for turn in self.turns]
        made = [guesses[: guesses.index(secret) + 1] if secret in guesses else guesses for secret in secrets]
        told = zip(secrets, made, strict=True)
        return tuple(tuple((guess, feedback_for(guess, secret)) for guess in upto) for secret, upto in told)

    def has_solved(self, seat: Seat) -> bool:
        """Whether the seat has broken its code, or all codes where there are several."""
        if self.mode.codes > 1:
            return {turn.guess for turn in self.turns}.issuperset(self.secrets)
        return any(turn.feedback.bulls == self.variant.length for turn in self.turns_of(seat))

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome; None while the game is played."""
        if self.ended is not None:
            return Outcome(self.ended, None)
        if self.gone and not (self.mode.grows and self.staying):
            return Outcome(self.gone[0].why, self.staying[0] if self.staying else None)
        solvers = [seat for seat in self.seats if self.has_solved(seat)]
        if not solvers or not self._is_decided(solvers):
            return None
        return Outcome(Termination.SOLVED, self._best(solvers))

    def _is_decided(self, solvers: list[Seat]) -> bool:
        """Whether no further guess can change who wins."""
        if self.mode.is_open:
            return not self.mode.last_word or len({len(self.turns_of(seat)) for seat in self.seats}) == 1
        fewest = min(len(self.turns_of(seat)) for seat in solvers)
        return all(len(self.turns_of(seat)) >= fewest - 1 for seat in self.seats if seat not in solvers)

    def _best(self, solvers: list[Seat]) -> Seat | None:
        """The winner: by fewer guesses, then by less time; None: a draw."""
        results = {seat: (len(self.turns_of(seat)), self.turns_of(seat)[-1].at) for seat in solvers}
        best = min(results.values())
        winners = [seat for seat, result in results.items() if result == best]
        return winners[0] if len(winners) == 1 else None

    @property
    def phase(self) -> Phase:
        """The phase, computed from secrets and outcome."""
        if self.outcome is not None:
            return Phase.OVER
        return Phase.SECRETS if None in self.secrets else Phase.PLAYING

    @property
    def to_move(self) -> Seat | None:
        """The seat whose turn it is; None if no seat or every seat may guess."""
        if not self.mode.in_turn or self.phase is not Phase.PLAYING:
            return None
        start = self.turns[-1].seat + 1 if self.turns else self.first
        return min(self.staying, key=lambda seat: (seat - start) % len(self.seats))

    def may_guess(self, seat: Seat) -> bool:
        """Whether the seat may guess now."""
        if self.phase is not Phase.PLAYING or seat not in self.staying:
            return False
        return self.to_move == seat if self.mode.in_turn else not self.has_solved(seat)


# What the players should hear of a move.


@dataclass(frozen=True, slots=True)
class SecretsReady:
    """Every secret is kept; play begins."""


@dataclass(frozen=True, slots=True)
class GuessAnswered:
    """A guess got its feedback."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has come to its end."""

    outcome: Outcome


Event = SecretsReady | GuessAnswered | GameOver


# What each seat may see of a running game.


def seen_by(game: Game, seat: Seat | None) -> Game:
    """The game without what the seat may not see yet; None: an onlooker."""
    if game.phase is Phase.OVER:
        return game
    secrets = tuple(
        secret if secret is None or (seat is not None and game.keeper_of(Seat(breaker)) == seat) else HIDDEN
        for breaker, secret in enumerate(game.secrets)
    )
    shown = tuple(
        turn if game.mode.is_open or turn.seat == seat else replace(turn, guess=HIDDEN) for turn in game.turns
    )
    return replace(game, secrets=secrets, turns=shown)
