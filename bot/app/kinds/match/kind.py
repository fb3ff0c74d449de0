"""Matches, as the rest of the bot calls them, and presses on their screens."""

from dataclasses import replace
from typing import Literal, assert_never, get_args

from bot.app.buttons import GamePress, GameVerb, OnMatch, OnPartner, OnTalk
from bot.app.intents import Command, FindRival, Order
from bot.app.kinds.hints import press_note
from bot.app.kinds.kind import Fit, Kind, Look, Outcome, Rule, strip_buttons
from bot.app.kinds.match import after, play
from bot.app.kinds.match.after import (
    OWN_REVIEW,
    ask_for_rematch,
    end,
    keep,
    press_after_bot,
    press_all_guesses,
    press_question,
    press_review,
    review_both,
    show_own_review,
    type_after,
)
from bot.app.kinds.match.card_screen import scoreboard_offer
from bot.app.kinds.match.due import CARD_MOVED, handle_gone, move_card, remind, time_out
from bot.app.kinds.match.model import CODEC, Match, must_act, rival_of, stands_in
from bot.app.kinds.match.moves import CLOCK, REMIND, REVIEW, seat_screen
from bot.app.kinds.match.play import HINTS, Actor, actor_in, allow, press_talk, say, type_text
from bot.app.kinds.match.screen import AGREES, are_apart, may_talk
from bot.app.model.talk import is_talk
from bot.app.request import Request
from bot.app.screen import Screen
from bot.app.screens.common import View
from bot.app.screens.home import Entry
from bot.app.screens.share import Card
from bot.app.texts import Html, Texts
from bot.app.work import GONE, Work
from bot.game.leaving import Way
from bot.game.model import Phase, Seat

# Presses on a match's screens: when each button counts, and what it does.

OfCodes = Literal[OnMatch.KEY, OnMatch.ERASE, OnMatch.SUBMIT, OnMatch.DRAWN, OnMatch.MINE]
OfHelp = Literal[OnMatch.ALLOW, OnMatch.HINT, OnMatch.NOTES]
OfScreen = Literal[OnMatch.NO, OnMatch.KEYPAD, OnMatch.PROOF]
OfEnds = Literal[OnMatch.RESIGN, OnMatch.ABORT, OnMatch.YES, OnMatch.DRAW, OnMatch.CALL_OFF, OnMatch.NO_DRAW]
WhenOver = Literal[OnMatch.REMATCH, OnMatch.RIVAL, OnMatch.MENU, OnMatch.HOME, OnMatch.REVIEW]
BelowReview = Literal[OnMatch.EVERY]
OfQuestion = Literal[OnMatch.REPLAY, OnMatch.NOT_AGAIN]
WHILE_PLAYED, WHEN_OVER, ALWAYS = Rule(), Rule(on=False, over=True), Rule(over=True)
AT_THIS_TURN = Rule(bound=True)
"""What decides something counts only while the match still stands at the turn that the screen showed."""
RULES: dict[GameVerb, Rule] = {
    **dict.fromkeys(OnMatch, WHILE_PLAYED),
    **dict.fromkeys((*get_args(OfEnds), OnMatch.SUBMIT, OnMatch.HINT), AT_THIS_TURN),
    **dict.fromkeys((*get_args(WhenOver), OnMatch.PROOF), WHEN_OVER),
    **dict.fromkeys(get_args(OfQuestion), Rule(on=False, over=True, slot="rematch")),
    **dict.fromkeys(get_args(BelowReview), Rule(on=False, over=True, slot="review")),
    **dict.fromkeys(OnPartner, WHEN_OVER),
    **dict.fromkeys(OnTalk, ALWAYS),
}
OFFERED = {OnMatch.DRAW: Way.DRAW, OnMatch.CALL_OFF: Way.CALL_OFF}
"""The ends that need both, by their buttons."""


async def press_button(press: GamePress, game: Match, request: Request) -> Outcome[Match]:
    """Carry out a press on somebody's own screen, or on the question whether they want another match."""
    actor, verb = actor_in(game, request), press.verb
    if isinstance(verb, OnTalk):
        return await press_talk(verb, press.argument, actor)
    if isinstance(verb, OnPartner):
        return await press_after_bot(verb, actor)
    if isinstance(verb, OnMatch):
        return await _press_match(verb, press.argument, actor)
    return strip_buttons(game, request)


