"""What is shown when the turn passes from one to another."""

from dataclasses import replace

from bot.app.kinds.group.model import Group, GroupSeats
from bot.app.kinds.outcome import Outcome
from bot.app.ports import Answer, Place
from bot.app.request import Request

LONG_TURN = 60.0
"""Seconds after which the others of a group need wait no more, and may have put the phone away."""


def with_call(outcome: Outcome[Group], before: GroupSeats, request: Request) -> Outcome[Group]:
    """The outcome, shown as a new message where somebody else is next: the board that names them is the call.

    `before`: the seats while the last turn was waited for.
    """
    seat = outcome.game.game.to_move
    calls = request.chat.is_group and seat is not None and before.seat_of(request.person.id) != seat
    return replace(outcome, place=Place.BOTTOM if calls else None)


def stale_press(game: Group, request: Request) -> Outcome[Group]:
    """The outcome of a press that speaks of another time."""
    return Outcome(game, answer=Answer(request.texts.plain("toast.moved-on")), changed=False)
