"""What a store tells the rest of the bot after a commit, and what it asks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.wall_clock import wall

Debts = Mapping[int, float | None]
"""Chats whose leases are ours; by chat: the seconds until its rate limit is whole again, None if it was ours before."""


@dataclass(slots=True)
class Signals:
    """Callbacks. Set them before any work is run."""

    on_items: Callable[[Debts], None] = lambda _debts: None
    """Called with the chats for which items were put and to which this replica sends."""
    on_call: Callable[[Sequence[int]], None] = lambda _chats: None
    """Called with the chats for which another replica put items."""
    on_long_jobs: Callable[[], None] = lambda: None
    """Called when long jobs were put."""
    now: Callable[[], float] = wall
    """The time of the games, in seconds since 1970."""
    sends_to: Callable[[int], bool] = lambda _chat: False
    """Whether this replica holds the chat's lease, and will not release it while items wait; if so, none is claimed."""
