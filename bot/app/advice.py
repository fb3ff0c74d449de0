"""Advice from the history alone: hints, reviews beside perfect play, and positions in links."""

import base64
import binascii
import re
from dataclasses import dataclass, replace

from bot.app.links import link_to
from bot.app.model.hints import BoardPage, Hint, HintKind
from bot.app.world import Recall
from bot.game.fair_play import Told
from solver.candidates import FEW, Case, Chance, Knowledge, cases, knowledge
from solver.evaluate import PlayoutTurn
from solver.feedback import Feedback, History, is_consistent, possible_feedback
from solver.information import Information, information
from solver.review import Review, perfect_path, review_of
from solver.suggest import Advice, advise, advise_strictly
from solver.variant import Code, UnknownVariant, Variant, variant_named

# Computes hints from the history alone, independent of the secret.

LADDER = (HintKind.COUNT, HintKind.PLACES, HintKind.CASES, HintKind.GUESS)
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


def hint_result(
    variant: Variant, history: History, hint: Hint | None, recall: Recall, *, strict: bool = False
) -> HintResult | None:
    """The result of `hint` after `history`; None if nothing was asked for. Raises NeedsThought.

    `strict`: only what can still be the secret may be guessed.
    """
    if hint is None or not (hint.asked or hint.wondered):
        return None
    history = tuple(dict.fromkeys(history))  # repeated turns add no information
    return HintResult(
        hint,
        history,
        recall(knowledge, variant, history),
        recall(cases, variant, history) if HintKind.CASES in hint.asked else (),
        recall(advise_strictly if strict else advise, variant, history) if HintKind.GUESS in hint.asked else None,
        None if hint.wondered is None else recall(information, variant, hint.wondered, history),
    )


def hint_about(code: Code, hint: Hint | None) -> Hint:
    """The hint with that code to be rated, which also says how many fit; its table of replies is not shown yet."""
    hint = hint or Hint()
    if code == hint.wondered:
        return hint
    asked = tuple(what for what in dict.fromkeys((HintKind.COUNT, *hint.asked)) if what is not HintKind.TABLE)
    return replace(hint, wondered=code, asked=asked, wondered_last=True)


def hint_turned_to(page: BoardPage, hint: Hint | None) -> Hint:
    """The hint with other buttons shown; away from the board, hints are no more on it until they are opened again."""
    return replace(hint or Hint(), page=page, wondered_last=False)


def following(known: HintResult | None) -> HintKind | None:
    """The hint given when somebody asks again; None: none. `known`: what the hints so far came to."""
    offered = LADDER if known is None else choices(known)
    return next((what for what in LADDER if what in offered), None)


def choices(result: HintResult) -> tuple[HintKind, ...]:
    """The hints that may still be asked for and would tell something."""
    left = result.knowledge.candidates
    offered = {
        HintKind.COUNT: True,
        HintKind.PLACES: bool(result.history) and left > 1,
        HintKind.CASES: left > 1 and _holds_some_asked(result),
        HintKind.LIST: 1 < left <= FEW,
        HintKind.GUESS: True,
        HintKind.WHY: result.advice is not None and left > 1,
        HintKind.TABLE: result.guess is not None and left > 1,
    }
    return tuple(what for what, is_offered in offered.items() if is_offered and what not in result.hint.asked)


def _holds_some_asked(result: HintResult) -> bool:
    """Whether any guessed symbol may be in the code; if none is, there is nothing to tell but that all are new."""
    asked = {symbol for guess, _ in result.history for symbol in guess}
    return any(result.knowledge.of(symbol) is not Chance.IMPOSSIBLE for symbol in asked)


def hint_with(what: HintKind, hint: Hint | None, known: HintResult | None) -> Hint | None:
    """The hint with this added; None if it was asked for before or would tell nothing new."""
    offered = (HintKind.COUNT, HintKind.GUESS) if known is None else choices(known)
    if what not in offered:
        return None
    hint = hint or Hint()
    return replace(hint, asked=(*hint.asked, what), page=BoardPage.HINTS, wondered_last=False)


