"""Ends of games alone: what follows them, what cost most, praise, reviews, and how a contest stands."""

from dataclasses import replace

from bot.app.actions.fair_play import opened_on_board, unless_refused
from bot.app.advice import MOST_TURNS, Reviewed, game_review
from bot.app.buttons import GamePress, OnBoard
from bot.app.contests.model import Contests, Entry, Standings
from bot.app.contests.screens import news, sharing
from bot.app.kind import Request, slot_of
from bot.app.kinds import reviews
from bot.app.kinds.alone import contest as contest_alone
from bot.app.kinds.alone import daily
from bot.app.kinds.alone.contest import SHOWN, as_read_by, contest_slot, standings_for
from bot.app.kinds.alone.model import CODEC, Alone, Costliest, PersonalAverage, Praise
from bot.app.kinds.alone.screens import Details, board, details_of
from bot.app.kinds.reviews import EVERY, ReviewPlace, review_slot, show_review, tells_figures
from bot.app.messages import Chat
from bot.app.model.bodies import LEFT
from bot.app.model.game import hinted_in
from bot.app.model.long_jobs import MOST, LongJob, LongJobs
from bot.app.model.modes import alone_play
from bot.app.model.reach import Contact, Reach
from bot.app.review.screens import ReviewPresses
from bot.app.screen import Answer, News, Place
from bot.app.screens.common import viewer_of
from bot.app.stats import actions as ledgers
from bot.app.stats.model import Ended, Ledger, ended_of, with_line
from bot.app.texts import NOTHING, Html
from bot.app.work import Job, Work
from bot.app.world import World
from bot.game.model import Outcome as GameOutcome
from bot.game.model import Termination
from solver.review import Review
from solver.strength import forced_within

# What follows the end of a game alone.


async def after_end(game: Alone, request: Request) -> None:
    """Tell those whom it concerns, count the game, and let it be thought about what cost most."""
    await count(game, request)
    stands = await contest_alone.finish(game, request)
    if stands is not None:
        await show_to_others(stands, contest_alone.entry_of(game, request.person), request)
    await daily.finish(game, request)
    await ask_for_costliest(game, request)


# What cost most in a game alone: thought about once it is over, and then said on its board.

COSTLIEST = "costliest"
"""The kind of long job: a game alone is over."""
GIVEN_UP = GameOutcome(Termination.RESIGNED, None)
LATE = 60.0
"""Seconds after the end from which on nobody looks for it any more: whatever is too much to think about goes."""


