"""Inline cards as results for answerInlineQuery."""

from typing import Any

from bot.app.screens.duels.inline import Card, Cards
from bot.telegram.calls import content_of

GREETING = "hello"
"""The /start payload of the button above the cards; it is answered with the greeting only."""


def as_results(cards: Cards) -> dict[str, Any]:
    """The parameters of answerInlineQuery: the cards and the button above them."""
    parameters: dict[str, Any] = {"results": [_article(card) for card in cards.cards]}
    if cards.hint:
        parameters["button"] = {"text": cards.hint, "start_parameter": GREETING}
    return parameters


def _article(card: Card) -> dict[str, Any]:
    content = content_of(card.screen)
    markup, text = content.pop("reply_markup"), content.pop("text")
    return {
        "type": "article",
        "id": card.id,
        "title": card.title,
        "description": card.description,
        "input_message_content": {"message_text": text, **content},
        "reply_markup": markup,
    }
