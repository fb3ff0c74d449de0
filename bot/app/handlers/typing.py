"""A text that somebody typed and that is no command: an answer to a question of ours, or something for a game."""

from typing import Any

from bot.app.handlers import hotseat
from bot.app.handlers.duels import room
from bot.app.handlers.games_on import ask_which, show_games
from bot.app.handlers.puzzles.answering import type_answer
from bot.app.intents import is_play, weighed_in
from bot.app.kinds.kind import Kind
from bot.app.kinds.number.screens.board import without_game
from bot.app.messages import Said
from bot.app.model.header import Header
from bot.app.ports import Answer
from bot.app.question_text import answer_in, is_question
from bot.app.request import Request
from bot.app.routing.boards import is_untouched
from bot.app.routing.carrying import carry_out, show
from bot.app.routing.focus import fits_none, game_meant, games_of
from bot.app.texts import Html


async def type_text(text: str, request: Request) -> Answer:
    """Carry out what the text is for: a puzzle, names that were asked for, a game, a room; or say what it lacks."""
    if (answer := await type_answer(text, request)) is not None:
        return answer
    games = await games_of(request)
    if fits_none(text, games, request) and (answer := await hotseat.type_names(text, request)) is not None:
        return answer
    if request.chat.is_group and _is_talk_in_group(text, games, request):
        return Answer()
    if not games and (answer := await room.type_text(text, request)) is not None:
        return answer
    if (outcome := await _for_game_before(text, games, request)) is not None:
        return outcome
    if is_question(text) and fits_none(text, games, request):
        return await _without_number(games, request)
    if not games:
        return await say_note(request.texts.html(f"note.no-game{'-group' * request.chat.is_group}"), request)
    game = game_meant(games, request, text)
    if game is None:
        return await ask_which(text, games, request)
    return await type_into(game, text, request)


async def type_into(game: Header, text: str, request: Request) -> Answer:
    """Carry out the text in this game."""
    kind: Kind[Any] = request.kinds.kind_of(game)
    weighed = weighed_in(text)
    if weighed is not None and kind.hints is not None:
        outcome = await kind.hints.weigh(weighed, game, request)
        if outcome is not None:
            return await carry_out(outcome, request)
    return await carry_out(await kind.type_text(text, game, request), request)


async def say_note(note: Html, request: Request) -> Answer:
    """Say something: where the game stands that is meant, above the list of them where that is unclear, else alone."""
    games = await games_of(request)
    game = game_meant(games, request)
    if game is not None:
        await show(game, request, note)
    elif games:
        await show_games(games, request, note)
    else:
        request.tell(note)
    return Answer()


def _is_talk_in_group(text: str, games: tuple[Header, ...], request: Request) -> bool:
    """Whether this is a reply to our board that only speaks of it: it means nothing in any game that is on."""
    said = request.incoming
    is_reply = isinstance(said, Said) and not (said.text or "").lstrip().startswith("/")
    is_answer = answer_in(text) is not None
    if not games:
        return is_answer or (is_reply and not is_play(text))
    return (is_reply or is_answer or not is_play(text)) and fits_none(text, games, request)


async def _for_game_before(text: str, games: tuple[Header, ...], request: Request) -> Answer | None:
    """The answer to a text that goes on from a game that is over and still in focus; None if it is none.

    A game that has begun on a board here comes first.
    """
    if request.focus is None or request.chat.is_group or any(game.id == request.focus for game in games):
        return None
    if any(not is_untouched(game, request) for game in request.games):
        return None
    before = await request.work.games.load(request.focus, Header)
    kind: Kind[Any] | None = None if before is None else request.kinds.kind_of(before)
    if before is None or kind is None or kind.type_after is None or not before.is_over:
        return None
    outcome = await kind.type_after(text, before, request)
    return None if outcome is None else await carry_out(outcome, request)


async def _without_number(games: tuple[Header, ...], request: Request) -> Answer:
    """A question about a number where none is guessed: how to begin that."""
    if games:
        return await say_note(request.texts.html("number.none"), request)
    request.show_menu(without_game(request.texts))
    return Answer()
