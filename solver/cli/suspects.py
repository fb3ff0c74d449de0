"""Replies that may be wrong, in words."""

from solver.doubt import Suspect
from solver.variant import Variant


def suspect_in_words(variant: Variant, suspect: Suspect) -> str:
    """`turn 2: 4561 not 0B1C but 1B0C`."""
    return ", ".join(
        f"turn {change.turn}: {variant.format(change.guess)} not {change.said} but {change.could_be}"
        for change in suspect.changes
    )
