"""The buttons under the board on which the bot breaks a person's secret."""

from itertools import chain, groupby

from bot.app.buttons import GamePress
from bot.app.kinds.keeper.breaker import BREAKER, Thoughts
from bot.app.kinds.keeper.model import Keeper
from bot.app.kinds.outcome import Look
from bot.app.model.limits import MOST_SUSPECTS
from bot.app.screen import Button, Row, button
from bot.app.screens.end_buttons import EndButtons, EndPage, end_rows
from bot.app.screens.feedback import NBSP, feedback_in, key_style, narrow_style
from bot.app.texts import Texts
from bot.app.verbs import OnBoard, OnThink
from bot.game.model import Phase
from solver.contradictions import Suspect
from solver.feedback import Feedback, possible_feedback

LONGEST_CHANGES = 10
"""Characters in which a button can carry the replies that it puts right."""


def rows(game: Keeper, thoughts: Thoughts, look: Look) -> tuple[Row, ...]:
    """What can be done now."""
    texts, breaker = look.texts, game.breaker
    if game.game.phase is Phase.OVER:
        return _at_the_end(game, texts)
    if game.asks_to_resign:
        gives_up = _on(game, texts, "button.give-up", OnBoard.GIVE_UP)
        return ((gives_up, _on(game, texts, "button.keep", OnBoard.KEEP)),)
    if breaker.stopping:
        go_on = _on(game, texts, "button.never-mind", OnThink.NEVER_MIND)
        return ((_on(game, texts, "button.untold", OnThink.UNTOLD), go_on),)
    back = _on(game, texts, "button.fix-back", OnThink.BACK)
    if breaker.fixing is not None:
        return (*_grid(game, look, f"-{breaker.fixing}"), (back,))
    if breaker.picks:
        return (*_turns(game, look), (back,))
    stop = _on(game, texts, "button.stop", OnThink.STOP)
    fix = [_on(game, texts, "button.fix", OnThink.FIX)] if game.game.turns else []
    if thoughts.are_kept_back:
        return ((_on(game, texts, "button.never-mind", OnThink.NEVER_MIND),), (*fix, stop))
    if thoughts.guess is None:
        return (*_suspects(game, thoughts, look), (_on(game, texts, "button.fix-other", OnThink.FIX), stop))
    aloud = _on(game, texts, "button.quietly" if breaker.thinks_aloud else "button.aloud", OnThink.THOUGHTS)
    return (*_grid(game, look), (aloud, *fix), (stop,))


def _at_the_end(game: Keeper, texts: Texts) -> tuple[Row, ...]:
    reopen = (_on(game, texts, "button.reopen", OnThink.REOPEN),) * game.game.has_solved(BREAKER)
    buttons = EndButtons(
        again=(_on(game, texts, "button.again", OnBoard.AGAIN),),
        next=((_on(game, texts, "button.swap", OnThink.SWAP),), reopen),
    )
    return end_rows(buttons, EndPage.MAIN, lambda verb: GamePress(verb, game.id, len(game.game.turns)), texts)


def _grid(game: Keeper, look: Look, which: str = "") -> tuple[Row, ...]:
    """Every reply that two codes can give, in rows by the number of bulls: always in the same place.

    The last two have no fellow in their row, so they share one: no key is so broad that a slip of the thumb finds it.
    """
    variant = game.game.variant
    style = key_style(look.style, variant.length)

    def reply(feedback: Feedback) -> Button:
        data = f"{feedback.bulls}{feedback.cows}{which}"
        return _button(game, feedback_in(style.name, feedback, look.texts).replace(NBSP, ""), OnThink.REPLY, data)

    found = groupby(possible_feedback(variant), key=lambda feedback: feedback.bulls)
    by_bulls = [tuple(map(reply, row)) for _, row in found]
    by_bulls[-2:] = [tuple(chain(*by_bulls[-2:]))]
    return tuple(part for row in by_bulls for part in (_half_rows(row) if len(row) > style.keys_in_row else (row,)))


def _half_rows(row: Row) -> tuple[Row, ...]:
    middle = (len(row) + 1) // 2
    return row[:middle], row[middle:]


def _turns(game: Keeper, look: Look) -> tuple[Row, ...]:
    """Every turn, the latest first: one of them is to be put right."""
    turns = [
        _button(
            game,
            f"{at + 1}. {game.game.variant.show(turn.guess)} {feedback_in(look.style, turn.feedback, look.texts)}",
            OnThink.FIX,
            str(at),
        )
        for at, turn in enumerate(game.game.turns)
    ]
    return tuple((turn,) for turn in reversed(turns))


def _suspects(game: Keeper, thoughts: Thoughts, look: Look) -> tuple[Row, ...]:
    return tuple(
        (_button(game, _reply_text(number, suspect, game, look), OnThink.BELIEVE, changes_text(suspect)),)
        for number, suspect in enumerate(thoughts.suspects[:MOST_SUSPECTS], 1)
        if len(changes_text(suspect)) <= LONGEST_CHANGES
    )


def changes_text(suspect: Suspect) -> str:
    """The replies as a suspect would have them: `202-311` is 0B2C at turn 2 and 1B1C at turn 3."""
    return "-".join(f"{change.turn}{change.could_be.bulls}{change.could_be.cows}" for change in suspect.changes)


def _reply_text(number: int, suspect: Suspect, game: Keeper, look: Look) -> str:
    style = narrow_style(look.style)
    changes = (
        f"{game.game.variant.show(change.guess)} → {feedback_in(style, change.could_be, look.texts)}"
        for change in suspect.changes
    )
    return f"{number}) {', '.join(changes)}"


def _on(game: Keeper, texts: Texts, text: str, verb: OnBoard | OnThink) -> Button:
    return _button(game, texts.plain(text), verb)


def _button(game: Keeper, text: str, verb: OnBoard | OnThink, argument: str = "") -> Button:
    return button(text, GamePress(verb, game.id, len(game.game.turns), argument))
