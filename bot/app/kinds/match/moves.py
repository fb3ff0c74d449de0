"""Moves in a match, and what follows each: the clocks, the bot's own moves, ratings, and what the others see.

A move is made by `make_move`; then the bot's own moves, the clocks, the screens that show it, and what the end does to
those who played.
"""

from dataclasses import dataclass, replace

from bot.app.advice import hint_result
from bot.app.duels.actions import card_slot, view_of, why_less
from bot.app.kind import slot_of
from bot.app.kinds.match.card_screen import playable_card, scoreboard
from bot.app.kinds.match.model import HELD, Match, Sitter, lot, rival_of
from bot.app.kinds.match.screen import SeatViewer, match_screen
from bot.app.lobby.model import Lobby
from bot.app.messages import Chat
from bot.app.model.bodies import LEFT
from bot.app.model.game import COMPUTER
from bot.app.model.long_jobs import LongJob, LongJobs
from bot.app.model.options import LEVELS, guess_of
from bot.app.model.uptime import Uptime
from bot.app.ratings.model import AGAIN, EARLY, Ratings, Result, Standing
from bot.app.screen import News, Place, Screen
from bot.app.screens.common import Viewer, viewer_of
from bot.app.stats.actions import count_level
from bot.app.texts import NOTHING, Html
from bot.app.watching.model import EVERY, WATCHED, Watching
from bot.app.work import Job, Work
from bot.app.world import World
from bot.game.leaving import NO_SHOW, Way
from bot.game.model import Game, Outcome, Phase, Seat, SecretsReady, Termination
from bot.game.rating import DRAW, LOSS, WIN, after_game
from bot.game.rules import Abort, Guess, Move, SetSecret, Step, apply, lengthened, with_first
from solver.variant import Code

# Moves: each is made, saved, and shown to everybody else.

REVIEW = "review"
"""The kind of long job that thinks a match through once it is over."""


async def make_move(match: Match, move: Move, work: Work, world: World) -> Match:
    """The match after a move, saved, and shown to every other seat and on the card. Raises NeedsThought.

    Raises IllegalMove; then nothing has happened. The mover's own screen is the caller's: a request shows it by its
    outcome, a job by `force_move`.
    """
    before, now = match, world.now()
    if match.left:
        match = await with_outages(match, move.seat, work, now)
    match = with_deadlines(_after(match, move, apply(match.game, move), now), now)
    match = after_own_moves(match, now, world)
    if isinstance(move, Guess) and len(match.game.turns) == 1 and not match.is_over:
        await _note_rivals(match, work)
    if match.is_over:
        match = await with_ratings(match, work, world)
        match = await _with_level_counted(match, work, world)
        if all(match.game.turns_of(seat) for seat in match.game.seats):
            work.of(LongJobs).put(LongJob(REVIEW, match.id))
    match = await tell_watchers(match, work, now)
    save_with_alarms(match, work)
    await show_card(match, work, world)
    if isinstance(move, Guess | SetSecret):
        work.keep_draft(match.id, match.sitters[move.seat].person, "")
    for seat in match.game.seats:
        if seat != move.seat:
            await _show_move(before, match, seat, work, world)
    return match


async def force_move(match: Match, move: Move, work: Work, world: World) -> Match:
    """Make a move for somebody who did not ask for it, such as when their time is over. They see it as a new message.

    Raises IllegalMove and NeedsThought as `make_move` does.
    """
    match = await make_move(match, move, work, world)
    await show_seat(match, move.seat, Appearance(Place.BOTTOM, draft=""), work, world)
    return match


def guess_by(match: Match, seat: Seat, code: Code, now: float) -> Guess:
    """The move of guessing this code now; it counts again once it has been pointed out as asked before."""
    timed = not match.game.mode.in_turn and match.began_at is not None
    at = round(max(0.0, now - (match.began_at or now)), 3) if timed else 0.0
    return Guess(seat, code, knowingly=match.sitters[seat].asked_again == code, at=at)


def _after(match: Match, move: Move, step: Step, now: float) -> Match:
    """The match after the move: whatever spoke of the turn before is gone."""
    match = replace(match, game=step.game)
    if any(isinstance(event, SecretsReady) for event in step.events):
        match = match_begun(match, now)
    if match.game.phase is Phase.OVER:
        match = replace(match, ended_at=now)
    if isinstance(move, Abort):
        match = match.with_sitter(move.seat, replace(match.sitters[move.seat], aborted=move.way.value))
    sitters = tuple(_sitter_after(sitter, Seat(at), move, match) for at, sitter in enumerate(match.sitters))
    return replace(match, sitters=sitters)


