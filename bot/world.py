"""The real clock and random source."""

import secrets
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from bot.app.world import Computation, World, recall_by
from bot.clocks import SteadyClock
from solver.variant import Code, Variant


def real_world(username: str, recall: Callable[[Computation], Any]) -> World:
    """The world with the real clock and random source, for the bot of that name."""
    key = secrets.token_bytes(32)
    return World(
        username=username,
        now=SteadyClock().now,
        draw_secret=_drawn,
        new_salt=lambda: secrets.token_hex(16),
        new_id=lambda: secrets.token_hex(8),
        new_token=lambda: secrets.token_urlsafe(16),
        recall=recall_by(recall),
        draw_number=lambda low, high: low + secrets.randbelow(high - low + 1),
        seed_of=lambda name: blake2b(name.encode(), key=key, digest_size=16).hexdigest(),
    )


def _drawn(variant: Variant) -> Code:
    """A secret, uniformly at random."""
    if variant.words:
        return secrets.choice(list(variant.secrets()))
    symbols = range(len(variant.alphabet))
    if variant.repeats:
        return tuple(secrets.choice(symbols) for _ in range(variant.length))
    return tuple(secrets.SystemRandom().sample(symbols, variant.length))
