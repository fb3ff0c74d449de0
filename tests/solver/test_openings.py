import json

import pytest

from solver.advice import thought_out
from solver.build_openings import build
from solver.feedback import Feedback
from solver.openings import as_json, opening_file, stored_opening
from solver.variant import VARIANTS, Variant
from tests.solver.games import CLASSIC, MINI, PEGS


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_every_variant_has_its_opening_stored(variant: Variant) -> None:
    opening = stored_opening(variant)
    assert opening is not None
    assert opening.first.candidates == variant.size
    assert sum(advice.candidates for advice in opening.second.values()) == variant.size


@pytest.mark.parametrize("reply", [Feedback(0, 1), Feedback(1, 3), Feedback(2, 2), Feedback(4, 0)], ids=str)
def test_stored_entries_are_what_thinking_finds(reply: Feedback) -> None:
    opening = stored_opening(CLASSIC)
    assert opening is not None
    thought = thought_out(CLASSIC, ((opening.first.guess, reply),))
    stored = opening.second[reply]
    assert stored.bits == pytest.approx(thought.bits, abs=1e-8)
    assert (stored.guess, stored.candidates, stored.worst, stored.consistent) == (
        (thought.guess, thought.candidates, thought.worst, thought.consistent)
    )


def test_building_again_gives_the_stored_file() -> None:
    built = json.loads(as_json(MINI, build(MINI)))
    assert built == json.loads(opening_file(MINI).read_text("utf-8"))


def test_a_variant_of_the_same_name_but_other_rules_has_no_opening() -> None:
    assert stored_opening(Variant("classic", "012345678", 4)) is None
    assert stored_opening(PEGS) is None