def _sitter_after(sitter: Sitter, seat: Seat, move: Move, match: Match) -> Sitter:
    """What a seat's own screen shows once that move has been made."""
    is_declined = isinstance(move, Guess) and seat != move.seat
    offers = "" if is_declined or match.is_over else sitter.offers
    sitter = replace(sitter, offers=offers, proof=sitter.proof and not match.is_over)
    if isinstance(move, Guess) and (seat == move.seat or match.game.mode.shares_history):
        sitter = replace(sitter, hint=None)
    if seat == move.seat:
        return replace(sitter, asked_again=None, asking="", told_gone=False)
    costs_more = len(match.game.turns) == 1  # so what they are asked about leaving is out of date
    return replace(sitter, asking="") if match.game.mode.in_turn or match.is_over or costs_more else sitter


def match_begun(match: Match, now: float) -> Match:
    """The match once its secrets are ready: the lot says who guesses first."""
    first = lot(match)[1] if match.has_lot else match.game.first
    return replace(match, game=with_first(match.game, first), began_at=now)


def after_own_moves(match: Match, now: float, world: World) -> Match:
    """The match once the bot has done what it must, where it has a seat. Raises NeedsThought."""
    while (move := own_move(match, world)) is not None:
        match = with_deadlines(_after(match, move, apply(match.game, move), now), now)
    return replace(match, number=HELD) if keeps_its_number(match) else match


async def _with_level_counted(match: Match, work: Work, world: World) -> Match:
    """The match with what it has achieved: that the bot was beaten at its level is counted."""
    outcome = match.game.outcome
    winner = None if outcome is None else outcome.winner
    person = COMPUTER if winner is None else match.sitters[winner].person
    if not match.level or person == COMPUTER:
        return match
    return replace(match, earned=await count_level(person, match.level, work, world))


def save_with_alarms(match: Match, work: Work) -> None:
    """Save the match, and let the deadlines be heeded that this work has set."""
    work.games.save(match)
    set_alarms(match, work)


async def _show_move(before: Match, match: Match, seat: Seat, work: Work, world: World) -> None:
    """Show somebody what another has done: as a new message, for that alone makes a phone ring.

    While they tap a code of their own for which nobody waits, the screen changes under the keypad instead.
    """
    place = Place.BOTTOM if _rings(before, match, seat) else Place.HERE
    await show_seat(match, seat, Appearance(place), work, world)


def _rings(before: Match, match: Match, seat: Seat) -> bool:
    if match.is_over:
        return True
    if match.game.phase is Phase.SECRETS:
        return not match.must_act(seat)
    others = [other for other in match.game.seats if other != seat]
    return match.game.mode.in_turn or any(match.game.has_solved(at) and not before.game.has_solved(at) for at in others)


# The bot as a player of a match: what it does when the game waits for it.


def own_move(match: Match, world: World) -> Move | None:
    """What the bot does now; None where it has no seat, or where the game does not wait for it. Raises NeedsThought.

    It looks at nothing but what a person in its seat would see.
    """
    seat = match.seat_of(COMPUTER)
    if seat is None or match.is_over:
        return None
    game = match.game
    if match.wants_secret(seat):
        return SetSecret(seat, world.draw_secret(game.variant))
    if not game.may_guess(seat):
        return None
    level = LEVELS[match.level]
    seed = match.labels if level.relabels(game.variant) else match.id
    code = guess_of(level, game.variant, game.history_of(seat), seed, world.recall)
    return Guess(seat, code, knowingly=True)


def keeps_its_number(match: Match) -> bool:
    """Whether the bot has just won, and its number may still be broken."""
    seat, outcome = match.seat_of(COMPUTER), match.game.outcome
    if seat is None or outcome is None or match.number:
        return False
    return outcome.termination is not Termination.ABORTED and not match.game.has_solved(Seat(1 - seat))


# The clocks of a match: how long the game waits for whoever must act, and what is due when it waits no more.

CLOCK, REMIND = "clock", "remind"
"""The kinds of job: somebody's time has run out, or will soon."""


def with_deadlines(match: Match, now: float) -> Match:
    """The match with a deadline for everybody whom it waits for; the time for a move runs from when it became due."""
    if match.terms.the_clock.increment and match.game.phase is not Phase.SECRETS:
        match = replace(match, left=tuple(_left(match, seat, now) for seat in match.game.seats))
    return replace(match, sitters=tuple(_with_deadline(match, Seat(at), now) for at in range(len(match.sitters))))


