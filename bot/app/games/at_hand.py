"""The game at hand: what is typed, hinted, given up or begun, in the game that is meant.

In this order: a text that is no command; commands about the game that is meant; a new game; one of several.
"""

import unicodedata
from dataclasses import replace
from typing import Any

from bot.app.buttons import (
    GamePress,
    OnGames,
    OnMenu,
)
from bot.app.chats.handlers import answer_unplayable
from bot.app.contests.handlers import answer_secret_in_group
from bot.app.duels.arranging import asks_for_level
from bot.app.duels.handlers import call_to_card
from bot.app.games.handlers import (
    ask_which,
    list_games,
    offer_game,
    pick_game,
    say_note,
    show_games,
    slot_of_question,
    take_text,
    turn_page,
)
from bot.app.intents import AGAIN, AROUND, LONGEST_WORD, Command, Order, nearest_said, order_in
from bot.app.kind import MENU, Action, Decision, Kind, Request, Section, alone, without_argument
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.screen import are_apart
from bot.app.kinds.number.kind import begin as begin_number
from bot.app.kinds.number.screens import without_game
from bot.app.kinds.table import go_on, last_options, play
from bot.app.language import vocabulary
from bot.app.links import RULES
from bot.app.messages import Said
from bot.app.model.game import ChatGame, Header
from bot.app.model.modes import PLAIN, mode_of_command, on_cards
from bot.app.model.options import OF_BOT, OF_GUESSER, GameOptions, UnknownOption
from bot.app.preferences.handlers import show_unasked
from bot.app.reading import LONGEST_SENTENCE, Reading
from bot.app.routing import (
    can_take,
    carry_out,
    fits_none,
    game_meant,
    games_of,
    is_untouched,
    move_here,
    named,
    others_in,
    show_game,
    why_no_board,
)
from bot.app.screen import Answer, Place, Screen
from bot.app.screens.board import language_of, noun_of, typed_example
from bot.app.screens.options import rules, why_no_option
from bot.app.talk.actions import ROOM
from bot.app.talk.handlers import has_just_heard
from bot.app.talk.model import Talk, is_talk
from bot.app.texts import Texts, short_text
from bot.app.variants.handlers import offer_nearest
from solver.characters import STRESS
from solver.variant import VARIANTS, Variant

# A text that somebody typed and that is no command, once nothing else takes it.


async def type_text(text: str, request: Request) -> Answer:
    """Carry out what the text is for among the games that are on; or say what it lacks."""
    return await read(Reading(text, request.texts.language), await games_of(request), request)


async def read(typed: Reading, games: tuple[Header, ...], request: Request) -> Answer:
    """The same, given the games that are on."""
    if request.chat.is_group and _is_talk_in_group(typed, games, request):
        return Answer()
    if (decision := await _for_game_before(typed, games, request)) is not None:
        return decision
    if typed.is_question and fits_none(typed, games, request):
        return await _without_number(games, request)
    if not request.chat.is_group and fits_none(typed, games, request):
        game = game_meant(games, request)
        if isinstance(typed.answer, bool) and isinstance(game, ChatGame) and game.asks_to_resign:
            return await (_resign if typed.answer else _cancel)(request)
        near = None if _is_word(typed, games, request) else nearest_said(typed.text, typed.language)
        if near is not None and not await _is_for_others(typed, games, request):
            return await answer_unplayable("command", near.value, request)
    return await _type_for_one(typed, games, request) if games else await _type_for_none(typed, request)


def _is_word(typed: Reading, games: tuple[Header, ...], request: Request) -> bool:
    """Whether it is a word of some length where words are guessed, and so no slip in the name of a command."""
    variants = (request.kinds.kind_of(game).variant_of(game) for game in games)
    return any(variant is not None and variant.words for variant in variants) and _variant_of(typed) is not None


async def _type_for_none(typed: Reading, request: Request) -> Answer:
    """Where no game is on: the choice of a level that is open stays open; else say so."""
    if (answer := await _type_for_match(typed, request)) is not None:
        return answer
    if not await asks_for_level(request):
        if typed.answer is True and not request.chat.is_group:  # to what the note below asks
            return await _play("", request)
        return await say_note(request.texts.html(f"note.no-game{'-group' * request.chat.is_group}"), request)
    return Answer()


