"""Whether somebody has reached the limits of open games and challenges in `model.limits`."""

from bot.app.model.challenge import State
from bot.app.model.limits import CHALLENGES, MATCHES
from bot.app.ports import Work


async def plays_enough(person: int, work: Work) -> bool:
    """Whether the person plays as many games as one may. Matches that begin at the same moment may each pass."""
    return await work.games.count_of(person) >= MATCHES


async def waits_enough(person: int, work: Work, now: float) -> bool:
    """Whether the person has as many open challenges as one may."""
    made = await work.challenges.open_of(person)
    return sum(challenge.state is State.OPEN and now < challenge.expires_at for challenge in made) >= CHALLENGES
