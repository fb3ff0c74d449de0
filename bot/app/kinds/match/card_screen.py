"""The card of a match that everybody in a chat sees: playable, as a live scoreboard, and with its result."""

from collections.abc import Callable

from bot.app.buttons import GamePress, OnCard
from bot.app.kinds.match.model import Match, name_of
from bot.app.kinds.match.screen import ACCEPTING, AGREES, OFFERED
from bot.app.kinds.match.screen_parts import aborted_line, everybodys_clock_lines, rating_lines, seals, will_not_count
from bot.app.links import SEAT, link_to
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.board import beside, feedback_in, latest, turn_lines
from bot.app.screens.common import Viewer, play_too
from bot.app.screens.keypad import Keys, keypad_rows
from bot.app.screens.share import Card
from bot.app.screens.terms import terms_line
from bot.app.texts import Html, Texts
from bot.game.leaving import Way, is_free
from bot.game.model import Game, Outcome, Phase, Seat, Termination, Turn, seen_by

# The live scoreboard of a match: what everybody may see of it, wherever its card stands.

ROOM_FOR_TURNS = 2400
"""UTF-16 units for all the turns, of the 4096 that a message holds."""
WITHOUT_A_FIGHT = {Termination.RESIGNED: "card.resigned", Termination.TIMED_OUT: "card.timed-out"}


def scoreboard(match: Match, viewer: Viewer) -> Screen:
    """How the match stands. Nothing of it depends on a secret, or on a hidden guess, before the end."""
    game, texts = seen_by(match.game, None), viewer.texts
    paragraphs = [
        [_title(match, texts), terms_line(match.terms, texts), *will_not_count(match, texts)],
        *_boards(match, game, viewer),
        _result(match, game.outcome, texts) if game.outcome else _news(match, game, texts),
    ]
    return Screen(
        Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines)),
        (play_too(viewer.username, viewer.texts),) if match.is_over else (),
    )


def _title(match: Match, texts: Texts) -> Html:
    one, other = (name_of(match, seat, texts) for seat in match.game.seats)
    return texts.html("⚔️ {one} — {other}", one=one, other=other)


