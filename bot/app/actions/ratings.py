"""Whether a game of two people still counts for their ratings."""

from collections.abc import Sequence

from bot.app.model.record import DAY, MOST_A_DAY
from bot.app.ports import Work


async def is_too_often(people: Sequence[int], work: Work, now: float) -> bool:
    """Whether two people have played so many rated games lately that one more does not count.

    What holds when a game begins must hold when it ends, because they have been told.
    """
    if len(people) != len(set(people)) or len(people) != 2:  # noqa: PLR2004  two
        return False
    one, other = people
    return await work.ratings.rated_games(one, other, now - DAY) >= MOST_A_DAY
