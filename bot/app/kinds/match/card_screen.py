"""The card of a match that everybody in a chat sees: playable, as a live scoreboard, and with its result."""

from bot.app.buttons import OnCard
from bot.app.kinds.match.model import Match, name_of
from bot.app.kinds.match.screen import ACCEPTING, AGREES, OFFERED
from bot.app.kinds.match.screen_parts import (
    aborted_line,
    beginning,
    everybodys_clock_lines,
    rating_lines,
    seals,
    will_not_count,
)
from bot.app.links import SEAT, link_to
from bot.app.screen import Button, Row, Screen, page, rows
from bot.app.screens.board import beside, feedback_in
from bot.app.screens.common import GameButtons, Viewer, boards_of, play_too
from bot.app.screens.share import Card
from bot.app.screens.terms import terms_line
from bot.app.texts import Html, Texts
from bot.game.leaving import Way, is_free
from bot.game.model import Game, Outcome, Phase, Seat, Termination, seen_by

# The live scoreboard of a match: what everybody may see of it, wherever its card stands.

ROOM_FOR_TURNS = 2400
"""UTF-16 units for all the turns, of the 4096 that a message holds."""
WITHOUT_A_FIGHT = {Termination.RESIGNED: "card.resigned", Termination.TIMED_OUT: "card.timed-out"}


def scoreboard(match: Match, viewer: Viewer) -> Screen:
    """How the match stands. Nothing of it depends on a secret, or on a hidden guess, before the end."""
    game, texts = seen_by(match.game, None), viewer.texts
    html = page(
        [title(match, texts), terms_line(match.terms, texts), *will_not_count(match, texts)],
        *_boards(match, game, viewer),
        _result(match, game.outcome, texts) if game.outcome else _news(match, game, texts),
    )
    return Screen(html, rows(play_too(viewer.username, viewer.texts) if match.is_over else None))


def title(match: Match, texts: Texts) -> Html:
    """Who plays whom."""
    one, other = (name_of(match, seat, texts) for seat in match.game.seats)
    return texts.html("⚔️ {one} — {other}", one=one, other=other)


def _boards(match: Match, game: Game, viewer: Viewer) -> list[list[Html]]:
    names = (name_of(match, turn.seat, viewer.texts) for turn in game.turns)

    def head(seat: Seat) -> Html:
        return viewer.texts.html("🔎 {name}:", name=_html_name(match, seat, viewer.texts))

    return boards_of(game, viewer, ROOM_FOR_TURNS, names, head)


def _news(match: Match, game: Game, texts: Texts) -> list[Html]:
    names = {seat: _html_name(match, seat, texts) for seat in game.seats}
    if game.phase is Phase.SECRETS:
        keys = {seat: "card.choosing" if match.must_act(seat) else "card.ready" for seat in game.seats}
        return [texts.html(keys[seat], name=name) for seat, name in names.items()]
    last = game.to_move is not None and any(map(game.has_solved, game.seats))
    return [
        texts.counted("card.solved", len(game.turns_of(seat)), name=name)
        if game.has_solved(seat)
        else texts.html("card.last-guess" if last else "card.to-guess", name=name)
        for seat, name in names.items()
        if game.to_move in {None, seat} or game.has_solved(seat)
    ]


def _result(match: Match, outcome: Outcome, texts: Texts) -> list[Html]:
    return [headline(match, outcome, texts), *_secrets(match, texts), *rating_lines(match, None, texts)]


def headline(match: Match, outcome: Outcome, texts: Texts) -> Html:
    """How it ended, as everybody is told."""
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
    game, told = match.game, []
    for at, secret in enumerate(game.secrets):
        keeper = game.keeper_of(Seat(at))
        if secret and keeper is not None:
            name = _html_name(match, keeper, texts)
            told.append(texts.html("card.secret-of", name=name, secret=game.variant.show(secret)))
        elif secret:
            told.append(texts.html("card.secret", secret=game.variant.show(secret)))
    return told


def _html_name(match: Match, seat: Seat, texts: Texts) -> Html:
    return texts.html("{name}", name=name_of(match, seat, texts))


