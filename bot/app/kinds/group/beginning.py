"""Beginning a game at one board where each has a seat."""

from dataclasses import dataclass

from bot.app.kinds.group.model import Group, GroupSeats, Member
from bot.app.kinds.outcome import Outcome
from bot.app.model.points import Score
from bot.app.ports import Place
from bot.app.request import Request
from bot.game.model import Game
from bot.game.modes import MODES
from solver.variant import VARIANTS


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played, and by whom, in their order. `scores`: what they have come to so far."""

    mode: str
    variant: str
    members: tuple[Member, ...]
    scores: tuple[Score, ...] = ()


def begin(plan: Plan, request: Request) -> Outcome[Group]:
    """Begin the game."""
    mode, variant, now = MODES[plan.mode], VARIANTS[plan.variant], request.world.now()
    secrets = (None,) * mode.seats if mode.own_secrets else (request.world.draw_secret(variant),)
    game = Group(
        id=request.world.new_id(),
        chat=request.chat,
        game=Game(variant, mode, secrets, joined=len(plan.members) - mode.seats),
        starter=request.person.id,
        salt=request.world.new_salt(),
        opened_at=now,
        seats=GroupSeats(plan.members, since=now, scores=plan.scores),
    )
    return Outcome(game, place=Place.BOTTOM)


def begin_again(game: Group, request: Request) -> Outcome[Group]:
    """Begin the same once more. In turn another begins; where all guess freely everybody is asked afresh."""
    plan = Plan(
        game.game.mode.name,
        game.game.variant.name,
        _members_again(game, request),
        game.seats.scores if game.seats.share_phone else (),
    )
    return begin(plan, request)


def _members_again(game: Group, request: Request) -> tuple[Member, ...]:
    members = game.seats.members
    if not game.game.mode.in_turn:
        return (Member(request.person.name, request.person.id),)
    if not game.seats.share_phone:
        members = tuple(members[seat] for seat in game.game.staying) or members
    return (*members[1:], members[0])
