"""Talk between those who play a match: passed on word for word, or by a quick reaction, or not at all."""

from collections.abc import Callable
from typing import assert_never

from bot.app.actions.operators import tell_operators
from bot.app.features import TALK
from bot.app.kinds.match.actor import SILENT, Actor, actor_in
from bot.app.kinds.match.focus import focus_on_news
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.screens import talk as screens
from bot.app.kinds.match.showing import Appearance, show_seat
from bot.app.kinds.outcome import Outcome, unchanged
from bot.app.messages import Chat, Said
from bot.app.model.header import LEFT
from bot.app.model.talk import LONGEST, TalkMessage, has_link, may_be_said, says_too_much
from bot.app.news import News
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.app.screens.name import shown_name
from bot.app.texts import NOTHING, Html, Texts
from bot.app.verbs import OnTalk

PASSED_ON = "🕊"
"""What is put on a message that the other can read."""
REMEMBERED = 20
"""So many of the last messages count, and are kept where somebody complains of them."""
FORBIDDEN: dict[str, Callable[[str, Match], bool]] = {
    "talk.too-long": lambda text, _match: len(text) > LONGEST,
    "talk.like-a-code": lambda text, match: not may_be_said(text, match.game.variant),
    "talk.link": lambda text, _match: has_link(text),
}
"""What is passed on to nobody, by the key of the text that says so."""


async def say(text: str, game: Match, request: Request) -> Outcome[Match]:
    """Let the rival read it, if that may be."""
    actor = actor_in(game, request)
    refused = await _refusal(actor) or _forbidden(text, game)
    if refused:
        return actor.unchanged(note=actor.texts.html(refused, name=actor.rival_name))
    _pass_on(text, actor)
    if isinstance(request.incoming, Said):
        request.work.mark(request.chat, request.incoming.message, PASSED_ON)
    return unchanged(game, Answer())


async def press_talk(verb: OnTalk, argument: str, actor: Actor) -> Outcome[Match]:
    """Carry out a press on one of the buttons for talk."""
    match verb:
        case OnTalk.TALK:
            return _explain(actor.having(asking=screens.TALK))
        case OnTalk.REACT:
            return await _react(argument, actor)
        case OnTalk.TALKS:
            return await _switch_talk(actor.having(talks=not actor.sitter.talks, asking=""))
        case OnTalk.HEAR:
            return _explain(actor.having(hears=not actor.sitter.hears))
        case OnTalk.BLOCK:
            return _block(actor, sure=argument == screens.SURE)
        case OnTalk.REPORT:
            return await _report(actor, sure=argument == screens.SURE)
        case OnTalk.BACK if actor.sitter.asking in {screens.BLOCK, screens.REPORT}:
            return _explain(actor.having(asking=screens.TALK))
        case OnTalk.BACK:
            return actor.having(asking="").outcome()
        case _:
            assert_never(verb)


async def _refusal(actor: Actor) -> str:
    """The key of the text that says why nothing can be passed on now; empty if it can."""
    return await _unheard(actor) if screens.may_talk(actor.match) else "talk.not-yet"


async def _unheard(actor: Actor) -> str:
    """The key of the text that says why not even a reaction can be passed on now; empty if it can."""
    if TALK in actor.request.gate.off:
        return "talk.paused"
    if not actor.rival.hears or actor.rival.chat is None:
        return "talk.not-heard"
    messages = await actor.request.work.talk.last_messages(actor.match.id, REMEMBERED)
    too_much = says_too_much(actor.sitter.person, messages, actor.request.world.now())
    return "talk.too-often" if too_much else ""


def _forbidden(text: str, match: Match) -> str:
    return next((key for key, forbids in FORBIDDEN.items() if forbids(text, match)), "")


def _pass_on(text: str, actor: Actor) -> None:
    """Keep what was said, and let the rival read it."""
    actor.request.work.talk.say(_talk_message(text, actor))
    if actor.rival.chat is not None:
        actor.request.work.tell(Chat(actor.rival.chat), screens.message_screen(actor.sitter.name, text))


def _talk_message(text: str, actor: Actor) -> TalkMessage:
    request, sitter = actor.request, actor.sitter
    return TalkMessage(request.world.new_id(), actor.match.id, sitter.person, sitter.name, text, request.world.now())


