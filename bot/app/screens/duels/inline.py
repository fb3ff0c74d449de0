"""The cards of inline mode."""

from dataclasses import dataclass

from bot.app.model.challenge import Challenge
from bot.app.screen import Screen
from bot.app.screens.duels.terms import terms_line
from bot.app.screens.play_too import play_too
from bot.app.screens.share_text import share_text
from bot.app.screens.view import View
from bot.app.texts import Texts
from bot.game.model import Game


@dataclass(frozen=True, slots=True)
class Card:
    """A card that may be sent; `id` comes back if Telegram reports that it was."""

    id: str
    title: str
    description: str
    screen: Screen


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of an answer. `hint`: a button above them that opens the bot; empty: none."""

    cards: tuple[Card, ...]
    hint: str = ""


def result_offer(query: str, game: Game, view: View, title: str = "", hints: int = 0) -> Card:
    """The card that shares how a game ended, without its digits; `title`: of its mode; `hints`: so many were taken."""
    texts = view.texts
    text = share_text(game, texts, view.username, title, hints)
    screen = Screen(texts.html("{text}", text=text), (play_too(view.username, texts),))
    return Card(query, texts.plain("inline.result"), _guesses(len(game.turns), texts), screen)


def _guesses(count: int, texts: Texts) -> str:
    return str(texts.counted("end.guesses", count))


def challenge_offer(challenge: Challenge, screen: Screen, texts: Texts) -> Card:
    """The card of a challenge, as offered to its maker."""
    title = texts.plain("inline.challenge", mode=texts.plain(challenge.terms.playable.title))
    counts = texts.plain("terms.rated" if challenge.terms.rated else "terms.friendly")
    return Card(challenge.token, f"{title} · {counts}", str(terms_line(challenge.terms, texts)), screen)
