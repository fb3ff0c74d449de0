"""The evidence of those who keep accounts, without what others did who keep none."""

from dataclasses import replace

from tests.faults.judging.evidence import Evidence
from tests.faults.judging.foul_evidence import FoulEvidence


def without_crew(evidence: Evidence, foul: FoulEvidence) -> Evidence:
    """What is left for those who keep accounts; what was said to the crew stays, for it may hold their secrets."""
    crew, matches, stored = foul.crew, evidence.matches, evidence.stored
    theirs = {match.id for match in matches.matches if crew & set(match.people)}
    return replace(
        evidence,
        foul=foul,
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
