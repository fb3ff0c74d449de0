"""What the end of a match does to the people who played it."""

from dataclasses import replace

from bot.app.actions.ratings import is_too_often
from bot.app.kinds.match.model import Match, Sitter
from bot.app.messages import Chat
from bot.app.model.header import LEFT
from bot.app.model.record import TOO_OFTEN, Result, Standing
from bot.app.ports import Work
from bot.app.world import World
from bot.game.leaving import NO_SHOW
from bot.game.model import Game, Outcome, Seat, Termination
from bot.game.rating import DRAW, LOSS, WIN, after_game

Pair = tuple[Standing, Standing]


async def with_ratings(match: Match, work: Work, world: World) -> Match:
    """The match that has just ended, with what it did to the ratings. What is known of both people is kept.

    An aborted match does nothing, but that whom the lobby led there and who never came has left it; nor does one that
    is not between two people. It belongs into the work that saves the match as ended: that fails for whoever comes
    second, so nothing is counted twice.
    """
    outcome = match.game.outcome
    if outcome is None or outcome.termination is Termination.ABORTED or not is_between_two(match):
        await _note_aborted(match, work)
        return replace(match, unrated_because="")
    now = world.now()
    await _keep_players(match, outcome, work)
    one, other = match.sitters
    standings = (await _standing(one, match, work), await _standing(other, match, work))
    was_known = match.unrated_because == TOO_OFTEN
    often = match.rated and (was_known or await is_too_often((one.person, other.person), work, now))
    if not match.rated or often:
        _add_results(match, outcome, standings, now, work, is_rated=False)
        return replace(match, unrated_because=TOO_OFTEN if often else "")
    after = _rated_standings(standings, outcome, now)
    for standing in after:
        work.ratings.keep_standing(standing)
    _add_results(match, outcome, after, now, work, is_rated=True)
    pairs = zip(standings, after, strict=True)
    return replace(match, changes=tuple((before.rating.value, then.rating.value) for before, then in pairs))


async def _note_aborted(match: Match, work: Work) -> None:
    """Two who have not made a guess have not met: the lobby may pair them again.

    Whoever wanted a rival and was not there when one came has left that game: that is shown, and costs no rating.
    """
    if not is_between_two(match):
        return
    ways = {way.value for way in NO_SHOW}
    for sitter, rival in zip(match.sitters, reversed(match.sitters), strict=True):
        player = known = await work.ratings.player(sitter.person)
        if known.last_rival == rival.person and not match.game.turns:
            player = replace(player, last_rival=0)
        if sitter.aborted in ways and not match.friends:
            player = replace(player, name=sitter.name, walked_out=player.walked_out + 1)
        if player != known:
            work.ratings.keep_player(player)


def is_between_two(match: Match) -> bool:
    """Whether two different people sit at it, of whom none has left for good."""
    people = {sitter.person for sitter in match.sitters}
    return not match.level and LEFT not in people and len(match.sitters) == len(people) == 2  # noqa: PLR2004  two


def score_of(seat: Seat, outcome: Outcome) -> float:
    """What a seat gets for the outcome."""
    if outcome.winner is None:
        return DRAW
    return WIN if outcome.winner == seat else LOSS


async def _standing(sitter: Sitter, match: Match, work: Work) -> Standing:
    return await work.ratings.standing(sitter.person, match.terms.family)


async def _keep_players(match: Match, outcome: Outcome, work: Work) -> None:
    for seat, sitter in enumerate(match.sitters):
        player = await work.ratings.player(sitter.person)
        walked_out = _has_walked_out(Seat(seat), match.game, outcome)
        finished = player.finished + (not walked_out)
        player = replace(player, name=sitter.name, finished=finished, walked_out=player.walked_out + walked_out)
        work.ratings.keep_player(player)


def _has_walked_out(seat: Seat, game: Game, outcome: Outcome) -> bool:
    """Whether the clock ended the game while it waited for this seat."""
    return outcome.termination is Termination.TIMED_OUT and any(
        gone.seat == seat and gone.why is Termination.TIMED_OUT for gone in game.gone
    )


def _rated_standings(standings: Pair, outcome: Outcome, now: float) -> Pair:
    one, other = standings
    mine, theirs = one.rating_at(now), other.rating_at(now)
    first, second = score_of(Seat(0), outcome), score_of(Seat(1), outcome)
    return (
        one.after(first, after_game(mine, theirs, first), now),
        other.after(second, after_game(theirs, mine, second), now),
    )


def _add_results(match: Match, outcome: Outcome, after: Pair, now: float, work: Work, *, is_rated: bool) -> None:
    group = match.card.id if isinstance(match.card, Chat) and match.card.is_group else None
    for seat, (sitter, standing) in enumerate(zip(match.sitters, after, strict=True)):
        rival = match.sitters[1 - seat]
        result = Result(
            match=match.id,
            person=sitter.person,
            rival=rival.person,
            rival_name=rival.name,
            family=standing.family,
            is_rated=is_rated,
            score=score_of(Seat(seat), outcome),
            rating=standing.rating,
            guesses=len(match.game.turns_of(Seat(seat))),
            has_solved=match.game.has_solved(Seat(seat)),
            group=group,
            ended_at=now,
        )
        work.ratings.add(result)