# The card of a match that is played on it: the scoreboard, and keys for those who play.

OFFERS = {OnCard.DRAW: Way.DRAW, OnCard.CALL_OFF: Way.CALL_OFF}
"""The ends that need both, by their buttons."""
ROOM_OF_ANSWER = 200
"""Signs that an answer to a press holds."""


def playable_card(match: Match, viewer: Viewer) -> Screen:
    """How the match stands, and its keys: the same for all, and of nothing that only one of them may know."""
    board, texts = scoreboard(match, viewer), viewer.texts
    if match.is_over:
        wishing = [seat for seat in match.game.seats if match.sitters[seat].rematch_asked is not None]
        rest = [[texts.html("match.rematch-wished", name=name_of(match, seat, texts)) for seat in wishing]]
    else:
        rest = _present(match, seen_by(match.game, None), viewer)
    return Screen(page(board.html, *rest), (*_rows(match, viewer), *board.rows))


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
        [*beginning(match, game, None, texts), *_offers(match, texts)],
        [] if game.turns else [texts.html("playcard.how-secret" if game.phase is Phase.SECRETS else "playcard.how")],
        everybodys_clock_lines(match, texts),
        seals(match, None, viewer.username, texts),
    ]


def _offers(match: Match, texts: Texts) -> list[Html]:
    offering = [seat for seat in match.game.seats if match.sitters[seat].offers]
    return [texts.html(OFFERED[match.sitters[seat].offers][0], name=name_of(match, seat, texts)) for seat in offering]


def _rows(match: Match, viewer: Viewer) -> tuple[Row, ...]:
    """The keys look alike whatever anybody has tapped."""
    link, texts = link_to(viewer.username, SEAT, match.id), viewer.texts
    buttons = GameButtons(texts, match.id, len(match.game.turns))
    if match.is_over:
        proof = Button(texts.plain("button.card-proof"), opens=link)
        return rows((buttons.on("button.rematch", OnCard.REMATCH), proof))
    calls = texts.plain("button.call-me" if match.game.mode.in_turn else "button.in-private")
    return rows(
        *buttons.keypad(match.game.variant, "", (OnCard.KEY, OnCard.ERASE, OnCard.SUBMIT)),
        _tools(match, buttons),
        *_ways_out(match, buttons),
        Button(calls, opens=link),
    )


def _tools(match: Match, buttons: GameButtons) -> Row:
    """The presser's own secret, or their own guesses where the card does not show them."""
    if not match.game.mode.own_secrets:
        return () if match.game.mode.is_open else (buttons.on("button.my-guesses", OnCard.GUESSES),)
    mine = buttons.on("button.secret", OnCard.MINE)
    return (buttons.on("button.drawn", OnCard.DRAWN), mine) if match.game.phase is Phase.SECRETS else (mine,)


def _ways_out(match: Match, buttons: GameButtons) -> tuple[Row, ...]:
    """Leaving costs both seats the same, but for whoever has broken the code, who may not; and everybody sees this."""
    if is_free(match.game, Seat(0)):
        return rows(buttons.on("button.abort", OnCard.LEAVE))
    lose = buttons.on("button.lose", OnCard.LEAVE)
    offered = {sitter.offers for sitter in match.sitters} - {""}
    if not offered:
        draw = buttons.on("button.draw", OnCard.DRAW)
        return rows((draw, buttons.on("button.offer-call-off", OnCard.CALL_OFF)), lose)
    agrees = [buttons.on(ACCEPTING[way.value][1], verb, AGREES) for verb, way in OFFERS.items() if way.value in offered]
    back = buttons.on("button.take-draw-back", OnCard.TAKE_BACK)
    return rows((*agrees, buttons.on("button.no-draw", OnCard.NO)), back, lose)


# The result of a match, as a message that may be sent to any chat.


def scoreboard_offer(query: str, match: Match, viewer: Viewer) -> Card:
    """How a match ended, as it is offered to whoever played it."""
    names = " — ".join(name_of(match, seat, viewer.texts) for seat in match.game.seats)
    return Card(query, viewer.texts.plain("inline.result"), names, scoreboard(match, viewer))
