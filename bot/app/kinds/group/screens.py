"""The board of a game in which each has a seat, round one phone or in a group, with its buttons and its end."""

from dataclasses import replace
from html import escape

from bot.app.buttons import OnBoard, OnSeat
from bot.app.kinds.group.model import Group, GroupSeats, Sealed, guessers, sealed_secrets
from bot.app.model.bodies import LEFT
from bot.app.model.modes import group_play, playable
from bot.app.ratings.screens import BEST, score_lines
from bot.app.screen import Row, Screen, dotted, page, rows, when
from bot.app.screens.board import (
    SECRET,
    proof_line,
    question,
    remark_lines,
    seal,
    sealed,
    secret_wanted,
)
from bot.app.screens.common import BoardButtons, EndButtons, Viewer, boards_of
from bot.app.screens.keypad import draft_shown
from bot.app.screens.people import mention, shown_name
from bot.app.texts import NOTHING, Html, Texts
from bot.game.model import Outcome, Phase, Seat, Termination, seen_by

ROOM = 2400
"""UTF-16 units for all the turns, of the 4096 that a message holds."""


def board(game: Group, viewer: Viewer) -> Screen:
    """The board as it is to be shown now: nobody's secret is on it while the game is on, but for the keypad's draft.

    And that only while whoever taps it has said that the phone is in their hands.
    """
    seen = replace(game, game=seen_by(game.game, None))
    html = page(
        _title(game, viewer),
        *_boards(seen, viewer),
        remark_lines(viewer.note),
        end_lines(game, viewer.texts) if game.game.phase is Phase.OVER else _news(seen, viewer),
        _proof_lines(game, viewer.texts),
        question(game, viewer.texts),
    )
    return Screen(html, _rows(game, viewer))


def _title(game: Group, viewer: Viewer) -> Html:
    variant = viewer.texts.html(f"variant.{game.game.variant.name}")
    title = dotted(viewer.texts.html(playable(game.game.mode).title), variant)
    locks = (seal(kept.digest, viewer.username, _kept(kept, game, viewer.texts)) for kept in sealed_secrets(game))
    return sealed(title, *locks)


def _kept(kept: Sealed, game: Group, texts: Texts) -> Html:
    """What is sealed; where players keep secrets, whose it is."""
    return SECRET if kept.keeper is None else texts.html("seal.theirs", name=name_of(game.seats, kept.keeper))


def _boards(game: Group, viewer: Viewer) -> list[list[Html]]:
    def head(seat: Seat) -> Html:
        return viewer.texts.html("many.guesses-of", name=name_of(game.seats, seat))

    return boards_of(game.game, viewer, ROOM, map(shown_name, game.guessed_by), head)


def _news(game: Group, viewer: Viewer) -> list[Html | None]:
    seat = game.secret_due
    told = _turn_news(game, viewer.texts) if seat is None else _secret_news(game, seat, viewer.texts)
    draft = viewer.draft if seat is None or game.seats.holder == seat else ""
    return [*told, draft_shown(draft, game.game.variant, viewer.texts)]


def _secret_news(game: Group, seat: Seat, texts: Texts) -> list[Html]:
    name, rival = name_of(game.seats, seat), name_of(game.seats, Seat(1 - seat))
    if game.seats.holder != seat:
        return [texts.html("many.pass-phone", name=name)]
    return [texts.html("many.secret-for", name=name, rival=rival), secret_wanted(game.game.variant, texts)]


def _turn_news(game: Group, texts: Texts) -> list[Html]:
    seat, lines = game.game.to_move, []
    if not game.game.turns:
        begin = group_play(game.game.mode).begin
        lines.append(texts.html(begin.key(game.game.variant, in_group=game.chat.is_group)))
    if seat is not None:
        is_last = game.game.mode.own_secrets and any(game.game.has_solved(other) for other in game.game.seats)
        name = mention_of(game.seats, seat) if game.chat.is_group else name_of(game.seats, seat)
        lines.append(texts.html("many.last-word" if is_last else "many.turn", name=name))
    if game.chat.is_group:
        lines += _group_news(game, texts)
    return lines


def _group_news(game: Group, texts: Texts) -> list[Html]:
    lines, staying = [], game.game.staying
    if game.game.mode.in_turn:
        names = Html(" → ".join(texts.html("{name}", name=name_of(game.seats, seat)) for seat in staying))
        lines.append(texts.html("many.order" if len(staying) > 1 else "many.alone", names=names))
    if game.game.turns:
        lines.append(texts.counted("many.stakes", len(guessers(game.game))))
    return lines


def _proof_lines(game: Group, texts: Texts) -> list[Html]:
    """What shows that no secret was changed, once it was asked for."""
    if not game.proof:
        return []
    lines, is_over = [], game.game.phase is Phase.OVER
    for kept in sealed_secrets(game):
        if is_over and kept.keeper is not None:
            lines.append(texts.html("<u>{name}</u>", name=name_of(game.seats, kept.keeper)))
        lines.append(proof_line(kept.digest, texts, kept.secret if is_over else None, kept.salt))
    return lines


