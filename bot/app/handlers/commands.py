"""What each command does. A new command is an entry in `bot/app/intents.py` and its function in `COMMANDS` here."""

from collections.abc import Awaitable, Callable
from typing import Any

from bot.app.chats.handlers import start
from bot.app.contests import handlers as contests
from bot.app.daily import handlers as daily
from bot.app.duels import arranging
from bot.app.friends import handlers as friends
from bot.app.games import handlers as games_on
from bot.app.handlers import typing
from bot.app.handlers.typing import say_note, type_text
from bot.app.home import handlers as home
from bot.app.intents import Command
from bot.app.kind import Kind, Outcome, Request
from bot.app.kinds.number.kind import begin as begin_number
from bot.app.kinds.table import last_options, play
from bot.app.language import vocabulary
from bot.app.lessons import handlers as lessons
from bot.app.lobby import handlers as lobby
from bot.app.model.game import Header
from bot.app.model.modes import PLAIN, mode_of_command
from bot.app.model.options import OF_BOT, OF_GUESSER, GameOptions, UnknownOption
from bot.app.operators import handlers as operators
from bot.app.privacy import handlers as privacy
from bot.app.puzzles import handlers as puzzles
from bot.app.ratings.handlers import best, profile
from bot.app.routing import carry_out, game_meant, games_of
from bot.app.screen import Answer, Screen
from bot.app.screens.board import typed_example
from bot.app.settings import screens as settings
from bot.app.stats import handlers as stats
from bot.app.texts import NOTHING, short_text
from bot.app.together import handlers as together
from bot.app.variants import handlers as variants
from bot.app.variants.screens import rules, why_no_option
from solver.variant import Variant

Action = Callable[[str, Request], Awaitable[Answer]]
"""Carries a command out; the text is what was written behind it."""


async def obey(command: Command, argument: str, request: Request) -> Answer:
    """Carry a command out."""
    return await COMMANDS[command](argument, request)


def _without_argument(action: Callable[[Request], Awaitable[Answer]]) -> Action:
    """The action; its screen says first that what was written behind the command means nothing."""

    async def act(words: str, request: Request) -> Answer:
        if not words:
            return await action(request)
        key = "note.no-name" if words.startswith("@") else "note.no-argument"
        note = request.texts.html(key, words=short_text(words))
        request.work.head_next(request.chat, note)
        answer = await action(request)
        if not request.work.has_headed:
            request.tell(note)
        return answer

    return act


def _page(screen: Callable[[Request], Screen]) -> Action:
    """The action that shows a screen."""

    async def show(request: Request) -> Answer:
        request.show_menu(screen(request))
        return Answer()

    return _without_argument(show)


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
            return await say_note(why_no_option(error, command.value, request.texts), request)
        return await carry_out(await play(options, request), request)

    return begin


def _on_terms(command: Command, act: Action, show: Callable[[Request], Awaitable[Answer]]) -> Action:
    """The action that carries out terms; words that name nobody's terms begin nothing, and in private lead to a menu.

    `show`: what is done without words.
    """

    async def begin(words: str, request: Request) -> Answer:
        try:
            if words and not words.startswith("@"):
                return await act(words, request)
            note = request.texts.html("note.no-name") if words else NOTHING
        except UnknownOption as error:
            note = why_no_option(error, command.value, request.texts)
        if note and request.chat.is_group:
            return await say_note(note, request)
        if note:
            request.work.head_next(request.chat, note)
        return await show(request)

    return begin


async def _begin_number(range_: str, request: Request) -> Answer:
    """A game of guessing a number in the range that is written."""
    outcome = await begin_number(range_, request)
    if isinstance(outcome, Outcome):
        return await carry_out(outcome, request)
    request.tell(outcome)
    return Answer()


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
    kind: Kind[Any] = request.kinds.kind_of(game)
    return await carry_out(await kind.hint(game, request), request)


async def _resign(request: Request) -> Answer:
    game = await _game_meant(request)
    if game is None:
        return Answer()
    kind: Kind[Any] = request.kinds.kind_of(game)
    return await carry_out(await kind.end(game, request), request)


