"""Another match after one that is over: asked for, agreed to, or declined."""

from bot.app.actions import lobby, matches
from bot.app.actions.fullness import plays_enough
from bot.app.actions.matches import ask_slot
from bot.app.buttons import MatchPress
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels.full import why_no_game
from bot.app.handlers.duels.seated import Seated, seated_at
from bot.app.messages import Chat
from bot.app.model.record import DAY
from bot.app.ports import Answer, Place
from bot.app.screens.duels import rematch as screens
from bot.app.screens.name import shown_name
from bot.app.texts import Texts
from bot.app.verbs import OnMatch
from bot.game.model import Seat

WAITS = {"live": 600.0}
"""Seconds for which the wish for a rematch holds, by the clock; else a day: whoever has left is not to be surprised."""


async def asked(seated: Seated) -> Answer:
    """Another match, sides swapped, once both have asked for it; none where one has blocked the other."""
    desk, match, rival = seated.desk, seated.match, seated.match.sitters[1 - seated.seat]
    if match.rematch:
        await seated.show()
        return Answer(seated.texts.plain("toast.moved-on"))
    if await desk.work.talk.are_parted(seated.sitter.person, rival.person):
        await seated.show()
        why = "alert.blocked" if seated.sitter.blocks else "match.rematch-declined"
        return Answer(seated.texts.plain(why, name=shown_name(rival.name)), alert=True)
    if (told := await why_no_game(desk)) is not None:
        return told
    if not match.level and await plays_enough(rival.person, desk.work):
        return Answer(seated.texts.plain("late.full", name=shown_name(rival.name)), alert=True)
    if match.level or _holds(rival.rematch_asked, seated):
        await lobby.play_elsewhere((sitter.person for sitter in match.sitters), match.terms, desk.work)
        await matches.open_rematch(match, desk.work, desk.world, opener=desk.person.id)
        return Answer()
    if rival.declines_rematch:
        await seated.show()
        return Answer(seated.texts.plain("match.rematch-declined", name=shown_name(rival.name)), alert=True)
    if not _holds(seated.sitter.rematch_asked, seated):
        seated = seated.having(rematch_asked=desk.world.now(), declines_rematch=False)
        await seated.announce(rings=False)
        await _ask(seated)
    return Answer(seated.texts.plain("toast.rematch-asked"))


async def answered(press: MatchPress, desk: Desk) -> Answer:
    """A press on the question whether somebody wants another match."""
    seated = seated_at(await desk.work.matches.load(press.match), desk)
    if seated is None or not seated.match.is_over or not await desk.is_current(ask_slot(seated.match)):
        return desk.stripped("toast.old-button")
    if desk.pressed is not None and desk.pressed.message is not None:
        desk.work.retire(desk.chat, desk.pressed.message, wholly=True)
    if press.verb is OnMatch.REPLAY:
        return await asked(seated)
    return await _declined(seated)


async def _declined(seated: Seated) -> Answer:
    """The other need not wait, and cannot ask again."""
    rival = Seat(1 - seated.seat)
    asker = seated.match.sitters[rival]
    if asker.rematch_asked is None or seated.match.rematch:
        return Answer(seated.texts.plain("toast.moved-on"))
    seated = seated.having(declines_rematch=True).with_rival(rematch_asked=None)
    await seated.announce(rings=False)
    if asker.chat is not None:
        texts = await _texts_of(asker.chat, seated.desk)
        seated.desk.work.tell(Chat(asker.chat), screens.declined(seated.match, rival, texts))
    return Answer()


async def _ask(seated: Seated) -> None:
    """The rival is asked by a message of its own: the game itself may have been over for long."""
    rival, match = Seat(1 - seated.seat), seated.match
    chat = match.sitters[rival].chat
    if chat is not None and not match.on_card:
        texts = await _texts_of(chat, seated.desk)
        seated.desk.work.show(Chat(chat), ask_slot(match), screens.asked(match, rival, texts), Place.BOTTOM)


async def _texts_of(chat: int, desk: Desk) -> Texts:
    return (await desk.work.preferences(chat)).texts


def _holds(since: float | None, seated: Seated) -> bool:
    """Whether a rematch was asked for at that time, and lately enough."""
    now = seated.desk.world.now()
    return since is not None and now - since <= WAITS.get(seated.match.clock, DAY)