async def _type_for_match(typed: Reading, request: Request) -> Answer | None:
    """The answer to a code for a match on a card elsewhere that waits for this person: it is called here first.

    In a group, where no match is played, that to what may be their secret in one.
    """
    for running in await request.work.games.running_of(request.person.id, Header):
        kind: Kind[Any] = request.kinds.kind_of(running)
        variant = kind.variant_of(running)
        if variant is None or not kind.waits(running, request.person.id):
            continue
        if not typed.is_code(variant):
            continue
        if request.chat.is_group:
            if kind.hides_text(running, request.person.id):
                return answer_secret_in_group("", request)
        elif (game := await call_to_card(running.id, request)) is not None:
            return await type_into(game, typed, request)
    return None


async def _type_for_one(typed: Reading, games: tuple[Header, ...], request: Request) -> Answer:
    """Carry out the text in the game that is meant, or ask for which it is; what can be no code is for none."""
    game, is_taken = game_meant(games, request, typed), can_take(typed, games, request)
    if not is_taken and (variant := _variant_begun_by(typed, game, request)) is not None:
        note = request.texts.html("talk.like-a-code") if _is_apart(game) else None
        return await offer_game(typed, variant, games, request, note)
    if game is not None:
        return await type_into(game, typed, request)
    if (is_taken or request.chat.is_group) and _may_be_code(typed, games, request):
        return await ask_which(typed, games, request)
    if not request.chat.is_group:
        request.work.tell(request.chat, Screen(request.texts.html("note.chat"), is_silent=True))
    return Answer()


def _variant_begun_by(typed: Reading, meant: Header | None, request: Request) -> Variant | None:
    """Of which variant the text is a code that no open game can take, in private; None: of none.

    None also where the game that is meant says better what is wrong: it was replied to, or the text is nearly a code of
    its, or would be a message to the rival if it might be passed on.
    """
    if request.chat.is_group or request.replied_slot is not None:
        return None
    if meant is not None:
        variant = request.kinds.kind_of(meant).variant_of(meant)
        is_odd = variant is not None and typed.looks_like_guess and noun_of(variant) != "digit"
        is_message = _is_apart(meant) and variant is not None and is_talk(typed.text, variant)
        if is_message or not (is_odd or fits_none(typed, (meant,), request)):
            return None
    return _variant_of(typed)


def _is_apart(game: Header | None) -> bool:
    return isinstance(game, Match) and are_apart(game)


def _variant_of(typed: Reading) -> Variant | None:
    """The variant of which the text is a code, of words in the reader's language first; None: of none.

    Words in a row are no word, nor is one with a sign in it; letters stand for pictures only where these are guessed.
    """

    def may_be(variant: Variant) -> bool:
        if variant.words:
            return unicodedata.normalize("NFC", typed.text).translate(NO_STRESS).strip(AROUND).isalpha()
        is_drawn = variant.shown and not variant.is_coloured
        return not is_drawn or any(sign in typed.text for sign in variant.shown)

    if typed.weighed is not None or len(typed.text) > LONGEST_SENTENCE:
        return None
    in_order = sorted(
        VARIANTS.values(), key=lambda variant: (not variant.words, language_of(variant) != typed.language)
    )
    return next((variant for variant in in_order if may_be(variant) and typed.is_code(variant)), None)


async def _begin_with_typed(request: Request) -> Answer:
    """Begin the game that was offered; what was typed is its first guess."""
    if (refusal := why_no_board(request)) is not None:
        return refusal
    typed = Reading(await take_text(request), request.texts.language)
    variant = request.found(_variant_of(typed), "toast.over")
    game = (await play(GameOptions(PLAIN, variant.name), request)).game
    decision = await request.kinds.kind_of(game).type_text(typed, game, request)
    return await carry_out(replace(decision, place=Place.BOTTOM), request)


