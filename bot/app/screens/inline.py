"""What inline mode shows to whoever types the bot's name."""

from dataclasses import dataclass

from bot.app.challenge import Challenge
from bot.app.screens.screen import Screen
from bot.app.screens.terms import terms_line
from bot.app.texts import Texts


@dataclass(frozen=True, slots=True)
class Card:
    """A message that may be sent; `id` comes back to us if Telegram tells that it was."""

    id: str
    title: str
    description: str
    screen: Screen


@dataclass(frozen=True, slots=True)
class Cards:
    """What somebody is offered. `hint`: a button above, which leads to the bot; empty: none."""

    cards: tuple[Card, ...]
    hint: str = ""


def challenge_offer(challenge: Challenge, screen: Screen, texts: Texts) -> Card:
    """A challenge as it is offered to its maker."""
    title = texts.plain("inline.challenge", mode=texts.plain(f"mode.{challenge.terms.mode}"))
    return Card(challenge.token, title, str(terms_line(challenge.terms, texts)), screen)
