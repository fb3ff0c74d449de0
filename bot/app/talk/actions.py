"""Sends messages in the lobby's room to all who listen, a bounded number at a time.

The first listeners get them in the transaction of the message, the others by jobs. Remarks made meanwhile are sent by
the same jobs, and then to those who were served before.
"""

from dataclasses import replace

from bot.app.messages import Chat
from bot.app.screen import Place
from bot.app.talk.model import KEPT, Listener, Rooms, SendingRound, Talk, TalkMessage
from bot.app.talk.screens import Hearing, inside
from bot.app.texts import language_of, texts_in
from bot.app.work import Job, Work
from bot.app.world import World

ROOM = "lobby"
"""The stream of the room's messages."""
SLOT = "room"
KIND = "room"
"""The kind of job that goes on sending; its subject is the room with the id up to which all have been served."""
STEP = 100
"""Listeners served in one transaction."""
ABANDONED = 60.0
"""Seconds after which a round counts as abandoned; the next message begins a new one."""
Said = tuple[TalkMessage, ...]


async def bring(said: Said, work: Work, world: World) -> None:
    """Show the room's new message to the other listeners. `said`: the last messages, the new one at the end."""
    under_way = await work.of(Rooms).round(ROOM)
    if under_way.told_up_to is None or abs(world.now() - under_way.told_at) > ABANDONED:
        await _bring_on(replace(under_way, told_up_to=0), said, work, world, speaker=said[-1].person)
    elif not under_way.is_behind:
        work.of(Rooms).save_round(replace(under_way, is_behind=True))


async def bring_on(job: Job, work: Work, world: World) -> None:
    """Go on with a round, with the messages as they are now."""
    room, _, told_up_to = job.subject.partition(":")
    under_way = await work.of(Rooms).round(room)
    if str(under_way.told_up_to) == told_up_to:
        await _bring_on(under_way, await work.of(Talk).last_messages(room, KEPT), work, world)


async def _bring_on(under_way: SendingRound, said: Said, work: Work, world: World, speaker: int | None = None) -> None:
    """Serve the next listeners. `speaker`: whose message alone is new; None: several are, and everybody is served."""
    room, after = under_way.stream, under_way.told_up_to or 0
    listeners = await work.of(Rooms).listeners(room, after, STEP, speaker=speaker or 0)
    for listener in listeners:
        if speaker is None or (listener.person != speaker and listener.hears(speaker)):
            screen = inside(said, _hearing(listener))
            work.show(Chat(listener.person), SLOT, screen, Place.HERE, for_many=True)
    goes_on = len(listeners) == STEP
    if goes_on or under_way.is_behind:
        up_to = listeners[-1].person if goes_on else 0
        under_way = replace(under_way, is_behind=goes_on and under_way.is_behind)
        work.of(Rooms).save_round(replace(under_way, told_up_to=up_to, told_at=world.now()))
        work.at(world.now(), Job(KIND, f"{room}:{up_to}", 0))
    elif under_way.told_at:
        work.of(Rooms).save_round(replace(under_way, told_up_to=None, told_at=0.0))


def _hearing(listener: Listener) -> Hearing:
    texts = texts_in(language_of(listener.language, listener.spoken))
    return Hearing(listener.person, texts, listener.muted, listener.parted)
