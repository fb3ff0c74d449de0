"""Contradictory replies: which of them may be wrong, and what they should be."""

from collections.abc import Sequence

from bot.app.model.limits import MOST_SUSPECTS
from bot.app.screens.feedback import feedback_in
from bot.app.screens.variant import code_html
from bot.app.texts import Html, Texts
from solver.contradictions import Suspect
from solver.variant import Variant
from solver.words import possible_words

MOST_CHANGES = 4
"""The most changes of a suspect that are shown."""


def suspect_lines(suspects: Sequence[Suspect], variant: Variant, style: str, texts: Texts) -> Html:
    """The most plausible suspects, a line each; there is at least one."""
    lines = [texts.counted("think.contradiction", len(suspects[0].changes))]
    lines += [
        _line(number, suspect, variant, style, texts) for number, suspect in enumerate(suspects[:MOST_SUSPECTS], 1)
    ]
    if variant.words:
        lines.append(texts.html("think.rare-word", count=len(possible_words(variant.words))))
    return Html("\n".join(lines))


def _line(number: int, suspect: Suspect, variant: Variant, style: str, texts: Texts) -> Html:
    changes = [
        texts.html(
            "think.change",
            guess=code_html(change.guess, variant, texts),
            said=feedback_in(style, change.said, texts),
            true=feedback_in(style, change.could_be, texts),
        )
        for change in suspect.changes[:MOST_CHANGES]
    ]
    if len(suspect.changes) > MOST_CHANGES:
        changes.append(Html("…"))
    left = texts.counted("think.then-left", suspect.candidates)
    return Html(f"{number}) {'; '.join(changes)} {left}")