def asked_of(word: str) -> HintKind | None:
    """The kind of hint of a button's argument."""
    return next((what for what in HintKind if what.value == word), None)


# The review of a game, beside perfect play.

MOST_TURNS = 60
"""The most turns of a told game; of longer stored games the first are reviewed. The cost grows with every turn."""


class TooLongGame(ValueError):
    """A told game has more than MOST_TURNS turns."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The judged guesses and, if the secret is known, the path of perfect play to it.

    `hinted`: the numbers of the guesses before which a hint was taken.
    """

    variant: Variant
    history: History
    review: Review
    secret: Code | None
    path: tuple[PlayoutTurn, ...] = ()
    hinted: frozenset[int] = frozenset()


def game_review(variant: Variant, history: History, secret: Code | None) -> Reviewed:
    """The review of a game, as one computation for `recall`. Raises InconsistentHistory or GameEnded."""
    path = () if secret is None else perfect_path(variant, secret)
    return Reviewed(variant, history, review_of(variant, history), secret, path)


# Positions in links: a variant and a history, short enough for a /start payload.

KIND = "p"
"""The kind of links to positions."""
PAYLOAD = re.compile(r"p(?P<variant>[a-z0-9-]{1,20})_(?P<turns>[A-Za-z0-9_-]*)", re.ASCII)
LONGEST_PAYLOAD = 64
"""The most characters of a payload behind `start=`."""


def payload_of(variant: Variant, history: History) -> str | None:
    """The payload for the position; None if the game is too long, or has only one code.

    The turns are one number, the first turn lowest, whose digits are replies and symbols; a leading 1 marks its end.
    """
    if variant.size == 1 or len(history) > MOST_TURNS:
        return None  # with one code turns have no digits
    number, replies = 1, possible_feedback(variant)
    for guess, feedback in reversed(history):
        number = number * len(replies) + replies.index(feedback)
        for symbol in reversed(guess):
            number = number * len(variant.alphabet) + symbol
    content = number.to_bytes((number.bit_length() + 7) // 8, "big")
    payload = f"{KIND}{variant.name}_{base64.urlsafe_b64encode(content).decode().rstrip('=')}"
    return payload if len(payload) <= LONGEST_PAYLOAD else None


def position_in(payload: str, *, is_kept: bool = False) -> Told | None:
    """The position of a payload; None if it has none. Raises TooLongGame. `is_kept`: see `Told`."""
    match = PAYLOAD.fullmatch(payload)
    if match is None or len(payload) > LONGEST_PAYLOAD:
        return None
    try:
        variant = variant_named(match["variant"])
        number = int.from_bytes(base64.urlsafe_b64decode(match["turns"] + "=" * (-len(match["turns"]) % 4)), "big")
        history = _linked_turns(number, variant)
    except TooLongGame:
        raise
    except (UnknownVariant, binascii.Error, ValueError):
        return None
    return Told(variant, history, is_kept)


def _linked_turns(number: int, variant: Variant) -> History:
    """The turns of a number. Raises ValueError if it is malformed, and TooLongGame."""
    if variant.size == 1:
        raise ValueError("its turns take no room in a number")
    replies = possible_feedback(variant)
    turns: list[tuple[Code, Feedback]] = []
    while number > 1:
        if len(turns) == MOST_TURNS:
            raise TooLongGame
        symbols = []
        for _ in range(variant.length):
            number, symbol = divmod(number, len(variant.alphabet))
            symbols.append(symbol)
        number, reply = divmod(number, len(replies))
        turns.append((variant.parse(variant.format(tuple(symbols))), replies[reply]))
    if number != 1:
        raise ValueError("not the number of a position")
    return tuple(turns)


def link(username: str, variant: Variant, history: History) -> str | None:
    """A link that opens the position with the bot of that name; None if the game is too long for one."""
    payload = payload_of(variant, history)
    return None if payload is None else link_to(username, payload)
