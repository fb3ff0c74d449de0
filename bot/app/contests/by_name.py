"""Codes for one person: asked for at the end of another, brought to them by name, and shown where they wait.

In this order: from the end of a code that was set to whoever is there; what is typed then; what waits for somebody.
"""

from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.app.buttons import Numbered, OnCode, OnMenu, TokenPress
from bot.app.contests import screens
from bot.app.contests.handlers import allow
from bot.app.contests.model import CODE_FOR, CODES, Contest, Contests, SetCode, Standings
from bot.app.contests.reading import Unset, codes_set
from bot.app.friends.handlers import challenge_by_name, load_friends
from bot.app.kind import MENU, Request, Section, Unread
from bot.app.kinds.alone.contest import HAS_COME, set_secret
from bot.app.kinds.alone.end import show_sharing
from bot.app.messages import Chat, Person
from bot.app.model.game import Header
from bot.app.model.prompts import Prompts
from bot.app.model.reach import Contact, Reach, may, relation_by
from bot.app.ratings.model import Ratings
from bot.app.reading import Reading, whole_number
from bot.app.routing import is_asked, is_move
from bot.app.screen import Answer, News, Place
from bot.app.screens.people import shown_name
from bot.app.talk.model import Talk
from bot.app.texts import NOTHING, Html
from bot.app.work import Job, Work
from bot.app.world import World
from bot.game.daily import DAY, HOUR

# From the end of a code that somebody has set to the person at its other end.


async def press_button(press: TokenPress, request: Request) -> Answer:
    """Go on with the person at the other end: ask for a code for them, or challenge them. Or see what waits."""
    request.needs(not request.chat.is_group)
    contest = request.found(await request.work.of(Contests).load(press.token))
    if press.verb not in {OnCode.SET, OnCode.PLAY}:
        return await _press_notice(press, contest, request)
    to = await _other_end(contest, whole_number(press.argument) or 0, request)
    return _ask(to, request) if press.verb is OnCode.SET else await challenge_by_name(to, request)


async def _other_end(contest: Contest, number: int, request: Request) -> Person:
    """The person of that number, if one of the two has set the secret and the other is done with it."""
    me, contests = request.person.id, request.work.of(Contests)
    entry = request.found(await contests.entry(contest.token, number if me == contest.author else me))
    request.needs(entry.game is not None and number > 0 and number in {contest.author, entry.person} - {me})
    name = entry.name if number == entry.person else contest.first.name
    return Person(number, name)


async def press_friend(argument: str, request: Request) -> Answer:
    """Ask for a code for the friend of that number; take the one of two that was meant; or ask no more."""
    request.needs(not request.chat.is_group)
    if not argument:
        await _end(request)
        return Answer()
    if (meant := Numbered.read(argument)) is not None and meant.letter == READING:
        return await _choose(meant.number, request)
    friend = request.found((await load_friends(request)).friend(whole_number(argument)))
    return _ask(Person(friend.person, friend.name), request)


# The code that is asked for: what is typed next is that, with its clue.


def _ask(to: Person, request: Request, note: Html = NOTHING) -> Answer:
    request.work.of(Prompts).keep(CODE_FOR, request.person.id, str(to.id))
    screen = screens.asking(to.name, request.texts, note)
    return request.show_menu(screen, Place.BOTTOM, asks=CODE_FOR, slot=CODE_FOR)


async def _read(typed: Reading, games: tuple[Header, ...], request: Request) -> Answer | Unread | None:
    """Take the text for the code that was asked for; None: none was, or the text is for a game."""
    if not await is_asked(CODE_FOR, request) or (asked := await _asked_for(request)) is None:
        return None
    to, _ = asked
    try:
        codes = codes_set(typed.text, request.texts, command="")
    except Unset as refusal:
        say = partial(_ask, to, request, refusal.note)
        if is_move(typed, games, request):
            return None
        return say() if typed.is_play else Unread(say)
    request.retire_typed()
    if len(codes) == 1:
        return await _set(codes[0], to, request)
    request.work.of(Prompts).keep(CODE_FOR, request.person.id, f"{to.id} {typed.text}")
    screen = screens.which_code(codes, request.texts, OnMenu.CODE, READING)
    return request.show_menu(screen, Place.BOTTOM, asks=CODE_FOR, slot=CODE_FOR)


async def _asked_for(request: Request) -> tuple[Person, str] | None:
    """For whom a code was asked for, and what was typed of which one is to be chosen; None: for nobody."""
    asked, _, typed = (await request.work.of(Prompts).read(CODE_FOR, request.person.id)).partition(" ")
    if (number := whole_number(asked)) is None:
        return None
    name = (await request.work.of(Ratings).player(number)).name or request.texts.plain("name.left")
    return Person(number, name), typed


