"""Games looked at afterwards, ours and those played elsewhere; and positions that people send each other."""

from bot.app.actions.reviews import job_of_match, job_of_table, job_of_told
from bot.app.advice.history_text import UnreadableGame, game_in
from bot.app.advice.positions import position_in
from bot.app.advice.reviewed import MOST_TURNS, TooLongGame
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels.seated import Seated
from bot.app.messages import Said
from bot.app.model.breaker import MOST_SUSPECTS
from bot.app.model.long_job import MOST, LongJob
from bot.app.model.table import Table
from bot.app.ports import Answer
from bot.app.screens.solo.position import advice_screen, position_screen
from bot.app.screens.solo.suspects import suspect_lines
from bot.game.model import Seat
from solver.advice import advise
from solver.doubt import doubt
from solver.feedback import History, InconsistentHistory
from solver.variant import Variant

SEEN = "👀"
"""The sign on a message whose review takes a moment."""
POSITION = "position"
"""The name under which the position is kept that somebody looks at."""


async def of_table(table: Table, desk: Desk) -> Answer:
    """The review of a game against the bot, in a moment."""
    if not table.game.history_of(Seat(0)):
        return desk.stripped("toast.old-button")
    return await _ask(job_of_table(table, desk.person.id, desk.chat), desk)


async def of_match(seated: Seated) -> Answer:
    """The review of somebody's own guesses in a match, or of all where they learnt from each other's, in a moment."""
    match, desk = seated.match, seated.desk
    if match.number or not match.game.history_of(seated.seat):
        return desk.stripped("toast.old-button")
    return await _ask(job_of_match(match, desk.person.id, desk.chat), desk)


async def _ask(job: LongJob, desk: Desk) -> Answer:
    """Let it be thought about once the update is confirmed, unless it is already, or too much of theirs waits."""
    waiting = await desk.work.long_jobs.of(desk.person.id)
    if not any(job.is_same(other) for other in waiting):
        if len(waiting) >= MOST:
            return _told(desk, "review.too-many", "toast.too-many-reviews")
        desk.work.long_jobs.put(job)
    if isinstance(desk.incoming, Said):
        desk.work.mark(desk.chat, desk.incoming.message, SEEN)
        return Answer()
    return Answer(desk.texts.plain("toast.one-moment"))


def _told(desk: Desk, note: str, toast: str) -> Answer:
    """What is wrong, where it was asked: below a press, or in the chat."""
    if desk.pressed is not None:
        return Answer(desk.texts.plain(toast), alert=True)
    desk.tell(desk.texts.html(note))
    return Answer()


async def typed(text: str, desk: Desk) -> Answer:
    """The review of a game that was played anywhere."""
    texts = desk.texts
    try:
        variant, history = game_in(text, texts.language)
    except TooLongGame:
        desk.tell(texts.html("review.too-long", most=MOST_TURNS))
        return Answer()
    except UnreadableGame as error:
        desk.tell(texts.html("review.unreadable", word=error.word) if error.word else texts.html("review.how"))
        return Answer()
    return await _of_told(variant, history, desk)


async def _of_told(variant: Variant, history: History, desk: Desk) -> Answer:
    """The review of a game that we do not keep, in a moment; or what is wrong with it, if it cannot have been."""
    if await desk.is_refused(variant, history):
        return _refused(desk)
    if any(reply.bulls == variant.length for _, reply in history[:-1]):
        desk.tell(desk.texts.html("review.ended"))
        return Answer()
    if desk.world.recall(doubt, variant, history, MOST_SUSPECTS).contradiction:
        _tell_suspects(variant, history, desk)
        return Answer()
    return await _ask(job_of_told(variant, history, desk.person.id, desk.chat), desk)


def _refused(desk: Desk) -> Answer:
    """Why nothing is said of the turns; a position that is pressed on stays on the screen."""
    if desk.pressed is not None:
        return Answer(desk.texts.plain("review.refused"), alert=True)
    desk.tell(desk.texts.html("review.refused"))
    return Answer()


def _tell_suspects(variant: Variant, history: History, desk: Desk) -> None:
    suspects = desk.world.recall(doubt, variant, history, MOST_SUSPECTS).suspects
    desk.tell(suspect_lines(suspects, variant, desk.preferences.style, desk.texts))


async def opened(payload: str, desk: Desk) -> bool:
    """A link to a position was followed; False if it is none."""
    try:
        found = position_in(payload)
    except TooLongGame:
        desk.tell(desk.texts.html("review.too-long", most=MOST_TURNS))
        return True
    if found is None:
        return False
    variant, history = found
    if await desk.is_refused(variant, history):
        _refused(desk)
        return True
    try:
        left = desk.world.recall(advise, variant, history).candidates
    except InconsistentHistory:
        _tell_suspects(variant, history, desk)
        return True
    desk.work.keep_draft(POSITION, desk.person.id, payload)
    desk.show_menu(position_screen(variant, history, left, desk.preferences.style, desk.texts))
    return True


async def advised(desk: Desk) -> Answer:
    """A good guess in the position that the person looks at."""
    found = position_in(await desk.work.draft(POSITION, desk.person.id))
    if found is None:
        return desk.stripped("toast.old-button")
    if await desk.is_refused(*found):
        return _refused(desk)
    advice = desk.world.recall(advise, *found)
    desk.show_menu(advice_screen(*found, advice, desk.preferences.style, desk.texts))
    return Answer()


async def of_position(desk: Desk) -> Answer:
    """The review of the position that the person looks at."""
    found = position_in(await desk.work.draft(POSITION, desk.person.id))
    if found is None:
        return desk.stripped("toast.old-button")
    if not found[1]:
        return desk.stripped("toast.old-button")
    return await _of_told(*found, desk)
