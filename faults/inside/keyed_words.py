"""Lets words be keyed in on cards, which are for codes: the only secrets of these runs are words."""

from bot.app.model.terms import Terms


def let_words_be_keyed() -> None:
    """From now on every match may be played on its card, with a key for each letter."""
    Terms.fits_a_card = True  # type: ignore[method-assign, assignment]
