"""The verdict: whether anything was lost, doubled, swapped or leaked, and whether all see the state of their games."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields

from faults.judging import alone, pages
from faults.judging.cards import shown_drafts
from faults.judging.evidence import Evidence, Said
from faults.judging.foul import foul_complaints
from faults.judging.leaks import Leaks
from faults.judging.match import judge_matches
from faults.judging.watching import shown_to_parted
from faults.judging.ways import judge_ways
from faults.players.sight import TURN_LINE, fingerprint_in

ORDERED = "The sandbox was asked to refuse this"
"""The description of refusals that the suite ordered."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Complaints, a line each. `repeated` may be as many as were in flight."""

    lost: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    swapped: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    leaked: tuple[str, ...] = ()
    stuck: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    unfair: tuple[str, ...] = ()
    uncovered: tuple[str, ...] = ()
    paired: tuple[str, ...] = ()
    foul: tuple[str, ...] = ()
    repeated: int = 0
    in_flight: int = 0

    @property
    def complaints(self) -> list[str]:
        """All complaints."""
        data = {field.name: getattr(self, field.name) for field in fields(self)}
        wrong = [f"{name}: {line}" for name, lines in data.items() if isinstance(lines, tuple) for line in lines]
        too_many = [f"repeated: {self.repeated} messages, {self.in_flight} were in flight"]
        return wrong + (too_many if self.repeated > self.in_flight else [])


def verdict(evidence: Evidence) -> Verdict:
    """The verdict on the evidence."""
    matches, ways = judge_matches(evidence), judge_ways(evidence)
    return Verdict(
        lost=(*alone.lost(evidence), *pages.lost(evidence), *_uncommitted(evidence), *matches.lost, *ways.lost),
        doubled=(*alone.doubled(evidence), *pages.doubled(evidence), *matches.doubled, *ways.doubled),
        swapped=(*alone.swapped(evidence), *matches.swapped, *ways.swapped),
        ended=(*alone.ended(evidence), *matches.ended, *ways.ended),
        unseen=(*alone.unseen(evidence), *pages.unseen(evidence), *matches.unseen, *ways.unseen),
        leaked=(*Leaks(evidence), *shown_drafts(evidence), *pages.foreign(evidence), *shown_to_parted(evidence)),
        stuck=tuple(_stuck(evidence)),
        broken=(*_broken(evidence), *pages.broken(evidence)),
        unfair=tuple(matches.unfair),
        uncovered=tuple(matches.uncovered),
        paired=tuple(matches.paired),
        foul=tuple(foul_complaints(evidence.foul)),
        repeated=_repeated(evidence),
        in_flight=evidence.in_flight,
    )


def _uncommitted(evidence: Evidence) -> Iterator[str]:
    for update in sorted(evidence.confirmed - evidence.stored.seen):
        yield f"update {update} was confirmed and not carried out"


FOR_LATER = {"clock", "remind", "expire", "pair"}
"""Jobs that may remain: clocks of days, invitations and searches."""
TO_BEGIN = 10.0
"""Seconds that a job may be late: it waits for earlier updates."""


def _stuck(evidence: Evidence) -> Iterator[str]:
    patient = {chat.id for chat in evidence.chats if chat.told_to_wait}
    for chat in sorted(evidence.stored.waiting - patient):
        yield f"the outbox still holds something for chat {chat}"
    for job in evidence.stored.jobs:
        if job.kind not in FOR_LATER or job.due_at < evidence.at - TO_BEGIN:
            yield f"{job}"
    for person in evidence.matches.seekers:
        yield f"{person} still looks for a rival, and has given it up"
    if evidence.unconfirmed:
        yield f"{evidence.unconfirmed} updates are not confirmed"


ORPHANED = re.compile(
    r"Traceback \(most recent call last\):\n(?:  .*\n)*?  .* in spawn_main\n(?:  .*\n)*EOFError: Ran out of input\n"
)
"""What a process of the solver writes that began as the bot was killed: it reads from nobody what it should do."""
BROKEN = ("Traceback (most recent call last)", "sending failed", "the bot broke")


def _broken(evidence: Evidence) -> Iterator[str]:
    yield from evidence.stored.failed_updates
    for refused in evidence.stored.refused:
        if refused.error != ORDERED:
            yield f"Telegram refused a message to chat {refused.chat}: {refused.error}"
    for name, text in (evidence.written or {}).items():
        told = ORPHANED.sub("", text)
        for sign in BROKEN:
            if sign in told:
                yield f"{name}: {told[told.index(sign) :][:2000]}"


SAID = "💬"
"""The beginning of a remark that was passed on; no two remarks are equal."""
WISHES = ("🤝", "🔄")
"""Signs on screens about an offer of a draw or rematch, which may be sent more than once."""
LOOKED_AT = "/guess"
"""The text on a board that was requested by an empty guess."""
ASKING = ":keep:"
"""In the buttons of a board that asks whether to end the game."""


def _repeated(evidence: Evidence) -> int:
    """The boards and remarks that were sent again as new messages, unchanged."""
    to_others = (said for said in evidence.said if said.chat not in evidence.foul.crew)
    counts = Counter((said.chat, said.text, said.buttons) for said in to_others if said.sent and _comes_once(said))
    return sum(times - 1 for times in counts.values())


def _comes_once(said: Said) -> bool:
    """Whether it is a remark or the newest board of a game; other screens may be sent as often as requested."""
    if said.text.startswith(SAID):
        return True
    asked_for = LOOKED_AT in said.text or ASKING in said.buttons or any(wish in said.text for wish in WISHES)
    return fingerprint_in(said.text) is not None and not asked_for and any(map(TURN_LINE.match, said.text.split("\n")))
