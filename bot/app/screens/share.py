"""What is shared: the cards of inline mode, and a finished game as text without its guesses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from bot.app.duels.model import Challenge
from bot.app.links import link_to
from bot.app.model.options import CLASSIC
from bot.app.screen import Button, Screen, dotted, lines, rows
from bot.app.screens.board import example_lines, legend_lines
from bot.app.screens.common import Viewer, play_too
from bot.app.screens.terms import terms_line
from bot.app.texts import Html, Texts
from bot.game.model import Game, Termination
from solver.feedback import Feedback
from solver.variant import VARIANTS, Code

# The cards of inline mode.


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


def result_offer(query: str, game: Game, viewer: Viewer, title: str = "", hints: int = 0) -> Card:
    """The card that shares how a game ended, without its digits; `title`: of its mode; `hints`: so many were taken."""
    texts = viewer.texts
    text = share_text(game, texts, viewer.username, title, hints)
    screen = Screen(texts.html("{text}", text=text), (play_too(viewer.username, texts),))
    guesses = str(texts.counted("end.guesses", len(game.turns)))
    return Card(query, texts.plain("inline.result"), guesses, screen)


def challenge_offer(challenge: Challenge, screen: Screen, texts: Texts) -> Card:
    """The card of a challenge, as offered to its maker."""
    title = texts.plain("inline.challenge", mode=texts.plain(challenge.terms.playable.title))
    counts = texts.plain("terms.rated" if challenge.terms.rated else "terms.friendly")
    return Card(challenge.token, f"{title} · {counts}", str(terms_line(challenge.terms, texts)), screen)


# What else whoever sends the bot's name in a chat is answered there.


def rules_card(style: str, username: str, texts: Texts) -> Card:
    """The rules in short, of the game that cards begin with."""
    classic = VARIANTS[CLASSIC]
    legend, example = lines(legend_lines(classic, texts)), example_lines(classic, style, texts)
    play = Button(texts.plain("menu.play"), opens=link_to(username))
    html = texts.html("guest.rules-card", legend=legend, example=example)
    return Card("rules", texts.plain("menu.rules"), "", Screen(html, rows(play)))


def ways_card(ways: Mapping[str, str], username: str, texts: Texts) -> Card:
    """How a card is got, and the ways into the private chat: the keys of their names with what their links carry."""
    links = (f'<a href="{link_to(username, payload)}">{texts.html(key)}</a>' for key, payload in ways.items())
    html = texts.html("guest.ways", username=username, ways=Html(" · ".join(links)))
    return Card("ways", username, "", Screen(html))


# A finished game as text to share: its length and replies, without the guesses.

LONGEST_SHARE = 256
"""Telegram's limit for text that a button copies, in UTF-16 units to be safe."""


def share_text(game: Game, texts: Texts, username: str, title: str = "", hints: int = 0) -> str:
    """The number of guesses and a row of bulls and cows for each, without digits.

    `title`: further text in the head; `hints`: so many were taken.
    """
    solved = game.outcome is not None and game.outcome.termination is Termination.SOLVED
    guesses = texts.counted("share.guesses" if solved else "end.guesses", len(game.turns))
    count = dotted(guesses, f"💡 {hints}" if hints else None)
    head = [texts.plain("share.text", username=username), title, count]
    return within_limit([*filter(None, head)], rows_of(game), [], texts)


def rows_of(game: Game) -> list[str]:
    """A row of bulls and cows for each guess; in figures where it got several replies."""
    if game.mode.codes > 1:
        return [" ".join(map(in_figures, told)) for told in zip_longest(*game.histories)]
    return [_row(turn.feedback, game.variant.length) for turn in game.turns]


BROKEN = "✓"
"""Where a code among several was broken."""


def in_figures(turn: tuple[Code, Feedback] | None) -> str:
    """A reply among several, in three characters at most; None: that code was broken before."""
    if turn is None:
        return "–"
    return BROKEN if turn[1].bulls == len(turn[0]) else f"{turn[1].bulls}·{turn[1].cows}"


def within_limit(head: Sequence[str], rows: Sequence[str], tail: Sequence[str], texts: Texts) -> str:
    """The lines; if they are too long for the clipboard, rows in the middle are left out, and it says how many."""
    text, kept = "\n".join([*head, *rows, *tail]), len(rows)
    while _units(text) > LONGEST_SHARE:
        kept -= 1
        left_out = str(texts.counted("share.left-out", len(rows) - kept))
        text = "\n".join([*head, *rows[: kept // 2], left_out, *rows[len(rows) - (kept + 1) // 2 :], *tail])
    return text


def _row(feedback: Feedback, width: int) -> str:
    return "🐂" * feedback.bulls + "🐄" * feedback.cows + "▫️" * (width - feedback.bulls - feedback.cows)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
