"""Each attack of the catalogue once, beside people who play, while nothing breaks: nobody notices, nothing is won."""

from tests.faults.alone import attacked
from tests.faults.troubles.foul import FOUL


async def test_nobody_notices_that_others_play_foul() -> None:
    outcome = await attacked(tuple(FOUL), "sqlite", 0.0, seed=20261123)
    assert outcome.complaints == ()
    assert outcome.strikes >= len(FOUL)
    assert outcome.guesses > 0
