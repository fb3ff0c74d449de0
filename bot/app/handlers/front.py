"""Which game is meant by what somebody types: several may be on at once."""

from dataclasses import replace

from bot.app.actions import matches
from bot.app.buttons import GamePress
from bot.app.handlers.desk import MENU, Desk
from bot.app.handlers.duels import hinting, partner, playing, room, talking
from bot.app.handlers.duels.seated import Seated
from bot.app.handlers.games_on import WHICH, Game, ask_which, game_of, games_on, id_of, show_games
from bot.app.handlers.solo import guesses, hints, number, number_games, think
from bot.app.handlers.together import company as companies
from bot.app.handlers.together import hotseat
from bot.app.intents import Command, is_play
from bot.app.messages import Said
from bot.app.model.number import NumberTable, answer_in, is_question, number_in
from bot.app.model.remark import is_talk
from bot.app.model.table import Table
from bot.app.ports import Answer, Place
from bot.app.screens.duels.talk import are_apart, may_talk
from bot.app.screens.solo.number import without_game
from bot.app.texts import NOTHING, Html
from bot.app.verbs import OnGames
from bot.game.model import Game as Rules
from solver.variant import Code, Fault, InvalidCode


def meant(games: tuple[Game, ...], desk: Desk) -> Game | None:
    """The game that they look at, or the only one that waits for them; None if that is unclear."""
    looked_at = [game for game in games if id_of(game) == desk.front]
    waiting = [game for game in games if not isinstance(game, Seated) or game.match.must_act(game.seat)]
    for found in (looked_at, games, waiting):
        if len(found) == 1:
            return found[0]
    return None


async def typed(text: str, desk: Desk) -> Answer:
    """A text that is no command: names where they are wanted, else a code for the game that is meant, well or badly."""
    if (answer := await hotseat.named(text, desk)) is not None:
        return answer
    games = await games_on(desk)
    if _is_talk_in_group(text, desk):
        return Answer()
    if (numbers := _number_in_question(text, games, desk)) is not None:
        return await number.typed(text, numbers, desk)
    if desk.chat.is_group and answer_in(text) is not None:
        return Answer()
    if not games and (answer := await room.typed(text, desk)) is not None:
        return answer
    if is_question(text) and not any(isinstance(game, Seated) for game in games):
        return await _without_number(games, desk)
    is_of_before = all(id_of(game) != desk.front for game in games)
    if is_of_before and (answer := await partner.typed(text, desk)) is not None:
        return answer
    if not games:
        return await guesses.typed(text, desk)
    game = meant(games, desk)
    if game is None and (listener := _listener(text, games)) is not None:
        return await talking.say(text, listener)
    if game is None:
        return await _ask_which(text, games, desk)
    return await _typed_in(game, text, desk)


def _is_talk_in_group(text: str, desk: Desk) -> bool:
    """Whether this is a reply to our board that only speaks of it: no guess in the game that is on."""
    said = desk.incoming
    is_reply = isinstance(said, Said) and not (said.text or "").lstrip().startswith("/")
    if not desk.chat.is_group or not is_reply or is_play(text):
        return False
    if desk.table is None:
        return True
    try:
        desk.table.game.variant.parse(text, desk.texts.language)
    except InvalidCode as error:
        return error.fault in {Fault.UNKNOWN_SYMBOL, Fault.WRONG_LENGTH}
    return False


async def _without_number(games: tuple[Game, ...], desk: Desk) -> Answer:
    """A question about a number where none is guessed: how to begin that."""
    if games:
        return await remark(desk.texts.html("number.none"), desk)
    desk.show_menu(without_game(desk.texts))
    return Answer()


def _number_in_question(text: str, games: tuple[Game, ...], desk: Desk) -> NumberTable | None:
    """The game of guessing a number if the text is for no other: `>50`, or yes or no where the bot asks."""
    numbers = next((game for game in games if isinstance(game, NumberTable)), None)
    if numbers is None or is_question(text):
        return numbers
    answers = numbers.game.sought is None and answer_in(text) is not None
    return numbers if answers and isinstance(meant(games, desk), Table | NumberTable) else None


