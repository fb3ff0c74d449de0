"""Talk between those who play a match: passed on word for word, or by a quick reaction, or not at all."""

from collections.abc import Callable
from typing import assert_never

from bot.app.actions import matches
from bot.app.actions.looking import arrived
from bot.app.handlers.duels.seated import Seated
from bot.app.messages import Chat, Said
from bot.app.model.match import Match, Sitter
from bot.app.model.remark import LONGEST, Remark, has_link, may_be_said, says_too_much
from bot.app.ports import Answer, Place
from bot.app.screen import Screen
from bot.app.screens.duels import talk as screens
from bot.app.screens.name import shown_name
from bot.app.texts import NOTHING, Texts
from bot.app.verbs import OnTalk
from bot.game.model import Seat

PASSED_ON = "🕊"
"""What is put on a message that the other can read."""
REMEMBERED = 20
"""So many of the last remarks count, and are kept where somebody complains of them."""
FORBIDDEN: dict[str, Callable[[str, Match], bool]] = {
    "talk.too-long": lambda text, _match: len(text) > LONGEST,
    "talk.like-a-code": lambda text, match: not may_be_said(text, match.game.variant),
    "talk.link": lambda text, _match: has_link(text),
}
"""What is passed on to nobody, by the word on it."""


async def say(text: str, seated: Seated) -> Answer:
    """Let the rival read it, if that may be."""
    refused = await _refused(seated) or _forbidden(text, seated)
    if refused:
        await seated.show(seated.texts.html(refused, name=_rival_name(seated)))
        return Answer()
    await _pass_on(text, seated, lambda _texts: screens.heard(seated.sitter.name, text))
    if isinstance(seated.desk.incoming, Said):
        seated.desk.work.mark(seated.desk.chat, seated.desk.incoming.message, PASSED_ON)
    return Answer()


async def pressed(verb: OnTalk, argument: str, seated: Seated) -> Answer:
    """A press on one of the buttons for talk."""
    match verb:
        case OnTalk.TALK:
            return await _explained(seated.having(asking=screens.TALK))
        case OnTalk.REACT:
            return await _reacted(argument, seated)
        case OnTalk.TALKS:
            return await _wished(seated.having(talks=not seated.sitter.talks, asking=""))
        case OnTalk.HEAR:
            return await _explained(seated.having(hears=not seated.sitter.hears))
        case OnTalk.BLOCK:
            return await _blocked(seated)
        case OnTalk.REPORT:
            return await _reported(seated)
        case OnTalk.BACK:
            await seated.having(asking="").keep()
            return Answer()
        case _:
            assert_never(verb)


async def _refused(seated: Seated) -> str:
    """The word on why nothing can be passed on now; empty if it can."""
    if not screens.may_talk(seated.match):
        return "talk.not-yet"
    return await _unheard(seated)


async def _unheard(seated: Seated) -> str:
    """The word on why not even a reaction can be passed on now; empty if it can."""
    if not _rival(seated).hears or _rival(seated).chat is None:
        return "talk.not-heard"
    remarks = await seated.desk.work.talk.said(seated.match.id, REMEMBERED)
    too_much = says_too_much(seated.sitter.person, remarks, seated.desk.world.now())
    return "talk.too-often" if too_much else ""


def _forbidden(text: str, seated: Seated) -> str:
    return next((word for word, forbids in FORBIDDEN.items() if forbids(text, seated.match)), "")


async def _pass_on(text: str, seated: Seated, screen: Callable[[Texts], Screen]) -> None:
    """Keep what was said, and let the rival see it in their language."""
    desk, rival = seated.desk, _rival(seated)
    desk.work.talk.say(_remark(text, seated))
    if rival.chat is not None:
        desk.work.tell(Chat(rival.chat), screen(await _texts_of(Seat(1 - seated.seat), seated)))


def _remark(text: str, seated: Seated) -> Remark:
    desk, sitter = seated.desk, seated.sitter
    return Remark(desk.world.new_id(), seated.match.id, sitter.person, sitter.name, text, desk.world.now())


async def _texts_of(seat: Seat, seated: Seated) -> Texts:
    return (await seated.desk.work.preferences(seated.match.sitters[seat].person)).texts


async def _explained(seated: Seated) -> Answer:
    await seated.keep(screens.explanation(seated.match, seated.seat, seated.texts))
    return Answer()


async def _reacted(argument: str, seated: Seated) -> Answer:
    texts = seated.texts
    if not argument.isdecimal() or int(argument) >= len(screens.REACTIONS):
        return Answer(texts.plain("toast.old-button"))
    refused = await _unheard(seated)
    if refused:
        return Answer(texts.plain(refused, name=_rival_name(seated)))
    sign = screens.REACTIONS[int(argument)]
    await _pass_on(sign, seated, lambda _texts: screens.heard(seated.sitter.name, sign))
    return Answer(f"{sign} → {_rival_name(seated)}")


async def _wished(seated: Seated) -> Answer:
    """Talk is switched on or off by one of two strangers; the other's screen says so, and rings if it is on now.

    What stands there of it is true until it changes: nothing is left behind that no longer holds. Whoever has said
    what they want gets the buttons of the game back, for its clock runs.
    """
    desk, rival, name = seated.desk, Seat(1 - seated.seat), seated.sitter.name
    texts, rings = await _texts_of(rival, seated), seated.sitter.talks and not await _unheard(seated)
    desk.work.matches.save(seated.match)
    if rings:
        desk.work.talk.say(_remark("💬", seated))
    note = NOTHING
    if seated.sitter.talks and _rival(seated).talks:
        note = texts.html("talk.both", name=shown_name(name))
    elif _rival(seated).asking == screens.TALK:
        note = screens.explanation(seated.match, rival, texts)
    place = Place.BOTTOM if rings and not seated.match.is_over else Place.HERE
    await matches.show(seated.match, rival, desk.work, desk.world, place, note)
    if rings and seated.match.is_over and (chat := _rival(seated).chat) is not None:
        desk.work.tell(Chat(chat), screens.told("talk.wish", name, texts))
    elif rings:
        await arrived(seated.match, rival, desk.work)
    if not screens.wants_to_talk(seated.match, seated.seat):
        return await _explained(seated)
    await seated.keep()
    return Answer()


async def _blocked(seated: Seated) -> Answer:
    """The two meet no more, or may again; this match goes on, in silence."""
    on = not seated.sitter.blocks
    seated.desk.work.talk.block(seated.sitter.person, _rival(seated).person, on=on)
    await _explained(seated.having(blocks=on, hears=not on))
    return Answer(seated.texts.plain("alert.blocked" if on else "alert.unblocked", name=_rival_name(seated)), alert=on)


async def _reported(seated: Seated) -> Answer:
    """What the rival has said is kept for the operator."""
    desk, rival = seated.desk, _rival(seated)
    remarks = await desk.work.talk.said(seated.match.id, REMEMBERED)
    theirs = [remark for remark in remarks if remark.person == rival.person]
    if not theirs:
        return Answer(seated.texts.plain("toast.nothing-said", name=_rival_name(seated)))
    desk.work.talk.report(desk.person.id, rival.person, theirs, desk.world.now())
    return Answer(seated.texts.plain("alert.reported", name=_rival_name(seated)), alert=True)


def _rival(seated: Seated) -> Sitter:
    return seated.match.sitters[1 - seated.seat]


def _rival_name(seated: Seated) -> str:
    return shown_name(_rival(seated).name)
