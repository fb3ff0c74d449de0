import numpy as np
import pytest

from solver.feedback import possible_feedback
from solver.parts import part_sizes
from solver.tables import all_codes, feedback_ids
from solver.variant import VARIANTS, Variant
from tests.solver.games import CLASSIC, PEGS


@pytest.mark.parametrize("variant", [*VARIANTS.values(), PEGS], ids=lambda variant: variant.name)
@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 700])
def test_part_sizes_are_counted_feedback(variant: Variant, count: int) -> None:
    codes = all_codes(variant)
    some = np.arange(len(codes))[:: max(1, len(codes) // max(1, count))][:count]
    guesses = np.arange(len(codes))[:: max(1, len(codes) // 50)]
    replies = len(possible_feedback(variant))
    counted = [np.bincount(row, minlength=replies) for row in feedback_ids(variant, codes[guesses], codes[some])]
    assert part_sizes(variant, guesses, some).tolist() == np.array(counted).tolist()


def test_every_first_guess_of_the_classic_game_divides_alike() -> None:
    every = np.arange(CLASSIC.size)
    sizes = part_sizes(CLASSIC, every, every)
    assert np.unique(sizes, axis=0).tolist() == [[360, 1440, 1260, 264, 9, 480, 720, 216, 8, 180, 72, 6, 24, 1]]
