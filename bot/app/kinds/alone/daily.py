"""Games about the code of a day: begun once by each person, counted once they are over, weighed by their review."""

from collections.abc import Iterable
from dataclasses import replace

from bot.app.daily.actions import leave_cards, note_finished, precompute
from bot.app.daily.model import FRIENDS, NO_RUN, VARIANT, Daily, DailyTries, DayPlayer, Run, Try, next_code_at
from bot.app.daily.screens import Day
from bot.app.kind import Request
from bot.app.kinds.alone.begin import new_game
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.reviews import tells_figures
from bot.app.model.limits import Limit
from bot.app.work import Job, Work
from bot.game.daily import DAY, OPEN_DAYS, Streak, advanced, ended_on, is_forgiven_on, streak_on
from bot.game.model import MODES, Game
from solver.review import Review


def begin(number: int, player: DayPlayer, request: Request) -> Alone:
    """The person's one game about that day's code, which begins now. It is still to be saved."""
    codes, now, game = request.world.daily, request.world.now(), _game_about(number, request)
    attempt = Try(number, request.person.id, request.person.name, game.id, now)
    request.work.of(DailyTries).begin(attempt)
    request.work.of(DailyTries).save_player(player)
    daily = Daily(number, player.token, codes.calendar.closes_at(number))
    is_second = bool(request.why_closed(Limit.DAY))
    return replace(game, daily=daily, is_second=is_second, explains=request.preferences.is_newcomer)


def begin_closed(number: int, request: Request) -> Alone:
    """A game about a day's code that is closed, for practice."""
    return replace(_game_about(number, request), is_practice=True)


def _game_about(number: int, request: Request) -> Alone:
    codes = request.world.daily
    return new_game(Game(VARIANT, MODES["solo"], (codes.secret(number),)), request, codes.salt(number))


async def player_of(request: Request) -> DayPlayer:
    """Whoever wrote, as somebody who plays the codes of days; not stored before they begin one."""
    known = await request.work.of(DailyTries).player(request.person.id)
    yesterday = request.world.today - 1  # up to which they have missed nothing
    return known or DayPlayer(request.person.id, request.world.new_token(), Streak(yesterday))


async def is_second(closes_at: float, person: int, begun_at: float, work: Work) -> bool:
    """Whether they may have tried it before, for they asked to be forgotten a day ago or since that code was there.

    `closes_at`: when that code can be finished no more.
    """
    since = min(begun_at - Limit.DAY.closed, closes_at - OPEN_DAYS * DAY)
    return await work.privacy.were_forgotten([person], since)


async def ended(attempt: Try, game: Alone, now: float, work: Work) -> Try:
    """The try once its game is over."""
    daily = game.daily
    is_in_time = daily is not None and (game.ended_at or now) < daily.closes_at
    is_first = daily is not None and not await is_second(daily.closes_at, attempt.person, attempt.begun_at, work)
    solved = game.game.has_solved(ALL)
    return replace(
        attempt,
        ended_at=game.ended_at,
        guesses=len(game.game.turns),
        solved=solved,
        hints=game.suggestions,
        counts=is_in_time and is_first,
        is_missed=not solved,
    )


FRIEND = "daily-friend"
"""The kind of job that shows somebody, on the board of their game, that a friend has finished too."""


async def finish(game: Alone, request: Request) -> None:
    """The game is over: it is counted if that is in time and their first, and lengthens the streak if it was solved."""
    if game.daily is None:
        return
    tries, now = request.work.of(DailyTries), request.world.now()
    attempt = await tries.attempt(game.daily.number, game.starter)
    if attempt is None or attempt.ended_at is not None:
        return
    attempt = await ended(attempt, game, now, request.work)
    tries.end(attempt)
    if not attempt.counts:
        await leave_cards(attempt.day, attempt.person, request.work, now)
        return
    tries.count(attempt.day, attempt.result, 1)
    await note_finished(attempt, request.work, now)
    for friend in await tries.of_friends(attempt.person, attempt.day, FRIENDS):
        if friend.name:  # else the two are parted
            request.work.at(now, Job(FRIEND, friend.game_id, 0))
    player = await tries.player(game.starter)
    if player is not None:
        today = request.world.daily.calendar.number_at(now)
        streak, run = await _run(player, today, attempt, request.work)
        tries.save_player(replace(player, streak=streak, best=max(player.best, run.days)))
        if not attempt.hints:
            precompute(attempt.person, attempt.day, request.work, request.world)


LOOKED_AT = 400
"""Days that are looked at where a streak is told; nobody is away for longer and keeps it."""


async def _run(player: DayPlayer, today: int, ending: Try | None, work: Work) -> tuple[Streak, Run]:
    """The streak as it is stored from now on, and how it stands today; with a try that ends in this work.

    It is stored up to the last closed day that they had played before, so that what came since can be told again.
    """
    tries = await work.of(DailyTries).attempts(player.person, player.streak.up_to + 1, LOOKED_AT)
    return await run_by(player, today, tries, work, ending)


