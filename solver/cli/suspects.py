"""Replies that may be wrong, in words."""

from solver.contradictions import Suspect
from solver.variant import Variant


def suspect_in_lines(variant: Variant, suspect: Suspect, *name: str) -> list[tuple[str, ...]]:
    """Lines of a table: `name`, `turn 2: 4561 not 0B1C but 1B0C`, and the codes then; a line for each reply."""
    changes = [
        f"turn {change.turn}: {variant.format(change.guess)} not {change.said} but {change.could_be}"
        for change in suspect.changes
    ]
    first, *others = changes
    nothing = tuple("" for _ in name)
    return [(*name, first, str(suspect.candidates)), *((*nothing, f"  and {other}", "") for other in others)]
