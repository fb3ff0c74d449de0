"""Games looked at afterwards, ours and those played elsewhere; and positions that people send each other."""

from bot.app.advice.history_text import UnreadableGame, game_in
from bot.app.advice.positions import position_in
from bot.app.advice.reviewed import reviewed
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels.seated import Seated
from bot.app.model.table import Table
from bot.app.ports import Answer, Place
from bot.app.screens.solo.position import advice_screen, position_screen
from bot.app.screens.solo.review import review_screen
from bot.app.screens.solo.suspects import suspect_lines
from bot.game.model import Seat
from solver.advice import advise
from solver.doubt import doubt
from solver.feedback import History, InconsistentHistory
from solver.review import GameEnded
from solver.variant import Code, Variant

ELSEWHERE = "review"
"""The slot of reviews of games that we do not keep."""
POSITION = "position"
"""The name under which the position is kept that somebody looks at."""


async def of_table(table: Table, desk: Desk) -> Answer:
    """The review of a game against the bot."""
    game = table.game
    return _show(game.variant, game.history_of(Seat(0)), game.secret, slot_of(table), desk, table)


def slot_of(table: Table) -> str:
    """The slot of a game's review."""
    return f"review:{table.id}"


async def of_match(seated: Seated) -> Answer:
    """The review of somebody's own guesses in a match, or of all where they learnt from each other's."""
    match = seated.match
    if match.number:
        return seated.desk.stripped("toast.old-button")
    history, secret = match.game.history_of(seated.seat), match.game.secret_for(seated.seat)
    return _show(match.game.variant, history, secret, f"review:{match.id}", seated.desk)


async def typed(text: str, desk: Desk) -> Answer:
    """The review of a game that was played anywhere."""
    texts = desk.texts
    try:
        variant, history = game_in(text, texts.language)
    except UnreadableGame as error:
        desk.tell(texts.html("review.unreadable", word=error.word) if error.word else texts.html("review.how"))
        return Answer()
    return await _told(variant, history, desk)


async def _told(variant: Variant, history: History, desk: Desk) -> Answer:
    """The review of a game that we do not keep; or what is wrong with it, if it cannot have been."""
    if await desk.is_refused(variant, history):
        return _refused(desk)
    try:
        return _show(variant, history, _broken(variant, history), ELSEWHERE, desk)
    except GameEnded:
        desk.tell(desk.texts.html("review.ended"))
    except InconsistentHistory:
        _tell_suspects(variant, history, desk)
    return Answer()


def _refused(desk: Desk) -> Answer:
    """Why nothing is said of the turns; a position that is pressed on stays on the screen."""
    if desk.pressed is not None:
        return Answer(desk.texts.plain("review.refused"), alert=True)
    desk.tell(desk.texts.html("review.refused"))
    return Answer()


def _tell_suspects(variant: Variant, history: History, desk: Desk) -> None:
    suspects = desk.world.recall(doubt, variant, history).suspects
    desk.tell(suspect_lines(suspects, variant, desk.preferences.style, desk.texts))


async def opened(payload: str, desk: Desk) -> bool:
    """A link to a position was followed; False if it is none."""
    found = position_in(payload)
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
    return await _told(*found, desk)


def _broken(variant: Variant, history: History) -> Code | None:
    """The secret, if the last guess broke it."""
    return next((guess for guess, reply in history[-1:] if reply.bulls == variant.length), None)


def _show(
    variant: Variant, history: History, secret: Code | None, slot: str, desk: Desk, table: Table | None = None
) -> Answer:
    """`table`: where the game was played, if it was played against us and may be played again."""
    if not history:
        return desk.stripped("toast.old-button")
    told = reviewed(variant, history, secret, desk.world.recall)
    screen = review_screen(told, desk.preferences.style, desk.world.username, desk.texts, table)
    desk.work.show(desk.chat, slot, screen, Place.BOTTOM)
    return Answer()
