"""`/say`: to whom it goes, the rival in a match or everybody in the lobby's room."""

from typing import Any

from bot.app.actions.room import ROOM
from bot.app.handlers.duels import room
from bot.app.handlers.typing import say_note
from bot.app.kinds.kind import Kind
from bot.app.model.header import Header
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.routing.carrying import carry_out
from bot.app.routing.focus import game_meant, games_of

JUST = 600.0
"""Seconds for which what somebody has said counts as just read."""
READ = 5
"""Of what was said last in one place, so much is looked at."""


async def say(text: str, request: Request) -> Answer:
    """Say it where one has just read what another said; else in the game that is meant, else in the room."""
    if not text:
        return await say_note(request.texts.html("talk.how"), request)
    talking = tuple(game for game in await games_of(request) if request.kinds.kind_of(game).says is not None)
    in_room = not request.chat.is_group and await request.work.talk.listens(ROOM, request.person.id)
    stream = await _stream_read(talking, request, in_room=in_room) if len(talking) + in_room > 1 else None
    game = next((game for game in talking if game.id == stream), None)
    if game is None and stream is None:
        game = game_meant(talking, request)
    if game is not None:
        kind: Kind[Any] = request.kinds.kind_of(game)
        if kind.says is not None:
            return await carry_out(await kind.says(text, game, request), request)
    if talking and stream is None:
        return await say_note(request.texts.html("talk.which"), request)
    return await room.say(text, request) or await say_note(request.texts.html("talk.nobody"), request)


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
