"""The lobby's room: whoever has joined it sees what is said there, on one screen that changes in place."""

from dataclasses import replace
from typing import assert_never

from bot.app.buttons import Feature, OnRoom
from bot.app.duels.actions import HALL
from bot.app.games.handlers import say_note
from bot.app.intents import Command
from bot.app.kind import Request, Section
from bot.app.model.game import Header
from bot.app.model.limits import Limit
from bot.app.operators.actions import tell_operators
from bot.app.reading import Reading
from bot.app.routing import carry_out, game_meant, games_of
from bot.app.screen import Answer, Place
from bot.app.screens.people import shown_name
from bot.app.talk.actions import KIND, ROOM, SLOT, Said, bring, bring_on
from bot.app.talk.model import (
    KEPT,
    LONGEST_REMARK,
    Talk,
    TalkMessage,
    has_had_turn,
    has_link,
    may_be_said,
    says_too_much,
)
from bot.app.talk.screens import Hearing, inside, message_key, outside, people
from bot.app.texts import NOTHING, Html
from bot.app.work import Work
from solver.variant import VARIANTS

PEOPLE = "room-people"
"""The slot of the speakers whom one may mute or report: what is said meanwhile must not take it away."""


async def press_room(verb: OnRoom, argument: str, request: Request) -> Answer:
    """A press on one of the room's screens; it can be entered from the lobby's list as well."""
    if request.stands_in not in {SLOT, HALL, PEOPLE}:  # older versions showed the room in the place of others
        request = replace(request, stands_in=None)
    others = {OnRoom.SHOW: (HALL, PEOPLE), OnRoom.MUTE: (PEOPLE,), OnRoom.REPORT: (PEOPLE,)}.get(verb, ())
    request.needs(await request.is_of(*others, SLOT))
    match verb:
        case OnRoom.SHOW:
            await _show(replace(request, as_new_message=request.stands_in != SLOT))
            if request.stands_in == PEOPLE:
                request.retire_pressed()
        case OnRoom.JOIN:
            request.work.of(Talk).listen(ROOM, request.person.id)
            await _show_inside(request)
        case OnRoom.LEAVE:
            request.work.of(Talk).stop_listening(ROOM, request.person.id)
            request.work.show(request.chat, SLOT, outside(request.texts), request.place)
        case OnRoom.PEOPLE:
            await _show_people(replace(request, as_new_message=True))
        case OnRoom.MUTE | OnRoom.REPORT:
            return await _about(verb, argument, request)
        case _:
            assert_never(verb)
    return Answer()


async def type_text(text: str, request: Request) -> Answer | None:
    """A text typed where no game is on: said in the room, if they have joined it; None if it is not for that."""
    return await say(text, request) if may_be_said(text, VARIANTS["classic"]) else None


async def say(text: str, request: Request) -> Answer | None:
    """Say something in the room; None if they have not joined it, or where it is not to be heard."""
    if request.chat.is_group or not await request.work.of(Talk).listens(ROOM, request.person.id):
        return None
    said = await request.work.of(Talk).last_messages(ROOM, KEPT)
    if refused := _refusal(text, said, request):
        await _show_inside(request, request.texts.html(refused))
        return Answer()
    now = request.world.now()
    message = TalkMessage(request.world.new_id(), ROOM, request.person.id, request.person.name, text, now)
    request.work.of(Talk).say(message)
    said = (*said, message)
    request.work.show(request.chat, SLOT, inside(said, await _hearing(request.person.id, request.work)), Place.BOTTOM)
    await bring(said, request.work, request.world)
    return Answer()


def _refusal(text: str, said: Said, request: Request) -> str:
    if Feature.TALK in request.access.off:
        return "talk.paused"
    if len(text) > LONGEST_REMARK:
        return "talk.too-long"
    if has_link(text):
        return "talk.link"
    if request.why_closed(Limit.REMARKS) or says_too_much(request.person.id, said, request.world.now()):
        return "talk.too-often"
    return "room.crowded" if has_had_turn(request.person.id, said, request.world.now()) else ""


async def _show(request: Request) -> None:
    if await request.work.of(Talk).listens(ROOM, request.person.id):
        await _show_inside(request)
    else:
        request.work.show(request.chat, SLOT, outside(request.texts), request.place)