def _explain(actor: Actor, answer: Answer = SILENT) -> Outcome[Match]:
    """Say what can be said now, and how."""
    return actor.outcome(screens.explanation(actor.match, actor.seat, actor.texts), answer)


async def _react(argument: str, actor: Actor) -> Outcome[Match]:
    """Pass a quick reaction on. Only whoever presses hears what became of it."""
    if not argument.isdecimal() or int(argument) >= len(screens.REACTIONS):
        return unchanged(actor.match, Answer(actor.texts.plain("toast.old-button")))
    refused = await _unheard(actor)
    if refused:
        return unchanged(actor.match, Answer(actor.texts.plain(refused, name=actor.rival_name)))
    sign = screens.REACTIONS[int(argument)]
    _pass_on(sign, actor)
    return unchanged(actor.match, Answer(f"{sign} → {actor.rival_name}"))


async def _switch_talk(actor: Actor) -> Outcome[Match]:
    """Talk is switched on or off by one of two strangers; the other's screen says so, and rings if it is on now.

    What stands there of it is true until it changes: nothing is left behind that no longer holds. Whoever has said
    what they want gets the buttons of the game back, for its clock runs.
    """
    rings = actor.sitter.talks and not await _unheard(actor)
    actor.request.work.games.save(actor.match)
    if rings:
        actor.request.work.talk.say(_talk_message("💬", actor))
    await _show_talk_request(actor, rings=rings)
    if not screens.wants_to_talk(actor.match, actor.seat):
        return _explain(actor)
    return actor.outcome()


async def _show_talk_request(actor: Actor, *, rings: bool) -> None:
    """Show the rival that this person would like to talk, or no longer."""
    request, match, rival = actor.request, actor.match, actor.rival_seat
    texts = (await request.work.preferences(actor.rival.person)).texts
    place = Place.BOTTOM if rings and not match.is_over else Place.HERE
    await show_seat(match, rival, Appearance(place, _note(actor, texts), news=News.TALK), request.work, request.world)
    if rings and match.is_over and actor.rival.chat is not None:
        request.work.tell(Chat(actor.rival.chat), screens.notice("talk.wish", actor.sitter.name, texts))
    elif rings:
        await focus_on_news(match, rival, request.work)


def _note(actor: Actor, texts: Texts) -> Html:
    """What the rival reads of it, in their language."""
    if actor.sitter.talks and actor.rival.talks:
        return texts.html("talk.both", name=shown_name(actor.sitter.name))
    if actor.rival.asking in {screens.TALK, screens.BLOCK, screens.REPORT}:
        return screens.explanation(actor.match, actor.rival_seat, texts)
    return NOTHING


def _block(actor: Actor, *, sure: bool) -> Outcome[Match]:
    """The two meet no more, or may again; this match goes on, in silence. Blocking is asked about once."""
    on = not actor.sitter.blocks
    if actor.rival.person == LEFT:
        return actor.stale_press()
    if on and not sure:
        return _explain(actor.having(asking=screens.BLOCK))
    actor.request.work.talk.block(actor.sitter.person, actor.rival.person, on=on)
    key = "alert.blocked" if on else "alert.unblocked"
    answer = Answer(actor.texts.plain(key, name=actor.rival_name), alert=on)
    return _explain(actor.having(blocks=on, hears=not on, asking=screens.TALK), answer)


async def _report(actor: Actor, *, sure: bool) -> Outcome[Match]:
    """Keep what the rival has said for the operator, once whoever complains is sure."""
    request, rival = actor.request, actor.rival
    messages = await request.work.talk.last_messages(actor.match.id, REMEMBERED)
    theirs = [message for message in messages if message.person == rival.person]
    if not theirs:
        answer = Answer(actor.texts.plain("toast.nothing-said", name=actor.rival_name))
        return unchanged(actor.match, answer)
    if not sure:
        return _explain(actor.having(asking=screens.REPORT))
    request.work.talk.report(request.person.id, rival.person, theirs, request.world.now())
    await tell_operators(request.work, request.world, reports=1)
    answer = Answer(actor.texts.plain("alert.reported", name=actor.rival_name), alert=True)
    return _explain(actor.having(asking=screens.TALK), answer)
