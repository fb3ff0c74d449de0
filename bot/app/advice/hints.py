"""Computes hints from the history alone, independent of the secret."""

from dataclasses import dataclass, replace

from bot.app.model.hint import Asked, Hint, Page
from bot.app.thinking import Recall
from solver.advice import Advice, advise
from solver.analysis import Information, information
from solver.cases import Case, cases
from solver.feedback import History, is_consistent
from solver.knowledge import FEW, Chance, Knowledge, knowledge
from solver.variant import Code, Variant

LADDER = (Asked.COUNT, Asked.PLACES, Asked.CASES, Asked.GUESS)
"""The hints given when somebody asks again and again, the weakest first; others are chosen by buttons."""


@dataclass(frozen=True, slots=True)
class HintResult:
    """The results of hints. What was not asked for is None or empty."""

    hint: Hint
    history: History
    knowledge: Knowledge
    cases: tuple[Case, ...] = ()
    advice: Advice | None = None
    wondered: Information | None = None

    @property
    def objection(self) -> int | None:
        """The index of the first guess whose reply excludes the code that they asked about."""
        if self.wondered is None or self.wondered.consistent:
            return None
        guess = self.wondered.guess
        return next(at for at, turn in enumerate(self.history) if not is_consistent(guess, (turn,)))

    @property
    def guess(self) -> Code | None:
        """The guess that was rated: their own, or else the good one."""
        if self.wondered is not None:
            return self.wondered.guess
        return None if self.advice is None else self.advice.guess


def hint_result(variant: Variant, history: History, hint: Hint | None, recall: Recall) -> HintResult | None:
    """The result of `hint` after `history`; None if nothing was asked for. Raises NeedsThought."""
    if hint is None or not (hint.asked or hint.wondered):
        return None
    history = tuple(dict.fromkeys(history))  # repeated turns add no information
    return HintResult(
        hint,
        history,
        recall(knowledge, variant, history),
        recall(cases, variant, history) if Asked.CASES in hint.asked else (),
        recall(advise, variant, history) if Asked.GUESS in hint.asked else None,
        None if hint.wondered is None else recall(information, variant, hint.wondered, history),
    )


def hint_about(code: Code, hint: Hint | None) -> Hint:
    """The hint with that code to be rated; its table of replies is not shown yet."""
    hint = hint or Hint()
    if code == hint.wondered:
        return hint
    asked = tuple(what for what in hint.asked if what is not Asked.TABLE)
    return replace(hint, wondered=code, asked=asked, wondered_last=True)


def hint_turned_to(page: Page, hint: Hint | None) -> Hint:
    """The hint with other buttons shown; away from the board, hints are no more on it until they are opened again."""
    return replace(hint or Hint(), page=page, wondered_last=False)


def following(known: HintResult | None) -> Asked | None:
    """The hint given when somebody asks again; None: none. `known`: what the hints so far came to."""
    offered = LADDER if known is None else choices(known)
    return next((what for what in LADDER if what in offered), None)


def choices(result: HintResult) -> tuple[Asked, ...]:
    """The hints that may still be asked for and would tell something."""
    left = result.knowledge.candidates
    offered = {
        Asked.COUNT: True,
        Asked.PLACES: bool(result.history) and left > 1,
        Asked.CASES: left > 1 and _holds_some_asked(result),
        Asked.LIST: 1 < left <= FEW,
        Asked.GUESS: True,
        Asked.WHY: result.advice is not None and left > 1,
        Asked.TABLE: result.guess is not None and left > 1,
    }
    return tuple(what for what, is_offered in offered.items() if is_offered and what not in result.hint.asked)


def _holds_some_asked(result: HintResult) -> bool:
    """Whether any guessed symbol may be in the code; if none is, there is nothing to tell but that all are new."""
    asked = {symbol for guess, _ in result.history for symbol in guess}
    return any(result.knowledge.of(symbol) is not Chance.IMPOSSIBLE for symbol in asked)


def hint_with(what: Asked, hint: Hint | None, known: HintResult | None) -> Hint | None:
    """The hint with this added; None if it was asked for before or would tell nothing new."""
    offered = (Asked.COUNT, Asked.GUESS) if known is None else choices(known)
    if what not in offered:
        return None
    hint = hint or Hint()
    return replace(hint, asked=(*hint.asked, what), page=Page.HINTS, wondered_last=False)


def asked_of(word: str) -> Asked | None:
    """The kind of hint of a button's argument."""
    return next((what for what in Asked if what.value == word), None)
