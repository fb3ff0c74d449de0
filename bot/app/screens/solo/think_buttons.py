"""The buttons under the board on which the bot breaks a person's secret."""

from itertools import chain, groupby

from bot.app.buttons import BoardPress
from bot.app.model.breaker import BREAKER, MOST_SUSPECTS, Breaker, Thoughts
from bot.app.model.table import Table
from bot.app.screen import Button, Row, button
from bot.app.screens.feedback import NBSP, feedback_in
from bot.app.screens.solo.board import YES, View
from bot.app.texts import Texts
from bot.app.verbs import OnBoard, OnThink
from bot.game.model import Phase
from solver.doubt import Suspect
from solver.feedback import Feedback, possible_feedback

WITH_ANIMALS = 4
"""Codes of so many places: the replies to longer ones stand on a phone by their letters alone."""
BESIDE = {"emoji": 4, "letters": 6}
"""So many replies of that style stand beside each other: of more each would be cut off on a narrow phone."""
TOLD = 10
"""Characters of what a button can say of the replies that it puts right."""


def rows(table: Table, breaker: Breaker, thoughts: Thoughts, view: View) -> tuple[Row, ...]:
    """What can be done now."""
    texts = view.texts
    if table.game.phase is Phase.OVER:
        return _at_the_end(table, texts)
    if table.asking is not None:
        return ((_on(table, texts, *YES[table.asking]), _on(table, texts, "button.keep", OnBoard.KEEP)),)
    if breaker.stopping:
        go_on = _on(table, texts, "button.never-mind", OnThink.NEVER_MIND)
        return ((_on(table, texts, "button.untold", OnThink.UNTOLD), go_on),)
    back = _on(table, texts, "button.fix-back", OnThink.BACK)
    if breaker.fixing is not None:
        return (*_grid(table, view, f"-{breaker.fixing}"), (back,))
    if breaker.picks:
        return (*_turns(table, view), (back,))
    stop = _on(table, texts, "button.stop", OnThink.STOP)
    fix = [_on(table, texts, "button.fix", OnThink.FIX)] if table.game.turns else []
    if thoughts.are_kept_back:
        return ((_on(table, texts, "button.never-mind", OnThink.NEVER_MIND),), (*fix, stop))
    if thoughts.guess is None:
        return (*_suspects(table, thoughts, view), (_on(table, texts, "button.fix-other", OnThink.FIX), stop))
    aloud = _on(table, texts, "button.quietly" if breaker.thinks_aloud else "button.aloud", OnThink.THOUGHTS)
    return (*_grid(table, view), (aloud, *fix), (stop,))


def _at_the_end(table: Table, texts: Texts) -> tuple[Row, ...]:
    on = ((_on(table, texts, "button.again", OnBoard.AGAIN),), (_on(table, texts, "button.swap", OnThink.SWAP),))
    if not table.game.has_solved(BREAKER):
        return on
    return (*on, (_on(table, texts, "button.reopen", OnThink.REOPEN),))


def _grid(table: Table, view: View, which: str = "") -> tuple[Row, ...]:
    """Every reply that two codes can give, in rows by the number of bulls: always in the same place.

    The last two have no fellow in their row, so they share one: no key is so broad that a slip of the thumb finds it.
    """
    variant = table.game.variant
    style = "emoji" if view.style == "emoji" and variant.length <= WITH_ANIMALS else "letters"

    def reply(feedback: Feedback) -> Button:
        told = f"{feedback.bulls}{feedback.cows}{which}"
        return _button(table, feedback_in(style, feedback, view.texts).replace(NBSP, ""), OnThink.REPLY, told)

    found = groupby(possible_feedback(variant), key=lambda feedback: feedback.bulls)
    by_bulls = [tuple(map(reply, row)) for _, row in found]
    by_bulls[-2:] = [tuple(chain(*by_bulls[-2:]))]
    return tuple(part for row in by_bulls for part in (_halved(row) if len(row) > BESIDE[style] else (row,)))


def _halved(row: Row) -> tuple[Row, ...]:
    middle = (len(row) + 1) // 2
    return row[:middle], row[middle:]


def _turns(table: Table, view: View) -> tuple[Row, ...]:
    """Every turn, the latest first: one of them is to be put right."""
    turns = [
        _button(
            table,
            f"{at + 1}. {table.game.variant.show(turn.guess)} {feedback_in(view.style, turn.feedback, view.texts)}",
            OnThink.FIX,
            str(at),
        )
        for at, turn in enumerate(table.game.turns)
    ]
    return tuple((turn,) for turn in reversed(turns))


def _suspects(table: Table, thoughts: Thoughts, view: View) -> tuple[Row, ...]:
    return tuple(
        (_button(table, _shown(number, suspect, table, view), OnThink.BELIEVE, changes_written(suspect)),)
        for number, suspect in enumerate(thoughts.suspects[:MOST_SUSPECTS], 1)
        if len(changes_written(suspect)) <= TOLD
    )


def changes_written(suspect: Suspect) -> str:
    """The replies as a suspect would have them: `202-311` is 0B2C at turn 2 and 1B1C at turn 3."""
    return "-".join(f"{change.turn}{change.could_be.bulls}{change.could_be.cows}" for change in suspect.changes)


def _shown(number: int, suspect: Suspect, table: Table, view: View) -> str:
    style = "letters" if view.style == "words" else view.style
    changes = (
        f"{table.game.variant.show(change.guess)} → {feedback_in(style, change.could_be, view.texts)}"
        for change in suspect.changes
    )
    return f"{number}) {', '.join(changes)}"


def _on(table: Table, texts: Texts, text: str, verb: OnBoard | OnThink) -> Button:
    return _button(table, texts.plain(text), verb)


def _button(table: Table, text: str, verb: OnBoard | OnThink, argument: str = "") -> Button:
    return button(text, BoardPress(verb, table.id, len(table.game.turns), argument))
