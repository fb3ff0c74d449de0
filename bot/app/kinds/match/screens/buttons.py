"""The buttons under a match's screen: what the person in a seat can do now."""

from collections.abc import Callable
from dataclasses import replace

from bot.app.buttons import GamePress
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.screens.after_bot import partner_rows
from bot.app.kinds.match.screens.leaving import ABORT, RESIGN, may_offer
from bot.app.kinds.match.screens.look import SeatLook
from bot.app.kinds.match.screens.rematch import rematch_button
from bot.app.kinds.match.screens.talk import BLOCK, REPORT, TALK, talk_button, talk_request_row, talk_rows
from bot.app.links import MATCH
from bot.app.model.hint import Page
from bot.app.screen import Button, Row, button
from bot.app.screens.end_buttons import EndButtons, EndPage, end_rows
from bot.app.screens.hint_menu import MENU, OPEN, menu_rows, note_rows
from bot.app.screens.keypad import Keys, keypad_rows
from bot.app.verbs import OnEnd, OnMatch
from bot.game.leaving import Cost, Way, cost_of
from bot.game.model import Seat, Termination

YES = {RESIGN: "button.yes-resign", ABORT: "button.yes-abort"}
"""The button that agrees to what a screen asks."""
AGREES = "agrees"
"""What the button for an end that needs both says where the other has offered it."""
OFFERS = {
    Way.DRAW.value: (OnMatch.DRAW, "button.accept-draw"),
    Way.CALL_OFF.value: (OnMatch.CALL_OFF, "button.accept-call-off"),
}
"""The button that agrees to each."""
Doing = Callable[..., Button]


def rows(match: Match, look: SeatLook) -> tuple[Row, ...]:
    """The buttons of the seat's screen."""
    seat, texts = look.seat, look.texts

    def does(text: str, verb: OnMatch, argument: str = "") -> Button:
        return button(texts.plain(text), GamePress(verb, match.id, match.turn_of(seat), argument))

    if match.sitters[seat].asking in {TALK, BLOCK, REPORT}:
        return talk_rows(match, seat, texts)
    talk = talk_button(match, seat, texts)
    if match.is_over:
        return (*partner_rows(match, seat, texts), *_after(match, look, does), *talk_request_row(match, seat, texts))
    if asking := match.sitters[seat].asking:
        sure = (does(YES[asking], OnMatch.YES), does("button.keep", OnMatch.NO))
        may_call_off = asking == RESIGN and not match.level
        return (sure, (does("button.offer-call-off", OnMatch.CALL_OFF),)) if may_call_off else (sure,)
    if paged := _page_rows(match, look):
        return paged
    return (
        *_keypad(match, look),
        *(row for row in ((*_tools(match, seat, does), *talk), *_ways_out(match, seat, does)) if row),
        *_hints(match, seat, does),
        *talk_request_row(match, seat, texts),
    )


def has_keypad(match: Match) -> bool:
    """Whether codes may be tapped; words are typed."""
    return not match.game.variant.words


def _keypad(match: Match, look: SeatLook) -> tuple[Row, ...]:
    seat = look.seat
    if not (match.must_act(seat) and has_keypad(match) and match.sitters[seat].keypad):
        return ()
    variant = match.game.variant

    def press(verb: OnMatch, argument: str = "") -> GamePress:
        return GamePress(verb, match.id, match.turn_of(seat), argument)

    def key(symbol: str) -> GamePress:
        return press(OnMatch.KEY, str(variant.alphabet.index(symbol)))

    keys = Keys(key, press(OnMatch.ERASE), press(OnMatch.SUBMIT))
    return keypad_rows(look.draft, variant, keys, look.texts, match.sitters[seat].notes)


def _tools(match: Match, seat: Seat, does: Doing) -> Row:
    keypad = match.must_act(seat) and has_keypad(match) and not match.sitters[seat].keypad
    wants_secret = match.wants_secret(seat)
    keeps_one = match.game.mode.own_secrets and not wants_secret
    offered = {
        OnMatch.DRAWN: ("button.drawn", wants_secret),
        OnMatch.KEYPAD: ("button.keypad", keypad),
        OnMatch.MINE: ("button.secret", keeps_one),
    }
    return tuple(does(text, verb) for verb, (text, is_offered) in offered.items() if is_offered)