async def with_outages(match: Match, seat: Seat, work: Work, now: float) -> Match:
    """The match; where outages have cost the seat time since its clock was started, with that time given back.

    The clock then counts as started now, so that nothing is given back twice.
    """
    sitter = match.sitters[seat]
    if sitter.deadline is None:
        return match
    outages = await work.of(Uptime).outages(sitter.since, now)
    longer = lengthened(sitter.deadline, sitter.since, outages) - sitter.deadline
    return with_more_time(match, seat, longer, now) if longer else match


def with_more_time(match: Match, seat: Seat, seconds: float, now: float) -> Match:
    """The match once the clock of the seat, which runs, has been set later by so much. It needs alarms of its own."""
    sitter = match.sitters[seat]
    deadline = (sitter.deadline or now) + seconds
    return match.with_sitter(seat, replace(sitter, deadline=deadline, since=now, wound_in=match.revision))


def set_alarms(match: Match, work: Work) -> None:
    """Let the deadlines be heeded that this work has set; call it once, with the match as it is saved."""
    reminder = match.terms.the_clock.reminder
    for seat, sitter in enumerate(match.sitters):
        if sitter.deadline is None or sitter.wound_in != match.revision:
            continue
        turn = alarm_number(match, Seat(seat))
        work.at(sitter.deadline, Job(CLOCK, match.id, turn))
        if reminder is not None and (not match.left or sitter.deadline - sitter.since > reminder):
            work.at(sitter.deadline - reminder, Job(REMIND, match.id, turn))


def alarm_number(match: Match, seat: Seat) -> int:
    """The number by which the alarms of the seat's present move are known: a job's `turn`."""
    return match.sitters[seat].awaited * len(match.sitters) + seat


def seat_of_alarm(match: Match, number: int) -> Seat | None:
    """The seat that the alarm is about; None if the game no longer waits for that move of theirs."""
    seat = Seat(number % len(match.sitters))
    still = match.sitters[seat].deadline is not None and alarm_number(match, seat) == number
    return seat if still else None


def _left(match: Match, seat: Seat, now: float) -> float:
    """What is left of the seat's budget as its clock last stood, with what its guess has brought."""
    sitter, clock = match.sitters[seat], match.terms.the_clock
    if not match.left:
        return clock.seconds or 0.0
    if sitter.deadline is None or sitter.awaited == _awaited_move(match, seat):
        return match.left[seat]
    return max(0.0, sitter.deadline - now) + clock.increment


def _with_deadline(match: Match, seat: Seat, now: float) -> Sitter:
    sitter = match.sitters[seat]
    awaited = _awaited_move(match, seat)
    deadline = match.terms.the_clock.deadline(now, secret=awaited == 0) if match.must_act(seat) else None
    if deadline is None:
        return replace(sitter, deadline=None)
    if sitter.deadline is not None and sitter.awaited == awaited:
        return sitter
    if match.left:
        deadline = now + match.left[seat]
    return replace(sitter, deadline=deadline, awaited=awaited, since=now, wound_in=match.revision)


def _awaited_move(match: Match, seat: Seat) -> int:
    """Which of the seat's moves the game waits for: 0 for the secret, then the guesses from 1."""
    return 0 if match.game.phase is Phase.SECRETS else len(match.game.turns_of(seat)) + 1


# Screens of a match: each seat's own, and the card that everybody in a chat sees.


@dataclass(frozen=True, slots=True)
class Appearance:
    """Where a seat's screen appears, and what stands on it this one time."""

    place: Place
    note: Html = NOTHING
    """Said once, right below the guesses."""
    draft: str | None = None
    """What the person has tapped, if it changes now."""
    call: Html = NOTHING
    """The first line, where something calls them."""
    news: News | None = None
    """What it is news of; None: of a turn, or of the end."""


