"""The board of a game in which each has a seat, round one phone or in a group, with its buttons and its end."""

from dataclasses import replace
from html import escape

from bot.app.buttons import GamePress, OnBoard, OnSeat
from bot.app.kinds.group.model import Group, GroupSeats, Sealed, guessers, sealed_secrets
from bot.app.model.bodies import LEFT
from bot.app.model.modes import group_play, playable
from bot.app.ratings.screens import BEST, score_lines
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.board import SECRET, latest, question, remark_lines, seal, sealed, secret_wanted, turn_lines
from bot.app.screens.common import EndButtons, EndPage, Viewer, end_rows, sure_rows
from bot.app.screens.keypad import Keys, draft_line, keypad_rows
from bot.app.screens.people import mention, shown_name
from bot.app.texts import NOTHING, Html, Texts
from bot.game.model import Outcome, Phase, Seat, Termination, Turn, seen_by

ROOM = 2400
"""UTF-16 units for all the turns, of the 4096 that a message holds."""


def board(game: Group, viewer: Viewer) -> Screen:
    """The board as it is to be shown now: nobody's secret is on it while the game is on, but for the keypad's draft.

    And that only while whoever taps it has said that the phone is in their hands.
    """
    seen = replace(game, game=seen_by(game.game, None))
    paragraphs = [
        [_title(game, viewer)],
        *_boards(seen, viewer),
        remark_lines(viewer.note),
        end_lines(game, viewer.texts) if game.game.phase is Phase.OVER else _news(seen, viewer),
        _proof_lines(game, viewer.texts),
        question(game, viewer.texts),
    ]
    html = Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines))
    return Screen(html, rows(game, viewer.draft, viewer.texts))


def _title(game: Group, viewer: Viewer) -> Html:
    variant = viewer.texts.html(f"variant.{game.game.variant.name}")
    title = Html(" · ".join((viewer.texts.html(playable(game.game.mode).title), variant)))
    locks = (seal(kept.digest, viewer.username, _kept(kept, game, viewer.texts)) for kept in sealed_secrets(game))
    return sealed(title, *locks)


def _kept(kept: Sealed, game: Group, texts: Texts) -> Html:
    """What is sealed; where players keep secrets, whose it is."""
    return SECRET if kept.keeper is None else texts.html("seal.theirs", name=name_of(game.seats, kept.keeper))


def _boards(game: Group, viewer: Viewer) -> list[list[Html]]:
    """The turns: on one board where all learn from each other, else a board for each."""
    if game.game.mode.shares_history:
        names = [viewer.texts.html("{name}", name=shown_name(name)) for name in game.guessed_by]
        lines = zip(_lines(game.game.turns, game, viewer), names, strict=True)
        return [latest([Html(f"{line}  {name}") for line, name in lines], ROOM)]
    room = ROOM // len(game.game.seats)
    return [
        [
            viewer.texts.html("many.guesses-of", name=name_of(game.seats, seat)),
            *latest(_lines(game.game.turns_of(seat), game, viewer), room),
        ]
        for seat in guessers(game.game)
    ]


def _lines(turns: tuple[Turn, ...], game: Group, viewer: Viewer) -> list[Html]:
    return turn_lines(turns, game.game.variant, viewer.style, viewer.texts)


def _news(game: Group, viewer: Viewer) -> list[Html]:
    seat = game.secret_due
    shows_draft = seat is None or game.seats.holder == seat
    lines = _turn_news(game, viewer.texts) if seat is None else _secret_news(game, seat, viewer.texts)
    if viewer.draft and shows_draft:
        lines.append(viewer.texts.html("board.draft", draft=draft_line(viewer.draft, game.game.variant)))
    return lines


def _secret_news(game: Group, seat: Seat, texts: Texts) -> list[Html]:
    name, rival = name_of(game.seats, seat), name_of(game.seats, Seat(1 - seat))
    if game.seats.holder != seat:
        return [texts.html("many.pass-phone", name=name)]
    return [texts.html("many.secret-for", name=name, rival=rival), secret_wanted(game.game.variant, texts)]


def _turn_news(game: Group, texts: Texts) -> list[Html]:
    seat, lines = game.game.to_move, []
    if not game.game.turns:
        lines.append(texts.html(_beginning(game)))
    if seat is not None:
        is_last = game.game.mode.own_secrets and any(game.game.has_solved(other) for other in game.game.seats)
        name = mention_of(game.seats, seat) if game.chat.is_group else name_of(game.seats, seat)
        lines.append(texts.html("many.last-word" if is_last else "many.turn", name=name))
    if game.chat.is_group:
        lines += _group_news(game, texts)
    return lines


