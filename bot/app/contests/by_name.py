"""Codes for one person: from the end of a code that was set on to whoever is there, with another or with a game."""

from functools import partial

from bot.app.buttons import OnCode, OnMenu, TokenPress
from bot.app.contests import screens
from bot.app.contests.handlers import allow
from bot.app.contests.model import Contest, Contests, Standings
from bot.app.contests.reading import Unset, codes_set
from bot.app.friends.handlers import challenge_by_name, load_friends
from bot.app.kind import Request, Section, Unread
from bot.app.kinds.alone.contest import set_secret
from bot.app.kinds.alone.end import show_sharing
from bot.app.messages import Person
from bot.app.model.game import Header
from bot.app.model.prompts import Prompts
from bot.app.ratings.model import Ratings
from bot.app.reading import Reading, whole_number
from bot.app.routing import is_asked, is_move
from bot.app.screen import Answer, Place
from bot.app.screens.people import shown_name
from bot.app.texts import NOTHING, Html

# From the end of a code that somebody has set to the person at its other end.


async def press_button(press: TokenPress, request: Request) -> Answer:
    """Go on with the person at the other end: ask for a code for them, or challenge them."""
    request.needs(not request.chat.is_group)
    contest = request.found(await request.work.of(Contests).load(press.token))
    to = await _other_end(contest, whole_number(press.argument) or 0, request)
    return _ask(to, request) if press.verb is OnCode.SET else await challenge_by_name(to, request)


async def _other_end(contest: Contest, number: int, request: Request) -> Person:
    """The person of that number, if one of the two has set the secret and the other is done with it."""
    me, contests = request.person.id, request.work.of(Contests)
    entry = request.found(await contests.entry(contest.token, number if me == contest.author else me))
    request.needs(entry.game is not None and number > 0 and number in {contest.author, entry.person} - {me})
    name = entry.name if number == entry.person else contest.first.name
    return Person(number, name)


async def press_friend(number: str, request: Request) -> Answer:
    """Ask for a code for the friend of that number."""
    request.needs(not request.chat.is_group)
    friend = request.found((await load_friends(request)).friend(whole_number(number)))
    return _ask(Person(friend.person, friend.name), request)


# The code that is asked for: what is typed next is that, with its clue.

CODE_FOR = "code-for"
"""The slot that asks for a code, what is in focus then, and the kind of prompt that says for whom it is."""


def _ask(to: Person, request: Request, note: Html = NOTHING) -> Answer:
    request.work.of(Prompts).keep(CODE_FOR, request.person.id, str(to.id))
    screen = screens.asking(to.name, request.texts, note)
    return request.show_menu(screen, Place.BOTTOM, asks=CODE_FOR, slot=CODE_FOR)


async def _read(typed: Reading, games: tuple[Header, ...], request: Request) -> Answer | Unread | None:
    """Take the text for the code that was asked for; None: none was, or the text is for a game."""
    if not await is_asked(CODE_FOR, request):
        return None
    number = whole_number(await request.work.of(Prompts).read(CODE_FOR, request.person.id))
    if number is None:
        return None
    to = Person(number, (await request.work.of(Ratings).player(number)).name)
    try:
        code = codes_set(typed.text, request.texts)[0]
    except Unset as refusal:
        say = partial(_ask, to, request, refusal.note)
        if is_move(typed, games, request):
            return None
        return say() if typed.is_play else Unread(say)
    request.retire_typed()
    try:
        await allow(code, request)
    except Unset as refusal:
        return _ask(to, request, refusal.note)
    await _end_prompt(request)
    line = request.texts.html("codes.by-hand", name=shown_name(to.name))
    await show_sharing(Standings(set_secret(code, request), (), ()), request, line=line)
    return Answer()


async def _end_prompt(request: Request) -> None:
    request.work.of(Prompts).keep(CODE_FOR, request.person.id, "")
    request.work.games.focus_on(request.chat, None)
    if (asked := (await request.work.slot_state(request.chat, CODE_FOR)).message) is not None:
        request.work.retire(request.chat, asked, wholly=True)


# The section.

CODES = Section(buttons={OnMenu.CODE: press_friend}, presses={OnCode: press_button}, reads=_read)
