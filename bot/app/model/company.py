"""The people who play at one table, each on a seat of their own: round one phone, or in a group."""

from dataclasses import dataclass
from typing import Protocol

from bot.game.model import Game, Phase, Seat
from bot.game.rules import Abort, Leave, apply

ONE_PHONE = 0
"""Stands for the person of everybody who plays on somebody's phone: who of them presses cannot be known."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody at the table."""

    name: str
    person: int = ONE_PHONE


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody has come to: points, and in how many games."""

    person: int
    name: str
    points: int
    games: int


@dataclass(frozen=True, slots=True)
class Company:
    """All who play at a table, by seat, and what is known of them besides the game."""

    members: tuple[Member, ...]
    since: float = 0.0
    """From when on the game has waited for whoever is to guess."""
    skipping: tuple[int, ...] = ()
    """Who, besides whoever is to guess, would rather go on without them."""
    holder: Seat | None = None
    """Who has said that the phone is in their hands, to keep a secret that the others may not see."""
    scores: tuple[Score, ...] = ()
    """What they have come to with this game, once it is over; on one phone also before."""

    def seat_of(self, person: int) -> Seat | None:
        """Where the person sits, or has sat."""
        return next((Seat(seat) for seat, member in enumerate(self.members) if member.person == person), None)


class Points(Protocol):
    """What parties in groups have brought."""

    async def scores(self, group: int, most: int) -> tuple[Score, ...]:
        """So many of those with most points in the group, the best first."""

    def add(self, table: str, group: int, name: str, person: int, *, won: int, now: float) -> None:
        """Keep what a party brought to somebody; once."""


def keeper(game: Game) -> Seat | None:
    """Whose secret is to be kept next; None: all are kept."""
    if game.phase is not Phase.SECRETS:
        return None
    return next(seat for seat in game.seats if game.secrets[1 - seat] is None)


def given_up(game: Game) -> Game:
    """The game once it is given up: by all, or of two with secrets by whoever is to guess."""
    if game.phase is Phase.SECRETS:
        return apply(game, Abort(Seat(0))).game
    leaving = game.staying if game.to_move is None or not game.mode.own_secrets else (game.to_move,)
    for seat in leaving:
        game = apply(game, Leave(seat)).game
    return game


def guessers(game: Game) -> tuple[Seat, ...]:
    """All who have guessed."""
    return tuple(sorted({turn.seat for turn in game.turns}))
