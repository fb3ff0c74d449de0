"""What is stored of a person: told, sent to them, and taken away, a few rows and a match at a time."""

from collections.abc import Awaitable
from contextlib import suppress
from typing import TypeVar

import structlog

from bot.app.buttons import OnMenu
from bot.app.daily.actions import leave_cards
from bot.app.duels import actions as duels
from bot.app.duels.model import Challenges, ChallengeState
from bot.app.intents import Command
from bot.app.kind import MENU, LongThought, Request, Section, without_argument
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.moves import Appearance, make_move, show_card, show_seat
from bot.app.lobby import handlers as lobby
from bot.app.messages import Chat
from bot.app.model.bodies import LEFT
from bot.app.model.limits import Limit
from bot.app.model.long_jobs import MOST, LongJob, LongJobs
from bot.app.model.prompts import Prompts
from bot.app.operators.actions import send
from bot.app.privacy.model import AND_TELLS, FORGET, LEAVING, MY_DATA, forgetting
from bot.app.privacy.screens import DATA, begun, done, note, privacy, question
from bot.app.screen import Answer, Place
from bot.app.screens.people import shown_name
from bot.app.texts import language_of, texts_in
from bot.app.work import GRACE, Job, Work
from bot.app.world import World
from bot.game.daily import HOUR
from bot.game.leaving import Way
from bot.game.model import Seat
from bot.game.rules import end_by

# What is stored of a person: told, sent to them, and taken away. All but the telling is for private chats alone.


async def show_privacy(request: Request) -> Answer:
    """Tell what is stored; in private also how to take it away with a press."""
    return request.show_menu(privacy(request.texts, in_group=request.chat.is_group))


async def press_privacy(what: str, request: Request) -> Answer:
    """Tell what is stored, or send it."""
    return await (send_my_data if what == DATA else show_privacy)(request)


