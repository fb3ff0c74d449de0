"""The board of a game in which each has a seat: round one phone, or in a group."""

from dataclasses import replace

from bot.app.kinds.group.model import Group, guessers
from bot.app.kinds.group.screens.buttons import rows
from bot.app.kinds.group.screens.end import end_lines
from bot.app.kinds.group.screens.names import mention_of, name_of
from bot.app.kinds.group.sealing import sealed_secrets
from bot.app.kinds.outcome import Look
from bot.app.model.modes import group_play, playable
from bot.app.screen import Screen
from bot.app.screens.keypad import draft_line
from bot.app.screens.name import shown_name
from bot.app.screens.question import question
from bot.app.screens.remark import remark_lines
from bot.app.screens.seal import seal, sealed
from bot.app.screens.secret import secret_wanted
from bot.app.screens.turns import latest, turn_lines
from bot.app.texts import Html, Texts
from bot.game.model import Phase, Seat, Turn
from bot.game.sight import seen_by

ROOM = 2400
"""UTF-16 units for all the turns, of the 4096 that a message holds."""


def board(game: Group, look: Look) -> Screen:
    """The board as it is to be shown now: nobody's secret is on it while the game is on, but for the keypad's draft.

    And that only while whoever taps it has said that the phone is in their hands.
    """
    seen = replace(game, game=seen_by(game.game, None))
    paragraphs = [
        [_title(game, look)],
        *_boards(seen, look),
        remark_lines(look.note),
        end_lines(game, look.texts) if game.game.phase is Phase.OVER else _news(seen, look),
        _proof(game, look.texts),
        question(game, look.texts),
    ]
    html = Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines))
    return Screen(html, rows(game, look.draft, look.texts))


def _title(game: Group, look: Look) -> Html:
    variant = look.texts.html(f"variant.{game.game.variant.name}")
    title = Html(" · ".join((look.texts.html(playable(game.game.mode).title), variant)))
    return sealed(title, *(seal(kept.digest, look.username) for kept in sealed_secrets(game)))


def _boards(game: Group, look: Look) -> list[list[Html]]:
    """The turns: on one board where all learn from each other, else a board for each."""
    if game.game.mode.shares_history:
        names = [look.texts.html("{name}", name=shown_name(name)) for name in game.guessed_by]
        lines = zip(_lines(game.game.turns, game, look), names, strict=True)
        return [latest([Html(f"{line}  {name}") for line, name in lines], ROOM)]
    room = ROOM // len(game.game.seats)
    return [
        [
            look.texts.html("many.guesses-of", name=name_of(game.seats, seat)),
            *latest(_lines(game.game.turns_of(seat), game, look), room),
        ]
        for seat in guessers(game.game)
    ]


def _lines(turns: tuple[Turn, ...], game: Group, look: Look) -> list[Html]:
    return turn_lines(turns, game.game.variant, look.style, look.texts)


def _news(game: Group, look: Look) -> list[Html]:
    seat = game.secret_due
    shows_draft = seat is None or game.seats.holder == seat
    lines = _turn_news(game, look.texts) if seat is None else _secret_news(game, seat, look.texts)
    if look.draft and shows_draft:
        lines.append(look.texts.html("board.draft", draft=draft_line(look.draft, game.game.variant)))
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


def _proof(game: Group, texts: Texts) -> list[Html]:
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
