"""Diagnosis of contradictory replies: the smallest sets of replies that may be wrong, and what they should have been.

A code that fits all but k of the replies says that those k are wrong and what they should have been. The codes with the
smallest k, taken together by what they say, are the suspects.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.feedback import (
    Feedback,
    History,
    Numbers,
    Rows,
    all_codes,
    as_rows,
    candidates,
    feedback_id,
    feedback_ids,
    possible_feedback,
    reply_key,
    reply_keys,
)
from solver.variant import Code, Variant

NumberedChanges = NDArray[np.int64]
"""The wrong replies by each code: a row a code, a column a wrong reply, as turn * replies + the right reply."""


@dataclass(frozen=True, slots=True)
class Change:
    """A reply that may be wrong, and what it should have been. Turns count from 1."""

    turn: int
    guess: Code
    said: Feedback
    could_be: Feedback

    @property
    def slips(self) -> int:
        """The distance between the two replies: 0 for bulls and cows in each other's place.

        Otherwise the number of slips, one being a bull or a cow too many or too few, or a bull taken for a cow or a
        cow for a bull.
        """
        if self.could_be == (self.said.cows, self.said.bulls):
            return 0
        bulls, cows = self.could_be.bulls - self.said.bulls, self.could_be.cows - self.said.cows
        return max(abs(bulls), abs(cows), abs(bulls + cows))


@dataclass(frozen=True, slots=True)
class Suspect:
    """Replies that may be wrong together, by turn, and the number of candidates if they are corrected."""

    changes: tuple[Change, ...]
    candidates: int


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Whether the replies contradict each other, and if so the suspects, most plausible first."""

    contradiction: bool
    suspects: tuple[Suspect, ...] = ()


def diagnosis(variant: Variant, history: History, most: int | None = None) -> Diagnosis:
    """The smallest sets of replies that could be wrong, if no code fits them all; the `most` most plausible of them.

    Every suspect has the same, smallest possible number of changes. Most plausible are the fewest slips (see
    Change.slips; those of all changes together), then the most candidates; of equals the later turn, whose guess the
    code maker remembers best, then the smaller reply.
    """
    secrets = candidates(variant, ())
    wrong, slips = _faults(variant, history, secrets)
    fewest = int(wrong.min())
    if fewest == 0:
        return Diagnosis(contradiction=False)
    suspects: list[Suspect] = []
    for level in np.unique(slips[wrong == fewest]).tolist():
        suspects += _suspects(variant, history, secrets[(wrong == fewest) & (slips == level)])
        if most is not None and len(suspects) >= most:
            break
    return Diagnosis(contradiction=True, suspects=tuple(suspects[:most]))


def codes_despite(variant: Variant, history: History, most: int) -> tuple[Rows, ...]:
    """By the number of wrong replies, 0 to `most`: the codes that fit all the others, a row each, in code order."""
    secrets = candidates(variant, ())
    wrong, _ = _faults(variant, history, secrets)
    return tuple(all_codes(variant)[secrets[wrong == number]] for number in range(most + 1))


def _faults(variant: Variant, history: History, secrets: Numbers) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each secret, the number of replies that it does not fit, and the slips of these replies together."""
    possible = possible_feedback(variant)
    keys = [reply_key(variant, feedback) for feedback in possible]
    wrong, slips = np.zeros((2, len(secrets)), np.int64)
    for (guess, said), times in Counter(history).items():
        tables = np.zeros((2, max(keys) + 1), np.int64)
        tables[0, keys] = [said != true for true in possible]
        tables[1, keys] = [Change(0, guess, said, true).slips for true in possible]
        replies = reply_keys(variant, guess, secrets)
        wrong += times * tables[0].take(replies)
        slips += times * tables[1].take(replies)
    return wrong, slips


def _suspects(variant: Variant, history: History, blaming: Numbers) -> list[Suspect]:
    """The suspects according to these secrets, which all contradict equally many replies; the most plausible first."""
    guesses = as_rows(*(guess for guess, _ in history))
    replies = feedback_ids(variant, guesses, all_codes(variant)[blaming])
    said = np.array([feedback_id(variant, feedback) for _, feedback in history], np.uint8)
    counted = _row_counts(_numbered_changes(variant, replies, replies != said[:, None]))
    return sorted((_suspect(variant, history, row, count) for row, count in counted), key=_plausibility)


def _numbered_changes(variant: Variant, replies: NDArray[np.uint8], wrong: NDArray[np.bool_]) -> NumberedChanges:
    codes, turns = np.nonzero(wrong.T)
    numbers: NumberedChanges = turns * len(possible_feedback(variant)) + replies[turns, codes]
    return numbers.reshape(wrong.shape[1], -1)


def _row_counts(numbered: NumberedChanges) -> list[tuple[list[int], int]]:
    """Each different row with its count."""
    # Column by column: sorting numbers is many times faster than sorting rows.
    kinds = int(numbered.max()) + 1
    groups = np.zeros(len(numbered), np.int64)
    for column in numbered.T:
        _, groups = np.unique(groups * kinds + column, return_inverse=True)
    _, first, counts = np.unique(groups, return_index=True, return_counts=True)
    return list(zip(numbered[first].tolist(), counts.tolist(), strict=True))


def _suspect(variant: Variant, history: History, numbered: list[int], count: int) -> Suspect:
    possible = possible_feedback(variant)
    placed = (divmod(number, len(possible)) for number in numbered)
    return Suspect(tuple(Change(turn + 1, *history[turn], possible[reply]) for turn, reply in placed), count)


def _plausibility(suspect: Suspect) -> tuple[int, int, list[int], list[Feedback]]:
    """The sort key: smaller is more plausible."""
    return (
        sum(change.slips for change in suspect.changes),
        -suspect.candidates,
        [-change.turn for change in reversed(suspect.changes)],
        [change.could_be for change in suspect.changes],
    )