async def _press_match(verb: OnMatch, argument: str, actor: Actor) -> Outcome[Match]:
    match verb:
        case OnMatch.KEY | OnMatch.ERASE | OnMatch.SUBMIT | OnMatch.DRAWN | OnMatch.MINE:
            return await _press_code(verb, argument, actor)
        case OnMatch.RESIGN | OnMatch.ABORT | OnMatch.YES | OnMatch.DRAW | OnMatch.CALL_OFF | OnMatch.NO_DRAW:
            return await _press_end(verb, argument, actor)
        case OnMatch.REMATCH | OnMatch.RIVAL | OnMatch.MENU | OnMatch.HOME | OnMatch.REVIEW:
            return await _press_after(verb, actor)
        case OnMatch.REPLAY | OnMatch.NOT_AGAIN:
            return await press_question(verb, actor)
        case OnMatch.EVERY:
            return await press_all_guesses(actor)
        case OnMatch.ALLOW | OnMatch.HINT | OnMatch.NOTES:
            return await _press_help(verb, argument, actor)
        case OnMatch.NO | OnMatch.KEYPAD | OnMatch.PROOF:
            return _press_screen(verb, actor)
        case _:
            assert_never(verb)


async def _press_code(verb: OfCodes, key: str, actor: Actor) -> Outcome[Match]:
    match verb:
        case OnMatch.KEY:
            return await play.press_code_key(key or " ", actor)
        case OnMatch.ERASE:
            return await play.press_code_key("", actor)
        case OnMatch.SUBMIT:
            return await play.send_tapped(actor)
        case OnMatch.DRAWN:
            return await play.draw_secret(actor)
        case OnMatch.MINE:
            return play.tell_secret(actor)
        case _:
            assert_never(verb)


async def _press_end(verb: OfEnds, argument: str, actor: Actor) -> Outcome[Match]:
    match verb:
        case OnMatch.RESIGN:
            return after.ask_to_leave(actor)
        case OnMatch.ABORT:
            return after.ask_to_abort(actor)
        case OnMatch.YES:
            return await after.confirm_leaving(actor)
        case OnMatch.DRAW | OnMatch.CALL_OFF:
            return await after.offer(OFFERED[verb], actor, agrees=argument == AGREES)
        case OnMatch.NO_DRAW:
            return await after.decline(actor)
        case _:
            assert_never(verb)


async def _press_help(verb: OfHelp, argument: str, actor: Actor) -> Outcome[Match]:
    match verb:
        case OnMatch.ALLOW:
            return await allow(argument, actor)
        case OnMatch.HINT:
            return await HINTS.press(argument, actor.match, actor.request)
        case OnMatch.NOTES:
            return press_note(argument, actor.match, HINTS, actor.request)
        case _:
            assert_never(verb)


def _press_screen(verb: OfScreen, actor: Actor) -> Outcome[Match]:
    """Carry out what changes nothing but the person's own screen."""
    match verb:
        case OnMatch.NO:
            return actor.having(asking="").outcome()
        case OnMatch.KEYPAD:
            return actor.having(keypad=True).outcome()
        case OnMatch.PROOF:
            return actor.having(proof=not actor.sitter.proof).outcome()
        case _:
            assert_never(verb)


async def _press_after(verb: WhenOver, actor: Actor) -> Outcome[Match]:
    """Carry out what somebody wants after the match."""
    match verb:
        case OnMatch.REMATCH:
            return await ask_for_rematch(actor)
        case OnMatch.RIVAL:
            return Outcome(actor.match, changed=False, shows=False, follows=FindRival(actor.match.terms))
        case OnMatch.MENU:
            return Outcome(actor.match, changed=False, shows=False, follows=Order(Command.DUEL, ""))
        case OnMatch.HOME:
            return Outcome(actor.match, changed=False, shows=False, follows=Order(Command.MENU, ""))
        case OnMatch.REVIEW:
            return await press_review(actor)
        case _:
            assert_never(verb)


# Matches, as the rest of the bot calls them.

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
    codec=CODEC,
    type_text=type_text,
    press_button=press_button,
    screen_of=show,
    variant_of=lambda game: game.game.variant,
    entry_of=list_entry,
    end=end,
    keep=keep,
    rules=RULES,
    step=step,
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
