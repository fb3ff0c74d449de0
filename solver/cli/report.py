"""What a command found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Report:
    """What a command found: for people, for programs (--json), and the exit code that says whether it is well."""

    text: str
    figures: Mapping[str, Any]
    status: int = 0
