"""A text that is no command: an answer to a question of ours, something for a game, or one of several games.

Also what is refused before anything else.
"""

from dataclasses import replace
from typing import Any

from bot.app.buttons import OnGames, PickPress
from bot.app.contests.handlers import answer_secret_in_group
from bot.app.duels.arranging import asks_for_level
from bot.app.duels.handlers import call_to_card
from bot.app.features import feature_off, is_shut_out
from bot.app.games.handlers import ask_which, pick_game, show_games, take_text
from bot.app.intents import LONGEST_WORD, Command, Intent, Order, is_play, nearest, order_in, weighed_in
from bot.app.kind import Kind, Request
from bot.app.kinds.number.screens import without_game
from bot.app.messages import Said
from bot.app.model.game import ChatGame, Header
from bot.app.puzzles.handlers import type_answer
from bot.app.reading import answer_in, code_in, is_board, is_question
from bot.app.review.handlers import review_text
from bot.app.routing import carry_out, fits_none, game_meant, games_of, is_untouched, move_here, named, show
from bot.app.screen import Answer, Place, Screen
from bot.app.talk import handlers as talk
from bot.app.talk.actions import ROOM
from bot.app.texts import Html, short_text
from bot.app.together import handlers as together
from solver.variant import InvalidCode, Variant

# A text that somebody typed and that is no command: an answer to a question of ours, or something for a game.


async def type_text(text: str, request: Request) -> Answer:
    """Carry out what the text is for: a board to look at, a puzzle, names, a game, a room; or say what it lacks."""
    if not request.chat.is_group and is_board(text):
        return await review_text(text, request)
    if (answer := await type_answer(text, request)) is not None:
        return answer
    games = await games_of(request)
    if fits_none(text, games, request) and (answer := await together.type_names(text, request)) is not None:
        return answer
    if request.chat.is_group and _is_talk_in_group(text, games, request):
        return Answer()
    if not games and (answer := await talk.type_text(text, request)) is not None:
        return answer
    if (outcome := await _for_game_before(text, games, request)) is not None:
        return outcome
    if is_question(text) and fits_none(text, games, request):
        return await _without_number(games, request)
    return await _type_for_one(text, games, request) if games else await _type_for_none(text, request)


async def _type_for_none(text: str, request: Request) -> Answer:
    """Where no game is on: the choice of a level that is open stays open; else say so."""
    if (answer := await _type_for_match(text, request)) is not None:
        return answer
    if not await asks_for_level(request):
        return await say_note(request.texts.html(f"note.no-game{'-group' * request.chat.is_group}"), request)
    return Answer()


async def _type_for_match(text: str, request: Request) -> Answer | None:
    """The answer to a code for a match on a card elsewhere that waits for this person: it is called here first.

    In a group, where no match is played, that to what may be their secret in one.
    """
    for running in await request.work.games.running_of(request.person.id, Header):
        kind: Kind[Any] = request.kinds.kind_of(running)
        variant = kind.variant_of(running)
        if variant is None or not kind.waits(running, request.person.id):
            continue
        if not _is_code(text, variant, request.texts.language):
            continue
        if request.chat.is_group:
            if kind.hides_text(running, request.person.id):
                return answer_secret_in_group("", request)
        elif (game := await call_to_card(running.id, request)) is not None:
            return await type_into(game, text, request)
    return None


async def _type_for_one(text: str, games: tuple[Header, ...], request: Request) -> Answer:
    """Carry out the text in the game that is meant, or ask for which it is; what can be no code is for none."""
    game = game_meant(games, request, text)
    if game is not None:
        return await type_into(game, text, request)
    if _may_be_code(text, games, request):
        return await ask_which(text, games, request)
    if not request.chat.is_group:
        request.work.tell(request.chat, Screen(request.texts.html("note.chat"), is_silent=True))
    return Answer()


def _may_be_code(text: str, games: tuple[Header, ...], request: Request) -> bool:
    """Whether the text is a code or nearly one: a word, or single signs with something between, or read by a game."""
    words = text.split()
    if is_play(text) or weighed_in(text) is not None or (len(words) == 1 and len(text) <= LONGEST_WORD):
        return True
    variants = [request.kinds.kind_of(game).variant_of(game) for game in games]
    is_read = any(variant is not None and _is_code(text, variant, request.texts.language) for variant in variants)
    return is_read or all(len(word) <= SIGN for word in words)


SIGN = 2
"""Characters of a sign that stands by itself, such as a letter with a comma, or a picture."""


