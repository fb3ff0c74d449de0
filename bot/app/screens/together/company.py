"""The board of those who each have a seat at one table: round one phone, or in a group."""

from bot.app.model.company import Company, guessers, keeper
from bot.app.model.fairness import commitment, fingerprint
from bot.app.model.table import Table
from bot.app.screen import Screen
from bot.app.screens.keypad import draft_line
from bot.app.screens.name import called, name_of, shown_name
from bot.app.screens.secret import secret_wanted
from bot.app.screens.solo.board import View
from bot.app.screens.solo.question import question
from bot.app.screens.together.company_buttons import rows
from bot.app.screens.together.company_end import end_lines
from bot.app.screens.turns import latest, turn_lines
from bot.app.texts import Html, Texts
from bot.game.model import Game, Phase, Seat, Turn
from bot.game.sight import seen_by

ROOM = 2400
"""UTF-16 units for all the turns, of the 4096 that a message holds."""


def company_board(table: Table, company: Company, view: View) -> Screen:
    """The board as it is to be shown now: nobody's secret is on it while the game is on, but for the keypad's draft.

    And that only while whoever taps it has said that the phone is in their hands.
    """
    game = seen_by(table.game, None)
    paragraphs = [
        [_title(table, view.texts)],
        *_boards(table, company, game, view),
        end_lines(table, company, view.texts) if game.phase is Phase.OVER else _news(table, company, game, view),
        _proof(table, view),
        question(table, view.texts),
        [view.note] if view.note else [],
    ]
    html = Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines))
    return Screen(html, rows(table, company, view.draft, view.texts))


def _title(table: Table, texts: Texts) -> Html:
    game = table.game
    return Html(" · ".join((texts.html(f"mode.{game.mode.name}"), texts.html(f"variant.{game.variant.name}"))))


def _boards(table: Table, company: Company, game: Game, view: View) -> list[list[Html]]:
    """The turns: on one board where all learn from each other, else a board for each."""
    if game.mode.shares_history:
        names = [view.texts.html("{name}", name=shown_name(name)) for name in table.guessed_by]
        lines = zip(_lines(game.turns, game, view), names, strict=True)
        return [latest([Html(f"{line}  {name}") for line, name in lines], ROOM)]
    room = ROOM // len(game.seats)
    return [
        [
            view.texts.html("many.guesses-of", name=name_of(company, seat)),
            *latest(_lines(game.turns_of(seat), game, view), room),
        ]
        for seat in guessers(game)
    ]


def _lines(turns: tuple[Turn, ...], game: Game, view: View) -> list[Html]:
    return turn_lines(turns, game.variant, view.style, view.texts)


def _news(table: Table, company: Company, game: Game, view: View) -> list[Html]:
    seat = keeper(game)
    shows_draft = seat is None or company.holder == seat
    if seat is None:
        lines = _turn_news(table, company, game, view.texts)
    else:
        lines = _secret_news(company, game, seat, view.texts)
    if view.draft and shows_draft:
        lines.append(view.texts.html("board.draft", draft=draft_line(view.draft, game.variant)))
    return lines


def _secret_news(company: Company, game: Game, seat: Seat, texts: Texts) -> list[Html]:
    name, rival = name_of(company, seat), name_of(company, Seat(1 - seat))
    if company.holder != seat:
        return [texts.html("many.pass-phone", name=name)]
    return [texts.html("many.secret-for", name=name, rival=rival), secret_wanted(game.variant, texts)]


def _turn_news(table: Table, company: Company, game: Game, texts: Texts) -> list[Html]:
    seat, lines = game.to_move, []
    if not game.turns:
        lines.append(texts.html(_beginning(table)))
    if seat is not None:
        is_last = game.mode.own_secrets and any(game.has_solved(other) for other in game.seats)
        name = called(company, seat) if table.chat.is_group else name_of(company, seat)
        lines.append(texts.html("many.last-word" if is_last else "many.turn", name=name))
    if table.chat.is_group:
        lines += _group_news(company, game, texts)
    return lines


def _beginning(table: Table) -> str:
    """The key of what is to be done, until the first guess."""
    if table.game.mode.own_secrets:
        return "many.begin-duel"
    return "many.begin-group" if table.chat.is_group else "many.begin"


def _group_news(company: Company, game: Game, texts: Texts) -> list[Html]:
    lines = []
    if game.mode.in_turn:
        names = Html(" → ".join(texts.html("{name}", name=name_of(company, seat)) for seat in game.staying))
        lines.append(texts.html("many.order" if len(game.staying) > 1 else "many.alone", names=names))
    if game.turns:
        lines.append(texts.counted("many.stakes", len(guessers(game))))
    return lines


def _proof(table: Table, view: View) -> list[Html]:
    """What shows that the bot has not changed its secret."""
    if table.game.mode.own_secrets or not table.game.secret:
        return []
    if not table.proof:
        return [view.texts.html("board.fingerprint", fingerprint=fingerprint(table))]
    digest = commitment(table)
    if table.game.phase is not Phase.OVER:
        return [view.texts.html("board.proof", digest=digest)]
    secret = table.game.variant.format(table.game.secret)
    return [view.texts.html("board.proof-check", salt=table.salt, digest=digest, secret=secret)]
