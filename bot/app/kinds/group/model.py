"""A game at one board where each has a seat: round one phone, or in a group."""

from dataclasses import dataclass, replace

from bot.app.model.board import BoardGame
from bot.app.model.points import Score
from bot.game.model import Game, Phase, Seat

ONE_PHONE = 0
"""The person id of everybody who plays on somebody's phone: who of them presses cannot be known."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who has a seat."""

    name: str
    person: int = ONE_PHONE


@dataclass(frozen=True, slots=True)
class GroupSeats:
    """All who play one game, by seat, and what is known of them besides the game."""

    members: tuple[Member, ...]
    since: float = 0.0
    """From when on the game has waited for whoever is to guess; seconds since 1970, UTC."""
    skipping: tuple[int, ...] = ()
    """Who, besides whoever is to guess, would rather go on without them."""
    holder: Seat | None = None
    """Who has said that the phone is in their hands, to keep a secret that the others may not see."""
    scores: tuple[Score, ...] = ()
    """What they have come to with this game, once it is over; on one phone also before."""

    @property
    def share_phone(self) -> bool:
        """Whether they pass one phone round."""
        return self.members[0].person == ONE_PHONE

    def seat_of(self, person: int) -> Seat | None:
        """Where the person sits, or has sat."""
        return next((Seat(seat) for seat, member in enumerate(self.members) if member.person == person), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group(BoardGame):
    """Several play on a seat each at one board."""

    seats: GroupSeats

    @property
    def secret_due(self) -> Seat | None:
        """Whose secret is to be kept next; None: all are kept."""
        return secret_due(self.game)

    @property
    def has_begun(self) -> bool:
        """Whether somebody has guessed, or kept a secret of their own."""
        keeps = self.game.mode.own_secrets and any(secret is not None for secret in self.game.secrets)
        return bool(self.game.turns) or keeps

    @property
    def is_untouched(self) -> bool:
        """Whether it has not begun, and nobody has joined whoever began it."""
        return not self.has_begun and (self.seats.share_phone or len(self.seats.members) == 1)

    def after_turn(self, game: Game, now: float) -> "Group":
        """The game once a guess was answered at that time: what spoke of the turn before is gone."""
        name = self.seats.members[game.turns[-1].seat].name
        return replace(
            self,
            game=game,
            guessed_by=(*self.guessed_by, name),
            asked_again=None,
            resigning=(),
            asks_to_resign=False,
            seats=replace(self.seats, since=now, skipping=()),
        )


def secret_due(game: Game) -> Seat | None:
    """Whose secret is to be kept next; None: all are kept."""
    if game.phase is not Phase.SECRETS:
        return None
    return next(seat for seat in game.seats if game.secrets[1 - seat] is None)


def guessers(game: Game) -> tuple[Seat, ...]:
    """The seats of all who have guessed."""
    return tuple(sorted({turn.seat for turn in game.turns}))