async def _cancel(request: Request) -> Answer:
    """Answer *no* to the question that is open in the game that is meant, or in another; without one, give up."""
    for game in await _at_hand(request):
        kind: Kind[Any] = request.kinds.kind_of(game)
        if (outcome := await kind.keep(game, request)) is not None:
            return await carry_out(outcome, request)
    return await _resign(request)


async def _game_meant(request: Request) -> Header | None:
    """The game that the command is about; None after saying that there is none, or asking which."""
    running = await games_of(request)
    game = game_meant(running, request)
    if game is None and running:
        await games_on.show_games(running, request)
    elif game is None:
        request.tell(request.texts.html("note.no-game-group" if request.chat.is_group else "note.no-game"))
    return game


async def _rules(request: Request) -> Answer:
    """The rules of the game that is on, or else of the one that /play begins."""
    variant = await _variant_at_hand(request)
    request.show_menu(rules(variant, request.texts, request.preferences.style, in_group=request.chat.is_group))
    return Answer()


async def _at_hand(request: Request) -> tuple[Header, ...]:
    """The games that are on here, the one that is meant first."""
    running = await games_of(request)
    meant = game_meant(running, request)
    return (*([meant] if meant else []), *reversed(running))


async def _variant_at_hand(request: Request) -> Variant:
    for game in await _at_hand(request):
        kind: Kind[Any] = request.kinds.kind_of(game)
        if (variant := kind.variant_of(game)) is not None:
            return variant
    return (await last_options(PLAIN, request)).the_variant


def settings_for(request: Request) -> Screen:
    """The settings, as the chat has them."""
    return settings.settings(request.texts, request.preferences, in_group=request.chat.is_group)


HELP = vocabulary("help")


async def _help(words: str, request: Request) -> Answer:
    """A few commands, or with *all* behind it every one."""
    if HELP.meaning(words, request.texts.language) != "all":
        few = _page(lambda request: settings.help_screen(request.texts, in_group=request.chat.is_group))
        return await few(words, request)
    request.show_menu(settings.all_commands(request.texts, has_operators=bool(request.world.admins)))
    return Answer()


COMMANDS: dict[Command, Action] = {
    Command.MENU: _without_argument(home.show),
    Command.PLAY: _begin(Command.PLAY),
    Command.DAILY: daily.obey,
    Command.THINK: _begin(Command.THINK),
    Command.MATCH: arranging.show_levels,
    Command.VARIANTS: _without_argument(variants.show),
    Command.NUMBER: _begin_number,
    Command.PARTY: _on_terms(Command.PARTY, together.obey, together.show_menu),
    Command.DUEL: _on_terms(Command.DUEL, arranging.obey, arranging.show_terms),
    Command.LOBBY: _without_argument(lobby.show),
    Command.SET: contests.set_secret,
    Command.GAMES: _without_argument(games_on.list_games),
    Command.GUESS: _guess,
    Command.HINT: _hint,
    Command.REVIEW: stats.review,
    Command.SAY: typing.say,
    Command.RESIGN: _without_argument(_resign),
    Command.CANCEL: _without_argument(_cancel),
    Command.PUZZLE: _without_argument(puzzles.show),
    Command.STATS: _without_argument(lambda request: stats.show("", request)),
    Command.TOP: _without_argument(best),
    Command.PROFILE: profile,
    Command.FRIENDS: _without_argument(friends.show),
    Command.LEARN: _without_argument(lessons.show),
    Command.RULES: _without_argument(_rules),
    Command.SETTINGS: _page(settings_for),
    Command.LANGUAGE: _page(lambda request: settings.languages(request.texts)),
    Command.PRIVACY: _without_argument(privacy.show),
    Command.MYDATA: _without_argument(privacy.send_my_data),
    Command.FORGETME: _without_argument(privacy.ask_to_forget),
    Command.FEEDBACK: operators.give,
    Command.ADMIN: operators.obey,
    Command.HELP: _help,
    Command.START: start,
}
