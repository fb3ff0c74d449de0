"""The card of a match that is played on it: the scoreboard, and keys for those who play."""

from collections.abc import Callable

from bot.app.buttons import CardPress
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.screens.clock import everybodys_clock_lines
from bot.app.kinds.match.screens.leaving import OFFERS
from bot.app.kinds.match.screens.proof import seals
from bot.app.kinds.match.screens.scoreboard import scoreboard
from bot.app.links import SEAT, link_to
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.feedback import feedback_in
from bot.app.screens.keypad import Keys, keypad_rows
from bot.app.screens.name import shown_name
from bot.app.screens.variant import beside
from bot.app.screens.view import View
from bot.app.texts import Html, Texts
from bot.app.verbs import OnCard
from bot.game.leaving import Way, is_free
from bot.game.model import Game, Phase, Seat
from bot.game.sight import seen_by

Doing = Callable[[str, OnCard], Button]
ROOM = 200
"""Signs that an answer to a press holds."""


def playable_card(match: Match, view: View) -> Screen:
    """How the match stands, and its keys: the same for all, and of nothing that only one of them may know."""
    board, texts = scoreboard(match, view), view.texts
    rest = _rematch_requests(match, texts) if match.is_over else _present(match, seen_by(match.game, None), view)
    html = Html("\n\n".join([board.html, *("\n".join(lines) for lines in rest if lines)]))
    return Screen(html, (*_rows(match, view), *board.rows))


def own_guesses(match: Match, seat: Seat, style: str, texts: Texts) -> str:
    """Somebody's own guesses, for them alone: the latest that there is room for; empty if there is none yet."""
    variant, lines = match.game.variant, ""
    for number, turn in reversed([*enumerate(match.game.turns_of(seat), 1)]):
        letters = beside(turn.guess, variant, texts)
        line = f"{number}. {variant.show(turn.guess)} {feedback_in(style, turn.feedback, texts)}{letters}"
        if len(line) + len("\n") + len(lines) > ROOM:
            break
        lines = f"{line}\n{lines}" if lines else line
    return lines


def _present(match: Match, game: Game, view: View) -> list[list[Html]]:
    texts, username = view.texts, view.username
    return [
        [*_beginning(match, game, texts), *_offers(match, texts)],
        [texts.html("playcard.how-secret" if game.phase is Phase.SECRETS else "playcard.how")] * (not game.turns),
        everybodys_clock_lines(match, texts),
        _seals(match, username),
    ]


def _beginning(match: Match, game: Game, texts: Texts) -> list[Html]:
    """Who begins, until somebody has."""
    if game.turns or game.to_move is None:
        return []
    key = "match.lot-theirs" if match.has_lot else "match.swapped-theirs"
    return [texts.html(key, name=_name(match, game.to_move))]


def _offers(match: Match, texts: Texts) -> list[Html]:
    offering = [seat for seat in match.game.seats if match.sitters[seat].offers]
    return [texts.html(OFFERS[match.sitters[seat].offers][0], name=_name(match, seat)) for seat in offering]


def _rematch_requests(match: Match, texts: Texts) -> list[list[Html]]:
    wishing = [seat for seat in match.game.seats if match.sitters[seat].rematch_asked is not None]
    return [[texts.html("match.rematch-wished", name=_name(match, seat)) for seat in wishing]]


def _seals(match: Match, username: str) -> list[Html]:
    """Of each secret that is kept, in the order of the seats, and of the lot; they tell nothing without the salt."""
    locks = seals(match, Seat(0), username)
    return [Html(" ".join(locks))] if locks else []


def _rows(match: Match, view: View) -> tuple[Row, ...]:
    turn, link = len(match.game.turns), link_to(view.username, SEAT, match.id)

    def does(text: str, verb: OnCard) -> Button:
        return button(view.texts.plain(text), CardPress(verb, match.id, turn))

    def leads(text: str) -> Button:
        return Button(view.texts.plain(text), opens=link)

    if match.is_over:
        return ((does("button.rematch", OnCard.REMATCH), leads("button.card-proof")),)
    calls = "button.call-me" if match.game.mode.in_turn else "button.in-private"
    rows = (*_keypad(match, turn, view.texts), _tools(match, does), *_ways_out(match, does), (leads(calls),))
    return tuple(row for row in rows if row)


def _keypad(match: Match, turn: int, texts: Texts) -> tuple[Row, ...]:
    """The keys, which look alike whatever anybody has tapped."""
    variant = match.game.variant

    def press(verb: OnCard, argument: str = "") -> CardPress:
        return CardPress(verb, match.id, turn, argument)

    def key(symbol: str) -> CardPress:
        return press(OnCard.KEY, str(variant.alphabet.index(symbol)))

    return keypad_rows("", variant, Keys(key, press(OnCard.ERASE), press(OnCard.SUBMIT)), texts)


def _tools(match: Match, does: Doing) -> Row:
    """The presser's own secret, or their own guesses where the card does not show them."""
    if not match.game.mode.own_secrets:
        return () if match.game.mode.is_open else (does("button.my-guesses", OnCard.GUESSES),)
    mine = does("button.secret", OnCard.MINE)
    return (does("button.drawn", OnCard.DRAWN), mine) if match.game.phase is Phase.SECRETS else (mine,)


def _ways_out(match: Match, does: Doing) -> tuple[Row, ...]:
    """Leaving costs both seats the same, but for whoever has broken the code, who may not; and everybody sees this."""
    if is_free(match.game, Seat(0)):
        return ((does("button.abort", OnCard.LEAVE),),)
    offered = {sitter.offers for sitter in match.sitters}
    draw = does("button.accept-draw" if Way.DRAW.value in offered else "button.draw", OnCard.DRAW)
    is_called_off = Way.CALL_OFF.value in offered
    call_off = does("button.accept-call-off" if is_called_off else "button.call-off", OnCard.CALL_OFF)
    return ((draw, call_off), (does("button.lose", OnCard.LEAVE),))


def _name(match: Match, seat: Seat) -> str:
    return shown_name(match.sitters[seat].name)
