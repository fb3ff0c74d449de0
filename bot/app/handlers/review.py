"""Games looked at afterwards, ours and those played elsewhere; and positions that people send each other."""

from bot.app.actions.daily import helps_with_day, is_help_in, is_refused
from bot.app.actions.puzzles import helps_with_puzzle
from bot.app.actions.reviews import OF_HISTORY_AS_TEXT, job_for_history, last_told
from bot.app.advice import MOST_TURNS, TooLongGame, position_in
from bot.app.handlers.told_games import MissingReply, UnreadableGame, game_in, named_instead
from bot.app.kind import Request
from bot.app.kinds.alone.kind import begin_after
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.reviews import ask_for_review
from bot.app.model.game import MOST_SUSPECTS
from bot.app.model.modes import PLAIN
from bot.app.model.options import GameOptions
from bot.app.routing import carry_out
from bot.app.screen import Answer
from bot.app.screens.board import invalid_code, suspect_lines
from bot.app.screens.hints import advice_screen, is_solved, position_screen, with_legend
from bot.app.texts import Html
from solver.advice import advise
from solver.contradictions import diagnosis
from solver.feedback import Feedback, History, InconsistentHistory
from solver.variant import Fault, Variant

POSITION = "position"
"""The name under which the position is kept that somebody looks at."""


async def review_text(text: str, request: Request) -> Answer:
    """Review a game that was played anywhere."""
    texts = request.texts
    try:
        variant, history = game_in(text, texts.language)
    except TooLongGame:
        request.tell(texts.html("review.too-long", most=MOST_TURNS))
        return Answer()
    except UnreadableGame as error:
        request.tell(_why_unreadable(error, request))
        return Answer()
    return await review_turns(variant, history, request)


def _why_unreadable(error: UnreadableGame, request: Request) -> Html:
    """What is wrong with a told game, and what to write instead."""
    texts, word = request.texts, error.word
    if not word:
        return texts.html("review.how")
    if isinstance(error, MissingReply):
        return texts.html("review.no-reply", word=word)
    if isinstance(error.why, Feedback):
        return texts.html("review.impossible", reply=word, length=error.variant.length)
    if error.why is None or (error.why.fault is Fault.UNKNOWN_SYMBOL and not any(map(str.isdecimal, word))):
        return texts.html("review.unreadable", word=word)
    why = texts.html("review.no-code", word=word, why=invalid_code(error.why, error.variant, texts))
    other = named_instead(word)
    return Html(f"{why} {texts.html('review.name-first', name=other, word=word)}") if other else why


async def review_turns(variant: Variant, history: History, request: Request) -> Answer:
    """Review a game that is not stored, in a moment; or say what is wrong with it, if it cannot have been."""
    if refused := await why_refused(variant, history, request):
        return refuse(refused, request)
    if any(reply.bulls == variant.length for _, reply in history[:-1]):
        request.tell(request.texts.html("review.ended"))
        return Answer()
    if request.world.recall(diagnosis, variant, history, MOST_SUSPECTS).contradiction:
        _show_suspects(variant, history, request)
        return Answer()
    return await ask_for_review(job_for_history(variant, history, request.person.id, request.chat), request)


def refuse(why: str, request: Request) -> Answer:
    """Say why nothing is said of told turns, by that text; a screen that is pressed on stays."""
    if request.pressed is not None:
        return Answer(request.texts.plain(why), alert=True)
    request.tell(request.texts.html(why))
    return Answer()


def _show_suspects(variant: Variant, history: History, request: Request) -> None:
    suspects = request.world.recall(diagnosis, variant, history, MOST_SUSPECTS).suspects
    request.tell(suspect_lines(suspects, variant, request.preferences.style, request.texts))


async def open_position(payload: str, request: Request) -> bool:
    """Show the position to which a link leads; False if it leads to none."""
    try:
        found = position_in(payload)
    except TooLongGame:
        request.tell(request.texts.html("review.too-long", most=MOST_TURNS))
        return True
    if found is None:
        return False
    variant, history = found
    if refused := await why_refused(variant, history, request):
        refuse(refused, request)
        return True
    try:
        left = request.world.recall(advise, variant, history).candidates
    except InconsistentHistory:
        _show_suspects(variant, history, request)
        return True
    request.work.prompts.keep(POSITION, request.person.id, payload)
    screen = position_screen(variant, history, left, request.preferences.style, request.texts)
    request.show_menu(with_legend(screen, variant, request.texts) if request.preferences.is_newcomer else screen)
    return True


async def advise_in_position(request: Request) -> Answer:
    """Show a good guess in the position that the person looks at."""
    found = position_in(await request.work.prompts.read(POSITION, request.person.id))
    if found is None:
        return request.strip_buttons("toast.old-button")
    if refused := await why_refused(*found, request):
        return refuse(refused, request)
    advice = request.world.recall(advise, *found)
    request.show_menu(advice_screen(*found, advice, request.preferences.style, request.texts))
    return Answer()


async def review_position(request: Request) -> Answer:
    """Review the position that the person looks at."""
    found = position_in(await request.work.prompts.read(POSITION, request.person.id))
    if found is None or not found[1]:
        return request.strip_buttons("toast.old-button")
    return await review_turns(*found, request)


async def all_guesses(request: Request) -> Answer:
    """Send all guesses of the told game whose review stands there, as text."""
    found = await last_told(request.chat, request.work)
    if found is None:
        return request.strip_buttons("toast.old-button")
    if refused := await why_refused(*found, request):
        return refuse(refused, request)
    job = job_for_history(*found, request.person.id, request.chat, OF_HISTORY_AS_TEXT)
    return await ask_for_review(job, request)


async def play_on(request: Request) -> Answer:
    """Go on from the position that the person looks at, in a game of their own."""
    found = position_in(await request.work.prompts.read(POSITION, request.person.id))
    if found is None or is_solved(*found):
        return request.strip_buttons("toast.old-button")
    if refused := await why_refused(*found, request):
        return refuse(refused, request)
    variant, history = found
    begun = begin_after(GameOptions(PLAIN, variant.name), history, request, request.texts.html("note.played-on"))
    return await carry_out(begun, request)


async def why_refused(variant: Variant, history: History, request: Request) -> str:
    """The key of the text that says why nothing may be said of turns that were told here; empty if it may.

    The one door of all advice on told turns, be they typed, in a link or in a puzzle that a link made of them. It would
    help whoever wrote or pressed in a rated game, with the code of the day, in a contest without hints, or with a rated
    puzzle.
    """
    person, work = request.person.id, request.work
    plays_alone = not request.chat.is_group and not request.has_seats
    if not plays_alone and await is_refused(variant, history, person, work):
        return "review.refused"
    if await helps_with_day(variant, history, person, work, request.world):
        return "daily.refused"
    boards = await work.games.running_in(person) if request.chat.is_group else request.games
    alone = [game for game in boards if isinstance(game, Alone) and game.daily is None]
    if is_help_in(variant, history, alone, person):
        return "contest.refused"
    return "puzzle.refused" if await helps_with_puzzle(variant, history, person, work, request.world.recall) else ""