async def ask_for_costliest(game: Alone, request: Request) -> None:
    """Let it be thought about, unless the person waits for enough: what they ask for themselves goes first."""
    turns = len(game.game.turns)
    if not 0 < turns <= MOST_TURNS or not game.can_be_reviewed or game.game.mode.strict:
        return  # beside play that is free to guess anything, strict play would only be blamed
    long_jobs = request.work.of(LongJobs)
    waiting = await long_jobs.of(game.starter)
    is_asked = game.daily is not None
    if len(waiting) < (MOST if is_asked else MOST // 2):
        saved = str(game.revision + 1)
        long_jobs.put(LongJob(COSTLIEST, game.id, turns, game.starter, content=saved, is_asked=is_asked))


async def show_costliest(job: LongJob, work: Work, world: World) -> None:
    """Keep what cost most and how good the game was, count that, and say what cost most on the board.

    Unless somebody looks at other buttons there by now. Raises NeedsThought.
    """
    game = await work.games.load(job.subject, Alone)
    if game is None or game.ended_at is None or game.costliest is not None:
        return
    if game.daily is None and world.now() > game.ended_at + LATE:
        return
    position = unless_refused(await opened_on_board(game.told, game.starter, game.chat, work, world.now()))
    found = world.recall(game_review, *position, game.game.secret)
    known = _costliest_of(found, given_up=game.game.outcome == GIVEN_UP)
    if not await tells_figures(game.starter, work):
        known = replace(known, perfect=None)
    review = found.review
    is_as_ended = game.revision == int(job.content)
    game = await with_review_counted(replace(game, costliest=known), work, world, on_board=is_as_ended)
    work.games.save(game)
    await daily.weigh(game, review, work)
    if is_as_ended:
        await _show_board(game, review, work, world)


def _costliest_of(found: Reviewed, *, given_up: bool) -> Costliest:
    review, perfect = found.review, None if given_up else len(found.path) or None
    number = next(iter(review.costliest), 0)
    has_lost = perfect is None or len(review.turns) > perfect
    flaw = review.turns[number - 1].flaw if number and has_lost else None
    accuracy, luck = round(review.accuracy, 2), round(review.luck, 2)
    return Costliest(number, flaw, accuracy, luck, given_up=given_up, perfect=perfect)


async def show_friend(job: Job, work: Work, world: World) -> None:
    """Show the end of a day's code once more, where it stands, as a friend has finished too."""
    game = await work.games.load(job.subject, Alone)
    if game is None or not game.is_over or (await work.slot_state(game.chat, slot_of(game.id))).message is None:
        return
    await _show_board(game, None, work, world)


async def _show_board(game: Alone, review: Review | None, work: Work, world: World) -> None:
    """Show the board where it stands."""
    preferences = await work.preferences(game.chat.id)
    if not preferences.reachable:
        return
    standings = await standings_for(game, work) if game.target is not None else None
    if standings is not None:
        # Whoever finishes meanwhile shows more: then this begins again, lest it hide that.
        work.of(Contests).save(standings.contest)
        standings = await as_read_by(game.starter, standings, work)
    viewer = viewer_of(preferences, world)
    details = details_of(game, world.recall, standings, day=await daily.shown_for(game, work, weighed=review))
    work.show(game.chat, slot_of(game.id), board(game, viewer, details), Place.HERE)


# What is said of a game that ends beside those that its player has ended before, and counting it among them.


async def with_praise(game: Alone, request: Request) -> Alone:
    """The game that ends now with what is said of it. In a group all have played together, so nothing is said there.

    Nothing is said either while older games are still being counted.
    """
    played = CODEC.counted_of(game)
    ended = None if played is None else ended_of(played)
    if played is None or ended is None:
        return game
    before = await ledgers.ledger_of(game.starter, request.work)
    if before.done is not None:
        return game
    tally = before.with_game(ended).of(ended.key)
    standing = PersonalAverage(tally.games, None if tally.mean is None else round(tally.mean, 2))
    earned = await ledgers.earned_by(with_line(before, played), request.work)
    return replace(game, praise=_praise(ended, before), standing=standing, earned=earned)


async def count(game: Alone, request: Request) -> None:
    """Count the game, which this very work ends."""
    if (played := CODEC.counted_of(game)) is not None:
        await ledgers.count_game(played, request.person.name, request.work, request.world, game.earned)


async def with_review_counted(game: Alone, work: Work, world: World, *, on_board: bool) -> Alone:
    """The game, whose review is counted; `on_board`: with what that has achieved."""
    if (played := CODEC.counted_of(game)) is None:
        return game
    earned = await ledgers.count_review(game.id, played, work, world, on_board=on_board)
    return replace(game, earned=(*game.earned, *earned))


def _praise(ended: Ended, before: Ledger) -> Praise:
    if not ended.solved:
        return Praise.NONE
    if not before.of_all.solved:
        return Praise.FIRST
    best = before.of(ended.key).best.get(ended.help)
    is_best = best is not None and ended.guesses < best and not ended.hints
    return Praise.BEST if is_best else Praise.NONE


# Reviews of games alone: asked for below the board, and shown once they have been thought about.

REVIEW = "review-table"
"""The kind of long job: somebody wants to see the review of a game alone."""


async def ask_for_review(game: Alone, request: Request, content: str = "") -> Answer:
    """The review comes in a moment, where there is anything to review. `content`: EVERY for all guesses as text."""
    turns = len(game.game.turns)
    request.needs(turns and game.can_be_reviewed)
    unless_refused(await opened_on_board(game.told, request.person.id, game.chat, request.work, request.world.now()))
    return await reviews.ask_for_review(
        LongJob(REVIEW, game.id, turns, request.person.id, request.chat, content), request
    )


async def show_asked_review(job: LongJob, work: Work, world: World) -> None:
    """Show the review if the game is still over, and where it was. Raises NeedsThought."""
    game = await work.games.load(job.subject, Alone)
    if game is None or job.chat is None or game.chat.id != job.chat.id:
        return
    if not game.is_over or len(game.game.turns) != job.turn:
        return
    found = unless_refused(await opened_on_board(game.told, job.person, job.chat, work, world.now()))
    can_be_replayed = alone_play(game.game.mode).can_be_replayed
    presses = ReviewPresses(
        every=GamePress(OnBoard.EVERY, game.id, job.turn),
        replay=GamePress(OnBoard.REPLAY, game.id, job.turn) if can_be_replayed else None,
    )
    is_plain = not (job.chat.is_group or await tells_figures(job.person, work))
    forced = None if game.game.mode.has_secret else forced_within(game.game.variant)
    slot, as_text = review_slot(game.id, job.content), job.content == EVERY
    place = ReviewPlace(
        slot, job.chat, presses, as_text=as_text, is_plain=is_plain, forced=forced, hinted=hinted_in(game.log)
    )
    await show_review(*found, game.game.secret, place, work, world)


# How a contest stands, shown to those who may know: who has finished, and whose game it is all about.

LOUD = 20
"""So many friends who finish are news to whoever invited them, by a new message; the others in place."""


async def show_to_others(standings: Standings, entry: Entry, request: Request) -> None:
    """Somebody has begun or finished. Only whoever invited them hears a sound, and only when they finish.

    Nobody does who may not be told of them, and each reads the names of those alone of whom they may.
    """
    contest = standings.contest
    owner, *others = contest.insiders[:SHOWN]
    is_loud = entry.game is not None and contest.ended <= LOUD
    is_loud = is_loud and await request.work.of(Reach).may(Contact.TELL, entry.person, owner)
    await _show_standing(standings, owner, request, Place.BOTTOM if is_loud else Place.HERE, entry if is_loud else None)
    for other in others:
        await _show_standing(standings, other, request, Place.HERE)
    for before in await request.work.of(Contests).latest(contest.token, SHOWN):
        game = await request.work.games.load(before.game_id, Alone) if before.game_id != entry.game_id else None
        if game is not None:
            await _update_board(game, standings, request)


async def show_sharing(
    standings: Standings, request: Request, place: Place = Place.BOTTOM, line: Html = NOTHING
) -> None:
    """Let somebody who knows the secret see the link, below the line."""
    standings = await as_read_by(request.person.id, standings, request.work)
    viewer = replace(viewer_of(request.preferences, request.world), texts=request.texts)
    screen = sharing(standings, request.person.id, viewer, line)
    request.work.show(Chat(request.person.id), contest_slot(standings.contest.token), screen, place)


async def _show_standing(
    standings: Standings, person: int, request: Request, place: Place, ended: Entry | None = None
) -> None:
    """Let somebody who knows the secret see how it stands; in place only where they look at it."""
    if person == LEFT:
        return
    chat, slot = Chat(person), contest_slot(standings.contest.token)
    if place is Place.HERE and (await request.work.slot_state(chat, slot)).message is None:
        return
    known = await request.work.preferences(person)
    standings = await as_read_by(person, standings, request.work)
    line = NOTHING if ended is None else news(ended, known.texts)
    screen = replace(sharing(standings, person, viewer_of(known, request.world), line), news=News.RESULTS)
    request.work.show(chat, slot, screen, place, for_many=ended is None)


async def _update_board(game: Alone, standings: Standings, request: Request) -> None:
    """Let somebody else see, where they see their own finished game, how the contest stands now."""
    known, world = await request.work.preferences(game.chat.id), request.world
    standings = await as_read_by(game.starter, standings, request.work)
    screen = board(game, viewer_of(known, world), Details(standings=standings))
    request.work.show(game.chat, slot_of(game.id), screen, Place.HERE, for_many=True)
