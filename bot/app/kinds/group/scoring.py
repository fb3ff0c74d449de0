"""What the end of a game brings to those who each had a seat."""

from dataclasses import replace

from bot.app.kinds.group.model import ONE_PHONE, Group, GroupSeats, Member, guessers
from bot.app.model.header import LEFT
from bot.app.model.points import Score
from bot.app.ports import Work
from bot.game.model import Seat

SHOWN = 5
"""So many scores are kept with the game, for its board."""


async def add_points(game: Group, work: Work) -> Group:
    """Add the points of a game that has just ended, and return it with what everybody has come to.

    On one phone whoever wins has one more win. In a group whoever breaks the code gets a point for everybody who has
    guessed; a game that is given up brings nobody anything.
    """
    outcome = game.game.outcome
    if outcome is None or game.ended_at is None:
        raise ValueError("the game is not over")
    if game.seats.share_phone:
        return _with_scores(game, _wins(game.seats, outcome.winner))
    if outcome.winner is None:
        return game
    scores = {score.person: score for score in await work.points.scores(game.chat.id, SHOWN)}
    seats = guessers(game.game)
    for seat in seats:
        member, won = game.seats.members[seat], len(seats) if seat == outcome.winner else 0
        if member.person == LEFT:
            continue
        work.points.add(game.chat.id, member.person, member.name, won)
        scores[member.person] = _score_after(await work.points.score(game.chat.id, member.person), member, won)
    best = sorted(scores.values(), key=lambda score: (-score.points, score.games, score.person))
    return _with_scores(game, tuple(best[:SHOWN]))


def _with_scores(game: Group, scores: tuple[Score, ...]) -> Group:
    return replace(game, seats=replace(game.seats, scores=scores))


def _score_after(before: Score | None, member: Member, won: int) -> Score:
    points, games = (before.points, before.games) if before else (0, 0)
    return Score(member.person, member.name, points + won, games + 1)


def _wins(seats: GroupSeats, winner: Seat | None) -> tuple[Score, ...]:
    """The wins of everybody round the phone, who are known by their names."""
    before = {score.name: score for score in seats.scores}
    scores = []
    for seat, member in enumerate(seats.members):
        score = before.get(member.name, Score(ONE_PHONE, member.name, 0, 0))
        scores.append(replace(score, points=score.points + (seat == winner), games=score.games + 1))
    return tuple(scores)
