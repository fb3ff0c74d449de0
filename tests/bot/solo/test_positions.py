import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.advice import LONGEST, link, payload_of, position_in
from solver.feedback import Feedback, History, possible_feedback
from solver.variant import VARIANTS, Variant, variant_named
from tests.solver.games import codes

ANY = st.sampled_from([*VARIANTS.values(), variant_named("5x8r"), variant_named("3x12")])


@st.composite
def positions(draw: st.DrawFn) -> tuple[Variant, History]:
    variant = draw(ANY)
    turns = st.tuples(codes(variant), st.sampled_from(possible_feedback(variant)))
    return variant, tuple(draw(st.lists(turns, max_size=12)))


@given(positions())
def test_a_link_leads_to_the_position_that_it_was_made_for(position: tuple[Variant, History]) -> None:
    payload = payload_of(*position)
    if payload is not None:
        assert len(payload) <= LONGEST
        assert position_in(payload) == position


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_usual_game_fits_a_link(variant: str) -> None:
    guess = next(VARIANTS[variant].codes())
    assert link("BullsBot", VARIANTS[variant], ((guess, possible_feedback(VARIANTS[variant])[3]),) * 8) is not None


def test_a_game_too_long_for_a_link_has_none() -> None:
    assert link("BullsBot", VARIANTS["six"], (((0, 1, 2, 3, 4, 5), Feedback(0, 2)),) * 40) is None


@pytest.mark.parametrize(
    "payload", ["", "p", "pclassic", "pclassic_", "pclassic_AA", "pnone_AQ", "pclassic_A", "qclassic_AQ"]
)
def test_what_is_no_position_is_refused(payload: str) -> None:
    assert position_in(payload) is None


@given(st.text("pABab01_-=classic", max_size=70))
def test_any_payload_is_a_position_or_none(payload: str) -> None:
    found = position_in(payload)
    assert found is None or position_in(payload_of(*found) or payload) == found


@pytest.mark.parametrize("variant", ["1x1", "1x1r", "7x1r"])
def test_where_there_is_one_code_alone_no_link_leads_anywhere(variant: str) -> None:
    assert payload_of(variant_named(variant), ()) is None
    assert position_in(f"p{variant}_AQ") is None
    assert position_in(f"p{variant}_AgAA") is None
