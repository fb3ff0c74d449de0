"""How much is played, as an operator sees it."""

from dataclasses import dataclass

COUNT = "count"
"""The kind of long job that has it counted; its subject is the broadcast that asks how many it goes to, or nothing."""
AUDIENCE = "people to be reached"


@dataclass(frozen=True, slots=True)
class Numbers:
    """The counts by name: since midnight (UTC) and in seven days; and now."""

    since: dict[str, tuple[int, int]]
    now: dict[str, int]
