"""The board on which the bot breaks a person's secret."""

from bot.app.kinds.keeper.breaker import Slip, Thoughts, secret_of, slips
from bot.app.kinds.keeper.model import Keeper
from bot.app.kinds.keeper.screens.buttons import rows
from bot.app.kinds.outcome import Look
from bot.app.model.levels import STRONGEST
from bot.app.model.modes import keeper_play, playable
from bot.app.screen import Screen
from bot.app.screens.duration import duration
from bot.app.screens.feedback import feedback_in
from bot.app.screens.question import question
from bot.app.screens.remark import remark_lines
from bot.app.screens.suspects import suspect_lines
from bot.app.screens.turns import latest, turn_lines
from bot.app.screens.variant import code_html, form_of, typed_example
from bot.app.texts import Html
from bot.game.model import Phase
from solver.variant import Code

ROOM = 2000
"""UTF-16 units for the turns, of the 4096 that a message holds."""


def board(game: Keeper, thoughts: Thoughts, look: Look) -> Screen:
    """The board as it is to be shown now."""
    is_over = game.game.phase is Phase.OVER
    paragraphs = [
        [_title(game, look)],
        latest(_turns(game, look), ROOM),
        remark_lines(look.note),
        _end(game, look) if is_over else _news(game, thoughts, look),
        question(game, look.texts),
    ]
    html = Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines))
    return Screen(html, rows(game, thoughts, look))


def _title(game: Keeper, look: Look) -> Html:
    texts = look.texts
    mode = game.game.mode
    name = keeper_play(mode).title_in_group if game.chat.is_group else playable(mode).title
    parts = [texts.html(name), form_of(game.game.variant, texts)]
    if game.breaker.level != STRONGEST:
        parts.append(texts.html("think.level", level=texts.html(f"level.{game.breaker.level}")))
    return Html(" · ".join(parts))


def _turns(game: Keeper, look: Look) -> list[Html]:
    return turn_lines(game.game.turns, game.game.variant, look.style, look.texts)


def _news(game: Keeper, thoughts: Thoughts, look: Look) -> list[Html]:
    """What the bot asks, or what it is asked about."""
    texts, breaker = look.texts, game.breaker
    if breaker.stopping and game.chat.is_group:
        return [texts.html("think.stop-group", example=typed_example(game.game.variant, texts))]
    if breaker.stopping:
        return [texts.html("think.stop")]
    if breaker.fixing is not None:
        turn = game.game.turns[breaker.fixing]
        said = feedback_in(look.style, turn.feedback, texts)
        guess = _code_html(turn.guess, game, look)
        return [texts.html("think.fixing", number=breaker.fixing + 1, guess=guess, said=said)]
    if breaker.picks:
        return [texts.html("think.pick")]
    if thoughts.are_kept_back:
        return [texts.html("think.rests")]
    if thoughts.guess is None:
        return [suspect_lines(thoughts.suspects, game.game.variant, look.style, texts)]
    lines = [] if game.game.turns else _beginning(game, look)
    key = "think.asks" if breaker.asks is None else "think.asked-to"
    guess = _code_html(thoughts.guess, game, look)
    lines.append(texts.html(key, number=len(game.game.turns) + 1, guess=guess))
    return [*lines, *_aloud(game, thoughts, look)]


def _beginning(game: Keeper, look: Look) -> list[Html]:
    """What is to be done, until the first reply has been given."""
    begin = keeper_play(game.game.mode).begin
    return [look.texts.html(begin.key(game.game.variant, in_group=game.chat.is_group))]


def _aloud(game: Keeper, thoughts: Thoughts, look: Look) -> list[Html]:
    """What the bot thinks, for whoever likes to know."""
    if not game.breaker.thinks_aloud:
        return []
    texts, gained = look.texts, thoughts.gained
    lines = [] if gained is None else [texts.html("think.gained", bits=texts.decimal(gained))]
    if thoughts.left == 1:
        return [*lines, texts.html("think.certain")]
    return [*lines, texts.counted("think.left", thoughts.left, bits=texts.decimal(thoughts.bits))]


def _end(game: Keeper, look: Look) -> list[Html]:
    texts, rules, play = look.texts, game.game, keeper_play(game.game.mode)
    took = duration((game.ended_at or game.opened_at) - game.opened_at)
    secret = secret_of(rules, game.breaker)
    if secret is None:
        return [texts.counted(play.ended, len(rules.turns)), took]
    code = _code_html(secret, game, look)
    key = play.solved if rules.has_solved(rules.seats[0]) else play.stopped
    lines = [texts.counted(key, len(rules.turns), secret=code), took]
    wrong = slips(rules, secret)
    if not rules.turns:
        return lines
    if not wrong:
        return [*lines, texts.html("think.all-right")]
    return [*lines, texts.html("think.slips", secret=code), *(_slip(slip, game, look) for slip in wrong)]


def _slip(slip: Slip, game: Keeper, look: Look) -> Html:
    texts = look.texts
    said, true = (feedback_in(look.style, feedback, texts) for feedback in (slip.said, slip.true))
    guess = _code_html(slip.guess, game, look)
    return texts.html("think.change", guess=guess, said=said, true=true)


def _code_html(code: Code, game: Keeper, look: Look) -> Html:
    return code_html(code, game.game.variant, look.texts)
