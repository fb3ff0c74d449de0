"""What inline mode shows to whoever types the bot's name."""

from dataclasses import dataclass

from bot.app.model.challenge import Challenge
from bot.app.model.match import Match
from bot.app.model.table import Table
from bot.app.screen import Screen
from bot.app.screens.duels.card import play_too, scoreboard
from bot.app.screens.duels.terms import terms_line
from bot.app.screens.name import shown_name
from bot.app.screens.solo.board import View
from bot.app.screens.solo.end import share_text
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


def result_offer(query: str, table: Table, view: View) -> Card:
    """How a game ended, without its digits, as it is offered to whoever played it."""
    texts = view.texts
    screen = Screen(texts.html("{text}", text=share_text(table, texts, view.username)), (play_too(view),))
    return Card(query, texts.plain("inline.result"), _guesses(len(table.game.turns), texts), screen)


def scoreboard_offer(query: str, match: Match, view: View) -> Card:
    """How a match ended, as it is offered to whoever played it."""
    names = " — ".join(shown_name(sitter.name) for sitter in match.sitters)
    return Card(query, view.texts.plain("inline.result"), names, scoreboard(match, view))


def _guesses(count: int, texts: Texts) -> str:
    return str(texts.counted("end.guesses", count))


def challenge_offer(challenge: Challenge, screen: Screen, texts: Texts) -> Card:
    """A challenge as it is offered to its maker."""
    title = texts.plain("inline.challenge", mode=texts.plain(f"mode.{challenge.terms.mode}"))
    counts = texts.plain("terms.rated" if challenge.terms.rated else "terms.friendly")
    return Card(challenge.token, f"{title} · {counts}", str(terms_line(challenge.terms, texts)), screen)
