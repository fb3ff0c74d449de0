"""Judges attacks: whether attackers gained anything, or others noticed anything."""

from collections.abc import Iterator

from faults.judging.foul_evidence import FoulEvidence

MOST_WAITING, MOST_WHILE_AWAY = 60, 120
"""The most messages that may wait for one chat, and while sending was interrupted by a fault.

The bot lets a person have fifty games and offers open, and a few messages belong to none.
"""
MOST_OPEN = 60
"""The most matches and challenges of one person that may be open at once."""
MOST_JOBS = 30
"""The most long jobs of all people together."""
MOST_OVERTAKING = 150
"""The most messages to attackers, and to whom they talk, before one answer to somebody else.

They may have caused messages in ninety groups and in each of their own chats, and each chat has its turn.
"""


def foul_complaints(foul: FoulEvidence) -> Iterator[str]:
    """The complaints, a line each."""
    yield from _too_much(foul)
    yield from _gains(foul)
    yield from _noticed(foul)


def _too_much(foul: FoulEvidence) -> Iterator[str]:
    most = MOST_WAITING if foul.calm else MOST_WHILE_AWAY
    for chat, count in foul.most_waiting.items():
        if count > most:
            yield f"{count} messages waited for chat {chat} at once"
    for person, count in foul.open_games.items():
        if count > MOST_OPEN:
            yield f"{person} had {count} matches and challenges open at once"
    if foul.most_jobs > MOST_JOBS:
        yield f"{foul.most_jobs} things waited to be thought about"


def _gains(foul: FoulEvidence) -> Iterator[str]:
    over = {match.id for match in foul.matches if match.over}
    lost = {(result.match, result.person) for result in foul.results if result.score == 0 and result.is_rated}
    for costly in foul.costly:
        if costly.match in over and (costly.match, costly.person) not in lost:
            yield f"{costly.person} left the rated match {costly.match} for nothing"
    yield from foul.uncounted
    yield from foul.wrongs


def _noticed(foul: FoulEvidence) -> Iterator[str]:
    if foul.outages:
        yield f"the bot took itself for away {foul.outages} times, and lengthened everybody's clocks"
    if foul.unanswered:
        yield f"{foul.unanswered} presses of others were not answered"
    if foul.overtaken > MOST_OVERTAKING:
        yield f"{foul.overtaken} letters to people who play foul left while somebody else waited for one"
    yield from (f"the bot raised an alarm: {alarm}" for alarm in foul.alarms)
