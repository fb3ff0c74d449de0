"""A game at one board where each has a seat: as it is played, sealed, stored, and kept for ever."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.app.kind import Decision, Request
from bot.app.kinds.board_codec import board_body_of, board_fields_of
from bot.app.model.bodies import PersonId, PersonName
from bot.app.model.game import BoardGame, ChatGame, Codec, Gist, Progress, commitment_to
from bot.app.ratings.model import Score
from bot.app.screen import Place
from bot.game.model import Game, Phase, Seat
from bot.game.notation import position

# A game at one board where each has a seat: round one phone, or in a group.

ONE_PHONE = 0
"""The person id of everybody who plays on somebody's phone: who of them presses cannot be known."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who has a seat."""

    name: PersonName
    person: PersonId = ONE_PHONE


@dataclass(frozen=True, slots=True)
class GroupSeats:
    """All who play one game, by seat, and what is known of them besides the game."""

    members: tuple[Member, ...]
    since: float = 0.0
    """From when on the game has waited for whoever is to guess; seconds since 1970, UTC."""
    skipping: tuple[PersonId, ...] = ()
    """Who, besides whoever is to guess, would rather go on without them."""
    holder: Seat | None = None
    """Who has said that the phone is in their hands, to keep a secret that the others may not see."""
    scores: tuple[Score, ...] = ()
    """What they have come to with this game, once it is over; on one phone also before."""

    @property
    def share_phone(self) -> bool:
        """Whether they pass one phone round."""
        return self.members[0].person == ONE_PHONE

    @property
    def who(self) -> tuple[int | str, ...]:
        """By seat, who it is, whatever they are called by now; round one phone they are names alone."""
        return tuple(member.person or member.name for member in self.members)

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

    def has_say(self, person: int) -> bool:
        """As on every board; who has guessed is known by the seats."""
        return ChatGame.has_say(self, person) or self.seats.seat_of(person) in guessers(self.game)

    def renamed(self, person: int, name: str) -> "Group":
        """Their guesses have that name as well."""
        seat = self.seats.seat_of(person)
        if seat is None:
            return self
        members = (Member(name, person) if at == seat else one for at, one in enumerate(self.seats.members))
        by = (name if turn.seat == seat else one for turn, one in zip(self.game.turns, self.guessed_by, strict=True))
        return replace(self, guessed_by=tuple(by), seats=replace(self.seats, members=tuple(members)))

    def after_turn(self, game: Game, now: float) -> "Group":
        """The game once a guess was answered at that time: what spoke of the turn before is gone."""
        name = self.seats.members[game.turns[-1].seat].name
        return self.after_guess(game, name, now, seats=replace(self.seats, since=now, skipping=()))


def secret_due(game: Game) -> Seat | None:
    """Whose secret is to be kept next; None: all are kept."""
    if game.phase is not Phase.SECRETS:
        return None
    return next(seat for seat in game.seats if game.secrets[1 - seat] is None)


def guessers(game: Game) -> tuple[Seat, ...]:
    """The seats of all who have guessed."""
    return tuple(sorted({turn.seat for turn in game.turns}))


# A game in which each has a seat at one board, as it is stored.

SEATS = "company"
"""The key of the seats in the body. It is older than their name in the code, and stays."""


def body_of(game: Group) -> dict[str, Any]:
    """What is stored of the game besides its header."""
    return board_body_of(game) | {SEATS: asdict(game.seats)}


def game_of(header: dict[str, Any], body: Mapping[str, Any]) -> Group:
    """The game that was stored so. Raises ValueError for a format that is not known."""
    seats = body[SEATS]
    members = tuple(Member(**member) for member in seats["members"])
    scores = tuple(Score(**score) for score in seats["scores"])
    changed = {"members": members, "scores": scores, "skipping": tuple(seats["skipping"])}
    return Group(**board_fields_of(header, body), seats=GroupSeats(**(seats | changed)))


# What is kept for ever of a game in which each has a seat. Who shares a phone is known by name alone, and not kept.


def progress_of(game: Group) -> Progress:
    """How far the game has come."""
    return Progress(len(game.game.turns))


def gist_of(game: Group) -> Gist | None:
    """What is kept; nothing where nobody has guessed."""
    if not game.game.turns:
        return None
    return Gist(position(game.game), tuple(member.person for member in game.seats.members), (game.salt,))


# The commitments to the secrets of a game in which each has a seat.


@dataclass(frozen=True, slots=True)
class Sealed:
    """A kept secret, as text, with the salt of its commitment. `keeper` is None where it is the bot's."""

    keeper: Seat | None
    secret: str
    salt: str

    @property
    def digest(self) -> str:
        """SHA-256 of `"<secret> <salt>"` in hex."""
        return commitment_to(self.secret, self.salt)


def sealed_secrets(game: Group) -> list[Sealed]:
    """The secrets that are kept, each with a salt of its own: equal secrets shall not have equal fingerprints."""
    show = game.game.variant.format
    kept = [(game.game.keeper_of(Seat(at)), secret) for at, secret in enumerate(game.game.secrets) if secret]
    return [
        Sealed(keeper, show(secret), game.salt if keeper is None else f"{game.salt}-{keeper + 1}")
        for keeper, secret in kept
    ]


# What is shown when the turn passes from one to another.

LONG_TURN = 60.0
"""Seconds after which the others of a group need wait no more, and may have put the phone away."""


def with_call(decision: Decision[Group], before: GroupSeats, request: Request) -> Decision[Group]:
    """The outcome, shown as a new message where somebody else is next: the board that names them is the call.

    `before`: the seats while the last turn was waited for.
    """
    seat = decision.game.game.to_move
    calls = request.chat.is_group and seat is not None and before.seat_of(request.person.id) != seat
    return replace(decision, place=Place.BOTTOM if calls else None)


CODEC = Codec("group", Group, body_of, game_of, progress_of, gist_of)
