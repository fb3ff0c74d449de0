"""Faults on demand: calls that fail, connections that break."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from sandbox.refusal import Unwelcome
from sandbox.schema.methods import METHODS

_BAD = 400

Cut = Callable[[], None]
FaultKind = Literal["429", "500", "502", "400", "401", "404", "404_page", "reset_before", "reset_after", "silence"]


@dataclass(slots=True)
class Fault:
    """A fault for the next `times` matching calls."""

    method: str
    chat: int | None
    kind: FaultKind
    times: int
    retry_after: int
    seconds: float
    description: str


def fault_from(given: dict[str, Any]) -> Fault:
    """The fault described by a control call."""
    if given.get("kind") not in get_args(FaultKind):
        raise Unwelcome(f"kind is one of {', '.join(get_args(FaultKind))}", _BAD)
    method, times = given.get("method", "*"), int(given.get("times", 1))
    if method not in METHODS and method != "*":
        raise Unwelcome(f"there is no method {method}", _BAD)
    if times < 1:
        raise Unwelcome("times is at least 1", _BAD)
    return Fault(
        method=method,
        chat=given.get("chat"),
        kind=given["kind"],
        times=times,
        retry_after=int(given.get("retry_after") or 1),
        seconds=float(given.get("seconds") or 1),
        description=given.get("description") or "Bad Request: the sandbox was asked to refuse this",
    )


class Faults:
    """The faults that have not been used up."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []
        self._gone_until = 0.0
        self.on_gone: Cut = lambda: None

    @property
    def gone(self) -> bool:
        """Whether the Bot API is unreachable now."""
        return time.monotonic() < self._gone_until

    def go(self, seconds: float) -> None:
        """Be unreachable for so many seconds."""
        self._gone_until = time.monotonic() + seconds
        self.on_gone()

    def add(self, fault: Fault) -> None:
        """Add a fault, behind those added earlier."""
        self._waiting.append(fault)

    def clear(self) -> None:
        """Remove all faults, and be reachable again."""
        self._waiting.clear()
        self._gone_until = 0.0

    def met_by(self, method: str, chat: Any) -> Fault | None:
        """The fault for this call, if any; it is used up once."""
        for fault in self._waiting:
            if fault.method in (method, "*") and (fault.chat is None or str(fault.chat) == str(chat)):
                fault.times -= 1
                if fault.times <= 0:
                    self._waiting.remove(fault)
                return fault
        return None
