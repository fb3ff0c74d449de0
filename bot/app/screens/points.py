"""Points that parties have brought, as lines of text."""

from bot.app.model.points import Score
from bot.app.screens.name import shown_name
from bot.app.texts import Html, Texts

BEST = 5
"""So many stand in a table of points."""


def score_lines(scores: tuple[Score, ...], texts: Texts) -> list[Html]:
    """Who has how many points in the group, the best first."""
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