def _may_be_code(typed: Reading, games: tuple[Header, ...], request: Request) -> bool:
    """Whether the text is a code or nearly one: a word, or single signs with something between, or read by a game."""
    words = typed.text.split()
    if typed.is_play or typed.weighed is not None or (len(words) == 1 and len(typed.text) <= LONGEST_WORD):
        return True
    return _is_code_of_any(typed, games, request) or all(len(word) <= SIGN for word in words)


def _is_code_of_any(typed: Reading, games: tuple[Header, ...], request: Request) -> bool:
    variants = (request.kinds.kind_of(game).variant_of(game) for game in games)
    return any(variant is not None and typed.is_code(variant) for variant in variants)


NO_STRESS = str.maketrans(dict.fromkeys(STRESS))
SIGN = 2
"""Characters of a sign that stands by itself, such as a letter with a comma, or a picture."""


async def order_typed(typed: Reading, request: Request) -> Order | None:
    """The command that the text says in words, in private; None if it says none, or a game that is on can take it."""
    order = None if request.chat.is_group else order_in(typed.text, typed.language)
    games = () if order is None else await games_of(request)
    is_answer = typed.answer is not None and can_take(typed, games, request)
    if order is None or is_answer or _is_code_of_any(typed, games, request):
        return None
    is_clear = order_in(typed.text, typed.language, to_people=True) is not None
    return order if is_clear or not await _is_for_others(typed, games, request) else None


async def _is_for_others(typed: Reading, games: tuple[Header, ...], request: Request) -> bool:
    """Whether others may be meant: whom they play there, or have just heard, the room, or what asks, such as a task."""
    meant = game_meant(games, request, typed)
    if any(others_in(game, request) for game in (games if meant is None else (meant,))):
        return True
    asks = request.focus is not None and await request.work.games.load(request.focus, Header) is None
    in_room = not games and await request.work.of(Talk).listens(ROOM, request.person.id)
    return asks or in_room or await has_just_heard(request)


async def what_is_meant(typed: Reading, request: Request) -> Reading:
    """The guess, where the text is a sentence around it, in private, for a board against the bot; else the text itself.

    Where somebody plays or has just talked with another, a sentence is for that person.
    """
    if request.chat.is_group or typed.is_play or (core := typed.core) is None:
        return typed
    games = await games_of(request)
    is_move = core.is_play or core.number is not None or _is_code_of_any(core, games, request)
    if not is_move or _is_code_of_any(typed, games, request):
        return typed
    return core if games and not await _is_for_others(core, games, request) else typed


async def type_into(game: Header, typed: Reading, request: Request) -> Answer:
    """Carry out the text in this game."""
    game, kind = await named(game, request), request.kinds.kind_of(game)
    if typed.weighed is not None:
        decision = await kind.weigh(typed.weighed, game, request)
        if decision is not None:
            return await carry_out(decision, request)
    decision = await kind.type_text(typed, game, request)
    is_one_of_several = request.chat.is_group and len(request.games) > 1 and decision.changed and decision.shows
    if is_one_of_several and not decision.note and not decision.game.is_over:
        taken = request.texts.html("note.taken-here", name=request.shown_name, text=short_text(typed.text))
        decision = replace(decision, note=taken)
    return await carry_out(decision, request)


def _is_talk_in_group(typed: Reading, games: tuple[Header, ...], request: Request) -> bool:
    """Whether this is a reply to our board that only speaks of it: it means nothing in any game that is on."""
    said = request.incoming
    if isinstance(said, Said) and (said.text or "").lstrip().startswith("/"):
        return False
    is_reply = isinstance(said, Said)
    is_answer = typed.answer is not None
    if not games:
        return is_answer or (is_reply and not typed.is_play)
    return (is_reply or is_answer) and fits_none(typed, games, request)


async def _for_game_before(typed: Reading, games: tuple[Header, ...], request: Request) -> Answer | None:
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
    decision = await kind.type_after(typed, before, request)
    return None if decision is None else await carry_out(decision, request)


