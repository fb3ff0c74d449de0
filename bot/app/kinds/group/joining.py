"""People who come and go where each has a seat."""

from dataclasses import replace

from bot.app.buttons import GamePress
from bot.app.kinds.group.codes import with_member
from bot.app.kinds.group.model import Group
from bot.app.kinds.group.screens.names import name_of
from bot.app.kinds.group.turns import LONG_TURN, stale_press, with_call
from bot.app.kinds.outcome import Outcome, unchanged
from bot.app.ports import Answer
from bot.app.request import Request
from bot.game.model import Seat, Termination
from bot.game.rules import IllegalMove, Join, Leave, apply

VOTES = 2
"""So many of the others may go on without whoever is to guess; after a long turn one is enough."""


async def take_phone(press: GamePress, game: Group, request: Request) -> Outcome[Group]:
    """Note that whoever is to keep a secret has the phone in their hands."""
    seat = game.secret_due
    if seat is None or game.seats.holder == seat or press.argument != str(seat):
        return stale_press(game, request)
    return Outcome(replace(game, seats=replace(game.seats, holder=seat)), draft="")


async def join(_press: GamePress, game: Group, request: Request) -> Outcome[Group]:
    """Sit down, or come back."""
    if not _has_turns(game, request):
        return stale_press(game, request)
    before, seat = game, game.seats.seat_of(request.person.id)
    if _seat_in_game(game, request) is not None:
        return unchanged(game, Answer(request.texts.plain("toast.in-already")))
    if seat is None:
        seat = Seat(len(game.seats.members))
        game = replace(game, seats=with_member(game.seats, request))
    try:
        game = replace(game, game=apply(game.game, Join(seat)).game)
    except IllegalMove:
        return unchanged(before, Answer(request.texts.plain("note.no-seat-left"), alert=True))
    return _after_change(game, before, request, request.texts.plain("toast.you-are-in"))


async def leave(_press: GamePress, game: Group, request: Request) -> Outcome[Group]:
    """Leave the game to the others."""
    if not _has_turns(game, request):
        return stale_press(game, request)
    seat = _seat_in_game(game, request)
    if seat is None:
        return unchanged(game, Answer(request.texts.plain("alert.join-first"), alert=True))
    if len(game.game.staying) == 1:
        return unchanged(game, Answer(request.texts.plain("toast.last-one"), alert=True))
    after = replace(game, game=apply(game.game, Leave(seat)).game)
    return _after_change(after, game, request, request.texts.plain("toast.you-are-out"))


async def skip(press: GamePress, game: Group, request: Request) -> Outcome[Group]:
    """Vote to go on without whoever is to guess: enough votes, or enough time, and the game does."""
    if not _has_turns(game, request):
        return stale_press(game, request)
    texts, slow, seat = request.texts, game.game.to_move, _seat_in_game(game, request)
    if seat is None:
        return unchanged(game, Answer(texts.plain("alert.join-first"), alert=True))
    if slow is None or press.argument != str(slow) or press.step != len(game.game.turns):
        return stale_press(game, request)
    if slow == seat:
        return unchanged(game, Answer(texts.plain("toast.your-own-turn"), alert=True))
    name = name_of(game.seats, slow)
    votes = tuple(dict.fromkeys((*game.seats.skipping, request.person.id)))
    needed = min(VOTES, len(game.game.staying) - 1)
    if request.world.now() - game.seats.since < LONG_TURN and len(votes) < needed:
        noted = replace(game, seats=replace(game.seats, skipping=votes))
        return Outcome(noted, answer=Answer(texts.plain("toast.skip-noted", name=name), alert=True))
    after = replace(game, game=apply(game.game, Leave(slow, Termination.TIMED_OUT)).game)
    return _after_change(after, game, request, texts.plain("toast.skipped", name=name))


def _has_turns(game: Group, request: Request) -> bool:
    """Whether people come and go in this game: those round one phone do not, nor where all guess freely."""
    return game.game.mode.in_turn and request.chat.is_group


def _seat_in_game(game: Group, request: Request) -> Seat | None:
    """The seat of whoever wrote or pressed; None if they have none, or have left it."""
    seat = game.seats.seat_of(request.person.id)
    return seat if seat in game.game.staying else None


def _after_change(after: Group, before: Group, request: Request, toast: str) -> Outcome[Group]:
    """The outcome once somebody came or went; if the game waits for another than before, their time begins."""
    outcome = Outcome(after, answer=Answer(toast))
    if after.game.to_move == before.game.to_move:
        return outcome
    seats = replace(after.seats, since=request.world.now(), skipping=())
    return with_call(replace(outcome, game=replace(after, seats=seats)), after.seats, request)
