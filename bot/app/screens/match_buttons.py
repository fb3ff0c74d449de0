"""The buttons under a match's screen: what the person in a seat can do now."""

from collections.abc import Callable

from bot.app.buttons import MatchPress, OnMatch
from bot.app.links import MATCH
from bot.app.match import Match
from bot.app.screens.keypad import keypad_rows
from bot.app.screens.rematch import rematch_button
from bot.app.screens.screen import Button, Row, button
from bot.app.screens.talk import TALK, talk_button, talk_rows, wish_row
from bot.app.table import step_after
from bot.app.texts import Texts
from bot.game.model import Seat, Termination

YES = {"resign": "button.yes-resign", "abort": "button.yes-abort"}
"""The button that agrees to what a screen asks."""
AGREES = "agrees"
"""What the button for a draw says where the other has offered it."""
Doing = Callable[..., Button]


def rows(match: Match, seat: Seat, draft: str, texts: Texts, *, has_inline: bool) -> tuple[Row, ...]:
    """The buttons of the seat's screen. `has_inline`: the bot's name may be typed in any chat."""

    def does(text: str, verb: OnMatch, argument: str = "") -> Button:
        return button(texts.plain(text), MatchPress(verb, match.id, match.turn_of(seat), argument))

    if match.sitters[seat].asking == TALK:
        return talk_rows(match, seat, texts)
    talk = talk_button(match, seat, texts)
    if match.is_over:
        share = (Button(texts.plain("button.share"), shares=f"{MATCH}{match.id}"),) if has_inline else ()
        return (*_after(match, rematch_button(match, seat, texts), does, share, talk), *wish_row(match, seat, texts))
    if asking := match.sitters[seat].asking:
        return ((does(YES[asking], OnMatch.YES), does("button.keep", OnMatch.NO)),)
    return (
        *_keypad(match, seat, draft),
        *(row for row in ((*_tools(match, seat, does), *talk), _ways_out(match, seat, does)) if row),
        *_hints(match, seat, does),
        *wish_row(match, seat, texts),
    )


def has_keypad(match: Match) -> bool:
    """Whether codes may be tapped; words are typed."""
    return not match.game.variant.words


def _keypad(match: Match, seat: Seat, draft: str) -> tuple[Row, ...]:
    if not (match.must_act(seat) and has_keypad(match) and match.sitters[seat].keypad):
        return ()
    variant = match.game.variant

    def press(verb: OnMatch, argument: str = "") -> MatchPress:
        return MatchPress(verb, match.id, match.turn_of(seat), argument)

    def key(symbol: str) -> MatchPress:
        return press(OnMatch.KEY, str(variant.alphabet.index(symbol)))

    return keypad_rows(draft, variant, key, press(OnMatch.ERASE), press(OnMatch.SUBMIT))


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


def _ways_out(match: Match, seat: Seat, does: Doing) -> Row:
    if match.game.may_be_aborted:
        return (does("button.abort", OnMatch.ABORT),)
    resign = (does("button.resign", OnMatch.RESIGN),) * (not match.game.has_solved(seat))
    if match.sitters[seat].offers_draw:
        return resign
    if match.sitters[1 - seat].offers_draw:
        return (does("button.accept-draw", OnMatch.DRAW, AGREES), *resign)
    return (does("button.draw", OnMatch.DRAW), *resign)


def _hints(match: Match, seat: Seat, does: Doing) -> tuple[Row, ...]:
    """In friendly games: a hint where everybody allows that, else a way to allow it."""
    if match.rated:
        return ()
    if not match.has_hints:
        allows = match.sitters[seat].allows_hints
        text, wish = ("button.forbid-hints", "no") if allows else ("button.allow-hints", "yes")
        return ((does(text, OnMatch.ALLOW, wish),),)
    if not match.game.may_guess(seat):
        return ()
    step = str(step_after(match.sitters[seat].hint))
    return ((does("button.hint", OnMatch.HINT, step),),)


def _after(match: Match, rematch: Row, does: Doing, share: Row, talk: Row) -> tuple[Row, ...]:
    """Two on a row, after the first if they are odd: a phone shows no more without cutting their words.

    There is nothing to show of what was aborted.
    """
    rival = () if match.friends else (does("button.new-rival", OnMatch.RIVAL),)
    outcome = match.game.outcome
    is_aborted = outcome is not None and outcome.termination is Termination.ABORTED
    told = () if is_aborted else (*share, does("button.proof", OnMatch.PROOF))
    offered = (*rematch, *rival, *told, does("menu.duel", OnMatch.MENU), *talk)
    odd = len(offered) % 2
    return (*([offered[:1]] * odd), *(offered[at : at + 2] for at in range(odd, len(offered), 2)))