async def show_seat(match: Match, seat: Seat, appearance: Appearance, work: Work, world: World) -> None:
    """Show the match to the person in a seat, unless they play on the card alone. Raises NeedsThought.

    Where it comes to the bottom and waits for them, or its time presses, what they type next is for it.
    Nobody may save the match while its screens leave: whoever moves meanwhile, at another request, is shown after it,
    so that nobody is left with a screen that is out of date.
    """
    sitter, draft = match.sitters[seat], appearance.draft
    if sitter.chat is None:
        return
    work.games.hold(match)
    if draft is None:
        draft = await work.draft(match.id, sitter.person) if sitter.keypad and match.must_act(seat) else ""
    known = await work.preferences(sitter.chat)
    viewer = viewer_of(known, world, person=sitter.person, draft=draft, note=appearance.note)
    screen = seat_screen(match, seat, viewer, appearance.call)
    if appearance.news is not None:
        screen = replace(screen, news=appearance.news)
    work.show(Chat(sitter.chat), slot_of(match.id), screen, appearance.place)
    waits = match.must_act(seat)
    if appearance.place is Place.BOTTOM and not match.is_over and (waits or match.terms.the_clock.is_live):
        work.games.focus_on(Chat(sitter.chat), match.id, asks=waits)


def seat_screen(match: Match, seat: Seat, viewer: Viewer, call: Html = NOTHING) -> Screen:
    """The screen of the person in the seat. Raises NeedsThought."""
    asked = None if match.is_over else match.sitters[seat].hint
    hint = hint_result(match.game.variant, match.game.history_of(seat), asked, viewer.recall)
    screen = match_screen(match, SeatViewer.of(viewer, seat=seat, call=call, hint=hint))
    return replace(screen, news=News.RESULTS if match.is_over else News.TURNS)


async def show_card(match: Match, work: Work, world: World) -> None:
    """Show on its card how the match stands, if it has one that no later match has taken over."""
    if match.card is not None and not match.rematch:
        viewer = await view_of(match.card, match.card_by or match.sitters[0].person, work, world)
        screen = playable_card(match, viewer) if match.on_card else scoreboard(match, viewer)
        work.show(match.card, card_slot(match.id), screen, Place.HERE, for_many=not match.on_card)


async def tell_watchers(match: Match, work: Work, now: float) -> Match:
    """The match that has moved on, with what those who watch have said so far; one job shows it to all of them.

    None is written where one is due already, for it shows the newest: it runs GRACE after it is due, so whatever was
    committed by then is seen. The end always has its own.
    """
    if not match.watched:
        return match
    match = replace(match, applause=await work.of(Watching).applause(match.id))
    if match.is_over:
        work.of(Watching).end(match.id)
    if now < match.watch_due <= now + EVERY and not match.is_over:
        return match
    # Not later than that either: another replica's clock may be ahead.
    match = replace(match, watch_due=min(max(now, match.watch_due + EVERY), now + EVERY))
    work.at(match.watch_due, Job(WATCHED, match.id, 0))
    return match


async def tell_others(match: Match, seat: Seat, work: Work, world: World, *, rings: bool = True, key: str = "") -> None:
    """Save what the person in the seat has changed besides moving, and show it to everybody else.

    `rings`: as a new message, for that alone makes a phone ring; else where their screen stands. `key`: of the text
    about this person that stands below it.
    """
    work.games.save(match)
    if match.on_card:
        await show_card(match, work, world)
    for at in match.game.seats:
        if at == seat:
            continue
        note = await _note(match, at, key, work) if key else NOTHING
        await show_seat(match, at, Appearance(Place.BOTTOM if rings else Place.HERE, note), work, world)


async def _note(match: Match, seat: Seat, key: str, work: Work) -> Html:
    """What the person in the seat reads about the other, in their language."""
    texts = (await work.preferences(match.sitters[seat].person)).texts
    return texts.html(key, name=rival_of(match, seat, texts))


# What the end of a match does to the people who played it.

Pair = tuple[Standing, Standing]
AT_LEAST = 3
"""Guesses after which somebody who leaves has played."""


