"""Matches, as the rest of the bot calls them."""

from dataclasses import replace

from bot.app.kinds.kind import Fit, Kind
from bot.app.kinds.match import codec, played
from bot.app.kinds.match.after_bot import type_after
from bot.app.kinds.match.alarms import remind, time_out
from bot.app.kinds.match.card_moves import CARD_MOVED, move_card
from bot.app.kinds.match.clocks import CLOCK, REMIND
from bot.app.kinds.match.codes import type_text
from bot.app.kinds.match.ends import end, keep
from bot.app.kinds.match.hints import HINTS
from bot.app.kinds.match.model import Match, must_act, seats_of, stands_in
from bot.app.kinds.match.moves import REVIEW
from bot.app.kinds.match.names import rival_of
from bot.app.kinds.match.presses import RULES, press_button
from bot.app.kinds.match.reviews import OWN_REVIEW, review_both, show_own_review
from bot.app.kinds.match.screens.result_card import scoreboard_offer
from bot.app.kinds.match.screens.talk import are_apart, may_talk
from bot.app.kinds.match.showing import seat_screen
from bot.app.kinds.match.talk import say
from bot.app.kinds.match.unreachable import handle_gone
from bot.app.kinds.outcome import Look
from bot.app.model.talk import is_talk
from bot.app.outbox import GONE
from bot.app.ports import Work
from bot.app.request import Request
from bot.app.screen import Screen
from bot.app.screens.duels.inline import Card
from bot.app.screens.entry import Entry
from bot.app.screens.view import View
from bot.app.texts import Html, Texts
from bot.game.model import Phase, Seat

LEVELLED = "menu.levels"
"""What a match against the bot is called, wherever it is named."""


async def show(game: Match, look: Look, work: Work) -> Screen:
    """Somebody's own screen, which nobody may change while it leaves. Raises NeedsThought."""
    seat = None if look.person is None else game.seat_of(look.person)
    if seat is None:
        raise ValueError("only those who play see a game")
    work.games.hold(game)
    waits_for_others = not game.is_over and not game.must_act(seat)
    return replace(seat_screen(game, seat, look), is_silent=waits_for_others)


def list_entry(game: Match, person: int, texts: Texts) -> Entry:
    """A match in a list of somebody who plays it."""
    seat = game.seat_of(person) or Seat(0)
    waits, name = game.must_act(seat), rival_of(game, seat)
    key = LEVELLED if game.level else game.terms.playable.title
    title = texts.html(key)
    terms = Html(f"{title} · {texts.html(f'variant.{game.terms.variant}')}")
    line = texts.html("games.your-turn" if waits else "games.their-turn", terms=terms, name=name)
    label = f"{'👉 ' * waits}{texts.plain(key)} · {name}"
    return Entry(game.id, line, label, waits=waits, rival=name)


def fit(text: str, game: Match, request: Request) -> Fit:  # noqa: ARG001  every request alike
    """A code, or a message where one may talk."""
    if are_apart(game) and is_talk(text, game.game.variant):
        return Fit.PERHAPS if may_talk(game) else Fit.NEVER
    return Fit.PERHAPS


def has_keypad(match: Match, person: int) -> bool:
    """Whether what the person has tapped stands on their screen."""
    seat = match.seat_of(person)
    return seat is not None and match.must_act(seat) and match.sitters[seat].keypad


def step(match: Match, person: int) -> int:
    """How far the match has come for the person."""
    return match.turn_of(match.seat_of(person) or Seat(0))


def result_card(query: str, game: Match, view: View, request: Request) -> Card | None:
    """The card for those who have played the match to its end, once no number of the bot's is held back."""
    can_be = game.is_over and not game.number and game.seat_of(request.person.id) is not None
    return scoreboard_offer(query, game, view) if can_be else None


MATCH: Kind[Match] = Kind(
    name="match",
    model=Match,
    codec=codec,
    played=played,
    type_text=type_text,
    press_button=press_button,
    screen_of=show,
    variant_of=lambda game: game.game.variant,
    entry_of=list_entry,
    end=end,
    keep=keep,
    rules=RULES,
    step=step,
    seats=seats_of,
    stands_in=stands_in,
    waits=must_act,
    fits=fit,
    keypad=has_keypad,
    hides_text=lambda match, _person: match.game.phase is Phase.SECRETS,
    hints=HINTS,
    result_card=result_card,
    type_after=type_after,
    says=say,
    unplayable={"media": "code.media"},
    jobs={CLOCK: time_out, REMIND: remind, GONE: handle_gone, CARD_MOVED: move_card},
    long_jobs={REVIEW: review_both, OWN_REVIEW: show_own_review},
)