def _beginning(game: Group) -> str:
    """The key of what is to be done, until the first guess."""
    begin = group_play(game.game.mode).begin
    return begin.key(game.game.variant, in_group=game.chat.is_group)


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
    if game.game.phase is not Phase.OVER:
        return [texts.html("board.proof", digest=kept.digest) for kept in sealed_secrets(game)]
    lines = []
    for kept in sealed_secrets(game):
        if kept.keeper is not None:
            lines.append(texts.html("<u>{name}</u>", name=name_of(game.seats, kept.keeper)))
        lines.append(texts.html("board.proof-check", salt=kept.salt, digest=kept.digest, secret=kept.secret))
    return lines


# The buttons under the board of those who each have a seat at one game.


def rows(game: Group, draft: str, texts: Texts) -> tuple[Row, ...]:
    """What can be done now. In a group everybody sees all of it; who may press what is found when they do."""
    if game.game.phase is Phase.OVER:
        again = _on(game, texts, "button.again", OnBoard.AGAIN)
        buttons = EndButtons(again=(again,), proof=(_proof_button(game, texts),))
        return end_rows(buttons, EndPage.MAIN, lambda verb: GamePress(verb, game.id, len(game.game.turns)), texts)
    if game.asks_to_resign:
        gives_up = _on(game, texts, "button.give-up", OnBoard.GIVE_UP)
        is_alone = len(_tools(game, texts)) == 1
        return sure_rows(gives_up, _on(game, texts, "button.keep", OnBoard.KEEP), is_alone=is_alone)
    seat = game.secret_due
    if seat is not None:
        return _while_secrets(game, seat, draft, texts)
    found = (*_keypad(game, draft, texts), *_coming_and_going(game, texts), _tools(game, texts))
    return tuple(row for row in found if row)


def _while_secrets(game: Group, seat: Seat, draft: str, texts: Texts) -> tuple[Row, ...]:
    resign = _on(game, texts, "button.abort", OnBoard.RESIGN)
    if game.seats.holder != seat:
        ready = texts.plain("button.i-am", name=name_of(game.seats, seat))
        return ((button(ready, GamePress(OnSeat.READY, game.id, 0, str(seat))),), (resign,))
    drawn = button(texts.plain("button.drawn"), GamePress(OnSeat.DRAWN, game.id, 0, str(seat)))
    return (*_keypad(game, draft, texts), (drawn, resign))


def _keypad(game: Group, draft: str, texts: Texts) -> tuple[Row, ...]:
    variant, turn = game.game.variant, len(game.game.turns)
    if variant.words:
        return ()
    if not game.keypad:
        return ((_on(game, texts, "button.keypad", OnBoard.KEYPAD),),)

    def key(symbol: str) -> GamePress:
        return GamePress(OnBoard.DIGIT, game.id, turn, str(variant.alphabet.index(symbol)))

    erase, submit = (GamePress(verb, game.id, turn) for verb in (OnBoard.ERASE, OnBoard.SUBMIT))
    return keypad_rows("" if game.chat.is_group else draft, variant, Keys(key, erase, submit), texts)


def _coming_and_going(game: Group, texts: Texts) -> tuple[Row, ...]:
    """How people come and go where they guess in turn."""
    if not (game.chat.is_group and game.game.mode.in_turn):
        return ()
    coming = (_on(game, texts, "button.join", OnSeat.JOIN), _on(game, texts, "button.leave", OnSeat.LEAVE))
    seat = game.game.to_move
    if seat is None or len(game.game.staying) == 1:
        return (coming,)
    skipped = texts.plain("button.skip", name=name_of(game.seats, seat))
    return (coming, (button(skipped, GamePress(OnSeat.SKIP, game.id, len(game.game.turns), str(seat))),))


def _tools(game: Group, texts: Texts) -> Row:
    resign = _on(game, texts, "button.resign", OnBoard.RESIGN)
    return (resign,) if game.game.mode.own_secrets else (_proof_button(game, texts), resign)


def _proof_button(game: Group, texts: Texts) -> Button:
    return _on(game, texts, "button.proof", OnBoard.PROOF)


def _on(game: Group, texts: Texts, text: str, verb: OnBoard | OnSeat) -> Button:
    return button(texts.plain(text), GamePress(verb, game.id, len(game.game.turns)))


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
        secret = game.game.secrets[1 - seat]
        if secret:
            lines.append(
                texts.html("many.secret-of", name=name_of(game.seats, seat), secret=game.game.variant.show(secret))
            )
    return lines


def _scores(game: Group, outcome: Outcome, texts: Texts) -> list[Html]:
    scores = game.seats.scores
    if not scores:
        return []
    if game.seats.share_phone:
        wins = [texts.html("{name} {points}", name=shown_name(one.name), points=one.points) for one in scores]
        draws = scores[0].games - sum(one.points for one in scores) if game.game.mode.own_secrets else 0
        drawn = [texts.html("many.draws", count=draws)] * (draws > 0)
        return [texts.html("many.wins", scores=Html(" · ".join((*wins, *drawn))))]
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
