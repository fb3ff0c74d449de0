"""Judges remarks: each passed on once, and nothing else."""

from collections import Counter
from collections.abc import Iterator
from html import escape

from faults.judging.evidence import Evidence
from faults.judging.match_rows import StoredRemark
from faults.players.match_model import PlayedMatch


def lost_lines(evidence: Evidence) -> Iterator[str]:
    """Remarks that are not stored."""
    said, known = _said(evidence), Counter(evidence.matches.remarks)
    for remark in (said - known).elements():
        yield f"line {remark.text!r} by {remark.person} in match {remark.match}"


def doubled_lines(evidence: Evidence) -> Iterator[str]:
    """Remarks stored twice, never said, or by a stranger with whom the other had not agreed to talk."""
    said, known = _said(evidence), Counter(evidence.matches.remarks)
    for remark in (known - said).elements():
        yield f"line {remark.text!r} by {remark.person} in match {remark.match}"


def unheard_lines(evidence: Evidence) -> Iterator[str]:
    """Remarks that are missing in the rival's chat, or are there and must not be."""
    for match in _matches(evidence):
        for remark in match.said:
            rival = next(person for person in match.people if person != remark.person)
            heard = any(remark.text in text for text in evidence.heard.get(rival, ()))
            if heard != remark.passed_on and not (remark.passed_on and _was_refused(remark.text, rival, evidence)):
                yield f"line {remark.text!r} by {remark.person}, by {rival}: heard is {heard}"


def _said(evidence: Evidence) -> Counter[StoredRemark]:
    return Counter(
        StoredRemark(match.id, remark.person, remark.text)
        for match in _matches(evidence)
        for remark in match.said
        if remark.passed_on
    )


def _matches(evidence: Evidence) -> Iterator[PlayedMatch]:
    for pair in evidence.pairs:
        yield from pair.matches


def _was_refused(text: str, rival: int, evidence: Evidence) -> bool:
    """Whether Telegram refused the remark for good."""
    written = escape(text, quote=False)
    return any(refused.chat == rival and written in refused.text for refused in evidence.stored.refused)