async def remark(note: Html, desk: Desk) -> Answer:
    """Say something: where the game stands that is meant, above the list of them where that is unclear, else alone."""
    games = await games_on(desk)
    game = meant(games, desk)
    if game is not None:
        await _show(game, note, desk)
    elif games:
        await show_games(games, desk, note)
    else:
        desk.tell(note)
    return Answer()


async def refresh(desk: Desk) -> None:
    """Show all the games that are on as the person likes it from now on; they look at the same one as before."""
    for game in await games_on(desk):
        if isinstance(game, Table):
            await replace(desk, front=game.id).show_board(game)
        elif isinstance(game, NumberTable):
            await number_games.show(game, replace(desk, front=game.id))
        else:
            await matches.show(game.match, game.seat, desk.work, desk.world, Place.HERE)


async def pressed(press: GamePress, desk: Desk) -> Answer:
    """One of several games is picked: to look at it, or for what was typed."""
    slot = WHICH if press.verb is OnGames.MEANT else MENU
    if not await desk.is_current(slot):
        return desk.stripped("toast.old-button")
    game = await game_of(press.game, desk)
    if game is None:
        return desk.stripped("toast.over")
    desk = replace(desk, anew=True)
    game = replace(game, desk=desk) if isinstance(game, Seated) else game
    if press.verb is OnGames.SHOW:
        await _show(game, NOTHING, desk)
        return Answer()
    return await _typed_before(game, desk)


async def _typed_before(game: Game, desk: Desk) -> Answer:
    text = await desk.work.draft(WHICH, desk.person.id)
    desk.work.keep_draft(WHICH, desk.person.id, "")
    if desk.pressed is not None and desk.pressed.message is not None:
        desk.work.retire(desk.chat, desk.pressed.message, wholly=True)
    if text:
        return await _typed_in(game, text, desk)
    await _show(game, NOTHING, desk)
    return Answer()


async def _typed_in(game: Game, text: str, desk: Desk) -> Answer:
    if (answer := await _wondered(game, text, desk)) is not None:
        return answer
    if isinstance(game, Table):
        if game.company is not None:
            return await companies.typed(text, game, game.company, desk)
        if game.breaker is not None:
            return await think.typed(text, game, game.breaker, desk)
        return await guesses.typed(text, desk)
    if isinstance(game, NumberTable):
        return await number.typed(text, game, desk)
    return await playing.typed(text, game)


async def _wondered(game: Game, text: str, desk: Desk) -> Answer | None:
    """The answer to `?0123`, which wonders about a guess; None if that is not meant."""
    code = hints.wonder_in(text)
    if code is None or isinstance(game, NumberTable):
        return None
    if isinstance(game, Seated):
        weighed = _code_in(code, game)
        return None if weighed is None else await hinting.wondered(weighed, game)
    if game.company is not None:
        return await companies.hint(game, desk)
    if game.breaker is not None:
        return await think.hinted_or_stopped(Command.HINT, game, game.breaker, desk)
    return await hints.wondered(code, game, desk)


def _code_in(text: str, seated: Seated) -> Code | None:
    try:
        return seated.match.game.variant.parse(text, seated.texts.language)
    except InvalidCode:
        return None


async def _show(game: Game, note: Html, desk: Desk) -> None:
    if isinstance(game, Table):
        await desk.show_board(game, note)
    elif isinstance(game, NumberTable):
        await number_games.show(game, desk, note)
    else:
        await game.show(note)


async def _ask_which(text: str, games: tuple[Game, ...], desk: Desk) -> Answer:
    """What was typed is taken from sight where it may be a secret."""
    is_hidden = playing.hide(desk, [game for game in games if isinstance(game, Seated)])
    return await ask_which(text, games, desk, is_hidden=is_hidden)


def _listener(text: str, games: tuple[Game, ...]) -> Seated | None:
    """The game whose other player is the only one that may be talked with, where the text is a code in no game."""
    guesses_numbers = any(isinstance(game, NumberTable) for game in games)
    if guesses_numbers and (number_in(text) is not None or answer_in(text) is not None):
        return None
    if not all(is_talk(text, _rules_of(game).variant) for game in games if not isinstance(game, NumberTable)):
        return None
    talking = [game for game in games if isinstance(game, Seated) and are_apart(game.match) and may_talk(game.match)]
    return talking[0] if len(talking) == 1 else None


def _rules_of(game: Table | Seated) -> Rules:
    return game.game if isinstance(game, Table) else game.match.game
