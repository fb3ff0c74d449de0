"""The result of a command."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Report:
    """What a command found: for people, and for programs (--json)."""

    text: str
    figures: Mapping[str, Any]