async def order_typed(text: str, request: Request) -> Order | None:
    """The command that the text says in words, in private; None if it says none, or is a code of a game that is on."""
    order = None if request.chat.is_group else order_in(text, request.texts.language)
    if order is None:
        return None
    variants = [request.kinds.kind_of(game).variant_of(game) for game in await games_of(request)]
    is_code = any(variant is not None and _is_code(text, variant, request.texts.language) for variant in variants)
    return None if is_code else order


def _is_code(text: str, variant: Variant, language: str) -> bool:
    try:
        code_in(text, variant, language)
    except InvalidCode:
        return False
    return True


async def type_into(game: Header, text: str, request: Request) -> Answer:
    """Carry out the text in this game."""
    game, kind = await named(game, request), request.kinds.kind_of(game)
    weighed = weighed_in(text)
    if weighed is not None:
        outcome = await kind.weigh(weighed, game, request)
        if outcome is not None:
            return await carry_out(outcome, request)
    outcome = await kind.type_text(text, game, request)
    is_one_of_several = request.chat.is_group and len(request.games) > 1 and outcome.changed and outcome.shows
    if is_one_of_several and not outcome.note and not outcome.game.is_over:
        taken = request.texts.html("note.taken-here", name=request.shown_name, text=short_text(text))
        outcome = replace(outcome, note=taken)
    return await carry_out(outcome, request)


async def say_note(note: Html, request: Request) -> Answer:
    """Say something: where the game stands that is meant, above the list of them where that is unclear, else alone."""
    games = await games_of(request)
    game = game_meant(games, request)
    if game is not None:
        await show(game, request, note, place=Place.HERE if request.chat.is_group else None)
    elif games:
        await show_games(games, request, note)
    else:
        request.tell(note)
    return Answer()


def _is_talk_in_group(text: str, games: tuple[Header, ...], request: Request) -> bool:
    """Whether this is a reply to our board that only speaks of it: it means nothing in any game that is on."""
    said = request.incoming
    if isinstance(said, Said) and (said.text or "").lstrip().startswith("/"):
        return False
    is_reply = isinstance(said, Said)
    is_answer = answer_in(text) is not None
    if not games:
        return is_answer or (is_reply and not is_play(text))
    return (is_reply or is_answer) and fits_none(text, games, request)


async def _for_game_before(text: str, games: tuple[Header, ...], request: Request) -> Answer | None:
    """The answer to a text that goes on from a game that is over and still in focus; None if it is none.

    A game that has begun on a board here comes first, unless the other has just ended: it was typed for that.
    """
    if request.focus is None or request.chat.is_group or any(game.id == request.focus for game in games):
        return None
    before = await request.work.games.load(request.focus, Header)
    kind: Kind[Any] | None = None if before is None else request.kinds.kind_of(before)
    if before is None or kind is None or not kind.goes_on_after_end or not before.is_over:
        return None
    has_others = any(not is_untouched(game, request) for game in request.games)
    if has_others and not before.has_just_ended(request.world.now()):
        return None
    outcome = await kind.type_after(text, before, request)
    return None if outcome is None else await carry_out(outcome, request)


async def _without_number(games: tuple[Header, ...], request: Request) -> Answer:
    """A question about a number where none is guessed: how to begin that."""
    if games:
        return await say_note(request.texts.html("number.none"), request)
    request.show_menu(without_game(request.texts))
    return Answer()


# What is refused before anything else: everything to whoever is kept away, and what is switched off to all.


async def refusal(intent: Intent, request: Request) -> Answer | None:
    """The answer to what may not be now; None if it may. In a group whoever is kept away is not heard at all."""
    texts = request.texts
    if is_shut_out(intent, request.gate, in_group=request.chat.is_group):
        if request.pressed is not None:
            return Answer(texts.plain("toast.banned"), alert=True)
        if not request.chat.is_group:
            request.show_menu(Screen(texts.html("banned.text")))
        return Answer()
    if name := feature_off(intent, request.gate):
        feature = texts.plain(f"feature.{name}")
        if request.pressed is not None:
            return Answer(texts.plain("toast.switched-off", feature=feature), alert=True)
        return await say_note(texts.html("note.switched-off", feature=feature), request)
    return None


# One of several games is picked: to look at it, or for what was typed.


async def pick(press: PickPress, request: Request) -> Answer:
    """Show the game as a new message, carry out there what was typed, or ask whether to end it, as /resign does."""
    game, refused = await pick_game(press, request)
    if game is None:
        return refused
    if press.verb is OnGames.HERE:
        if not _plays(game, request):
            return Answer(request.texts.plain("toast.for-players"))
        game = await move_here(game, request)
    text = await take_text(request) if press.verb is OnGames.MEANT else ""
    request = replace(request, as_new_message=True)
    if press.verb is OnGames.CLOSE:
        return await _ask_to_end(game, request)
    if text:
        return await type_into(game, text, request)
    await show(game, request)
    return Answer()


