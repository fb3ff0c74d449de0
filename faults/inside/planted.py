"""What is planted into the bot once all its modules are imported: the suite's own job, and words where it has codes.

The job sets a mark on each guess some time after it, if that is still the newest one.
"""

import random
import sys
from dataclasses import replace
from typing import Any

from bot.app import routing
from bot.app.daily.model import Codes
from bot.app.jobs import JOBS
from bot.app.kind import Decision, Request
from bot.app.kinds.alone.model import Alone
from bot.app.model.terms import CLOCKS, Terms
from bot.app.screen import Answer
from bot.app.work import Job, Work
from bot.app.world import World
from bot.game.daily import DAY
from faults.inside.arrangements import LONG
from faults.players.words import EXAMPLE, MARK, MARK_AFTER, MARK_KIND, WORDS
from solver.variant import Code

_carry_out = routing.carry_out


async def carry_out(outcome: Decision[Any], request: Request) -> Answer:
    """Carry the outcome out, and schedule a job if the game alone has a new guess."""
    game = outcome.game
    if isinstance(game, Alone) and outcome.changed:
        stored = await request.work.games.load(game.id, Alone)
        if len(game.guessed_by) > (0 if stored is None else len(stored.guessed_by)):
            request.work.at(request.world.now() + MARK_AFTER, Job(MARK_KIND, game.id, len(game.game.turns)))
    return await _carry_out(outcome, request)


async def mark(job: Job, work: Work, _world: World) -> None:
    """Mark the newest guess. A job that runs twice, or for another guess, leaves two marks."""
    game = await work.games.load(job.subject, Alone)
    if game is None or game.is_over or len(game.game.turns) != job.turn:
        return
    *earlier, newest = game.guessed_by
    work.games.save(replace(game, guessed_by=(*earlier, newest + MARK)))


def plant_jobs() -> None:
    """Schedule a job after every guess from now on. All modules of the bot must be imported before."""
    JOBS[MARK_KIND] = mark
    for module in tuple(sys.modules.values()):
        if getattr(module, "carry_out", None) is _carry_out:
            setattr(module, "carry_out", carry_out)  # noqa: B010  they do not export what is put there


# Words on cards and as codes of days, where there are digits else: the secrets of these runs are words.


def let_words_be_keyed() -> None:
    """Allow every match to be played on its card, with a key for each letter."""
    Terms.fits_a_card = True  # type: ignore[method-assign, assignment]


def let_days_have_words() -> None:
    """Let the code of each day be one of the words, the same at all replicas."""
    Codes.secret = _word_of_day  # type: ignore[method-assign, assignment]


def let_live_clocks_last() -> None:
    """Let every live clock last for days, lest a fault that takes a while end what people play; all else stays."""
    for clock in [clock for clock in CLOCKS.values() if clock.is_live]:
        days = {"seconds": 2 * DAY, "reminder": None, "seek_lasts": DAY, "rematch_lasts": DAY}
        CLOCKS[clock.name] = replace(clock, **days)  # type: ignore[arg-type]


def _word_of_day(codes: Codes, number: int) -> Code:
    return LONG.parse(random.Random(codes.salt(number)).choice([word for word in WORDS if word != EXAMPLE]))
