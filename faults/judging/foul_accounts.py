"""Evidence about players who keep accounts, without that about attackers, who keep none."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from faults.judging.evidence import Evidence
from faults.judging.foul_evidence import FoulEvidence
from faults.judging.witness import Said
from faults.players.way_screen import asks_in, game_in
from sandbox.html import parse


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
