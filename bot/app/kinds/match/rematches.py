"""Another match after one that is over: asked for, agreed to, or declined."""

from bot.app.actions.fullness import plays_enough
from bot.app.actions.live_search import end_live_search
from bot.app.features import PEOPLE
from bot.app.kinds.match.actor import Actor
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.opening import open_rematch, rematch_slot
from bot.app.kinds.match.screens import rematch as screens
from bot.app.kinds.outcome import Outcome, unchanged
from bot.app.messages import Chat
from bot.app.model.header import LEFT
from bot.app.model.limits import MATCHES
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.app.screens.name import shown_name
from bot.app.texts import Texts
from bot.app.verbs import OnMatch


async def ask_for_rematch(actor: Actor) -> Outcome[Match]:
    """Begin another match, sides swapped, once both have asked for it; none where one has blocked the other."""
    match, rival = actor.match, actor.rival
    if (refused := await _refuse(actor)) is not None:
        return refused
    if match.level or _holds(rival.rematch_asked, actor):
        await end_live_search((sitter.person for sitter in match.sitters), match.terms, actor.request.work)
        await open_rematch(match, actor.request.person.id, actor.request.work, actor.request.world)
        return unchanged(match, Answer())
    if rival.declines_rematch:
        return actor.unchanged(Answer(actor.texts.plain("match.rematch-declined", name=actor.rival_name), alert=True))
    answer = Answer(actor.texts.plain("toast.rematch-asked"))
    if _holds(actor.sitter.rematch_asked, actor):
        return unchanged(match, answer)
    actor = actor.having(rematch_asked=actor.request.world.now(), declines_rematch=False)
    outcome = await actor.announce(answer, rings=False)
    await _ask(actor)
    return outcome


async def press_question(verb: OnMatch, actor: Actor) -> Outcome[Match]:
    """Carry out a press on the question whether the person wants another match, which goes."""
    pressed = actor.request.pressed
    if pressed is not None and pressed.message is not None:
        actor.request.work.retire(actor.request.chat, pressed.message, wholly=True)
    return await (ask_for_rematch(actor) if verb is OnMatch.REPLAY else _decline(actor))


async def _refuse(actor: Actor) -> Outcome[Match] | None:
    """Why no other match can begin, or be asked for; None if it can."""
    match, rival, work, texts = actor.match, actor.rival, actor.request.work, actor.texts
    if match.rematch:
        return actor.stale_press()
    if not match.level and PEOPLE in actor.request.gate.off:
        feature = texts.plain(f"feature.{PEOPLE}")
        return actor.unchanged(Answer(texts.plain("toast.switched-off", feature=feature), alert=True))
    if rival.person == LEFT:
        return actor.unchanged(Answer(texts.plain("match.rematch-declined", name=actor.rival_name), alert=True))
    if await work.talk.are_parted(actor.sitter.person, rival.person):
        why = "alert.blocked" if actor.sitter.blocks else "match.rematch-declined"
        return actor.unchanged(Answer(texts.plain(why, name=actor.rival_name), alert=True))
    if await plays_enough(actor.sitter.person, work):
        return unchanged(match, Answer(texts.plain("late.you-full", most=MATCHES), alert=True))
    if not match.level and await plays_enough(rival.person, work):
        return unchanged(match, Answer(texts.plain("late.full", name=shown_name(rival.name)), alert=True))
    return None


async def _decline(actor: Actor) -> Outcome[Match]:
    """The other need not wait, and cannot ask again."""
    asker = actor.rival
    if asker.rematch_asked is None or actor.match.rematch:
        return unchanged(actor.match, Answer(actor.texts.plain("toast.moved-on")))
    actor = actor.having(declines_rematch=True).with_rival(rematch_asked=None)
    outcome = await actor.announce(rings=False)
    if asker.chat is not None:
        texts = await _texts_of(asker.chat, actor.request)
        actor.request.work.tell(Chat(asker.chat), screens.refusal(actor.match, actor.rival_seat, texts))
    return outcome


async def _ask(actor: Actor) -> None:
    """Ask the rival by a message of its own: the game itself may have been over for long."""
    match, chat = actor.match, actor.rival.chat
    if chat is not None and not match.on_card:
        texts = await _texts_of(chat, actor.request)
        screen = screens.question(match, actor.rival_seat, texts)
        actor.request.work.show(Chat(chat), rematch_slot(match), screen, Place.BOTTOM)


async def _texts_of(chat: int, request: Request) -> Texts:
    return (await request.work.preferences(chat)).texts


def _holds(since: float | None, actor: Actor) -> bool:
    """Whether a rematch was asked for at that time, and lately enough."""
    now = actor.request.world.now()
    return since is not None and now - since <= actor.match.terms.the_clock.rematch_lasts
