"""What the codes of days have to do with all else: advice that would help with one, days that nobody has missed."""

from bot.app.actions.fair_play import is_help_in
from bot.app.model.header import Header
from bot.app.ports import Work
from bot.app.world import World
from bot.game.daily import DAY, OPEN_DAYS
from solver.feedback import History
from solver.variant import Variant

LONGEST_OUTAGE = 7200.0
"""Seconds in which the bot was away on a day; beyond them nobody has missed it."""


async def helps_with_day(variant: Variant, history: History, person: int, work: Work, world: World) -> bool:
    """Whether advice on the told turns would help the person with a code of a day that they have begun."""
    since = world.today + 1 - OPEN_DAYS
    tries = await work.daily.attempts(person, since, OPEN_DAYS)
    games = [await work.games.load(attempt.game_id, Header) for attempt in tries if attempt.ended_at is None]
    return is_help_in(variant, history, [game for game in games if game is not None], person)


async def pardon_lately(work: Work, world: World) -> None:
    """Nobody has missed a day on which the bot was away for long."""
    now, calendar = world.now(), world.daily.calendar
    today = calendar.number_at(now)
    outages = await work.uptime.outages(now - 3 * DAY, now)
    for number in range(max(1, today - 2), today + 1):
        begin_at, end_at = calendar.begins_at(number), calendar.begins_at(number + 1)
        away = sum(max(0.0, min(end_at, ended) - max(begin_at, began)) for began, ended in outages)
        if away > LONGEST_OUTAGE:
            work.daily.pardon([number])