async def _choose(number: int, request: Request) -> Answer:
    """Take the code of that number, of those that were read."""
    to, typed = request.found(await _asked_for(request))
    with suppress(Unset):  # nothing is to be chosen, or it was read otherwise, in another language
        codes = codes_set(typed, request.texts)
        if number < len(codes):
            return await _set(codes[number], to, request, is_chosen=True)
    return request.old_button()


async def _set(code: SetCode, to: Person, request: Request, *, is_chosen: bool = False) -> Answer:
    """Set the code, and bring it to them or show its link; or ask again and say why not."""
    try:
        await allow(code, request, is_chosen=is_chosen)
    except Unset as refusal:
        return _ask(to, request, refusal.note)
    await _end(request)
    goes = await _goes_by_itself(to.id, request)
    contest = set_secret(code, request, to.id if goes else None)
    line = request.texts.html("codes.sent" if goes else "codes.by-hand", name=shown_name(to.name))
    await show_sharing(Standings(contest, (), ()), request, line=line)
    return Answer()


async def _end(request: Request) -> None:
    """Ask for none any more."""
    request.work.of(Prompts).keep(CODE_FOR, request.person.id, "")
    if request.focus == CODE_FOR:
        request.work.games.focus_on(request.chat, None)
    await request.work.take_away(request.chat, CODE_FOR)


async def _goes_by_itself(to: int, request: Request) -> bool:
    """Whether it is brought to them: where a challenge by name would be, once a day unless they open it."""
    person, work = request.person.id, request.work
    relation = (await work.of(Reach).relations(person, [to]))[to]
    if not all(may(contact, relation) for contact in (Contact.CODE, Contact.RING, Contact.TALK)):
        return False
    return not await work.of(Contests).waits_from(person, to, request.world.now() - DAY)


# What waits for somebody, of all who have set them one: shown in one message, by a job, so that none hides another.

RINGS_EVERY = HOUR
"""Seconds within which it comes with a sound once; what comes meanwhile changes it in place."""


async def show_waiting(job: Job, work: Work, world: World) -> None:
    """Show the person what waits for them, as the latest message if one more has come and it rings."""
    chat = Chat(int(job.subject))
    known, shown = await work.preferences(chat.id), await work.slot_state(chat, CODES)
    waiting = await _waiting_for(chat.id, work)
    if not waiting:
        await work.take_away(chat, CODES)
    if not waiting or not may(Contact.RING, relation_by(known)):
        return
    rings = job.turn == HAS_COME and world.now() - shown.at >= RINGS_EVERY
    screen = replace(screens.notice(waiting, 0, known, known.texts), news=News.TURNS)
    work.show(chat, CODES, screen, Place.BOTTOM if rings else Place.HERE, for_many=not rings)


async def _waiting_for(person: int, work: Work) -> list[Contest]:
    """What waits for the person, without what those have set who are parted from them by now."""
    found = await work.of(Contests).waiting_for(person, screens.MOST)
    parted = await work.of(Reach).unnamed(person, [contest.author for contest in found])
    return [contest for contest in found if contest.author not in parted]


async def _press_notice(press: TokenPress, contest: Contest, request: Request) -> Answer:
    """Turn to a code that waits; block whoever has set it, once that is sure; or let no more come by name."""
    request.needs(contest.waits_for == request.person.id and await request.is_current(CODES))
    waiting = await _waiting_for(request.person.id, request.work)
    author, answer = Person(contest.author, contest.first.name), Answer()
    if press.verb is OnCode.BLOCK and press.argument != screens.SURE:
        return request.show_menu(screens.block(contest, request.texts), slot=CODES)
    if press.verb is OnCode.BLOCK:
        await request.work.of(Talk).block(request.person, author)
        waiting = [other for other in waiting if other.author != author.id]
        answer = Answer(request.texts.plain("alert.blocked", name=shown_name(author.name)), alert=True)
    elif press.verb is OnCode.NO_MORE:
        request = request.prefers(replace(request.preferences, no_codes=True))
        answer = Answer(request.texts.plain("codes.none"), alert=True)
    if not waiting:
        request.retire_pressed()
        return answer
    at = next((at for at, other in enumerate(waiting) if other.token == contest.token), 0)
    request.show_menu(screens.notice(waiting, at, request.preferences, request.texts), slot=CODES)
    return answer


# The section.

READING = "r"
"""The letter before the number of a code that may be meant."""

CODES_BY_NAME = Section(
    buttons={OnMenu.CODE: press_friend},
    slot_of=lambda _verb, argument, _request: CODE_FOR if argument.startswith(READING) else MENU,
    presses={OnCode: press_button},
    reads=_read,
    jobs={CODES: show_waiting},
)
