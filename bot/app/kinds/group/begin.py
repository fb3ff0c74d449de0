"""Beginning a game at one board where each has a seat."""

from dataclasses import dataclass, replace

from bot.app.kinds.group.model import Group, GroupSeats, Member
from bot.app.kinds.kind import Outcome, unchanged
from bot.app.model.ratings import Score
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.game.model import MODES, Game
from solver.variant import VARIANTS


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played, and by whom, in their order. `scores`: what they have come to so far."""

    mode: str
    variant: str
    members: tuple[Member, ...]
    scores: tuple[Score, ...] = ()

    @property
    def shares_phone(self) -> bool:
        """Whether they pass one phone round."""
        return GroupSeats(self.members).share_phone


def begin(plan: Plan, request: Request) -> Outcome[Group]:
    """Begin the game; if the same one is on here and has not begun, it is shown: whoever presses twice means one."""
    if (waiting := _waiting(plan, request)) is not None:
        return replace(unchanged(waiting, Answer(), shows=True), place=Place.BOTTOM)
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


def _waiting(plan: Plan, request: Request) -> Group | None:
    """The same game with the same people, or one that the only person of the plan may join, in which nobody guessed."""
    for game in reversed(request.games):
        if not isinstance(game, Group) or game.has_begun or game.seats.share_phone != plan.shares_phone:
            continue
        is_same = (game.game.mode.name, game.game.variant.name) == (plan.mode, plan.variant)
        if is_same and (game.seats.members == plan.members or len(plan.members) == 1):
            return game
    return None


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
