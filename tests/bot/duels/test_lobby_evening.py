"""An evening in the lobby, on either database: nobody is left who could be paired, and lots would pair worse."""

import random
import statistics
from collections import Counter
from contextlib import nullcontext

import pytest

from benchmarks.evenings import evening, people

COMERS = 250


@pytest.mark.costly
@pytest.mark.parametrize("within", [0.0, 400.0])
async def test_nobody_waits_for_ever_and_the_paired_are_closer_than_by_lot(place: str, within: float) -> None:
    result = await evening("", nullcontext(place), COMERS, within=within)
    wanted = Counter(comer.terms for comer in people(random.Random(1), COMERS, within=within))
    assert result.left == sum(count % 2 for count in wanted.values())
    assert len(result.pairings) == len(result.differences) == (COMERS - result.left) // 2
    assert statistics.fmean(result.differences) < statistics.fmean(result.at_random) / 2
