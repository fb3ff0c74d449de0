"""Judges attacks: whether attackers gained anything, or others noticed anything."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from faults.judging.evidence import Evidence, FoulEvidence, Said
from faults.players.sight import asks_in, game_in
from sandbox.html import parse


def foul_complaints(foul: FoulEvidence) -> Iterator[str]:
    """The complaints, a line each."""
    yield from _too_much(foul)
    yield from _gains(foul)
    yield from _noticed(foul)


MOST_WAITING, MOST_WHILE_AWAY = 60, 120
"""The most messages that may wait for one chat, and while sending was interrupted by a fault.

The bot lets a person have fifty games and offers open, and a few messages belong to none.
"""
MOST_JOBS = 30
"""The most long jobs of all people together."""


def _too_much(foul: FoulEvidence) -> Iterator[str]:
    most = MOST_WAITING if foul.calm else MOST_WHILE_AWAY
    for chat, count in foul.most_waiting.items():
        if count > most:
            yield f"{count} messages waited for chat {chat} at once"
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


MOST_OVERTAKING = 150
"""The most messages to attackers, and to whom they talk, before one answer to somebody else.

They may have caused messages in ninety groups and in each of their own chats, and each chat has its turn.
"""


def _noticed(foul: FoulEvidence) -> Iterator[str]:
    if foul.outages:
        yield f"the bot took itself for away {foul.outages} times, and lengthened everybody's clocks"
    if foul.unanswered:
        yield f"{foul.unanswered} presses of others were not answered"
    if foul.overtaken > MOST_OVERTAKING:
        yield f"{foul.overtaken} letters to people who play foul left while somebody else waited for one"
    yield from (f"the bot raised an alarm: {alarm}" for alarm in foul.alarms)


# The evidence about players who keep accounts, without that about attackers, who keep none.


def without_crew(evidence: Evidence, foul: FoulEvidence) -> Evidence:
    """The evidence without the attackers' part. What was said to them stays, because it may leak secrets of others."""
    crew, matches, stored = foul.crew, evidence.matches, evidence.stored
    known = _known(evidence, crew)
    theirs = {match.id for match in matches.matches if crew & set(match.people)}
    return replace(
        evidence,
        foul=foul,
        said=tuple(
            _without_own_words(said, known) if {said.chat, said.person} & crew else said for said in evidence.said
        ),
        stored=replace(
            stored,
            games=tuple(game for game in stored.games if game.chat not in crew),
            jobs=tuple(job for job in stored.jobs if job.about not in theirs | set(map(str, crew))),
        ),
        stored_ways=tuple(game for game in evidence.stored_ways if game.chat not in crew),
        matches=replace(
            matches,
            matches=tuple(match for match in matches.matches if match.id not in theirs),
            results=tuple(result for result in matches.results if result.match not in theirs),
            ratings=tuple(rating for rating in matches.ratings if rating.person not in crew),
            finished={person: count for person, count in matches.finished.items() if person not in crew},
            walked_out={person: count for person, count in matches.walked_out.items() if person not in crew},
            remarks=tuple(remark for remark in matches.remarks if remark.person not in crew),
            seekers=tuple(person for person in matches.seekers if person not in crew),
        ),
    )


def _known(evidence: Evidence, crew: frozenset[int]) -> Mapping[int, set[str]]:
    """The secrets of the attackers' own games, by chat and person; a group knows those of all their matches.

    There are a few hundred words, so in a long run two games have the same one by chance.
    """
    known: defaultdict[int, set[str]] = defaultdict(set)
    for game in evidence.stored.games:
        known[game.chat] |= {game.secret, *game.guesses}
    for way in evidence.stored_ways:
        known[way.chat] |= {move.partition("=")[0] for move in way.moves}
    for match in evidence.matches.matches:
        sitting = crew & set(match.people)
        for each in crew if sitting else ():
            if each in sitting or each < 0:
                known[each] |= {*match.secrets, *(guess for _, guess in match.turns)}
    return known


def _without_own_words(said: Said, known: Mapping[int, set[str]]) -> Said:
    words = {*known.get(said.chat, ()), *known.get(said.person or said.chat, ())}
    if game_in(said.buttons):
        words.add(asks_in(parse(said.text)[0]))
    text, buttons = said.text, said.buttons
    for word in words - {""}:
        text, buttons = text.replace(word, "…"), buttons.replace(word, "…")
    return replace(said, text=text, buttons=buttons)
