"""Time and chance as they are."""

import secrets
from collections.abc import Callable
from typing import Any

from bot.app.ports import World
from bot.app.thinking import Question
from bot.steady import SteadyClock
from solver.advice import Advice, advise
from solver.feedback import History
from solver.review import Review
from solver.review import review as reviewed
from solver.variant import Code, Variant


def real_world(username: str, recall: Callable[[Question], Any], *, has_inline: bool = True) -> World:
    """The world in which people play with the bot of that name."""

    def advice(variant: Variant, history: History) -> Advice:
        known: Advice = recall(Question(advise, (variant, history)))
        return known

    def review(variant: Variant, secret: Code, guesses: tuple[Code, ...]) -> Review:
        known: Review = recall(Question(reviewed, (variant, secret, guesses)))
        return known

    return World(
        username=username,
        now=SteadyClock().now,
        draw_secret=_drawn,
        new_salt=lambda: secrets.token_hex(16),
        new_id=lambda: secrets.token_hex(8),
        new_token=lambda: secrets.token_urlsafe(16),
        advice=advice,
        review=review,
        has_inline=has_inline,
    )


def _drawn(variant: Variant) -> Code:
    """A secret, each as likely as any other."""
    if variant.words:
        return secrets.choice(list(variant.secrets()))
    symbols = range(len(variant.alphabet))
    if variant.repeats:
        return tuple(secrets.choice(symbols) for _ in range(variant.length))
    return tuple(secrets.SystemRandom().sample(symbols, variant.length))