async def with_ratings(match: Match, work: Work, world: World) -> Match:
    """The match that has just ended, with what it did to the ratings. What is known of both people is kept.

    An aborted match does nothing, but that whom the lobby led there and who never came has left it; nor does one that
    is not between two people. It belongs into the work that saves the match as ended: that fails for whoever comes
    second, so nothing is counted twice.
    """
    outcome = match.game.outcome
    if outcome is None or outcome.termination is Termination.ABORTED or not is_between_two(match):
        await _note_aborted(match, work, world.now())
        return replace(match, unrated_because="")
    now = world.now()
    await _keep_players(match, outcome, work)
    one, other = match.sitters
    ratings, family = work.of(Ratings), match.terms.family
    standings = (await ratings.standing(one.person, family), await ratings.standing(other.person, family))
    because = ""
    if match.rated:
        because = match.unrated_because or await why_less((one.person, other.person), work, now)
    if not match.rated or because not in {"", AGAIN}:
        _add_results(match, outcome, standings, now, work, is_rated=False)
        return replace(match, unrated_because=because, half_because="")
    half = because or match.half_because or _why_half(match, outcome, standings, now)
    after = _rated_standings(standings, outcome, now, half)
    for standing, rival in zip(after, reversed(after), strict=True):
        rivals = await work.of(Ratings).known_rivals(standing.person, standing.family, rival.person)
        work.of(Ratings).keep_standing(standing.known_by(rivals + (not rival.rating.is_provisional)))
    _add_results(match, outcome, after, now, work, is_rated=True)
    changes = tuple((before.rating.value, then.rating.value) for before, then in zip(standings, after, strict=True))
    return replace(match, changes=changes, half_because=half)


async def _note_rivals(match: Match, work: Work) -> None:
    """Once somebody has guessed the two have met: whom each has met last, lest the lobby pair them again at once."""
    if not is_between_two(match):
        return
    for sitter, rival in zip(match.sitters, reversed(match.sitters), strict=True):
        player = await work.of(Ratings).player(sitter.person)
        work.of(Ratings).keep_player(replace(player, last_rival=rival.person))


async def _note_aborted(match: Match, work: Work, now: float) -> None:
    """What it means for the lobby that a match to which it led two people was aborted.

    Whoever wanted a rival and was not there when one came has left that game: that is shown, and costs no rating.
    """
    if match.friends or not is_between_two(match):
        return
    for sitter, rival in zip(match.sitters, reversed(match.sitters), strict=True):
        way = Way(sitter.aborted) if sitter.aborted else None
        if way in NO_SHOW:
            player = await work.of(Ratings).player(sitter.person)
            work.of(Ratings).keep_player(replace(player, walked_out=player.walked_out + 1))
        if way not in {None, Way.CALL_OFF} and not match.game.turns:
            work.of(Lobby).note_abort(sitter.person, rival.person, now)


def is_between_two(match: Match) -> bool:
    """Whether two different people sit at it, of whom none has left for good."""
    people = {sitter.person for sitter in match.sitters}
    return not match.level and LEFT not in people and len(match.sitters) == len(people) == 2  # noqa: PLR2004  two


def score_of(seat: Seat, outcome: Outcome) -> float:
    """What a seat gets for the outcome."""
    if outcome.winner is None:
        return DRAW
    return WIN if outcome.winner == seat else LOSS


async def _keep_players(match: Match, outcome: Outcome, work: Work) -> None:
    for seat, sitter in enumerate(match.sitters):
        player = await work.of(Ratings).player(sitter.person)
        walked_out = _has_walked_out(Seat(seat), match.game, outcome)
        finished = player.finished + (not walked_out)
        player = replace(player, name=sitter.name, finished=finished, walked_out=player.walked_out + walked_out)
        work.of(Ratings).keep_player(replace(player, last_rival=match.sitters[1 - seat].person))


def _has_walked_out(seat: Seat, game: Game, outcome: Outcome) -> bool:
    """Whether the clock ended the game while it waited for this seat."""
    return outcome.termination is Termination.TIMED_OUT and any(
        gone.seat == seat and gone.why is Termination.TIMED_OUT for gone in game.gone
    )


def _why_half(match: Match, outcome: Outcome, standings: Pair, now: float) -> str:
    """EARLY: a beginner's account that leaves at once must not be worth as much to somebody as a game."""
    if outcome.winner is None or outcome.termination not in {Termination.RESIGNED, Termination.TIMED_OUT}:
        return ""
    loser = Seat(1 - outcome.winner)
    is_early = len(match.game.turns_of(loser)) < AT_LEAST
    return EARLY if is_early and standings[loser].rating_at(now).is_provisional else ""


def _rated_standings(standings: Pair, outcome: Outcome, now: float, half: str) -> Pair:
    one, other = standings
    mine, theirs = one.rating_at(now), other.rating_at(now)
    first, second = score_of(Seat(0), outcome), score_of(Seat(1), outcome)
    halves = [half == AGAIN or (half == EARLY and score == WIN) for score in (first, second)]
    return (
        one.after(first, after_game(mine, theirs, first), now, half=halves[0]),
        other.after(second, after_game(theirs, mine, second), now, half=halves[1]),
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
            terms=match.terms,
        )
        work.of(Ratings).add(result)