# The buttons under the board of those who each have a seat at one game.


def _rows(game: Group, viewer: Viewer) -> tuple[Row, ...]:
    """What can be done now. In a group everybody sees all of it; who may press what is found when they do."""
    buttons, seat = BoardButtons(viewer.texts, game.id, len(game.game.turns)), game.secret_due
    proof = None if game.game.mode.own_secrets else buttons.proof
    if game.game.phase is Phase.OVER:
        return buttons.at_the_end(EndButtons(again=buttons.again, proof=buttons.proof))
    if game.asks_to_resign:
        return buttons.sure(is_alone=proof is None)
    keys, unfold = buttons.keypad_of(game, "" if game.chat.is_group else viewer.draft)
    if seat is None:
        return rows(*keys, unfold, *_coming_and_going(game, buttons), (proof, buttons.resign))
    abort, name = buttons.on("button.abort", OnBoard.RESIGN), name_of(game.seats, seat)
    if game.seats.holder != seat:
        ready = viewer.texts.plain("button.i-am", name=name)
        return rows(buttons.labelled(ready, OnSeat.READY, str(seat)), abort)
    return rows(*keys, unfold, (buttons.on("button.drawn", OnSeat.DRAWN, str(seat)), abort))


def _coming_and_going(game: Group, buttons: BoardButtons) -> tuple[Row, ...]:
    """How people come and go where they guess in turn."""
    seat, skip = game.game.to_move, None
    if not (game.chat.is_group and game.game.mode.in_turn):
        return ()
    if seat is not None and len(game.game.staying) > 1:
        skipped = buttons.texts.plain("button.skip", name=name_of(game.seats, seat))
        skip = buttons.labelled(skipped, OnSeat.SKIP, str(seat))
    return rows((buttons.on("button.join", OnSeat.JOIN), buttons.on("button.leave", OnSeat.LEAVE)), skip)


# What is said when a game of several at one table is over.


def end_lines(game: Group, texts: Texts) -> list[Html]:
    """How it ended, the secrets, and what everybody has come to."""
    outcome = game.game.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    own = game.game.mode.own_secrets
    lines = _of_two(game, outcome, texts) if own else [_of_all(game, outcome, texts)]
    return [*lines, *_scores(game, outcome, texts)]


def _of_all(game: Group, outcome: Outcome, texts: Texts) -> Html:
    secret, play = game.game.variant.show(game.game.secret or ()), group_play(game.game.mode)
    if outcome.winner is None:
        return texts.html(play.resigned, secret=secret)
    return texts.html(play.solved, secret=secret, name=name_of(game.seats, outcome.winner))


def _of_two(game: Group, outcome: Outcome, texts: Texts) -> list[Html]:
    play, lines = group_play(game.game.mode), []
    if outcome.termination is Termination.ABORTED:
        return [texts.html("many.aborted")]
    if outcome.winner is None:
        lines.append(texts.html(play.drawn))
    else:
        key = play.solved if outcome.termination is Termination.SOLVED else play.resigned
        loser = Seat(1 - outcome.winner)
        lines.append(texts.html(key, name=name_of(game.seats, outcome.winner), rival=name_of(game.seats, loser)))
    for seat in game.game.seats:
        if secret := game.game.secrets[1 - seat]:
            shown = game.game.variant.show(secret)
            lines.append(texts.html("many.secret-of", name=name_of(game.seats, seat), secret=shown))
    return lines


def _scores(game: Group, outcome: Outcome, texts: Texts) -> list[Html]:
    scores = game.seats.scores
    if not scores:
        return []
    if game.seats.share_phone:
        wins = [texts.html("{name} {points}", name=shown_name(one.name), points=one.points) for one in scores]
        draws = scores[0].games - sum(one.points for one in scores) if game.game.mode.own_secrets else 0
        drawn = when(draws > 0, texts.html("many.draws", count=draws))
        return [texts.html("many.wins", scores=dotted(*wins, drawn))]
    if outcome.winner is None:
        return []
    gained = texts.counted("many.gained", len(guessers(game.game)), name=name_of(game.seats, outcome.winner))
    return [gained, NOTHING, texts.html("many.points-here"), *score_lines(scores[:BEST], texts)]


# What those are called who have a seat.


def name_of(seats: GroupSeats, seat: Seat) -> str:
    """The name of the one on that seat, safe to show."""
    return shown_name(seats.members[seat].name)


def mention_of(seats: GroupSeats, seat: Seat) -> Html:
    """The one on that seat, as a link to them: a message that is sent with it makes their phone ring."""
    member = seats.members[seat]
    if member.person == LEFT:
        return Html(escape(name_of(seats, seat), quote=False))
    return mention(member.person, member.name)
