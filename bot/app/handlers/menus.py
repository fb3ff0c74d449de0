"""Commands, and the buttons of the menus."""

from dataclasses import replace
from typing import Literal, assert_never

from bot.app.actions.challenges import begin_waiting
from bot.app.buttons import MenuPress
from bot.app.handlers import front, games_on, people, review
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels import arranging, card_play, challenges, ends, hinting, lobby, partner, room, talking
from bot.app.handlers.duels.seated import Seated
from bot.app.handlers.solo import contests, games, hints, number, number_games, think, variants
from bot.app.handlers.together import company as companies
from bot.app.handlers.together import hotseat, party
from bot.app.intents import Command
from bot.app.links import CONTEST, SEAT, game_in, token_in
from bot.app.model.number import NumberTable
from bot.app.model.table import Table
from bot.app.model.wish import UnknownWish, Wish
from bot.app.ports import Answer
from bot.app.screen import Screen
from bot.app.screens import menu
from bot.app.screens.feedback import STYLES
from bot.app.texts import LANGUAGES
from bot.app.verbs import OnMenu

AS_TYPED = {
    OnMenu.RULES: Command.RULES,
    OnMenu.SETTINGS: Command.SETTINGS,
    OnMenu.START: Command.START,
    OnMenu.PROFILE: Command.PROFILE,
    OnMenu.NUMBER: Command.NUMBER,
}
"""The buttons that do what a command does."""
WITH_COMPANY = {OnMenu.HOTSEAT: hotseat.pressed, OnMenu.PARTY: party.pressed, OnMenu.LEVELS: partner.pressed}
"""The buttons that begin a game with somebody else at it, and who sees to them."""
Page = Literal[Command.RULES, Command.SETTINGS, Command.LANGUAGE, Command.HELP]
Alone = Literal[
    Command.PARTY,
    Command.VARIANTS,
    Command.DUEL,
    Command.LOBBY,
    Command.GAMES,
    Command.TOP,
    Command.PROFILE,
]
"""The commands behind which nothing is written."""


async def obey(command: Command, argument: str, desk: Desk) -> Answer:
    """Carry a command out."""
    match command:
        case Command.START:
            return await _start(argument, desk)
        case Command.PLAY | Command.THINK:
            return await _play("think" if command is Command.THINK else "solo", argument, desk)
        case Command.NUMBER:
            return await number_games.begin(argument, desk)
        case Command.MATCH:
            return await partner.show(argument, desk)
        case Command.GUESS:
            return await _guess(argument, desk)
        case Command.REVIEW:
            return await review.typed(argument, desk)
        case Command.SAY:
            return await _say(argument, desk)
        case Command.HINT if argument:
            return await front.typed(f"?{argument}", desk)
        case Command.HINT | Command.RESIGN:
            return await _of_the_game(command, desk)
        case Command.RULES | Command.SETTINGS | Command.LANGUAGE | Command.HELP:
            desk.show_menu(_page(command, desk))
            return Answer()
        case _:
            return await _without_words(command, desk)


async def _without_words(command: Alone, desk: Desk) -> Answer:
    match command:
        case Command.PARTY:
            return await party.show(desk)
        case Command.VARIANTS:
            return await variants.show(desk)
        case Command.DUEL:
            return await arranging.show(desk)
        case Command.LOBBY:
            return await lobby.show(desk)
        case Command.GAMES:
            return await games_on.listed(desk)
        case Command.TOP:
            return await people.best(desk)
        case Command.PROFILE:
            return await people.profile(desk)
        case _:
            assert_never(command)


async def _play(mode: str, words: str, desk: Desk) -> Answer:
    """A game as the words wish it; without any, as the last one was."""
    try:
        wish = Wish(mode).but(words, desk.texts.language) if words else await games.as_last(mode, desk)
    except UnknownWish as error:
        return await front.remark(desk.texts.html(error.why, word=error.word), desk)
    return await games.play(wish, desk)


def _page(command: Page, desk: Desk) -> Screen:
    texts, in_group = desk.texts, desk.chat.is_group
    match command:
        case Command.RULES:
            return menu.rules(texts, desk.preferences.style, in_group=in_group)
        case Command.SETTINGS:
            return menu.settings(texts, desk.preferences.style)
        case Command.LANGUAGE:
            return menu.languages(texts)
        case Command.HELP:
            return menu.help_screen(texts, in_group=in_group)
        case _:
            assert_never(command)


async def _start(payload: str, desk: Desk) -> Answer:
    """Where the link led that was followed, or the greeting."""
    if desk.chat.is_group or not await _led_somewhere(payload, desk):
        desk.show_menu(_greeting(desk))
        if not desk.chat.is_group:
            await begin_waiting(desk.person.id, desk.work, desk.world)
    return Answer()


