"""Attacks of the catalogue in the same moment, beside people who play: each strikes, is bounded and gains nothing.

How long others wait meanwhile is judged by each attack alone, `python -m faults.foul`.
"""

import pytest

from faults.alone import Plan, attacked
from faults.troubles.foul import FOUL

SOME = ("stale-in-group", "pressed-twice", "race-aborted")
"""Those after which the bot has little to compute or to send."""


@pytest.mark.parametrize("names", [SOME, pytest.param(tuple(FOUL), marks=pytest.mark.costly)], ids=["some", "all"])
async def test_foul_play_at_once_gains_nothing(names: tuple[str, ...]) -> None:
    outcome = await attacked(Plan(names, seed=20261123, at_once=True))
    assert outcome.complaints == ()
    assert outcome.strikes == len(names)
    assert outcome.guesses > 0
