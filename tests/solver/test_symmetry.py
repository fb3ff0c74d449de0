from hypothesis import given

from solver.feedback import feedback_for
from solver.symmetry import canonical_renaming
from solver.variant import Code
from tests.solver.games import CLASSIC, PEGS, codes


@given(codes(CLASSIC), codes(CLASSIC))
def test_renaming_makes_any_first_guess_0123_and_changes_no_feedback(first: Code, secret: Code) -> None:
    renaming = canonical_renaming(CLASSIC, first)
    assert renaming.of(first) == (0, 1, 2, 3)
    assert feedback_for(renaming.of(first), renaming.of(secret)) == feedback_for(first, secret)
    assert renaming.back(renaming.of(secret)) == secret


def test_repeated_symbols_keep_their_pattern() -> None:
    assert canonical_renaming(PEGS, PEGS.parse("CAC")).of(PEGS.parse("CAC")) == (0, 1, 0)
