"""Allows words on cards, which are normally for codes only: the secrets of these runs are words."""

from bot.app.model.terms import Terms


def let_words_be_keyed() -> None:
    """Allow every match to be played on its card, with a key for each letter."""
    Terms.fits_a_card = True  # type: ignore[method-assign, assignment]