async def _led_somewhere(payload: str, desk: Desk) -> bool:
    if await review.opened(payload, desk):
        return True
    if token := token_in(payload, CONTEST):
        return await contests.opened(token, desk)
    if match_id := game_in(payload, SEAT):
        return await card_play.called(match_id, desk)
    token = token_in(payload)
    return token is not None and await challenges.opened(token, desk)


def _greeting(desk: Desk) -> Screen:
    return menu.group_greeting(desk.texts) if desk.chat.is_group else menu.greeting(desk.texts, desk.person.name)


async def _guess(argument: str, desk: Desk) -> Answer:
    if argument:
        return await front.typed(argument, desk)
    return await front.remark(desk.texts.html("note.guess-how"), desk)


async def _say(argument: str, desk: Desk) -> Answer:
    game = front.meant(tuple(game for game in await games_on.games_on(desk) if isinstance(game, Seated)), desk)
    if not argument:
        return await front.remark(desk.texts.html("talk.how"), desk)
    if isinstance(game, Seated):
        return await talking.say(argument, game)
    return await room.say(argument, desk) or await front.remark(desk.texts.html("talk.nobody"), desk)


async def _of_the_game(command: Command, desk: Desk) -> Answer:
    on = await games_on.games_on(desk)
    game = front.meant(on, desk)
    if isinstance(game, Table):
        if game.company is not None and command is Command.HINT:
            return await companies.hint(game, desk)
        if game.breaker is not None:
            return await think.hinted_or_stopped(command, game, game.breaker, desk)
        return await (hints.next_hint if command is Command.HINT else games.resign)(game, desk)
    if isinstance(game, NumberTable):
        return await (number.hint if command is Command.HINT else number_games.resign)(game, desk)
    if game is not None:
        return await (hinting.hint if command is Command.HINT else ends.leave)(game)
    if on:
        await games_on.show_games(on, desk)
    else:
        desk.tell(desk.texts.html("note.no-game-group" if desk.chat.is_group else "note.no-game"))
    return Answer()


async def pressed(press: MenuPress, desk: Desk) -> Answer:
    """A press on a menu."""
    match press.verb:
        case OnMenu.PLAY:
            return await games.go_on(desk)
        case OnMenu.RULES | OnMenu.SETTINGS | OnMenu.START | OnMenu.PROFILE | OnMenu.NUMBER:
            return await obey(AS_TYPED[press.verb], "", desk)
        case OnMenu.TOP:
            return await people.best(desk, press.argument)
        case OnMenu.GAMES | OnMenu.WHICH:
            return await (games_on.listed if press.verb is OnMenu.GAMES else games_on.turned)(desk, press.argument)
        case OnMenu.LANGUAGE | OnMenu.LANGUAGE_ALONE:
            return await _chosen(press.verb, desk, language=press.argument)
        case OnMenu.STYLE:
            return await _chosen(press.verb, desk, style=press.argument)
        case OnMenu.DUEL | OnMenu.MODE | OnMenu.VARIANT | OnMenu.FAMILY | OnMenu.CLOCK | OnMenu.RATED | OnMenu.INVITE:
            return await arranging.pressed(press, desk)
        case OnMenu.VARIANTS | OnMenu.CARD | OnMenu.SOLO | OnMenu.COACHED | OnMenu.BLIND | OnMenu.THINK | OnMenu.EVIL:
            return await variants.pressed(press.verb, press.argument, desk)
        case OnMenu.ADVICE | OnMenu.REVIEW:
            return await (review.advised if press.verb is OnMenu.ADVICE else review.of_position)(desk)
        case OnMenu.HOTSEAT | OnMenu.PARTY | OnMenu.LEVELS:
            return await WITH_COMPANY[press.verb](press.argument, desk)
        case OnMenu.HALL:
            return await lobby.show(replace(desk, anew=True))
        case _:
            assert_never(press.verb)


async def _chosen(where: OnMenu, desk: Desk, language: str | None = None, style: str | None = None) -> Answer:
    if (language is not None and language not in LANGUAGES) or (style is not None and style not in STYLES):
        return Answer(desk.texts.plain("toast.old-button"))
    old = desk.preferences
    desk = desk.prefers(replace(old, language=language or old.language, style=style or old.style))
    alone = where is OnMenu.LANGUAGE_ALONE
    desk.show_menu(menu.languages(desk.texts) if alone else menu.settings(desk.texts, desk.preferences.style))
    await front.refresh(desk)
    return Answer(desk.texts.plain("settings.saved"))