async def send_my_data(request: Request) -> Answer:
    """Let all that is stored of the person be gathered and sent to them, once an hour."""
    if request.chat.is_group:
        return request.only_in_private("privacy.in-private")
    person, work, now = request.person.id, request.work, request.world.now()
    waiting = await work.of(LongJobs).of(person)
    if len(waiting) >= MOST or any(job.kind == MY_DATA for job in waiting):
        return request.show_menu(note("mydata.waits", request.texts))
    if closed := request.why_closed(Limit.MY_DATA):
        return request.show_menu(note("{note}", request.texts, note=closed))
    asked_at = float(await work.of(Prompts).read(MY_DATA, person) or -HOUR)
    if 0 <= now - asked_at < HOUR:
        minutes = int((asked_at + HOUR - now) // 60) + 1
        return request.show_menu(note("mydata.lately", request.texts, minutes=minutes))
    work.of(Prompts).keep(MY_DATA, person, repr(now))
    work.of(LongJobs).put(LongJob(MY_DATA, "", person=person, chat=request.chat))
    return request.show_menu(note("mydata.coming", request.texts))


LASTS = 600.0
"""Seconds for which the button that confirms works."""
ASKED = "forget-me"
"""The kind of prompt that tells which button confirms, and since when."""


async def ask_to_forget(request: Request) -> Answer:
    """Say what it means to be forgotten, with a button that confirms it once."""
    if request.chat.is_group:
        return request.only_in_private("privacy.in-private")
    sign = request.world.new_id()
    request.work.of(Prompts).keep(ASKED, request.person.id, f"{sign} {request.world.now()!r}")
    return request.show_menu(question(sign, int(LASTS / 60), request.texts))


async def forget(sign: str, request: Request) -> Answer:
    """Forget the person, if this is the button that they were shown last, and not long ago; without a sign, ask."""
    if not sign:
        return await ask_to_forget(request)
    request.needs(not request.chat.is_group)
    shown, _, since = (await request.work.of(Prompts).read(ASKED, request.person.id)).partition(" ")
    request.needs(sign == shown and 0 <= request.world.now() - float(since) <= LASTS)
    request.work.of(Prompts).keep(ASKED, request.person.id, "")
    begin_forgetting(request.person.id, request.texts.language, request.work, request.world)
    return request.show_menu(begun(request.texts))


# Forgets people, a few rows at a time, by jobs: whatever breaks off goes on where it was.


def begin_forgetting(person: int, language: str, work: Work, world: World) -> None:
    """The person has asked to be forgotten: that is noted, and done by jobs."""
    work.privacy.note_forgotten(person, world.now())
    work.at(world.now(), Job(FORGET, forgetting(person, language), AND_TELLS))


async def forget_on(job: Job, work: Work, world: World) -> None:
    """Forget a little more of the person. Raises NeedsThought."""
    whose, language, place = job.subject.split(" ", 2)
    person = int(whose)
    if place == LEAVING:
        for day in (world.today - 1, world.today):  # the cards that are still edited
            await leave_cards(day, person, work, world.now())
        rest = LEAVING if await leave_some(person, work, world) else ""
    else:
        rest = await work.privacy.forget_some(person, place)
        if not rest:
            _end(person, language, job, work)
            return
    work.at(world.now() - GRACE, Job(FORGET, forgetting(person, language, rest), job.turn))


def _end(person: int, language: str, job: Job, work: Work) -> None:
    if job.turn == AND_TELLS:
        work.tell(Chat(person), done(texts_in(language_of(language))))


# Takes somebody out of all that they play, offer and look for with others, a match at a time.


async def leave_some(person: int, work: Work, world: World) -> bool:
    """Withdraw what the person offers and looks for, and leave one match; whether there may be more to leave."""
    await _withdraw(person, work, world)
    return await _leave_a_match(person, work, world)


async def _leave_a_match(person: int, work: Work, world: World) -> bool:
    """Leave one of the matches that they play with others, at what that costs; False: there is none.

    Where it cannot be left, since they have broken their code, it goes on without them.
    """
    for match in await _readable(work.games.running_of(person, Match)):
        seat = match.seat_of(person)
        if seat is None or match.level:
            continue
        end = end_by(match.game, seat, Way.WISH)
        if end is None:
            await _go_on_without(match, seat, work, world)
        else:
            await make_move(match, end, work, world)
        return True
    return False


async def _go_on_without(match: Match, seat: Seat, work: Work, world: World) -> None:
    """Somebody who left sits there from now on; the rival hears it."""
    rival, known_as = Seat(1 - seat), shown_name(match.sitters[seat].name)
    texts = (await work.preferences(match.sitters[rival].person)).texts
    match = match.with_sitter(seat, Sitter(LEFT, texts.plain("name.left"), None))
    work.games.save(match)
    await show_card(match, work, world)
    await show_seat(match, rival, Appearance(Place.BOTTOM, texts.html("note.left", name=known_as)), work, world)


UNREADABLE = (ValueError, LookupError, TypeError)
"""What reading a row raises that no version of ours has written."""


async def _withdraw(person: int, work: Work, world: World) -> None:
    """Withdraw what they offer, and look for nobody."""
    for challenge in await _readable(work.of(Challenges).open_of(person)):
        if challenge.state is ChallengeState.OPEN:
            await duels.close(challenge, ChallengeState.WITHDRAWN, work, world)
    with suppress(*UNREADABLE):
        await lobby.stop(person, work)


log = structlog.get_logger()
Found = TypeVar("Found")


async def _readable(found: Awaitable[tuple[Found, ...]]) -> tuple[Found, ...]:
    """What is found; nothing where some of it cannot be read: then it goes without a word to anybody."""
    try:
        return await found
    except UNREADABLE as error:
        log.error("what somebody plays or offers cannot be read, and is taken away", error=repr(error))
        return ()


# The section.

PRIVACY = Section(
    commands={
        Command.PRIVACY: without_argument(show_privacy),
        Command.MYDATA: without_argument(send_my_data),
        Command.FORGETME: without_argument(ask_to_forget),
    },
    buttons={OnMenu.PRIVACY: press_privacy, OnMenu.FORGET: forget},
    jobs={FORGET: forget_on},
    long_jobs={MY_DATA: LongThought(send, lambda _job: MENU, feature=None)},
)