async def _without_number(games: tuple[Header, ...], request: Request) -> Answer:
    """A question about a number where none is guessed: how to begin that."""
    if games:
        return await say_note(request.texts.html("number.none"), request)
    return request.show_menu(without_game(request.texts))


# Commands about the game that is meant.


async def _guess(code: str, request: Request) -> Answer:
    if code:
        return await type_text(code, request)
    games = await _at_hand(request)
    found = (request.kinds.kind_of(game).example_for(game, request.texts) for game in games)
    example = next(filter(None, found), None) or typed_example(await _variant_at_hand(request), request.texts)
    return await say_note(request.texts.html("note.guess-how", example=example), request)


async def _hint(code: str, request: Request) -> Answer:
    """A hint in the game that is meant, or with a code what that would bring."""
    if code:
        return await type_text(f"?{code}", request)
    game = await _game_meant(request)
    if game is None:
        return Answer()
    return await carry_out(await request.kinds.kind_of(game).hint(game, request), request)


async def _resign(request: Request) -> Answer:
    game = await _game_meant(request)
    if game is None:
        return Answer()
    return await carry_out(await request.kinds.kind_of(game).end(game, request), request)


STOPS = vocabulary("stop")


async def _stop(words: str, request: Request) -> Answer:
    """As /resign where a game is on, unless the words mean something else; else what comes by itself, to be ended."""
    if STOPS.meaning(words, request.texts.language) is not None:
        return await show_unasked(request)
    return await without_argument(_resign if await games_of(request) else show_unasked)(words, request)


async def _cancel(request: Request) -> Answer:
    """Answer *no* to the question that is open in the game that is meant, or in another; without one, give up."""
    for game in await _at_hand(request):
        if (decision := await request.kinds.kind_of(game).keep(game, request)) is not None:
            return await carry_out(decision, request)
    return await _resign(request)


async def _game_meant(request: Request) -> Header | None:
    """The game that the command is about; None after saying that there is none, or asking which."""
    running = await games_of(request)
    game = game_meant(running, request)
    if game is None and running:
        await show_games(running, request)
    elif game is None:
        request.tell(request.texts.html("note.no-game-group" if request.chat.is_group else "note.no-game"))
    return game


async def _rules(request: Request) -> Answer:
    """The rules of the game that is on, or else of the one that /play begins."""
    variant = await _variant_at_hand(request)
    return request.show_menu(rules(variant, request.texts, request.preferences.style, in_group=request.chat.is_group))


async def _open_rules(payload: str, request: Request) -> bool:
    if payload == RULES:
        await _rules(request)
    return payload == RULES


async def _at_hand(request: Request) -> tuple[Header, ...]:
    """The games that are on here, the one that is meant first."""
    running = await games_of(request)
    meant = game_meant(running, request)
    return (*([meant] if meant else []), *reversed(running))


async def _variant_at_hand(request: Request) -> Variant:
    for game in await _at_hand(request):
        if (variant := request.kinds.kind_of(game).variant_of(game)) is not None:
            return variant
    return (await last_options(PLAIN, request)).the_variant


# A new game.


async def _play(words: str, request: Request) -> Answer:
    """As the words say; `again` is the button below the game that ended last, unless one was begun since: its board."""
    if words.casefold() != AGAIN:
        return await _begin(Command.PLAY)(words, request)
    latest = [await request.work.games.load(request.focus or "", Header)]
    latest += [await request.work.games.latest(request.chat.id, model) for model in request.kinds.models]
    game = max(filter(None, latest), key=lambda game: game.ended_at or game.opened_at, default=None)
    if game is None:
        return await _begin(Command.PLAY)("", request)
    if not game.is_over:  # said twice, or to see the board again, which may have rested
        return await carry_out(Decision(game, changed=False), request)
    kind: Kind[Any] = request.kinds.kind_of(game)
    press = GamePress(kind.again(game), game.id, kind.step(game, request.person.id))
    answer = await carry_out(await kind.press_button(press, game, request), request)
    if answer.text:  # which nobody sees who has pressed nothing
        request.work.tell(request.chat, Screen(Texts.escaped(answer.text), is_silent=True))
    return answer


