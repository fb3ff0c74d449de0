"""Whether somebody has as much open as one may have at once; the figures are in `model.limits`."""

from bot.app.model.challenge import State
from bot.app.model.limits import CHALLENGES, MATCHES
from bot.app.ports import Work


async def plays_enough(person: int, work: Work) -> bool:
    """Whether no further match may begin for the person. Of those that begin in the same moment each may pass."""
    return await work.games.count_of(person) >= MATCHES


async def waits_enough(person: int, work: Work, now: float) -> bool:
    """Whether so many challenges of the person wait for an answer that they may make no other."""
    made = await work.challenges.open_of(person)
    return sum(challenge.state is State.OPEN and now < challenge.expires_at for challenge in made) >= CHALLENGES