async def _ask_to_end(game: Header, request: Request) -> Answer:
    """As /resign does; where its screen asks already, the list was pressed twice, and nothing ends."""
    kind: Kind[Any] = request.kinds.kind_of(game)
    if kind.asks_to_end(game, request.person.id):
        await show(game, request)
        return Answer()
    return await carry_out(await kind.end(game, request), request)


def _plays(game: Header, request: Request) -> bool:
    """Whether the person has begun the game, has a seat in it, or has guessed there, of whom boards keep the name."""
    names = {name for kept in ("guessed_by", "asked_by") for name in getattr(game, kept, ())}
    knows = isinstance(game, ChatGame) and request.person.id in game.guessers
    return knows or request.kinds.kind_of(game).takes_part(game, request.person.id) or request.person.name in names


# `/say`: to whom it goes, the rival in a match or everybody in the lobby's room.

JUST = 600.0
"""Seconds for which what somebody has said counts as just read."""
READ = 5
"""Of what was said last in one place, so much is looked at."""


async def say(text: str, request: Request) -> Answer:
    """Say it where one has just read what another said; else in the game that is meant, else in the room."""
    if not text:
        return await say_note(request.texts.html("talk.how"), request)
    talking = tuple(game for game in await games_of(request) if request.kinds.kind_of(game).talks)
    in_room = not request.chat.is_group and await request.work.talk.listens(ROOM, request.person.id)
    stream = await _stream_read(talking, request, in_room=in_room) if len(talking) + in_room > 1 else None
    game = next((game for game in talking if game.id == stream), None)
    if game is None and stream is None:
        game = game_meant(talking, request)
    if game is not None:
        kind: Kind[Any] = request.kinds.kind_of(game)
        return await carry_out(await kind.say(text, game, request), request)
    if talking and stream is None:
        return await say_note(request.texts.html("talk.which"), request)
    return await talk.say(text, request) or await say_note(request.texts.html("talk.nobody"), request)


async def _stream_read(talking: tuple[Header, ...], request: Request, *, in_room: bool) -> str | None:
    """Where somebody else has spoken last, if that is not long ago, and no board was replied to."""
    if request.replied_slot is not None:
        return None
    streams = [game.id for game in talking] + [ROOM] * in_room
    heard = [
        (message.said_at, stream)
        for stream in streams
        for message in await request.work.talk.last_messages(stream, READ)
        if message.person != request.person.id
    ]
    said_at, stream = max(heard, default=(0.0, ""))
    return stream if request.world.now() - said_at < JUST else None


# What cannot be a guess or a press: a kind line in private, and only where one is called for in groups.


ONCE = {"edited": 0.0, "media": 3600.0}
"""What is told without a board and without a sound, and for how many seconds not again."""


async def answer_unplayable(what: str, word: str, request: Request) -> Answer:
    """Say why this changes nothing. Of a word that is no command, name the one that was probably meant."""
    near = nearest(word) if word else None
    if near is not None and (near is not Command.FEEDBACK or request.world.admins):
        about = request.texts.plain(f"command.{near.value}")
        return await say_note(request.texts.html("note.command-near", command=near.value, about=about), request)
    game = game_meant(await games_of(request), request)
    key = None if game is None else request.kinds.kind_of(game).unplayable.get(what)
    note = request.texts.html(key or f"note.{what}")
    if what not in ONCE:
        return await say_note(note, request)
    if isinstance(request.incoming, Said) and await _is_news(what, request.incoming, request):
        request.work.tell(request.chat, Screen(note, is_silent=True))
    return Answer()


async def _is_news(what: str, said: Said, request: Request) -> bool:
    """Whether it was not said of this message or a newer one: an edit is told once, and of media one of many."""
    known = await request.work.prompts.read(what, request.person.id)
    message, at = map(float, known.split()) if known else (0.0, -ONCE[what])
    if said.message <= message or said.at - at < ONCE[what]:
        return False
    request.work.prompts.keep(what, request.person.id, f"{said.message} {said.at}")
    return True


async def old_button(request: Request) -> Answer:
    """A button that means nothing any more goes away with the others of its message."""
    return request.strip_buttons("toast.old-button")


async def too_fast(request: Request) -> Answer:
    """Say that some things were not read; in a group, to whom it is said."""
    if request.pressed is not None:
        return Answer(request.texts.plain("toast.too-fast"))
    if request.chat.is_group:
        return await say_note(request.texts.html("note.too-fast-group", name=request.shown_name), request)
    return await say_note(request.texts.html("note.too-fast"), request)
