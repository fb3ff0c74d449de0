"""The archive of codes of days: a day that is closed, with its secret; a month; practice, and reviews of own games."""

from datetime import UTC, datetime

from bot.app.advice.reviewed import MOST_TURNS
from bot.app.handlers.review import review_turns
from bot.app.kinds.alone.daily import LOOKED_AT, begin_closed, day_of
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.outcome import Outcome
from bot.app.model.daily import Try
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.app.routing.boards import why_no_board
from bot.app.routing.carrying import carry_out
from bot.app.screens import daily as screens
from bot.game.daily import OPEN_DAYS


async def show(number: int, attempt: Try | None, request: Request) -> None:
    """Show a closed day, and what the person's try at it has come to."""
    codes = request.world.daily
    page = screens.Closed(
        number=number,
        latest=request.world.today - OPEN_DAYS,
        at=codes.calendar.begins_at(number),
        secret=codes.secret(number),
        salt=codes.salt(number),
        digest=codes.digest(number),
        spread=await request.work.daily.spread(number),
        day=None if attempt is None or attempt.ended_at is None else await day_of(attempt, attempt, request.work),
        has_review=attempt is not None and await reviewed(attempt, request) is not None,
    )
    request.show_menu(screens.closed(page, request.texts))


async def play(number: int, request: Request) -> Answer:
    """Play the code of a closed day, for practice."""
    now, calendar = request.world.now(), request.world.daily.calendar
    if not 0 < number < request.world.today or calendar.is_open(number, now):
        return request.strip_buttons("toast.old-button")
    if (refusal := why_no_board(request)) is not None:
        return refusal
    note = request.texts.html("daily.unranked", number=number)
    return await carry_out(Outcome(begin_closed(number, request), note, place=Place.BOTTOM), request)


async def review(number: int, request: Request) -> Answer:
    """Review the person's own game about a day, once nothing of its code is hidden from them."""
    attempt = await request.work.daily.attempt(number, request.person.id)
    game = None if attempt is None else await reviewed(attempt, request)
    if game is None:
        return request.strip_buttons("toast.old-button")
    return await review_turns(game.game.variant, game.game.history_of(ALL)[:MOST_TURNS], request)


async def reviewed(attempt: Try, request: Request) -> Alone | None:
    """The game of that try, if it is over, still stored, and its code is known to them or to all."""
    game = await request.work.games.load(attempt.game_id, Alone) if attempt.ended_at is not None else None
    if game is None or not game.game.turns:
        return None
    is_open = request.world.daily.calendar.is_open(attempt.day, request.world.now())
    return None if is_open and not game.can_be_reviewed else game


async def show_month(year: int, month: int, request: Request) -> Answer:
    """Show which days of a month somebody has played, and in how many guesses."""
    calendar, today = request.world.daily.calendar, request.world.today
    try:
        first = datetime(year, month, 1, tzinfo=UTC).timestamp()
    except ValueError:
        return request.strip_buttons("toast.old-button")
    begin_number = calendar.number_at(first + calendar.turn)
    tries = await request.work.daily.attempts(request.person.id, max(1, begin_number), LOOKED_AT)
    results = {attempt.day: attempt for attempt in tries}
    page = screens.Month(year, month, begin_number, today, results)
    request.show_menu(screens.month(page, request.texts))
    return Answer()