async def _show_inside(request: Request, note: Html = NOTHING) -> None:
    said = await request.work.of(Talk).last_messages(ROOM, KEPT)
    hearing = await _hearing(request.person.id, request.work, note)
    request.work.show(request.chat, SLOT, inside(said, hearing), request.place)


async def _show_people(request: Request) -> None:
    said = await request.work.of(Talk).last_messages(ROOM, KEPT)
    hearing = await _hearing(request.person.id, request.work)
    request.work.show(request.chat, PEOPLE, people(said, hearing), request.place)


async def _about(verb: OnRoom, argument: str, request: Request) -> Answer:
    """Somebody who spoke is muted or heard again, or complained of."""
    said = await request.work.of(Talk).last_messages(ROOM, KEPT)
    meant = next((message for message in said if message_key(message) == argument), None)
    if meant is None:
        await _show_people(request)
        return Answer(request.texts.plain("toast.moved-on"))
    person, name = request.person.id, shown_name(meant.name)
    if verb is OnRoom.REPORT:
        if closed := request.why_closed(Limit.REPORTS):
            return Answer(closed, alert=True)
        request.work.of(Talk).report(
            person, meant.person, [one for one in said if one.person == meant.person], request.world.now()
        )
        await tell_operators(request.work, request.world, reports=1)
        return Answer(request.texts.plain("alert.reported", name=name), alert=True)
    unheard = await request.work.of(Talk).unheard_by(person, ROOM)
    request.work.of(Talk).mute(person, meant.person, on=meant.person not in unheard.muted)
    hearing = Hearing(person, request.texts, unheard.muted ^ {meant.person}, unheard.parted)
    request.work.show(request.chat, PEOPLE, people(said, hearing), request.place)
    return Answer()


async def _hearing(person: int, work: Work, note: Html = NOTHING) -> Hearing:
    texts = (await work.preferences(person)).texts
    unheard = await work.of(Talk).unheard_by(person, ROOM)
    return Hearing(person, texts, unheard.muted, unheard.parted, note)


# `/say`: to whom it goes, the rival in a match or everybody in the lobby's room.

JUST = 600.0
"""Seconds for which what somebody has said counts as just read."""


READ = 5
"""Of what was said last in one place, so much is looked at."""


async def obey(text: str, request: Request) -> Answer:
    """Say it where one has just read what another said; else in the game that is meant, else in the room."""
    if not text:
        return await say_note(request.texts.html("talk.how"), request)
    talking, in_room = await _streams(request)
    stream = await _stream_read(talking, request, in_room=in_room) if len(talking) + in_room > 1 else None
    game = next((game for game in talking if game.id == stream), None)
    if game is None and stream is None:
        game = game_meant(talking, request)
    if game is not None:
        return await carry_out(await request.kinds.kind_of(game).say(text, game, request), request)
    if talking and stream is None:
        return await say_note(request.texts.html("talk.which"), request)
    return await say(text, request) or await say_note(request.texts.html("talk.nobody"), request)


async def has_just_heard(request: Request) -> bool:
    """Whether somebody else has just said something to them, in a game of theirs or in the room."""
    talking, in_room = await _streams(request)
    return await _stream_read(talking, request, in_room=in_room) is not None


async def _streams(request: Request) -> tuple[tuple[Header, ...], bool]:
    """The games in which they may say something, and whether they may in the room."""
    talking = tuple(game for game in await games_of(request) if request.kinds.kind_of(game).talks)
    return talking, not request.chat.is_group and await request.work.of(Talk).listens(ROOM, request.person.id)


async def _stream_read(talking: tuple[Header, ...], request: Request, *, in_room: bool) -> str | None:
    """Where somebody else has spoken last, if that is not long ago, and no board was replied to."""
    if request.replied_slot is not None:
        return None
    streams = [game.id for game in talking] + [ROOM] * in_room
    heard = [
        (message.said_at, stream)
        for stream in streams
        for message in await request.work.of(Talk).last_messages(stream, READ)
        if message.person != request.person.id
    ]
    said_at, stream = max(heard, default=(0.0, ""))
    return stream if request.world.now() - said_at < JUST else None


# The section.


async def _read(typed: Reading, games: tuple[Header, ...], request: Request) -> Answer | None:
    return None if games else await type_text(typed.text, request)


TALK = Section(commands={Command.SAY: obey}, reads=_read, jobs={KIND: bring_on})
