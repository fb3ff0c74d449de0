"""The lobby's room: whoever has joined it sees what is said there, on one screen that changes in place."""

from dataclasses import replace
from typing import assert_never

from bot.app.actions import lobby
from bot.app.actions.room import ROOM, SLOT, Said, bring
from bot.app.handlers.desk import Desk
from bot.app.model.remark import LONGEST, Remark, has_link, may_be_said, says_too_much
from bot.app.model.room import KEPT, is_crowded
from bot.app.ports import Answer, Place, Work
from bot.app.screens.duels import room as screens
from bot.app.screens.duels.room import Hearing
from bot.app.screens.name import shown_name
from bot.app.texts import NOTHING, Html
from bot.app.verbs import OnRoom
from solver.variant import VARIANTS


async def pressed(verb: OnRoom, argument: str, desk: Desk) -> Answer:
    """A press on one of the room's screens; it can be entered from the lobby as well."""
    if not await desk.is_current(SLOT):
        if verb is not OnRoom.SHOW or not await desk.is_current(lobby.SLOT):
            return desk.stripped("toast.old-button")
        desk = replace(desk, anew=True)
    match verb:
        case OnRoom.SHOW:
            await _show(desk)
        case OnRoom.JOIN:
            desk.work.talk.listen(ROOM, desk.person.id)
            await _show_inside(desk)
        case OnRoom.LEAVE:
            desk.work.talk.stop_listening(ROOM, desk.person.id)
            desk.work.show(desk.chat, SLOT, screens.outside(desk.texts), desk.place)
        case OnRoom.PEOPLE:
            await _show_people(desk)
        case OnRoom.MUTE | OnRoom.REPORT:
            return await _about(verb, argument, desk)
        case _:
            assert_never(verb)
    return Answer()


async def typed(text: str, desk: Desk) -> Answer | None:
    """A text typed where no game is on: said in the room, if they have joined it; None if it is not for that."""
    return await say(text, desk) if may_be_said(text, VARIANTS["classic"]) else None


async def say(text: str, desk: Desk) -> Answer | None:
    """Say something in the room; None if they have not joined it, or where it is not to be heard."""
    if desk.chat.is_group or not await desk.work.talk.listens(ROOM, desk.person.id):
        return None
    said = await desk.work.talk.said(ROOM, KEPT)
    if refused := _refused(text, said, desk):
        await _show_inside(desk, desk.texts.html(refused))
        return Answer()
    now = desk.world.now()
    remark = Remark(desk.world.new_id(), ROOM, desk.person.id, desk.person.name, text, now)
    desk.work.talk.say(remark)
    said = (*said, remark)
    desk.work.show(desk.chat, SLOT, screens.inside(said, await _hearing(desk.person.id, desk.work)), Place.BOTTOM)
    await bring(said, desk.work, desk.world)
    return Answer()


def _refused(text: str, said: Said, desk: Desk) -> str:
    if len(text) > LONGEST:
        return "talk.too-long"
    if has_link(text):
        return "talk.link"
    if says_too_much(desk.person.id, said, desk.world.now()):
        return "talk.too-often"
    return "room.crowded" if is_crowded(said, desk.world.now()) else ""


async def _show(desk: Desk) -> None:
    if await desk.work.talk.listens(ROOM, desk.person.id):
        await _show_inside(desk)
    else:
        desk.work.show(desk.chat, SLOT, screens.outside(desk.texts), desk.place)


async def _show_inside(desk: Desk, note: Html = NOTHING) -> None:
    hearing = await _hearing(desk.person.id, desk.work, note)
    desk.work.show(desk.chat, SLOT, screens.inside(await desk.work.talk.said(ROOM, KEPT), hearing), desk.place)


async def _show_people(desk: Desk) -> None:
    said, hearing = await desk.work.talk.said(ROOM, KEPT), await _hearing(desk.person.id, desk.work)
    desk.work.show(desk.chat, SLOT, screens.people(said, hearing), desk.place)


async def _about(verb: OnRoom, argument: str, desk: Desk) -> Answer:
    """Somebody who spoke is muted or heard again, or complained of."""
    said = await desk.work.talk.said(ROOM, KEPT)
    meant = next((remark for remark in said if screens.key_of(remark) == argument), None)
    if meant is None:
        await _show_people(desk)
        return Answer(desk.texts.plain("toast.moved-on"))
    person, name = desk.person.id, shown_name(meant.name)
    if verb is OnRoom.REPORT:
        desk.work.talk.report(
            person, meant.person, [one for one in said if one.person == meant.person], desk.world.now()
        )
        return Answer(desk.texts.plain("alert.reported", name=name), alert=True)
    muted = set(await desk.work.talk.muted_by(person))
    desk.work.talk.mute(person, meant.person, on=meant.person not in muted)
    hearing = Hearing(person, desk.texts, muted ^ {meant.person}, await desk.work.talk.parted_from(person))
    desk.work.show(desk.chat, SLOT, screens.people(said, hearing), desk.place)
    return Answer()


async def _hearing(person: int, work: Work, note: Html = NOTHING) -> Hearing:
    texts = (await work.preferences(person)).texts
    return Hearing(person, texts, await work.talk.muted_by(person), await work.talk.parted_from(person), note)
