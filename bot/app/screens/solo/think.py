"""The board on which the bot breaks a person's secret."""

from bot.app.model.breaker import Breaker, Slip, Thoughts, secret_of, slips
from bot.app.model.levels import STRONGEST
from bot.app.model.table import Table
from bot.app.screen import Screen
from bot.app.screens.feedback import feedback_in
from bot.app.screens.solo.board import View
from bot.app.screens.solo.end import duration
from bot.app.screens.solo.question import question
from bot.app.screens.solo.suspects import suspect_lines
from bot.app.screens.solo.think_buttons import rows
from bot.app.screens.turns import latest, turn_lines
from bot.app.screens.variant import form_of, shown, typed_example
from bot.app.texts import Html
from bot.game.model import Phase
from solver.variant import Code

ROOM = 2000
"""UTF-16 units for the turns, of the 4096 that a message holds."""


def think_board(table: Table, breaker: Breaker, thoughts: Thoughts, view: View) -> Screen:
    """The board as it is to be shown now."""
    is_over = table.game.phase is Phase.OVER
    paragraphs = [
        [_title(table, breaker, view)],
        latest(_turns(table, view), ROOM),
        _end(table, breaker, view) if is_over else _news(table, breaker, thoughts, view),
        question(table, view.texts),
        [view.note] if view.note else [],
    ]
    html = Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines))
    return Screen(html, rows(table, breaker, thoughts, view))


def _title(table: Table, breaker: Breaker, view: View) -> Html:
    texts = view.texts
    told = [texts.html("think.in-group" if table.chat.is_group else "mode.think"), form_of(table.game.variant, texts)]
    if breaker.level != STRONGEST:
        told.append(texts.html("think.level", level=texts.html(f"level.{breaker.level}")))
    return Html(" · ".join(told))


def _turns(table: Table, view: View) -> list[Html]:
    return turn_lines(table.game.turns, table.game.variant, view.style, view.texts)


def _news(table: Table, breaker: Breaker, thoughts: Thoughts, view: View) -> list[Html]:
    texts = view.texts
    if breaker.stopping and table.chat.is_group:
        return [texts.html("think.stop-group", example=typed_example(table.game.variant, texts))]
    if breaker.stopping:
        return [texts.html("think.stop")]
    if breaker.fixing is not None:
        turn = table.game.turns[breaker.fixing]
        said = feedback_in(view.style, turn.feedback, texts)
        guess = _shown(turn.guess, table, view)
        return [texts.html("think.fixing", number=breaker.fixing + 1, guess=guess, said=said)]
    if breaker.picks:
        return [texts.html("think.pick")]
    if thoughts.are_kept_back:
        return [texts.html("think.rests")]
    if thoughts.guess is None:
        return [suspect_lines(thoughts.suspects, table.game.variant, view.style, texts)]
    lines = [] if table.game.turns else _beginning(table, view)
    key = "think.asks" if breaker.asks is None else "think.asked-to"
    guess = _shown(thoughts.guess, table, view)
    lines.append(texts.html(key, number=len(table.game.turns) + 1, guess=guess))
    return [*lines, *_aloud(breaker, thoughts, view)]


def _beginning(table: Table, view: View) -> list[Html]:
    """What is to be done, until the first reply has been given."""
    if table.chat.is_group:
        return [view.texts.html("think.begin-group")]
    return [view.texts.html("think.begin-word" if table.game.variant.words else "think.begin")]


def _aloud(breaker: Breaker, thoughts: Thoughts, view: View) -> list[Html]:
    """What the bot thinks, for whoever likes to know."""
    if not breaker.thinks_aloud:
        return []
    texts, gained = view.texts, thoughts.gained
    lines = [] if gained is None else [texts.html("think.gained", bits=texts.decimal(gained))]
    if thoughts.left == 1:
        return [*lines, texts.html("think.certain")]
    return [*lines, texts.counted("think.left", thoughts.left, bits=texts.decimal(thoughts.bits))]


def _end(table: Table, breaker: Breaker, view: View) -> list[Html]:
    texts, game = view.texts, table.game
    took = duration((table.ended_at or table.opened_at) - table.opened_at)
    secret = secret_of(game, breaker)
    if secret is None:
        return [texts.counted("think.ended", len(game.turns)), took]
    shown = _shown(secret, table, view)
    key = "think.solved" if game.has_solved(game.seats[0]) else "think.told"
    lines = [texts.counted(key, len(game.turns), secret=shown), took]
    wrong = slips(game, secret)
    if not game.turns:
        return lines
    if not wrong:
        return [*lines, texts.html("think.all-right")]
    return [*lines, texts.html("think.slips", secret=shown), *(_slip(slip, table, view) for slip in wrong)]


def _slip(slip: Slip, table: Table, view: View) -> Html:
    texts = view.texts
    said, true = (feedback_in(view.style, feedback, texts) for feedback in (slip.said, slip.true))
    guess = _shown(slip.guess, table, view)
    return texts.html("think.change", guess=guess, said=said, true=true)


def _shown(code: Code, table: Table, view: View) -> Html:
    return shown(code, table.game.variant, view.texts)
