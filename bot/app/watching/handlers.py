"""Watching: somebody looks at a match of others, which both have allowed, and may react to it by one sign.

First how people come to a match, and their presses; below what a move shows to all who watch.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.app.buttons import Feature, GamePress, OnWatch
from bot.app.intents import Command, Order
from bot.app.kind import Request, Section
from bot.app.kinds.match.card_screen import scoreboard
from bot.app.kinds.match.model import Match, seats_of
from bot.app.kinds.match.screen import REACTIONS, applause_line
from bot.app.kinds.match.screen_parts import everybodys_clock_lines
from bot.app.messages import Chat
from bot.app.model.reach import Contact, Reach, may
from bot.app.operators.model import Operators
from bot.app.outbox import WATCHED_BOARD
from bot.app.reading import whole_number
from bot.app.routing import look_of, show_game
from bot.app.screen import Answer, Place, Screen, lines, page, rows, when
from bot.app.screens.common import GameButtons, Viewer, viewer_of
from bot.app.texts import Texts
from bot.app.watching.model import PART, WATCHED, Watcher, Watching
from bot.app.work import GRACE, Job, Work
from bot.app.world import World


async def watch(match: Match, request: Request) -> Answer:
    """Show the match to somebody who does not play it, from now on, or say why not. In private chats alone.

    Whoever plays it sees their own board. One match at a time is watched: the one before takes its leave.
    """
    work, person = request.work, request.person.id
    if request.chat.is_group:
        return request.only_in_private("watch.in-private")
    if match.seat_of(person) is not None:
        return await show_game(match, request)
    work.of(Watching).watch_no_other(match.id, person)
    if Feature.WATCHING in request.access.off or not await may_watch(match, person, work):
        return request.show_menu(_left("watch.closed", match.id, request.texts), slot=WATCHED_BOARD)
    seen = await work.of(Watching).seen(match.id, person)
    is_live = seen.is_live or not seen.is_full
    if is_live and not seen.is_live and not match.is_over:
        work.of(Watching).keep(match.id, person, is_live=True, sign=seen.sign)
    board = _board(match, look_of(request), is_live=is_live)
    work.show(request.chat, WATCHED_BOARD, board, request.place, for_many=True)
    return Answer()


LOOKED_AT = 20
"""So many matches are looked at for one that the person may watch."""


async def has_top_game(request: Request) -> bool:
    """Whether such a match runs, as far as one query tells: it does not know who is parted from whom."""
    is_on = Feature.WATCHING not in request.access.off
    return is_on and bool(await request.work.of(Watching).strongest(request.person.id, 1))


async def watch_top_game(request: Request) -> Answer:
    """Show the strongest match that runs, of those that the person may watch and does not play."""
    for each in await request.work.of(Watching).strongest(request.person.id, LOOKED_AT):
        match = await request.work.games.load(each, Match)
        if match is None or match.is_over or not match.watched:  # an older replica has ended or moved it
            request.work.of(Watching).end(each)
        elif await may_watch(match, request.person.id, request.work):
            return await watch(match, replace(request, as_new_message=True))
    return Answer(request.texts.plain("watch.none"))


async def press_watch(press: GamePress, request: Request) -> Answer:
    """A press on the board of somebody who watches; on another match than it shows, it is as if they came to that."""
    request.needs(not request.chat.is_group and await request.is_current(WATCHED_BOARD))
    if press.verb is OnWatch.STOP:
        return _stop(press, request)
    match = request.found(await request.work.games.load(press.game, Match))
    if press.verb is OnWatch.REACT and not match.is_over and await may_watch(match, request.person.id, request.work):
        return await _react(press.argument, match, request)
    return await watch(match, request)


STOPPED = "watch.stopped"
"""What somebody reads who wished to watch no more; they may watch again."""
HOME = "home"
"""What the button that leads back to the menu says behind its verb."""


def _stop(press: GamePress, request: Request) -> Answer:
    request.work.of(Watching).watch_no_other("", request.person.id)
    if press.argument == HOME:
        request.retire_pressed()
        return Answer(follows=Order(Command.MENU, ""))
    return request.show_menu(_left(STOPPED, press.game, request.texts), slot=WATCHED_BOARD)


async def _react(argument: str, match: Match, request: Request) -> Answer:
    """Count the sign, one a person and match; it is seen with the next move."""
    place, watching = request.found(whole_number(argument, len(REACTIONS) - 1)), request.work.of(Watching)
    request.needs(match.seat_of(request.person.id) is None)
    seen = await watching.seen(match.id, request.person.id)
    if not (seen.is_live or seen.is_full):  # they were let go, as one who could not be reached
        return await watch(match, request)
    if seen.sign:
        return Answer(request.texts.plain("watch.reacted", sign=seen.sign))
    watching.keep(match.id, request.person.id, is_live=seen.is_live, sign=REACTIONS[place])
    watching.cheer(match.id, place)
    return Answer(request.texts.plain("watch.thanks", sign=REACTIONS[place]))


async def may_watch(match: Match, person: int, work: Work) -> bool:
    """Whether both have allowed it, and neither is parted from the person."""
    return match.watched and person in await _welcome(match, (person,), work)


async def _welcome(match: Match, people: Iterable[int], work: Work) -> set[int]:
    """Those of the people from whom nobody who plays it is parted."""
    welcome = set(people)
    for player in seats_of(match) if welcome else ():
        relations = await work.of(Reach).relations(player, welcome)
        welcome = {other for other, relation in relations.items() if may(Contact.WATCH, relation)}
    return welcome


# What they see: the scoreboard that everybody may see, and nothing that anybody says.


def _board(match: Match, viewer: Viewer, *, is_live: bool) -> Screen:
    texts, buttons = viewer.texts, GameButtons(viewer.texts, match.id, len(match.game.turns))
    told = scoreboard(match, viewer).html
    if match.is_over:
        return Screen(page(told, applause_line(match)), rows(buttons.on("after.ehome", OnWatch.STOP, HOME)))
    late = when(not is_live, texts.html("watch.full"))
    return Screen(
        page([texts.html("watch.title"), late], told, applause_line(match), everybodys_clock_lines(match, texts)),
        rows(
            [buttons.labelled(sign, OnWatch.REACT, str(at)) for at, sign in enumerate(REACTIONS)],
            when(not is_live, buttons.on("button.refresh", OnWatch.REFRESH)),
            buttons.on("button.watch-no-more", OnWatch.STOP),
        ),
    )


def _left(key: str, match: str, texts: Texts) -> Screen:
    """What stands where they have watched a match; `key`: of the text that says why no more."""
    buttons = GameButtons(texts, match, 0)
    again = when(key == STOPPED, buttons.on("button.watch-again", OnWatch.REFRESH))
    return Screen(lines(texts.html(key)), rows((again, buttons.on("after.ehome", OnWatch.STOP, HOME))))


# What a move shows to all who watch, after its commit: the newest board, to a part of them at a time.


async def show_on(job: Job, work: Work, world: World) -> None:
    """Show the match to the next of those who watch it live; once it is over, for the last time, and forget them all.

    Whoever has parted from one of the players since reads that it has ended, who cannot be reached gets nothing; both
    watch it no more.
    """
    match, watching = await work.games.load(job.subject, Match), work.of(Watching)
    is_over = match is None or match.is_over or not match.watched
    part = await watching.part(job.subject, 0 if is_over else job.turn, with_others=is_over)
    if match is not None and not is_over:
        work.games.hold(match)  # whoever moves meanwhile, and writes no job because of this one, begins again
    if len(part) == PART:
        work.at(world.now() - GRACE, Job(WATCHED, job.subject, part[-1].person))
    if match is not None and Feature.WATCHING not in (await work.of(Operators).access(0)).off:
        await _show_to([each for each in part if each.is_live], match, work, world)
    for each in part if is_over else ():
        watching.drop(job.subject, each.person)


async def _show_to(watchers: Sequence[Watcher], match: Match, work: Work, world: World) -> None:
    reached = [each for each in watchers if each.known.reachable]
    welcome = await _welcome(match, (each.person for each in reached), work)
    for each in reached:
        viewer = viewer_of(each.known, world, person=each.person)
        is_welcome = each.person in welcome
        screen = _board(match, viewer, is_live=True) if is_welcome else _left("watch.closed", match.id, viewer.texts)
        work.show(Chat(each.person), WATCHED_BOARD, screen, Place.HERE, for_many=True)
    for each in watchers:
        if each.person not in welcome:
            work.of(Watching).watch_no_other("", each.person)


WATCHING = Section(presses={OnWatch: press_watch}, jobs={WATCHED: show_on})
