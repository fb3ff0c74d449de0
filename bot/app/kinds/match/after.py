"""What follows a match: how people end it without breaking a code, rematches, reviews, and more against the bot."""

from dataclasses import replace

from bot.app.advice import MOST_TURNS
from bot.app.buttons import Feature, GamePress, MenuPress, OnMatch, OnMenu, OnPartner
from bot.app.duels.actions import end_live_search, plays_enough
from bot.app.duels.arranging_screens import OfLevel
from bot.app.intents import BreakAlone
from bot.app.kind import Decision, Request, beside, unchanged
from bot.app.kinds.match import screen as screens
from bot.app.kinds.match.model import HELD, Match, Played, stands_in
from bot.app.kinds.match.moves import Appearance, show_seat
from bot.app.kinds.match.opening import open_rematch, rematch_slot
from bot.app.kinds.match.play import Actor, end_by_move, refuse_move
from bot.app.kinds.match.screen import ABORT, OFFER_EVERY, RESIGN, leaving_question, may_offer, words
from bot.app.kinds.reviews import EVERY, ReviewPlace, ask_for_review, review_slot, show_review
from bot.app.messages import Chat
from bot.app.model.bodies import LEFT
from bot.app.model.game import MATCHES
from bot.app.model.long_jobs import LongJob
from bot.app.model.options import LEVELS, next_level
from bot.app.model.reach import Contact, Reach
from bot.app.reading import Reading
from bot.app.review.screens import ReviewPresses
from bot.app.screen import Answer, Place
from bot.app.work import Work
from bot.app.world import World
from bot.game.leaving import Cost, Way, cost_of, is_free
from bot.game.model import Game, Gone, Seat, Termination
from bot.game.rules import IllegalMove, Reason, end_by
from solver.feedback import feedback_for
from solver.review import Review, Turn, review_of
from solver.variant import InvalidCode

# How people end a match without breaking a code: alone, at what that costs, or together.

WAYS = {ABORT: Way.WISH, RESIGN: Way.RESIGN}
"""How the game ends, by what was asked before."""
OFFERED = {Way.DRAW: "toast.draw-offered", Way.CALL_OFF: "toast.call-off-offered"}
"""The text for whoever offers an end that needs both."""


def ask_to_leave(actor: Actor) -> Decision[Match]:
    """Ask whether the person wants to end the match, and say what that will cost. A slip of the finger must not."""
    match, seat = actor.match, actor.seat
    if cost_of(match.game, seat, Way.WISH) is Cost.GOES_ON:
        return refuse_move(IllegalMove(Reason.SOLVED_ALREADY), actor)
    asked = leaving_question(match.game, seat)
    return actor.having(asking=asked).decision(words(asked, match, seat, actor.texts))


def ask_to_abort(actor: Actor) -> Decision[Match]:
    """The same, where the screen has promised that it costs nothing."""
    if not is_free(actor.match.game, actor.seat):
        return refuse_move(IllegalMove(Reason.TOO_LATE_TO_ABORT), actor)
    return ask_to_leave(actor)


async def confirm_leaving(actor: Actor) -> Decision[Match]:
    """End the match as was asked before: a game that may not be aborted any more is not lost instead."""
    asked = actor.sitter.asking
    if asked not in WAYS:
        return actor.stale_press()
    if asked == ABORT and not is_free(actor.match.game, actor.seat):
        return refuse_move(IllegalMove(Reason.TOO_LATE_TO_ABORT), actor.having(asking=""))
    return await _end(WAYS[asked], actor)


async def offer(way: Way, actor: Actor, *, agrees: bool = False) -> Decision[Match]:
    """Offer an end that needs both, or agree to it where the other has offered it.

    `agrees`: whoever only agrees offers none of their own.
    """
    match = actor.match
    if match.level or is_free(match.game, actor.seat) or end_by(match.game, actor.seat, way) is None:
        return actor.stale_press()
    if actor.rival.offers == way.value:
        return await _end(way, actor)
    answer = Answer(actor.texts.plain(OFFERED[way]))
    if actor.sitter.offers == way.value:
        return Decision(match, answer=answer, changed=False, shows=False)
    if agrees or actor.rival.offers:
        return actor.stale_press()
    if not may_offer(match, actor.seat):
        soon = Answer(actor.texts.plain("toast.offered-lately", turns=OFFER_EVERY), alert=True)
        return Decision(match, answer=soon, changed=False, shows=False)
    guesses = len(match.game.turns_of(actor.seat))
    return await actor.having(offers=way.value, offered_after=guesses, asking="").announce(answer)


async def decline(actor: Actor) -> Decision[Match]:
    """Decline what is offered, or take it back if it is the person's own offer."""
    if actor.rival.offers:
        return await actor.with_rival(offers="").announce(rings=False, key="match.draw-declined")
    if not actor.sitter.offers:
        return actor.stale_press()
    return await actor.having(offers="").announce(rings=False)


