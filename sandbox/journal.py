"""The journal of the bot's calls and their answers."""

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

_KEPT = 100_000


@dataclass(slots=True)
class Journal:
    """Calls in order, counted by method, and those that were refused."""

    calls: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=_KEPT))
    counts: Counter[str] = field(default_factory=Counter)
    refused: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=_KEPT))

    def note(self, method: str, parameters: dict[str, Any], answer: Any, when: float) -> None:
        """Record a call."""
        self.counts[method] += 1
        self.calls.append({"method": method, "parameters": parameters, "answer": answer, "date": when})

    def note_refusal(self, method: str, code: int, description: str) -> None:
        """Record a refusal by the sandbox itself, not by an injected fault."""
        self.refused.append({"method": method, "error_code": code, "description": description})
