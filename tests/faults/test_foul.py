"""Every attack of the catalogue in the same moment, beside people who play: each strikes, is bounded and gains nothing.

How long others wait meanwhile is judged by each attack alone, `python -m faults.foul`.
"""

from faults.alone import Plan, attacked
from faults.troubles.foul import FOUL


async def test_all_foul_play_at_once_gains_nothing() -> None:
    outcome = await attacked(Plan(tuple(FOUL), seed=20261123, at_once=True))
    assert outcome.complaints == ()
    assert outcome.strikes == len(FOUL)
    assert outcome.guesses > 0
