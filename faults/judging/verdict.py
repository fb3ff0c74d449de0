"""The verdict: whether anything was lost, doubled, swapped or leaked, and whether all see the state of their games."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields

from faults.judging.database import StoredGame
from faults.judging.evidence import Evidence
from faults.judging.foul_verdict import foul_complaints
from faults.judging.leaks import ENDS, Leaks
from faults.judging.match_cards import shown_drafts
from faults.judging.match_verdict import judge_matches
from faults.judging.way_verdict import judge_ways
from faults.judging.witness import Said
from faults.marks import MARK
from faults.players.model import PlayedChat, PlayedGame
from faults.players.sight import Board, fingerprint_in
from faults.players.turn_lines import TURN_LINE
from faults.players.words import feedback

ORDERED = "The sandbox was asked to refuse this"
"""The description of refusals that the suite ordered."""
LOOKED_AT = "/guess"
"""The text on a board that was requested by an empty guess."""
ASKING = ":keep:"
"""In the buttons of a board that asks whether to end the game."""
SAID = "💬"
"""The beginning of a remark that was passed on; no two remarks are equal."""
WISHES = ("🤝", "🔄")
"""Signs on screens about an offer of a draw or rematch, which may be sent more than once."""
FOR_LATER = {"clock", "remind", "expire", "pair"}
"""Jobs that may remain: clocks of days, invitations and searches."""
TO_BEGIN = 10.0
"""Seconds that a job may be late: it waits for earlier updates."""
ORPHANED = re.compile(
    r"Traceback \(most recent call last\):\n(?:  .*\n)*?  .* in spawn_main\n(?:  .*\n)*EOFError: Ran out of input\n"
)
"""What a process of the solver writes that began as the bot was killed: it reads from nobody what it should do."""
BROKEN = ("Traceback (most recent call last)", "sending failed", "the bot broke")


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
        lost=(*_lost(evidence), *_uncommitted(evidence), *matches.lost, *ways.lost),
        doubled=(*_doubled(evidence), *matches.doubled, *ways.doubled),
        swapped=(*_swapped(evidence), *matches.swapped, *ways.swapped),
        ended=(*_ended(evidence), *matches.ended, *ways.ended),
        unseen=(*_unseen(evidence), *matches.unseen, *ways.unseen),
        leaked=(*Leaks(evidence), *shown_drafts(evidence)),
        stuck=tuple(_stuck(evidence)),
        broken=tuple(_broken(evidence)),
        unfair=tuple(matches.unfair),
        uncovered=tuple(matches.uncovered),
        paired=tuple(matches.paired),
        foul=tuple(foul_complaints(evidence.foul)),
        repeated=_repeated(evidence),
        in_flight=evidence.in_flight,
    )


Pair = tuple[PlayedChat, PlayedGame, StoredGame]


def _pairs(evidence: Evidence) -> Iterator[Pair]:
    """Each game as played and as stored."""
    stored = {(game.chat, game.fingerprint): game for game in evidence.stored.games}
    for chat in evidence.chats:
        for played in chat.games:
            if (chat.id, played.fingerprint) in stored:
                yield chat, played, stored[chat.id, played.fingerprint]


def _counts(played: PlayedGame, stored: StoredGame) -> tuple[Counter[str], Counter[str]]:
    return Counter(made.guess for made in played.made), Counter(stored.guesses)


def _lost(evidence: Evidence) -> Iterator[str]:
    known = {game.fingerprint for game in evidence.stored.games}
    for chat in evidence.chats:
        for played in chat.games:
            if played.fingerprint not in known:
                yield f"game {played.fingerprint} of chat {chat.id}"
    for chat, played, stored in _pairs(evidence):
        made, kept = _counts(played, stored)
        if stored.names and not stored.over and MARK not in stored.names[-1]:
            yield f"the job of the last guess of game {stored.fingerprint} in chat {chat.id}"
        for guess in (made - kept).elements():
            yield f"guess {guess} of game {stored.fingerprint} in chat {chat.id}"


def _uncommitted(evidence: Evidence) -> Iterator[str]:
    for update in sorted(evidence.confirmed - evidence.stored.seen):
        yield f"update {update} was confirmed and not carried out"


def _doubled(evidence: Evidence) -> Iterator[str]:
    known = {(chat.id, game.fingerprint) for chat in evidence.chats for game in chat.games}
    for game in evidence.stored.games:
        if (game.chat, game.fingerprint) not in known:
            yield f"game {game.fingerprint} of chat {game.chat}, which nobody knows of"
    for chat, played, stored in _pairs(evidence):
        made, kept = _counts(played, stored)
        for guess in (kept - made).elements():
            yield f"guess {guess} of game {stored.fingerprint} in chat {chat.id}"
        for guess, name in zip(stored.guesses, stored.names, strict=True):
            if name.count(MARK) > 1:
                yield f"the job of guess {guess} of game {stored.fingerprint} in chat {chat.id}"


def _swapped(evidence: Evidence) -> Iterator[str]:
    """Guesses in another order than delivered: that of messages in a chat, and of one person's actions."""
    for chat, played, stored in _pairs(evidence):
        typed = sorted((made for made in played.made if made.message is not None), key=lambda made: made.message or 0)
        lanes = [[made.guess for made in typed]]
        lanes += [[made.guess for made in played.made if made.person == person] for person in chat.people]
        for lane in lanes:
            kept = [guess for guess in stored.guesses if guess in lane]
            if Counter(kept) == Counter(lane) and kept != lane:
                yield f"{kept} of game {stored.fingerprint} in chat {chat.id} came as {lane}"


def _ended(evidence: Evidence) -> Iterator[str]:
    for chat, played, stored in _pairs(evidence):
        solved = stored.secret in stored.guesses
        if stored.over != (played.end is not None) or (solved and stored.guesses[-1] != stored.secret):
            yield f"game {stored.fingerprint} in chat {chat.id}: over is {stored.over}, its players say {played.end}"


def _unseen(evidence: Evidence) -> Iterator[str]:
    for chat, _, stored in _pairs(evidence):
        if chat.told_to_wait and chat.id in evidence.stored.waiting:
            continue
        board = evidence.boards.get(stored.fingerprint)
        if (board is None or not _shows(board, stored)) and not _was_refused(evidence, stored):
            yield f"game {stored.fingerprint} in chat {chat.id}: {board.message.text if board else 'no board'!r}"


def _shows(board: Board, stored: StoredGame) -> bool:
    turns = tuple((guess, feedback(guess, stored.secret)) for guess in stored.guesses)
    ending = [line for line in board.message.text.split("\n") if line.startswith(ENDS) and stored.secret in line]
    return board.turns == turns and bool(ending) == stored.over


def _was_refused(evidence: Evidence, stored: StoredGame) -> bool:
    """Whether Telegram refused the newest board for good."""
    for refused in evidence.stored.refused:
        if fingerprint_in(refused.text) == stored.fingerprint:
            count = refused.text.count("</code>\u00a0\u00a0")
            ends = any(line.startswith(ENDS) for line in refused.text.split("\n"))
            if count == len(stored.guesses) and ends == stored.over:
                return True
    return False


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