async def _end(way: Way, actor: Actor) -> Decision[Match]:
    move = end_by(actor.match.game, actor.seat, way)
    return actor.stale_press() if move is None else await end_by_move(move, actor)


# Another match after one that is over: asked for, agreed to, or declined.


async def ask_for_rematch(actor: Actor) -> Decision[Match]:
    """Begin another match, sides swapped, once both have asked for it; none where one has blocked the other."""
    match, rival = actor.match, actor.rival
    if (refused := await _refuse(actor)) is not None:
        return refused
    if match.level or _holds(rival.rematch_asked, actor):
        await end_live_search((sitter.person for sitter in match.sitters), match.terms, actor.request.work)
        await open_rematch(match, actor.request.person, actor.request.work, actor.request.world)
        return unchanged(match, Answer())
    if rival.declines_rematch:
        return actor.unchanged(Answer(actor.texts.plain("match.rematch-declined", name=actor.rival_name), alert=True))
    answer = Answer(actor.texts.plain("toast.rematch-asked"))
    if _holds(actor.sitter.rematch_asked, actor):
        return unchanged(match, answer)
    actor = actor.having(rematch_asked=actor.request.world.now(), declines_rematch=False)
    decision = await actor.announce(answer, rings=False)
    await _ask_rival(actor)
    return decision


async def press_question(verb: OnMatch, actor: Actor) -> Decision[Match]:
    """Carry out a press on the question whether the person wants another match, which goes."""
    actor.request.retire_pressed()
    return await (ask_for_rematch(actor) if verb is OnMatch.REPLAY else _decline(actor))


async def _refuse(actor: Actor) -> Decision[Match] | None:
    """Why no other match can begin, or be asked for; None if it can."""
    match, rival, work, texts = actor.match, actor.rival, actor.request.work, actor.texts
    if match.rematch:
        return actor.stale_press()
    if not match.level and Feature.PEOPLE in actor.request.access.off:
        return actor.unchanged(actor.request.switched_off(Feature.PEOPLE))
    if rival.person == LEFT:
        return actor.unchanged(Answer(texts.plain("match.rematch-declined", name=actor.rival_name), alert=True))
    if not await work.of(Reach).may(Contact.OPEN, actor.sitter.person, rival.person):
        why = "alert.blocked" if actor.sitter.blocks else "match.rematch-declined"
        return actor.unchanged(Answer(texts.plain(why, name=actor.rival_name), alert=True))
    if await plays_enough(actor.sitter.person, work):
        return unchanged(match, Answer(texts.plain("late.you-full", most=MATCHES), alert=True))
    if not match.level and await plays_enough(rival.person, work):
        return actor.hears("late.full", alert=True)
    return None


async def _decline(actor: Actor) -> Decision[Match]:
    """The other need not wait, and cannot ask again."""
    asker = actor.rival
    if asker.rematch_asked is None or actor.match.rematch:
        return unchanged(actor.match, Answer(actor.texts.plain("toast.moved-on")))
    actor = actor.having(declines_rematch=True).with_rival(rematch_asked=None)
    decision = await actor.announce(rings=False)
    if asker.chat is not None and await actor.request.work.of(Reach).may(
        Contact.TELL, actor.sitter.person, asker.person
    ):
        texts = (await actor.request.work.preferences(asker.chat)).texts
        actor.request.work.tell(Chat(asker.chat), screens.refusal(actor.match, actor.rival_seat, texts))
    return decision


async def _ask_rival(actor: Actor) -> None:
    """Ask the rival by a message of its own: the game itself may have been over for long."""
    match, chat = actor.match, actor.rival.chat
    if chat is not None and not match.on_card:
        texts = (await actor.request.work.preferences(chat)).texts
        screen = screens.rematch_question(match, actor.rival_seat, texts)
        actor.request.work.show(Chat(chat), rematch_slot(match), screen, Place.BOTTOM)


def _holds(since: float | None, actor: Actor) -> bool:
    """Whether a rematch was asked for at that time, and lately enough."""
    now = actor.request.world.now()
    return since is not None and now - since <= actor.match.terms.the_clock.rematch_lasts


# Reviews of matches: each thought through at length once it is over.

OWN_REVIEW = "review-match"
"""The kind of long job in which somebody wants to see the review of their own guesses."""
PERCENT = 100.0


async def press_review(actor: Actor) -> Decision[Match]:
    """Ask for the review of the person's own guesses, or of all where they learnt from each other's."""
    actor.request.needs(_can_be_reviewed(actor))
    answer = await _ask_review(actor, "")
    return actor.having(reviewed=not answer.alert).decision(answer=answer)


async def press_all_guesses(actor: Actor) -> Decision[Match]:
    """Ask for the same as text, from below the review."""
    actor.request.needs(_can_be_reviewed(actor))
    return unchanged(actor.match, await _ask_review(actor, EVERY))