def _ways_out(match: Match, seat: Seat, does: Doing) -> tuple[Row, ...]:
    """What ends the game alone or together; an offer that stands has a row of its own, lest a phone cut its words."""
    cost = cost_of(match.game, seat, Way.WISH)
    if cost is Cost.NOTHING:
        return ((does("button.abort", OnMatch.ABORT),),)
    resign = (does("button.lose", OnMatch.RESIGN),) * (cost is Cost.LOSS)
    if match.level:
        return (resign,)
    if match.sitters[seat].offers:
        return ((does("button.take-draw-back", OnMatch.NO_DRAW),), resign)
    if offered := match.sitters[1 - seat].offers:
        verb, text = OFFERS[offered]
        return ((does(text, verb, AGREES), does("button.no-draw", OnMatch.NO_DRAW)), resign)
    draw = (does("button.draw", OnMatch.DRAW),) * may_offer(match, seat)
    return ((*draw, *resign),) if resign else ()


def _hints(match: Match, seat: Seat, does: Doing) -> tuple[Row, ...]:
    """Notes; and in friendly games a hint where everybody allows that, else a way to allow it."""
    takes_notes = bool(match.game.history_of(seat)) and not match.game.has_solved(seat)
    notes = (does("button.notes", OnMatch.NOTES, OPEN),) * takes_notes
    if match.rated:
        return (notes,) if notes else ()
    if not match.has_hints:
        allows = match.sitters[seat].allows_hints
        text, choice = ("button.forbid-hints", "no") if allows else ("button.allow-hints", "yes")
        return ((does(text, OnMatch.ALLOW, choice), *notes),)
    if not match.game.may_guess(seat):
        return (notes,) if notes else ()
    return ((does("button.hint", OnMatch.HINT, MENU), *notes),)


def _page_rows(match: Match, look: SeatLook) -> tuple[Row, ...]:
    """The buttons of the hints or of the notes, where they stand in place of the others."""
    sitter = match.sitters[look.seat]
    page = Page.BOARD if sitter.hint is None else sitter.hint.page
    verb = OnMatch.NOTES if page is Page.NOTES else OnMatch.HINT

    def does(text: str, argument: str) -> Button:
        return button(text, GamePress(verb, match.id, match.turn_of(look.seat), argument))

    if page is Page.NOTES:
        return note_rows(sitter.notes, match.game.variant, does, look.texts, marked=True)
    if page is Page.HINTS and match.game.may_guess(look.seat):
        return menu_rows(look.hint, does, look.texts)
    return ()


def _after(match: Match, look: SeatLook, does: Doing) -> tuple[Row, ...]:
    """What may follow. There is nothing to show of what was aborted, or while the bot holds its number back."""
    seat, texts = look.seat, look.texts
    rival = () if match.friends else (does("button.new-rival", OnMatch.RIVAL),)
    buttons = EndButtons(again=rematch_button(match, seat, texts), next=((*rival, *talk_button(match, seat, texts)),))
    outcome = match.game.outcome
    is_aborted = outcome is not None and outcome.termination is Termination.ABORTED
    if not is_aborted and not match.number:
        buttons = replace(
            buttons,
            review=(does("button.review", OnMatch.REVIEW),) * bool(match.game.history_of(seat)),
            proof=(does("button.proof", OnMatch.PROOF),),
            share=(Button(texts.plain("button.share"), shares=f"{MATCH}{match.id}"),) * look.has_inline,
        )

    def press(verb: OnEnd) -> GamePress:
        # A verb of a match's own tells that a screen is one of a match, whatever else stands there.
        return GamePress(OnMatch.HOME if verb is OnEnd.HOME else verb, match.id, match.turn_of(seat))

    is_reviewed = match.sitters[seat].reviewed and look.page is EndPage.MAIN
    return end_rows(buttons, EndPage.REVIEW if is_reviewed else look.page, press, texts)
