"""How games of guessing a number begin and end."""

from dataclasses import replace

from bot.app.kinds.number.model import Number
from bot.app.kinds.number.ranges import InvalidRange, RangeFault, range_in
from bot.app.kinds.outcome import Outcome, unchanged
from bot.app.kinds.vote import ask_first, vote
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.app.texts import Html
from bot.game.number import NumberGame
from solver.interval import Interval

WHY_INVALID = {
    RangeFault.FORM: "number.range-how",
    RangeFault.FAR: "number.range-far",
    RangeFault.NARROW: "number.range-narrow",
}


async def begin(argument: str, request: Request) -> Outcome[Number] | Html:
    """Begin a game in the range that is typed; or say, where no number game runs, why that is none.

    Who keeps the secret is as it was the last time.
    """
    try:
        span = range_in(argument)
    except InvalidRange as error:
        note = request.texts.html(WHY_INVALID[error.fault])
        game = _running(request)
        return note if game is None else Outcome(game, note, changed=False)
    latest = await request.work.games.latest(request.chat.id, Number)
    return play(span, request, bot_keeps=latest is None or latest.bot_keeps)


def play(span: Interval, request: Request, *, bot_keeps: bool) -> Outcome[Number]:
    """Begin a game beside those that are on; but one like it in which nothing was asked is shown again."""
    game = _running(request)
    if game is not None and not game.game.turns and (game.game.span, game.bot_keeps) == (span, bot_keeps):
        return Outcome(game, changed=False, place=None if request.pressed is None else Place.BOTTOM)
    return _new(span, request, bot_keeps=bot_keeps)


def take_turns(game: Number, request: Request, *, bot_keeps: bool) -> Outcome[Number]:
    """Choose who keeps the secret: in this game as long as nothing has been asked in it, else in a new one."""
    if game.is_over:
        return play(game.game.span, request, bot_keeps=bot_keeps)
    if game.game.turns or bot_keeps == game.bot_keeps:
        return unchanged(game, Answer(), shows=True)
    after = game.after(_with_drawn_secret(game.game.span, request, bot_keeps=bot_keeps))
    after = replace(after, salt=request.world.new_salt(), keypad=False, proof=False)
    return Outcome(replace(after, starter=request.person.id, starter_name=request.person.name))


def ask_to_end(game: Number, request: Request) -> Outcome[Number]:
    """Ask before the game ends, lest a slip of the finger end it. Not where nothing was asked, or two must agree."""
    return ask_first(game, request, has_begun=bool(game.game.turns)) or give_up(game, request)


async def end(game: Number, request: Request) -> Outcome[Number]:
    """Ask the same, or end the game where that was asked."""
    return give_up(game, request) if game.asks_to_resign else ask_to_end(game, request)


async def keep(game: Number, request: Request) -> Outcome[Number] | None:  # noqa: ARG001  whoever says so
    """The game goes on, if the board asks whether to give it up."""
    return Outcome(replace(game, asks_to_resign=False, resigning=())) if game.asks_to_resign else None


def give_up(game: Number, request: Request) -> Outcome[Number]:
    """Give the game up, if those who must agree do."""
    return vote(game, request) or Outcome(game.given_up_at(request.world.now()))


def _new(span: Interval, request: Request, *, bot_keeps: bool) -> Outcome[Number]:
    world = request.world
    game = Number(
        id=world.new_id(),
        chat=request.chat,
        game=_with_drawn_secret(span, request, bot_keeps=bot_keeps),
        starter=request.person.id,
        starter_name=request.person.name,
        salt=world.new_salt(),
        opened_at=world.now(),
    )
    return Outcome(game, place=Place.BOTTOM)


def _with_drawn_secret(span: Interval, request: Request, *, bot_keeps: bool) -> NumberGame:
    return NumberGame(span, request.world.draw_number(span.low, span.high) if bot_keeps else None)


def _running(request: Request) -> Number | None:
    """The number game that runs here and was begun last."""
    return next((game for game in reversed(request.games) if isinstance(game, Number)), None)
