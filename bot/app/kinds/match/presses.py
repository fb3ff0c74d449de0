"""Presses on a match's screens: when each button counts, and what it does."""

from typing import Literal, assert_never, get_args

from bot.app.buttons import GamePress, GameVerb
from bot.app.follow import FindRival
from bot.app.intents import Command, Order
from bot.app.kinds.hinting import press_note
from bot.app.kinds.kind import Rule
from bot.app.kinds.match import codes, ends
from bot.app.kinds.match.actor import Actor, actor_in
from bot.app.kinds.match.after_bot import press_after_bot
from bot.app.kinds.match.hints import HINTS, allow
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.rematches import ask_for_rematch, press_question
from bot.app.kinds.match.reviews import press_all_guesses, press_review
from bot.app.kinds.match.screens.buttons import AGREES
from bot.app.kinds.match.talk import press_talk
from bot.app.kinds.outcome import Outcome, strip_buttons
from bot.app.request import Request
from bot.app.verbs import OnMatch, OnPartner, OnTalk
from bot.game.leaving import Way

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
            return await codes.press_code_key(key or " ", actor)
        case OnMatch.ERASE:
            return await codes.press_code_key("", actor)
        case OnMatch.SUBMIT:
            return await codes.send_tapped(actor)
        case OnMatch.DRAWN:
            return await codes.draw_secret(actor)
        case OnMatch.MINE:
            return codes.tell_secret(actor)
        case _:
            assert_never(verb)


async def _press_end(verb: OfEnds, argument: str, actor: Actor) -> Outcome[Match]:
    match verb:
        case OnMatch.RESIGN:
            return ends.ask_to_leave(actor)
        case OnMatch.ABORT:
            return ends.ask_to_abort(actor)
        case OnMatch.YES:
            return await ends.confirm_leaving(actor)
        case OnMatch.DRAW | OnMatch.CALL_OFF:
            return await ends.offer(OFFERED[verb], actor, agrees=argument == AGREES)
        case OnMatch.NO_DRAW:
            return await ends.decline(actor)
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
