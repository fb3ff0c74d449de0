import numpy as np
import pytest

from solver.feedback import possible_feedback
from solver.parts import part_sizes
from solver.tables import all_codes, all_marks, feedback_ids, marks_of
from solver.variant import VARIANTS, Variant
from tests.solver.games import CLASSIC, PEGS


@pytest.mark.parametrize("variant", [*VARIANTS.values(), PEGS], ids=lambda variant: variant.name)
@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 700])
def test_part_sizes_are_counted_feedback(variant: Variant, count: int) -> None:
    codes = all_codes(variant)
    some = codes[:: max(1, len(codes) // max(1, count))][:count]
    guesses = codes[:: max(1, len(codes) // 50)]
    counted = [
        np.bincount(row, minlength=len(possible_feedback(variant))) for row in feedback_ids(variant, guesses, some)
    ]
    assert (
        part_sizes(variant, marks_of(variant, guesses), marks_of(variant, some)).tolist() == np.array(counted).tolist()
    )


def test_every_first_guess_of_the_classic_game_divides_alike() -> None:
    sizes = part_sizes(CLASSIC, all_marks(CLASSIC), all_marks(CLASSIC))
    assert np.unique(sizes, axis=0).tolist() == [[360, 1440, 1260, 264, 9, 480, 720, 216, 8, 180, 72, 6, 24, 1]]
