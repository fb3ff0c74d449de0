"""`python -m solver.build_openings` thinks the openings of all variants out anew and stores them."""

from solver.advice import thought_out
from solver.feedback import possible_feedback
from solver.openings import DATA, Opening, as_json, opening_file
from solver.tables import candidates
from solver.variant import VARIANTS, Variant


def build(variant: Variant) -> Opening:
    """The opening of a variant, computed."""
    first = thought_out(variant, ())
    histories = {feedback: ((first.guess, feedback),) for feedback in possible_feedback(variant)}
    second = {
        feedback: thought_out(variant, history)
        for feedback, history in histories.items()
        if len(candidates(variant, history))
    }
    return Opening(first, second)


def build_all() -> None:
    """Write the opening of every variant to its file."""
    DATA.mkdir(exist_ok=True)
    for variant in VARIANTS.values():
        opening_file(variant).write_text(as_json(variant, build(variant)), "utf-8")


if __name__ == "__main__":
    build_all()
