"""A match played on its card: everybody sees the same keys, and only the presser hears what they have tapped."""

from typing import Literal, assert_never

from bot.app.buttons import CardPress
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels import ends, playing, rematches
from bot.app.handlers.duels.seated import Seated
from bot.app.model.match import Match
from bot.app.ports import Answer
from bot.app.screens.duels.leaving import question, sure
from bot.app.screens.duels.playable_card import guesses_told
from bot.app.screens.name import rival_of, shown_name
from bot.app.verbs import OnCard
from bot.game.leaving import Cost, Way, cost_of
from bot.game.model import Phase

OfCodes = Literal[OnCard.KEY, OnCard.ERASE, OnCard.SUBMIT, OnCard.DRAWN]
OF_TURN = {OnCard.DRAW, OnCard.CALL_OFF, OnCard.LEAVE}
"""What ends the game counts only while it still stands as the card showed it."""
OFFERED = {OnCard.DRAW: Way.DRAW, OnCard.CALL_OFF: Way.CALL_OFF}
"""The ends that need both, by their buttons."""


async def called(match_id: str, desk: Desk) -> bool:
    """Somebody wants to be called to their game, and gets a screen of it; False if it is none of theirs."""
    match = await desk.work.matches.load(match_id)
    while match is not None and match.rematch:
        match = await desk.work.matches.load(match.rematch)
    seat = match.seat_of(desk.person.id) if match is not None and match.on_card else None
    if match is None or seat is None:
        return False
    await Seated(match, seat, desk).having(chat=desk.chat.id).keep()
    return True


async def pressed(press: CardPress, desk: Desk) -> Answer:
    """A press on a card. Whatever is answered, only the presser hears it."""
    match = await desk.work.matches.load(press.match)
    card = desk.pressed.inline if desk.pressed is not None else None
    if match is None or card is None or match.card != card or not match.on_card:
        return Answer(desk.texts.plain("toast.old-button"))
    seat = match.seat_of(desk.person.id)
    if seat is None:
        return Answer(_stranger(match, desk), alert=True)
    seated = Seated(match, seat, desk)
    if match.is_over:
        return await _rematch(seated) if press.verb is OnCard.REMATCH else Answer(desk.texts.plain("toast.over"))
    if press.verb is not OnCard.LEAVE and seated.sitter.asking:
        seated = seated.having(asking="")
        desk.work.matches.save(seated.match)
    if press.verb in OF_TURN and press.turn != len(match.game.turns):
        return Answer(desk.texts.plain("toast.moved-on"))
    return await _done(press.verb, press.argument, seated)


def _stranger(match: Match, desk: Desk) -> str:
    one, other = (shown_name(sitter.name) for sitter in match.sitters)
    return desk.texts.plain("playcard.not-yours", one=one, other=other, bot=desk.world.username)


async def _done(verb: OnCard, argument: str, seated: Seated) -> Answer:
    match verb:
        case OnCard.KEY | OnCard.ERASE | OnCard.SUBMIT | OnCard.DRAWN:
            return _not_now(verb, seated) or await _coded(verb, argument, seated)
        case OnCard.MINE:
            return _secret(seated)
        case OnCard.GUESSES:
            return _guesses(seated)
        case OnCard.DRAW | OnCard.CALL_OFF:
            return await _offered(OFFERED[verb], seated)
        case OnCard.LEAVE:
            return await _leave(seated)
        case OnCard.REMATCH:
            return Answer(seated.texts.plain("toast.moved-on"))
        case _:
            assert_never(verb)


def _not_now(verb: OfCodes, seated: Seated) -> Answer | None:
    """Why nothing can be keyed in now; None if it can."""
    match, texts = seated.match, seated.texts
    if match.game.phase is Phase.SECRETS and not match.must_act(seated.seat):
        why = texts.plain("note.kept-already" if verb is OnCard.DRAWN else "note.secrets-first")
    elif match.game.has_solved(seated.seat):
        why = texts.plain("note.solved-already")
    elif not match.must_act(seated.seat):
        why = texts.plain("match.their-turn", name=rival_of(match, seated.seat))
    else:
        return None
    return Answer(why, alert=True)


async def _coded(verb: OfCodes, key: str, seated: Seated) -> Answer:
    match verb:
        case OnCard.KEY:
            return await playing.tapped(key or " ", seated)
        case OnCard.ERASE:
            return await playing.tapped("", seated)
        case OnCard.SUBMIT:
            return await playing.submitted(seated)
        case OnCard.DRAWN:
            if not seated.match.wants_secret(seated.seat):
                return Answer(seated.texts.plain("toast.moved-on"))
            return await playing.drawn(seated)
        case _:
            assert_never(verb)


def _secret(seated: Seated) -> Answer:
    if seated.match.wants_secret(seated.seat):
        return Answer(seated.texts.plain("playcard.no-secret"), alert=True)
    return playing.secret(seated)


def _guesses(seated: Seated) -> Answer:
    told = guesses_told(seated.match, seated.seat, seated.desk.preferences.style, seated.texts)
    return Answer(told or seated.texts.plain("playcard.no-guesses"), alert=True)


async def _offered(way: Way, seated: Seated) -> Answer:
    """Offered by the first, agreed to by the other."""
    if seated.sitter.offers == way.value:
        return Answer(seated.texts.plain(ends.OFFERED[way]))
    return await ends.offer(way, seated)


async def _leave(seated: Seated) -> Answer:
    """Pressed twice it ends the game, at what was told the first time; nothing else may be pressed in between."""
    match, seat = seated.match, seated.seat
    if cost_of(match.game, seat, Way.WISH) is Cost.GOES_ON:
        return Answer(seated.texts.plain("note.solved-already"), alert=True)
    asked = question(match.game, seat)
    if seated.sitter.asking == asked:
        return await ends.agreed(seated)
    await seated.having(asking=asked).keep()
    return Answer(sure(asked, match, seated.texts), alert=True)


async def _rematch(seated: Seated) -> Answer:
    """Another match on the same card, once both have asked for it."""
    rival = seated.match.sitters[1 - seated.seat]
    if seated.sitter.rematch_asked is not None and rival.rematch_asked is None:
        return Answer(seated.texts.plain("toast.rematch-asked"))
    return await rematches.asked(seated)
