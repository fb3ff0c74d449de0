"""The board of a game alone: one tidy message."""

from bot.app.kinds.alone.model import Alone
from bot.app.kinds.alone.screens.buttons import rows
from bot.app.kinds.alone.screens.contest import results, target_line
from bot.app.kinds.alone.screens.daily import end_of_day
from bot.app.kinds.alone.screens.daily import title as title_of_day
from bot.app.kinds.alone.screens.details import PLAIN, Details
from bot.app.kinds.alone.screens.end import end_lines
from bot.app.kinds.alone.screens.first import first_lines, is_first, meaning
from bot.app.kinds.alone.screens.lesson import lesson_lines
from bot.app.model.fairness import commitment
from bot.app.model.hint import Page
from bot.app.model.modes import alone_play, playable
from bot.app.model.options import Help
from bot.app.screen import Screen
from bot.app.screens.example import repeats_lines
from bot.app.screens.first import legend_lines
from bot.app.screens.hint import hint_lines
from bot.app.screens.hint_menu import note_line, place_lines
from bot.app.screens.name import shown_name
from bot.app.screens.question import question
from bot.app.screens.remark import remark_lines
from bot.app.screens.seal import seal, sealed
from bot.app.screens.turns import latest, turn_lines
from bot.app.screens.variant import example_of, form_of
from bot.app.screens.view import View
from bot.app.texts import NOTHING, Html
from bot.game.model import Game, Phase
from bot.game.sight import seen_by

ROOM_FOR_TURNS = 3000
"""UTF-16 units of the 4096 that a message holds; when the turns need more, the earliest give way."""
ROOM_BESIDE_HINTS = 1500
"""The same where hints stand below."""
ROOM_BESIDE_RESULTS = 500
"""The same where a contest's results stand below."""


def board(board_game: Alone, view: View, details: Details = PLAIN) -> Screen:
    """The board as it is to be shown now."""
    game = seen_by(board_game.game, None)
    paragraphs = [
        _title(board_game, game, view),
        _turn_lines(board_game, game, view, details),
        remark_lines(view.note),
        meaning(board_game, view.texts),
        _news(board_game, game, view, details),
        end_of_day(board_game, details.day, view.texts),
        *([line] for line in _results(board_game, view, details)),
        _proof_lines(board_game, view),
        question(board_game, view.texts),
    ]
    return Screen(Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines)), rows(board_game, view, details))


def _turn_lines(board_game: Alone, game: Game, view: View, details: Details) -> list[Html]:
    lines = turn_lines(game.turns, game.variant, view.style, view.texts)
    if board_game.chat.is_group:
        names = (view.texts.html("{name}", name=shown_name(name)) for name in board_game.guessed_by)
        lines = [Html(f"{line}  {name}") for line, name in zip(lines, names, strict=True)]
    room = ROOM_FOR_TURNS if details.hints is None else ROOM_BESIDE_HINTS
    return latest(lines, room if details.standings is None else ROOM_BESIDE_RESULTS)


def _news(board_game: Alone, game: Game, view: View, details: Details) -> list[Html]:
    texts = view.texts
    if game.phase is Phase.OVER:
        return end_lines(board_game, texts, details.trail)
    lines = [texts.counted("board.guesses", len(game.turns))]
    if not game.turns:
        lines = _beginning(board_game, view)
    if details.lesson is not None:
        lines += lesson_lines(details.lesson, game.variant, texts)
    if details.hints is not None:
        lines += hint_lines(details.hints, game.variant, view.style, texts, board_game.suggestions)
    if board_game.page is Page.NOTES:
        lines += [NOTHING, texts.html("notes.how-group" if board_game.chat.is_group else "notes.how")]
    if noted := note_line(details.noted, game.variant):
        lines += [noted, *place_lines(details.noted, game.variant, texts, asks=board_game.page is Page.NOTES)]
    if view.draft:
        lines.append(texts.html("board.draft", draft=view.draft))
    return lines


def _beginning(game: Alone, view: View) -> list[Html]:
    """What is to be done, until somebody has."""
    variant, texts = game.game.variant, view.texts
    play = alone_play(game.game.mode)
    if is_first(game):
        first, *rest = first_lines(game, texts)
        return [sealed(first, *_seals(game, view)), *rest]
    lines = [texts.html(play.intro)] if play.intro else []
    lines += [texts.html("daily.begin")] * (game.daily is not None)
    if game.help is not Help.NORMAL:
        lines.append(texts.html(f"degree.{game.help.value}"))
    key = play.begin.key(variant, in_group=game.chat.is_group)
    lines.append(texts.html(key, example=variant.show(example_of(variant))))
    lines += [legend_lines(variant, texts)] * game.explains
    return [*lines, *repeats_lines(variant, view.style, texts)]


def _title(board_game: Alone, game: Game, view: View) -> list[Html]:
    texts, variant = view.texts, board_game.game.variant
    if is_first(board_game):
        return []
    name = playable(game.mode).title
    named = [texts.html(name)] if name else []
    degree = [texts.html(f"help.{board_game.help.value}")] if board_game.help is not Help.NORMAL else []
    practice = [texts.html("board.practice")] if board_game.is_practice else []
    if board_game.daily is not None:
        return [sealed(title_of_day(board_game.daily, texts), *_seals(board_game, view))]
    title = texts.html("board.title", form=Html(" · ".join((*named, form_of(variant, texts), *degree, *practice))))
    title = sealed(title, *_seals(board_game, view))
    is_on = game.phase is not Phase.OVER
    return [title, target_line(board_game.target, view.texts)] if board_game.target and is_on else [title]


def _seals(game: Alone, view: View) -> tuple[Html, ...]:
    return (seal(commitment(game), view.username),) if game.game.mode.has_secret else ()


def _results(game: Alone, view: View, details: Details) -> list[Html]:
    if details.standings is None:
        return []
    return results(details.standings, game.starter, view.style, view.texts)


def _proof_lines(game: Alone, view: View) -> list[Html]:
    if not game.game.mode.has_secret or not game.proof:
        return []
    digest = commitment(game)
    if game.game.phase is Phase.PLAYING or not game.game.secret or game.daily is not None:
        return [view.texts.html("board.proof", digest=digest)]
    secret = game.game.variant.format(game.game.secret)
    return [view.texts.html("board.proof-check", salt=game.salt, digest=digest, secret=secret)]