async def _go_on(request: Request) -> Answer:
    return await carry_out(await go_on(request), request)


async def _begin_new(mode: str, request: Request) -> Answer:
    """A new game in that mode, like the last one in it, whatever else is on."""
    request.needs(mode in on_cards())
    return await carry_out(await play(await last_options(mode, request), request), request)


def _begin(command: Command) -> Action:
    """The action that begins the mode of that command: as its words say, or without any as the last game was."""

    async def begin(words: str, request: Request) -> Answer:
        mode = mode_of_command(command.value)
        takes = OF_GUESSER if mode.alone else OF_BOT
        try:
            options = (
                GameOptions(mode.name).but(words, request.texts.language, takes)
                if words
                else await last_options(mode.name, request)
            )
        except UnknownOption as error:
            is_wish = mode.alone and error.why == "note.unknown-wish"
            if is_wish and (offer := offer_nearest(words, request, error)) is not None:
                return offer
            return await say_note(why_no_option(error, command.value, request.texts), request)
        return await carry_out(await play(options, request), request)

    return begin


async def _begin_number(range_: str, request: Request) -> Answer:
    """A game of guessing a number in the range that is written."""
    decision = await begin_number(range_, request)
    if isinstance(decision, Decision):
        return await carry_out(decision, request)
    return request.tell(decision)


# One of several games is picked: to look at it, or for what was typed.


async def pick(press: GamePress, request: Request) -> Answer:
    """Show the game as a new message, carry out there what was typed, or ask whether to end it, as /resign does."""
    game = await pick_game(press, request)
    if press.verb is OnGames.HERE:
        if not _plays(game, request):
            return Answer(request.texts.plain("toast.for-players"))
        game = await move_here(game, request)
    text = await take_text(request) if press.verb is OnGames.MEANT else ""
    request = replace(request, as_new_message=True)
    if press.verb is OnGames.CLOSE:
        return await _ask_to_end(game, request)
    if text:
        return await type_into(game, Reading(text, request.texts.language), request)
    return await carry_out(Decision(game, changed=False), request)


async def _ask_to_end(game: Header, request: Request) -> Answer:
    """As /resign does; where its screen asks already, the list was pressed twice, and nothing ends."""
    kind: Kind[Any] = request.kinds.kind_of(game)
    if kind.asks_to_end(game, request.person.id):
        return await show_game(game, request)
    return await carry_out(await kind.end(game, request), request)


def _plays(game: Header, request: Request) -> bool:
    """Whether the person has begun the game, has a seat in it, or has guessed there, of whom boards keep the name."""
    names = {name for kept in ("guessed_by", "asked_by") for name in getattr(game, kept, ())}
    knows = isinstance(game, ChatGame) and request.person.id in game.guessers
    return knows or request.kinds.kind_of(game).takes_part(game, request.person.id) or request.person.name in names


# The section.


def _slot_of(verb: OnMenu, _argument: str, request: Request) -> str:
    return slot_of_question(request) if verb in {OnMenu.WHICH, OnMenu.TYPED} else MENU


GAMES = Section(
    commands={
        Command.PLAY: _play,
        Command.THINK: _begin(Command.THINK),
        Command.NUMBER: _begin_number,
        Command.GAMES: without_argument(list_games),
        Command.GUESS: _guess,
        Command.HINT: _hint,
        Command.RESIGN: without_argument(_resign),
        Command.STOP: _stop,
        Command.CANCEL: without_argument(_cancel),
        Command.RULES: without_argument(_rules),
    },
    buttons={
        OnMenu.PLAY: alone(_go_on),
        OnMenu.NEW: _begin_new,
        OnMenu.NUMBER: alone(lambda request: _begin_number("", request)),
        OnMenu.RULES: alone(_rules),
        OnMenu.GAMES: lambda page_key, request: list_games(request, page_key),
        OnMenu.TYPED: alone(_begin_with_typed),
        OnMenu.WHICH: lambda page_key, request: turn_page(request, page_key),
    },
    slot_of=_slot_of,
    presses={OnGames: pick},
    opens=_open_rules,
    reads=read,
)
