"""How somebody looks at a game, for tests of screens."""

from bot.app.screens.board import DEFAULT_STYLE
from bot.app.screens.common import Viewer
from bot.app.texts import texts_in
from bot.app.world import recall_by

COMPUTE = recall_by(lambda question: question.about(*question.given))
"""Recalls nothing, and computes everything at once."""


def look_at(language: str = "en", style: str = DEFAULT_STYLE, draft: str = "") -> Viewer:
    """Somebody in a private chat who reads that language and has tapped that draft."""
    return Viewer(texts_in(language), style, "BullsBot", draft, recall=COMPUTE)