async def run_by(
    player: DayPlayer, today: int, tries: Iterable[Try], work: Work, ending: Try | None = None
) -> tuple[Streak, Run]:
    """The same by tries that were read: all since the streak is stored."""
    by_day = {attempt.day: attempt for attempt in tries if attempt.day > player.streak.up_to}
    if ending is not None:
        by_day[ending.day] = ending
    played = {day for day, attempt in by_day.items() if attempt.counts and not attempt.is_missed}
    playing = {day for day, attempt in by_day.items() if attempt.ended_at is None}
    given_up = {day for day, attempt in by_day.items() if attempt.is_missed}
    pardoned = set(await work.of(DailyTries).pardoned(player.streak.up_to + 1, LOOKED_AT))
    closed = advanced(player.streak, today - OPEN_DAYS, played, pardoned)
    known = played, playing, pardoned
    shown_on = today if ending is None else ending.day
    last = max((day for day in played if day < shown_on), default=0)
    kept = advanced(player.streak, min(today - OPEN_DAYS, last), played, pardoned)
    told = {attempt.day for attempt in by_day.values() if attempt.is_missed and attempt.counts} - {shown_on}
    is_forgiven = is_forgiven_on(closed, today, *known, given_up, told)
    days, ended = streak_on(closed, today, *known, given_up), ended_on(player.streak, shown_on, *known, told)
    if ending is not None and ending.is_missed:
        before = played - {today}, {*playing, shown_on}, pardoned, given_up - {shown_on}
        stood = streak_on(closed, today, *before)
        ended = stood if stood > max(days, 1) else 0
    return kept, Run(days, is_forgiven=is_forgiven, ended=ended)


async def run_of(person: int, today: int, work: Work, ending: Try | None = None) -> Run:
    """The person's streak as it stands on that day; none of a day that is long over. `ending`: ends in this work."""
    player = await work.of(DailyTries).player(person)
    if player is None or player.streak.up_to >= today:
        return NO_RUN
    return (await _run(player, today, ending, work))[1]


async def weigh(game: Alone, review: Review, work: Work) -> None:
    """The review of the game is there: the turns lost in it break ties."""
    attempt = None if game.daily is None else await work.of(DailyTries).attempt(game.daily.number, game.starter)
    if attempt is None or attempt.lost is not None or attempt.ended_at is None:
        return
    weighed = replace(attempt, lost=round(100 * review.turns_lost))
    work.of(DailyTries).weigh(weighed)
    if attempt.counts:
        work.of(DailyTries).count(attempt.day, attempt.result, -1)
        work.of(DailyTries).count(weighed.day, weighed.result, 1)


async def shown_for(game: Alone, work: Work, *, weighed: Review | None = None) -> Day | None:
    """What the day has come to, for whoever looks at their own game about it, which is over.

    A game that ends, or is weighed, in this very work is counted so, though the store, which is read, does not know it.
    """
    if game.daily is None:
        return None
    stored = await work.of(DailyTries).attempt(game.daily.number, game.starter)
    if stored is None:
        return None
    attempt = await _as_it_is(stored, game, weighed, work)
    today = attempt.day if next_code_at(game.daily) > (attempt.ended_at or 0.0) else attempt.day + 1
    run = await run_of(attempt.person, today, work, attempt) if attempt.counts else NO_RUN
    return await day_of(attempt, stored, game.daily.closes_at, work, run)


async def _as_it_is(attempt: Try, game: Alone, weighed: Review | None, work: Work) -> Try:
    if attempt.ended_at is None:
        attempt = await ended(attempt, game, game.opened_at, work)
    if weighed is not None and attempt.lost is None:
        attempt = replace(attempt, lost=round(100 * weighed.turns_lost))
    return attempt


async def day_of(attempt: Try, stored: Try, closes_at: float, work: Work, run: Run = NO_RUN) -> Day:
    """What the day has come to for somebody with that try; `stored`: as it was read; `closes_at`: of the day."""
    tries = work.of(DailyTries)
    spread = await tries.spread(attempt.day)
    if attempt.counts:
        spread = spread.without(stored) if stored.counts else spread
        spread = spread.having(attempt)
    somebody = (await work.preferences(attempt.person)).texts.plain("name.somebody")
    friends = await tries.of_friends(attempt.person, attempt.day, FRIENDS, somebody)
    reminder = await tries.reminder(attempt.person)
    figures = await tells_figures(attempt.person, work)
    is_late = (attempt.ended_at or 0.0) >= closes_at
    return Day(attempt, spread, friends, run, is_late=is_late, tells_figures=figures, reminder=reminder)