def _boards(match: Match, game: Game, viewer: Viewer) -> list[list[Html]]:
    """The turns: on one board where all learn from each other, else on one for each seat."""
    if not game.turns:
        return []
    if game.mode.shares_history:
        named = [
            Html(f"{line}  {_html_name(match, turn.seat, viewer.texts)}")
            for line, turn in zip(_lines(game.turns, game, viewer), game.turns, strict=True)
        ]
        return [latest(named, ROOM_FOR_TURNS)]
    return [
        [
            viewer.texts.html("🔎 {name}:", name=_html_name(match, seat, viewer.texts)),
            *latest(_lines(game.turns_of(seat), game, viewer), ROOM_FOR_TURNS // len(game.seats)),
        ]
        for seat in game.seats
        if game.turns_of(seat)
    ]


def _lines(turns: tuple[Turn, ...], game: Game, viewer: Viewer) -> list[Html]:
    return turn_lines(turns, game.variant, viewer.style, viewer.texts)


def _news(match: Match, game: Game, texts: Texts) -> list[Html]:
    if game.phase is Phase.SECRETS:
        return [
            texts.html("card.choosing" if match.must_act(seat) else "card.ready", name=_html_name(match, seat, texts))
            for seat in game.seats
        ]
    if game.to_move is not None:
        return [texts.html("card.to-guess", name=_html_name(match, game.to_move, texts))]
    return [
        texts.counted("card.solved", len(game.turns_of(seat)), name=_html_name(match, seat, texts))
        if game.has_solved(seat)
        else texts.html("card.to-guess", name=_html_name(match, seat, texts))
        for seat in game.seats
    ]


def _result(match: Match, outcome: Outcome, texts: Texts) -> list[Html]:
    return [_headline(match, outcome, texts), *_secrets(match, texts), *rating_lines(match, None, texts)]


def _headline(match: Match, outcome: Outcome, texts: Texts) -> Html:
    if outcome.termination is Termination.ABORTED:
        return aborted_line(match, texts)
    if outcome.termination is Termination.AGREED:
        return texts.html("card.agreed")
    if outcome.winner is None:
        return texts.html("card.drawn")
    winner = _html_name(match, outcome.winner, texts)
    if outcome.termination in WITHOUT_A_FIGHT:
        loser = _html_name(match, match.game.gone[0].seat, texts)
        return texts.html(WITHOUT_A_FIGHT[outcome.termination], winner=winner, loser=loser)
    return texts.counted("card.won", len(match.game.turns_of(outcome.winner)), winner=winner)


def _secrets(match: Match, texts: Texts) -> list[Html]:
    game = match.game
    lines = []
    for at, secret in enumerate(game.secrets):
        keeper = game.keeper_of(Seat(at))
        if secret and keeper is not None:
            name = _html_name(match, keeper, texts)
            lines.append(texts.html("card.secret-of", name=name, secret=game.variant.show(secret)))
        elif secret:
            lines.append(texts.html("card.secret", secret=game.variant.show(secret)))
    return lines


def _html_name(match: Match, seat: Seat, texts: Texts) -> Html:
    return texts.html("{name}", name=name_of(match, seat, texts))


# The card of a match that is played on it: the scoreboard, and keys for those who play.

Doing = Callable[..., Button]
OFFERS = {OnCard.DRAW: Way.DRAW, OnCard.CALL_OFF: Way.CALL_OFF}
"""The ends that need both, by their buttons."""
ROOM_OF_ANSWER = 200
"""Signs that an answer to a press holds."""


def playable_card(match: Match, viewer: Viewer) -> Screen:
    """How the match stands, and its keys: the same for all, and of nothing that only one of them may know."""
    board, texts = scoreboard(match, viewer), viewer.texts
    rest = _rematch_requests(match, texts) if match.is_over else _present(match, seen_by(match.game, None), viewer)
    html = Html("\n\n".join([board.html, *("\n".join(lines) for lines in rest if lines)]))
    return Screen(html, (*_rows(match, viewer), *board.rows))


def own_guesses(match: Match, seat: Seat, style: str, texts: Texts) -> str:
    """Somebody's own guesses, for them alone: the latest that there is room for; empty if there is none yet."""
    variant, lines = match.game.variant, ""
    for number, turn in reversed([*enumerate(match.game.turns_of(seat), 1)]):
        letters = beside(turn.guess, variant, texts)
        line = f"{number}. {variant.show(turn.guess)} {feedback_in(style, turn.feedback, texts)}{letters}"
        if len(line) + len("\n") + len(lines) > ROOM_OF_ANSWER:
            break
        lines = f"{line}\n{lines}" if lines else line
    return lines


def _present(match: Match, game: Game, viewer: Viewer) -> list[list[Html]]:
    texts = viewer.texts
    return [
        [*_beginning(match, game, texts), *_offers(match, texts)],
        [texts.html("playcard.how-secret" if game.phase is Phase.SECRETS else "playcard.how")] * (not game.turns),
        everybodys_clock_lines(match, texts),
        seals(match, None, viewer.username, texts),
    ]


def _beginning(match: Match, game: Game, texts: Texts) -> list[Html]:
    """Who begins, until somebody has."""
    if game.turns or game.to_move is None:
        return []
    key = "match.lot-theirs" if match.has_lot else "match.swapped-theirs"
    return [texts.html(key, name=name_of(match, game.to_move, texts))]


def _offers(match: Match, texts: Texts) -> list[Html]:
    offering = [seat for seat in match.game.seats if match.sitters[seat].offers]
    return [texts.html(OFFERED[match.sitters[seat].offers][0], name=name_of(match, seat, texts)) for seat in offering]


def _rematch_requests(match: Match, texts: Texts) -> list[list[Html]]:
    wishing = [seat for seat in match.game.seats if match.sitters[seat].rematch_asked is not None]
    return [[texts.html("match.rematch-wished", name=name_of(match, seat, texts)) for seat in wishing]]


def _rows(match: Match, viewer: Viewer) -> tuple[Row, ...]:
    turn, link = len(match.game.turns), link_to(viewer.username, SEAT, match.id)

    def does(text: str, verb: OnCard, argument: str = "") -> Button:
        return button(viewer.texts.plain(text), GamePress(verb, match.id, turn, argument))

    def leads(text: str) -> Button:
        return Button(viewer.texts.plain(text), opens=link)

    if match.is_over:
        return ((does("button.rematch", OnCard.REMATCH), leads("button.card-proof")),)
    calls = "button.call-me" if match.game.mode.in_turn else "button.in-private"
    rows = (*_keypad(match, turn, viewer.texts), _tools(match, does), *_ways_out(match, does), (leads(calls),))
    return tuple(row for row in rows if row)


def _keypad(match: Match, turn: int, texts: Texts) -> tuple[Row, ...]:
    """The keys, which look alike whatever anybody has tapped."""
    variant = match.game.variant

    def press(verb: OnCard, argument: str = "") -> GamePress:
        return GamePress(verb, match.id, turn, argument)

    def key(symbol: str) -> GamePress:
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
    lose = (does("button.lose", OnCard.LEAVE),)
    offered = {sitter.offers for sitter in match.sitters} - {""}
    if not offered:
        return ((does("button.draw", OnCard.DRAW), does("button.offer-call-off", OnCard.CALL_OFF)), lose)
    agrees = tuple(does(ACCEPTING[way.value][1], verb, AGREES) for verb, way in OFFERS.items() if way.value in offered)
    return ((*agrees, does("button.no-draw", OnCard.NO)), (does("button.take-draw-back", OnCard.TAKE_BACK),), lose)


# The result of a match, as a message that may be sent to any chat.


def scoreboard_offer(query: str, match: Match, viewer: Viewer) -> Card:
    """How a match ended, as it is offered to whoever played it."""
    names = " — ".join(name_of(match, seat, viewer.texts) for seat in match.game.seats)
    return Card(query, viewer.texts.plain("inline.result"), names, scoreboard(match, viewer))
