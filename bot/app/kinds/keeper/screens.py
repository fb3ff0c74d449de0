"""The board on which the bot breaks a person's secret, and its buttons."""

from itertools import chain, groupby

from bot.app.buttons import OnThink
from bot.app.duels.arranging_screens import Moment, said_at, with_strength
from bot.app.kinds.keeper.model import BREAKER, Keeper, Slip, Thoughts, secret_of, slips
from bot.app.model.game import MOST_SUSPECTS
from bot.app.model.modes import keeper_play, playable
from bot.app.screen import Button, Row, Screen, dotted, page, rows, when
from bot.app.screens.board import (
    NBSP,
    code_html,
    feedback_in,
    form_of,
    key_style,
    latest,
    narrow_style,
    question,
    remark_lines,
    suspect_lines,
    turn_lines,
    typed_example,
)
from bot.app.screens.common import BoardButtons, EndButtons, Viewer, how_long
from bot.app.screens.keypad import in_rows
from bot.app.screens.people import WORD_JOINER
from bot.app.texts import Html
from bot.game.model import Phase
from solver.contradictions import Suspect
from solver.feedback import Feedback, possible_feedback
from solver.variant import Code

ROOM = 2000
"""UTF-16 units for the turns, of the 4096 that a message holds."""


def board(game: Keeper, thoughts: Thoughts, viewer: Viewer) -> Screen:
    """The board as it is to be shown now."""
    html = page(
        _title(game, viewer),
        latest(turn_lines(game.game.turns, game.game.variant, viewer.style, viewer.texts), ROOM),
        remark_lines(viewer.note),
        _end(game, viewer) if game.game.phase is Phase.OVER else _news(game, thoughts, viewer),
        question(game, viewer.texts),
    )
    return Screen(html, _rows(game, thoughts, viewer))


def _title(game: Keeper, viewer: Viewer) -> Html:
    texts, mode = viewer.texts, game.game.mode
    name = keeper_play(mode).title_in_group if game.chat.is_group else playable(mode).title
    return dotted(texts.html(name), form_of(game.game.variant, texts), with_strength(game.breaker.level, texts))


def _news(game: Keeper, thoughts: Thoughts, viewer: Viewer) -> list[Html]:
    """What the bot asks, or what it is asked about."""
    texts, breaker = viewer.texts, game.breaker
    if breaker.stopping and game.chat.is_group:
        return [texts.html("think.stop-group", example=typed_example(game.game.variant, texts))]
    if breaker.stopping:
        return [texts.html("think.stop")]
    if breaker.fixing is not None:
        turn = game.game.turns[breaker.fixing]
        said = feedback_in(viewer.style, turn.feedback, texts)
        guess = _code_html(turn.guess, game, viewer)
        return [texts.html("think.fixing", number=breaker.fixing + 1, guess=guess, said=said)]
    if breaker.picks:
        return [texts.html("think.pick")]
    if thoughts.refused is not None:
        return [thoughts.refused.rests(texts)]
    if thoughts.guess is None:
        return [suspect_lines(thoughts.suspects, game.game.variant, viewer.style, texts)]
    begin = keeper_play(game.game.mode).begin.key(game.game.variant, in_group=game.chat.is_group)
    lines = [] if game.game.turns else [*said_at(Moment.BEGUN, breaker.level, texts), texts.html(begin)]
    key = "think.asked-to" if thoughts.is_wish else "think.asks"
    guess = _code_html(thoughts.guess, game, viewer)
    lines.append(texts.html(key, number=len(game.game.turns) + 1, guess=guess))
    return [*lines, *_aloud(game, thoughts, viewer)]


def _aloud(game: Keeper, thoughts: Thoughts, viewer: Viewer) -> list[Html]:
    """What the bot thinks, for whoever likes to know."""
    if not game.breaker.thinks_aloud:
        return []
    texts, gained = viewer.texts, thoughts.gained
    lines = [] if gained is None else [texts.html("think.gained", bits=texts.decimal(gained))]
    if thoughts.left == 1:
        return [*lines, texts.html("think.certain")]
    return [*lines, texts.counted("think.left", thoughts.left, bits=texts.decimal(thoughts.bits))]


def _end(game: Keeper, viewer: Viewer) -> list[Html]:
    texts, rules, play = viewer.texts, game.game, keeper_play(game.game.mode)
    took, secret = how_long(game), secret_of(rules, game.breaker)
    if secret is None:
        return [texts.counted(play.ended, len(rules.turns)), took]
    code = _code_html(secret, game, viewer)
    is_broken = rules.has_solved(BREAKER)
    said = said_at(Moment.LOST, game.breaker.level, texts) if is_broken else []
    key = play.solved if is_broken else play.stopped
    lines = [texts.counted(key, len(rules.turns), secret=code), *said, took]
    wrong = slips(rules, secret)
    if not rules.turns:
        return lines
    if not wrong:
        return [*lines, texts.html("think.put-right" if game.breaker.corrected else "think.all-right")]
    return [*lines, texts.html("think.slips", secret=code), *(_slip(slip, game, viewer) for slip in wrong)]


