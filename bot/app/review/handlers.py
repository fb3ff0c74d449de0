"""Games looked at afterwards, ours and those played elsewhere; and positions that people send each other."""

from bot.app.actions.fair_play import opened
from bot.app.advice import MOST_TURNS, TooLongGame, position_in
from bot.app.buttons import OnMenu
from bot.app.kind import MENU, LongThought, Request, Section, alone
from bot.app.kinds.alone.kind import begin_after
from bot.app.kinds.match.both import open_both
from bot.app.kinds.reviews import ask_for_review
from bot.app.model.game import MOST_SUSPECTS, Header
from bot.app.model.modes import PLAIN
from bot.app.model.options import GameOptions
from bot.app.model.prompts import Prompts
from bot.app.reading import Reading
from bot.app.review.actions import (
    ELSEWHERE,
    ELSEWHERE_AS_TEXT,
    OF_HISTORY,
    OF_HISTORY_AS_TEXT,
    job_for_history,
    last_told,
    show_guesses_of_history,
    show_review_of_history,
)
from bot.app.review.told_games import MissingReply, UnreadableGame, game_in, named_instead
from bot.app.routing import carry_out
from bot.app.screen import Answer
from bot.app.screens.board import invalid_code, suspect_lines
from bot.app.screens.hints import advice_screen, is_solved, position_screen, with_legend
from bot.app.texts import Html
from bot.game.fair_play import Opened, Told
from solver.contradictions import diagnosis
from solver.feedback import Feedback, InconsistentHistory
from solver.suggest import advise
from solver.variant import Fault


async def review_text(text: str, request: Request) -> Answer:
    """Review a game that was played anywhere."""
    texts = request.texts
    try:
        told = game_in(text, texts.language)
    except TooLongGame:
        return request.tell(texts.html("review.too-long", most=MOST_TURNS))
    except UnreadableGame as error:
        return request.tell(_why_unreadable(error, request))
    return await review_turns(told, request)


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


async def review_turns(told: Told, request: Request) -> Answer:
    """Review a game that is not stored, in a moment; or say what is wrong with it, if it cannot have been."""
    return await _review(await opened(told, request), request)


async def _review(position: Opened, request: Request) -> Answer:
    variant, history = position
    if any(reply.bulls == variant.length for _, reply in history[:-1]):
        return request.tell(request.texts.html("review.ended"))
    if request.world.recall(diagnosis, variant, history, MOST_SUSPECTS).contradiction:
        _show_suspects(position, request)
        return Answer()
    return await ask_for_review(job_for_history(position, request.person.id, request.chat), request)


def _show_suspects(position: Opened, request: Request) -> None:
    variant, history = position
    suspects = request.world.recall(diagnosis, variant, history, MOST_SUSPECTS).suspects
    request.tell(suspect_lines(suspects, variant, request.preferences.style, request.texts))


POSITION = "position"
"""The name under which the position is kept that somebody looks at."""


async def open_position(payload: str, request: Request) -> bool:
    """Show the position to which a link leads; False if it leads to none."""
    try:
        told = position_in(payload)
    except TooLongGame:
        request.tell(request.texts.html("review.too-long", most=MOST_TURNS))
        return True
    if told is None:
        return False
    found = await opened(told, request)
    variant, history = found
    try:
        left = request.world.recall(advise, variant, history).candidates
    except InconsistentHistory:
        _show_suspects(found, request)
        return True
    request.work.of(Prompts).keep(POSITION, request.person.id, payload)
    screen = position_screen(variant, history, left, request.preferences.style, request.texts)
    request.show_menu(with_legend(screen, variant, request.texts) if request.preferences.is_newcomer else screen)
    return True


async def advise_in_position(request: Request) -> Answer:
    """Show a good guess in the position that the person looks at."""
    found = await _looked_at(request)
    advice = request.world.recall(advise, *found)
    return request.show_menu(advice_screen(*found, advice, request.preferences.style, request.texts))


async def review_position(request: Request) -> Answer:
    """Review the position that the person looks at."""
    found = await _looked_at(request)
    request.needs(found.history)
    return await _review(found, request)


async def _looked_at(request: Request) -> Opened:
    """The position that the person looks at. Raises ExpiredButton where it is kept no more, and Refused."""
    told = request.found(position_in(await request.work.of(Prompts).read(POSITION, request.person.id)))
    return await opened(told, request)


async def all_guesses(request: Request) -> Answer:
    """Send all guesses of the told game whose review stands there, as text."""
    told = request.found(await last_told(request.chat, request.work))
    job = job_for_history(await opened(told, request), request.person.id, request.chat, OF_HISTORY_AS_TEXT)
    return await ask_for_review(job, request)


async def play_on(request: Request) -> Answer:
    """Go on from the position that the person looks at, in a game of their own."""
    found = await _looked_at(request)
    request.needs(not is_solved(*found))
    options, note = GameOptions(PLAIN, found.variant.name), request.texts.html("note.played-on")
    begun = begin_after(options, found, request, note)
    return await carry_out(begun, request)


# The section.


async def _read(typed: Reading, _games: tuple[Header, ...], request: Request) -> Answer | None:
    return await review_text(typed.text, request) if not request.chat.is_group and typed.is_board else None


async def _open(payload: str, request: Request) -> bool:
    return await open_position(payload, request) or await open_both(payload, request)


def _slot_of(verb: OnMenu, _argument: str, _request: Request) -> str:
    return ELSEWHERE if verb is OnMenu.GUESSES else MENU


REVIEW = Section(
    buttons={
        OnMenu.ADVICE: alone(advise_in_position),
        OnMenu.REVIEW: alone(review_position),
        OnMenu.GUESSES: alone(all_guesses),
        OnMenu.PLAY_ON: alone(play_on),
    },
    slot_of=_slot_of,
    reads=_read,
    opens=_open,
    long_jobs={
        OF_HISTORY: LongThought(show_review_of_history, lambda _job: ELSEWHERE),
        OF_HISTORY_AS_TEXT: LongThought(show_guesses_of_history, lambda _job: ELSEWHERE_AS_TEXT),
    },
)
