"""The board of a game alone: one tidy message."""

from bot.app.kinds.alone.model import Alone
from bot.app.kinds.alone.screens.buttons import rows
from bot.app.kinds.alone.screens.contest import results, target_line
from bot.app.kinds.alone.screens.details import PLAIN, Details
from bot.app.kinds.alone.screens.end import end_lines
from bot.app.kinds.alone.screens.lesson import lesson_lines
from bot.app.model.fairness import commitment, fingerprint
from bot.app.model.hint import Page
from bot.app.model.modes import alone_play, playable
from bot.app.model.wish import Help
from bot.app.screen import Screen
from bot.app.screens.hint import hint_lines
from bot.app.screens.hint_menu import note_line
from bot.app.screens.name import shown_name
from bot.app.screens.question import question
from bot.app.screens.turns import latest, turn_lines
from bot.app.screens.variant import example_of, form_of
from bot.app.screens.view import View
from bot.app.texts import NOTHING, Html, Texts
from bot.game.model import Game, Phase
from bot.game.sight import seen_by

ROOM_FOR_TURNS = 3000
"""UTF-16 units of the 4096 that a message holds; when the turns need more, the earliest give way."""
ROOM_BESIDE_HINTS = 1500
"""The same where hints stand below."""
ROOM_BESIDE_RESULTS = 500
"""The same where a contest's results stand below."""


def board(table: Alone, view: View, details: Details = PLAIN) -> Screen:
    """The board as it is to be shown now."""
    game = seen_by(table.game, None)
    paragraphs = [
        _title(table, game, view),
        _turn_lines(table, game, view, details),
        _news(table, game, view, details),
        *([line] for line in _results(table, view, details)),
        _proof_lines(table, view),
        question(table, view.texts),
        [view.note] if view.note else [],
    ]
    return Screen(Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines)), rows(table, view, details))


def _turn_lines(table: Alone, game: Game, view: View, details: Details) -> list[Html]:
    lines = turn_lines(game.turns, game.variant, view.style, view.texts)
    if table.chat.is_group:
        names = (view.texts.html("{name}", name=shown_name(name)) for name in table.guessed_by)
        lines = [Html(f"{line}  {name}") for line, name in zip(lines, names, strict=True)]
    room = ROOM_FOR_TURNS if details.hints is None else ROOM_BESIDE_HINTS
    return latest(lines, room if details.standings is None else ROOM_BESIDE_RESULTS)


def _news(table: Alone, game: Game, view: View, details: Details) -> list[Html]:
    texts = view.texts
    if game.phase is Phase.OVER:
        return end_lines(table, texts, details.trail)
    lines = [texts.counted("board.guesses", len(game.turns))]
    if not game.turns:
        lines = _beginning(table, texts)
    if details.lesson is not None:
        lines += lesson_lines(details.lesson, game.variant, texts)
    if details.hints is not None:
        lines += hint_lines(details.hints, game.variant, view.style, texts, table.suggestions)
    if table.page is Page.NOTES:
        lines += [NOTHING, texts.html("notes.how-group" if table.chat.is_group else "notes.how")]
    if noted := note_line(details.noted, game.variant):
        lines.append(noted)
    if view.draft:
        lines.append(texts.html("board.draft", draft=view.draft))
    return lines


def _beginning(table: Alone, texts: Texts) -> list[Html]:
    """What is to be done, until somebody has."""
    variant = table.game.variant
    play = alone_play(table.game.mode)
    lines = [texts.html(play.intro)] if play.intro else []
    key = play.begin.key(in_group=table.chat.is_group, is_word=bool(variant.words))
    return [*lines, texts.html(key, example=variant.show(example_of(variant)))]


def _title(table: Alone, game: Game, view: View) -> list[Html]:
    texts, variant = view.texts, table.game.variant
    name = playable(game.mode).title
    named = [texts.html(name)] if name else []
    degree = [texts.html(f"help.{table.help.value}")] if table.help is not Help.NORMAL else []
    title = texts.html("board.title", form=Html(" · ".join((*named, form_of(variant, texts), *degree))))
    is_on = game.phase is not Phase.OVER
    return [title, target_line(table.target, view.texts)] if table.target and is_on else [title]


def _results(table: Alone, view: View, details: Details) -> list[Html]:
    if details.standings is None:
        return []
    return results(details.standings, table.starter, view.style, view.texts)


def _proof_lines(table: Alone, view: View) -> list[Html]:
    if not table.game.mode.has_secret:
        return []
    digest = commitment(table)
    if not table.proof:
        return [view.texts.html("board.fingerprint", fingerprint=fingerprint(table))]
    if table.game.phase is Phase.PLAYING or not table.game.secret:
        return [view.texts.html("board.proof", digest=digest)]
    secret = table.game.variant.format(table.game.secret)
    return [view.texts.html("board.proof-check", salt=table.salt, digest=digest, secret=secret)]