def _can_be_reviewed(actor: Actor) -> bool:
    return not actor.match.number and bool(actor.match.game.history_of(actor.seat))


async def _ask_review(actor: Actor, content: str) -> Answer:
    match, request = actor.match, actor.request
    turns = len(match.game.turns)
    return await ask_for_review(LongJob(OWN_REVIEW, match.id, turns, request.person.id, request.chat, content), request)


async def show_own_review(job: LongJob, work: Work, world: World) -> None:
    """Show somebody their own guesses in a match, or all where they learnt from each other's."""
    match = await work.games.load(job.subject, Match)
    seat = None if match is None else match.seat_of(job.person)
    if match is None or seat is None or job.chat is None or match.sitters[seat].chat != job.chat.id:
        return
    game = match.game
    if match.is_over and len(game.turns) == job.turn:
        history, secret = game.history_of(seat), game.secret_for(seat)
        presses = ReviewPresses(every=GamePress(OnMatch.EVERY, match.id, job.turn))
        place = ReviewPlace(review_slot(match.id, job.content), job.chat, presses, as_text=job.content == EVERY)
        await show_review(game.variant, history, secret, place, work, world)


async def review_both(job: LongJob, work: Work, world: World) -> None:
    """Tell both how well they played, where their screens stand."""
    match = await work.games.load(job.subject, Match)
    if match is None or match.reviews or not match.is_over:
        return
    judged = [_played_game(seat, match.game, world) for seat in match.game.seats]
    is_whole = not match.level and all(len(path) <= MOST_TURNS for _, path in judged)
    paths = tuple(path for _, path in judged) if is_whole else ()
    match = replace(match, reviews=tuple(played for played, _ in judged), paths=paths)
    work.games.save(match)
    for seat in match.game.seats:
        await show_seat(match, seat, Appearance(Place.HERE), work, world)


def _played_game(seat: Seat, game: Game, world: World) -> tuple[Played, tuple[int, ...]]:
    """How well the seat played, and how many codes it had left; one that learns from the other's guesses knows them."""
    turns = (game.turns if game.mode.shares_history else game.turns_of(seat))[:MOST_TURNS]
    secret = game.secret_for(seat)
    if not secret:
        raise ValueError("nobody guesses before the secret is kept")
    history = tuple((turn.guess, feedback_for(turn.guess, secret)) for turn in turns)
    review = world.recall(review_of, game.variant, history)
    own = [judged for judged, turn in zip(review.turns, turns, strict=True) if turn.seat == seat]
    path = (review.turns[0].before, *(judged.after for judged in review.turns))
    return Played(_accuracy(own, review), sum(judged.luck for judged in own)), path


def _accuracy(own: list[Turn], review: Review) -> float:
    """In percent, as the solver counts it, of these turns alone."""
    return PERCENT / (1 + sum(judged.turns_lost for judged in own) / review.expected)


# What may follow a match against the bot.

ABOUT_ITS_NUMBER = {OnPartner.PLAY_ON, OnPartner.TELL}
"""What may be wished only as long as the bot, which has won, keeps its number hidden."""


async def press_after_bot(verb: OnPartner, actor: Actor) -> Decision[Match]:
    """Carry out a press on what may follow."""
    match = actor.match
    actor.request.needs(match.level)
    if (match.number == HELD) != (verb in ABOUT_ITS_NUMBER):
        return actor.stale_press()
    match verb:
        case OnPartner.PLAY_ON:
            return beside(match, BreakAlone(match.id))
        case OnPartner.TELL:
            return Decision(replace(match, number=""))
        case OnPartner.NEXT:
            level = (next_level(match.level) or LEVELS[match.level]).name
            return beside(match, MenuPress(OnMenu.LEVELS, str(OfLevel(level, match.game.variant.name))))


async def type_after(typed: Reading, game: Match, request: Request) -> Decision[Match] | None:
    """Go on with a code that was typed below a match that the bot has won, or say that it came too late for this one.

    None if the text is no such thing.
    """
    if not stands_in(game, request.chat.id, request.person.id):
        return None
    try:
        code = typed.code(game.game.variant)
    except InvalidCode:
        return None
    if game.number == HELD:
        return beside(game, BreakAlone(game.id, code))
    seat = game.seat_of(request.person.id)
    if game.rematch or not game.has_just_ended(request.world.now()) or (seat is not None and _has_ended(game, seat)):
        return None
    return Decision(game, request.texts.html("note.too-late", code=game.game.variant.show(code)), changed=False)


def _has_ended(match: Match, seat: Seat) -> bool:
    """Whether they know that it is over, for it ended by their own guess or because they left."""
    if match.game.ended is Termination.ABORTED:
        return match.sitters[seat].aborted == Way.WISH.value
    if match.game.gone:
        return Gone(seat, Termination.RESIGNED) in match.game.gone
    return match.game.ended is None and match.game.turns[-1].seat == seat
