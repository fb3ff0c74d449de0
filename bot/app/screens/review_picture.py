"""What the picture of a review shows."""

import json

from bot.app.advice.reviewed import Reviewed
from bot.app.screen import Picture
from bot.app.screens.variant import variant_name
from bot.app.texts import Texts
from solver.review import Turn, Verdict

WORDS = ("left", "yours", "perfect", "secret", "accuracy", "bits", "luck", "lost", *Verdict)
"""The keys of words on the picture."""


def review_picture(game: Reviewed, texts: Texts) -> Picture:
    """The picture of the reviewed game."""
    variant, review = game.variant, game.review
    words = {word: texts.plain(f"reviewed.{word}") for word in WORDS}
    words["exactness"] = texts.plain("review.exact" if review.exact else "review.estimated")
    befores = [review.turns[0].before, *(step.candidates_after for step in game.path)]
    path = [
        [variant.format(step.guess), *step.feedback, before, step.candidates_after]
        for step, before in zip(game.path, befores, strict=False)
    ]
    given = {
        "variant": variant.name,
        "language": texts.language,
        "title": str(variant_name(variant, texts)),
        "secret": "" if game.secret is None else variant.format(game.secret),
        "turns": [_turn_data(turn, game) for turn in review.turns],
        "perfect": path,
        "accuracy": review.accuracy,
        "luck": review.luck,
        "words": words,
    }
    return Picture("review", json.dumps(given, ensure_ascii=False))


def _turn_data(turn: Turn, game: Reviewed) -> dict[str, object]:
    return {
        "guess": game.variant.format(turn.guess),
        "bulls": turn.reply.bulls,
        "cows": turn.reply.cows,
        "before": turn.before,
        "after": turn.after,
        "bits": turn.bits,
        "expected": turn.bits_expected,
        "best": game.variant.format(turn.best),
        "lost": turn.turns_lost,
        "verdict": turn.verdict.value,
    }