def _slip(slip: Slip, game: Keeper, viewer: Viewer) -> Html:
    texts = viewer.texts
    said, true = (feedback_in(viewer.style, feedback, texts) for feedback in (slip.said, slip.true))
    guess = _code_html(slip.guess, game, viewer)
    return texts.html("think.change", guess=guess, said=said, true=true)


def _code_html(code: Code, game: Keeper, viewer: Viewer) -> Html:
    return code_html(code, game.game.variant, viewer.texts)


# The buttons under the board on which the bot breaks a person's secret.

LONGEST_CHANGES = 10
"""Characters in which a button can carry the replies that it puts right."""


def _rows(game: Keeper, thoughts: Thoughts, viewer: Viewer) -> tuple[Row, ...]:
    """What can be done now."""
    breaker, buttons = game.breaker, BoardButtons(viewer.texts, game.id, len(game.game.turns))
    if game.game.phase is Phase.OVER:
        swap, reopen = buttons.on("button.swap", OnThink.SWAP), buttons.on("button.reopen", OnThink.REOPEN)
        shown = EndButtons(again=buttons.again, next=(swap, when(game.game.has_solved(BREAKER), reopen)))
        return buttons.at_the_end(shown)
    if game.asks_to_resign:
        return buttons.sure()
    if breaker.stopping:
        go_on = buttons.on("button.never-mind", OnThink.NEVER_MIND)
        return rows((buttons.on("button.untold", OnThink.UNTOLD), go_on))
    back = buttons.on("button.fix-back", OnThink.BACK)
    if breaker.fixing is not None:
        return rows(*_grid(game, viewer, buttons, f"-{breaker.fixing}"), back)
    if breaker.picks:
        return rows(*_turn_buttons(game, viewer, buttons), back)
    stop = buttons.on("button.stop", OnThink.STOP)
    fix = buttons.on("button.fix", OnThink.FIX) if game.game.turns else None
    if thoughts.refused is not None:
        return rows(buttons.on("button.never-mind", OnThink.NEVER_MIND), (fix, stop))
    if thoughts.guess is None:
        return rows(*_suspects(game, thoughts, viewer, buttons), (buttons.on("button.fix-other", OnThink.FIX), stop))
    aloud = buttons.on("button.quietly" if breaker.thinks_aloud else "button.aloud", OnThink.THOUGHTS)
    return rows(*_grid(game, viewer, buttons), aloud, (fix, stop))


def _grid(game: Keeper, viewer: Viewer, buttons: BoardButtons, which: str = "") -> tuple[Row, ...]:
    """Every reply that two codes can give, in rows by the number of bulls: always in the same place.

    The last two have no fellow in their row, so they share one: no key is so broad that a slip of the thumb finds it.
    """
    variant = game.game.variant
    style = key_style(viewer.style, variant.length)

    def reply(feedback: Feedback) -> Button:
        shown = feedback_in(style.name, feedback, viewer.texts).replace(NBSP, WORD_JOINER)
        return buttons.labelled(shown, OnThink.REPLY, f"{feedback.bulls}{feedback.cows}{which}")

    found = groupby(possible_feedback(variant), key=lambda feedback: feedback.bulls)
    by_bulls = [tuple(map(reply, row)) for _, row in found]
    by_bulls[-2:] = [tuple(chain(*by_bulls[-2:]))]
    return tuple(part for row in by_bulls for part in in_rows(list(row), style.keys_in_row))


def _turn_buttons(game: Keeper, viewer: Viewer, buttons: BoardButtons) -> list[Button]:
    """Every turn, the latest first: one of them is to be put right."""
    variant, found = game.game.variant, []
    for at, turn in reversed([*enumerate(game.game.turns)]):
        reply = feedback_in(viewer.style, turn.feedback, viewer.texts)
        found.append(buttons.labelled(f"{at + 1}. {variant.show(turn.guess)} {reply}", OnThink.FIX, str(at)))
    return found


def _suspects(game: Keeper, thoughts: Thoughts, viewer: Viewer, buttons: BoardButtons) -> list[Button]:
    return [
        buttons.labelled(_reply_text(number, suspect, game, viewer), OnThink.BELIEVE, changes_text(suspect))
        for number, suspect in enumerate(thoughts.suspects[:MOST_SUSPECTS], 1)
        if len(changes_text(suspect)) <= LONGEST_CHANGES
    ]


def changes_text(suspect: Suspect) -> str:
    """The replies as a suspect would have them: `202-311` is 0B2C at turn 2 and 1B1C at turn 3."""
    return "-".join(f"{change.turn}{change.could_be.bulls}{change.could_be.cows}" for change in suspect.changes)


def _reply_text(number: int, suspect: Suspect, game: Keeper, viewer: Viewer) -> str:
    style = narrow_style(viewer.style)
    changes = (
        f"{game.game.variant.show(change.guess)} → {feedback_in(style, change.could_be, viewer.texts)}"
        for change in suspect.changes
    )
    return f"{number}) {', '.join(changes)}"
