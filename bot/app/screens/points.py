"""Points of parties as text."""

from bot.app.model.points import Score
from bot.app.screens.name import shown_name
from bot.app.texts import Html, Texts

BEST = 5
"""Lines of a table of points."""


def score_lines(scores: tuple[Score, ...], texts: Texts) -> list[Html]:
    """The people with most points in the group, the best first."""
    return [
        texts.counted(
            "many.score",
            score.points,
            place=place,
            name=shown_name(score.name),
            games=texts.counted("many.games", score.games),
        )
        for place, score in enumerate(scores, 1)
    ]
