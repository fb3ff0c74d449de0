"""What the end of a game brings to those who each had a seat at the table."""

from dataclasses import replace

from bot.app.model.company import ONE_PHONE, Company, Member, Score, guessers
from bot.app.model.table import Table
from bot.app.ports import Work
from bot.game.model import Seat

MOST = 1000
"""So many people of one group have a score."""


async def scored(table: Table, work: Work, now: float) -> Table:
    """The table whose game has just ended, with what everybody has come to.

    On one phone whoever wins has one more win. In a group whoever breaks the code gets a point for everybody who has
    guessed; a game that is given up brings nobody anything.
    """
    company, outcome = table.company, table.game.outcome
    if company is None or outcome is None:
        return table
    if company.members[0].person == ONE_PHONE:
        return replace(table, company=replace(company, scores=_wins(company, outcome.winner)))
    if outcome.winner is None:
        return table
    before = {score.person: score for score in await work.points.scores(table.chat.id, MOST)}
    seats = guessers(table.game)
    for seat in seats:
        member, won = company.members[seat], len(seats) if seat == outcome.winner else 0
        work.points.add(table.id, table.chat.id, member.name, member.person, won=won, now=now)
        before[member.person] = _more(before.get(member.person), member, won)
    scores = tuple(sorted(before.values(), key=lambda score: (-score.points, score.games, score.person)))
    return replace(table, company=replace(company, scores=scores[:BEST]))


BEST = 5
"""So many are told."""


def _more(score: Score | None, member: Member, won: int) -> Score:
    points, games = (score.points, score.games) if score else (0, 0)
    return Score(member.person, member.name, points + won, games + 1)


def _wins(company: Company, winner: Seat | None) -> tuple[Score, ...]:
    """The wins of everybody round the phone, who are known by their names."""
    before = {score.name: score for score in company.scores}
    told = []
    for seat, member in enumerate(company.members):
        score = before.get(member.name, Score(ONE_PHONE, member.name, 0, 0))
        told.append(replace(score, points=score.points + (seat == winner), games=score.games + 1))
    return tuple(told)
