"""A match played on its card: everybody sees the same keys, and only the presser hears what they have tapped."""

from dataclasses import replace

from bot.app.buttons import GamePress, OnCard
from bot.app.duels.actions import card_slot
from bot.app.kind import Decision, Request, unchanged
from bot.app.kinds.match import after, play
from bot.app.kinds.match.card_screen import OFFERS, own_guesses
from bot.app.kinds.match.model import Match, name_of
from bot.app.kinds.match.moves import Appearance, show_seat
from bot.app.kinds.match.play import Actor
from bot.app.kinds.match.screen import AGREES, OFFERED, leaving_question, sure
from bot.app.messages import Chat
from bot.app.screen import Answer, Place
from bot.game.leaving import Cost, Way, cost_of
from bot.game.model import Phase


async def press_card(press: GamePress, match: Match, request: Request) -> Decision[Match] | Answer:
    """Carry out a press on a card. Whatever is answered, only the presser hears it."""
    request.needs(match.on_card and await _is_pressed(match, request))
    seat = match.seat_of(request.person.id)
    if seat is None:
        return Answer(_stranger(match, request), alert=True)
    actor = Actor(match, seat, request)
    verb = OnCard(press.verb.value)
    decision = await (_after(verb, actor) if match.is_over else _press(verb, press, actor))
    if decision.shows and request.chat.is_group:
        appearance = Appearance(Place.HERE, decision.note, decision.draft)
        await show_seat(decision.game, seat, appearance, request.work, request.world)
        return replace(decision, shows=False)
    return replace(decision, shows=decision.shows and actor.sitter.chat is not None)


async def _is_pressed(match: Match, request: Request) -> bool:
    """Whether the card that was pressed is the match's own, as it stands now."""
    pressed = request.pressed
    if pressed is not None and pressed.inline is not None:
        return match.card == pressed.inline
    in_group = isinstance(match.card, Chat) and match.card.id == request.chat.id
    return in_group and await request.is_current(card_slot(match.id))


def _stranger(match: Match, request: Request) -> str:
    one, other = (name_of(match, seat, request.texts) for seat in match.game.seats)
    return request.texts.plain("playcard.not-yours", one=one, other=other, bot=request.world.username)


async def _after(verb: OnCard, actor: Actor) -> Decision[Match]:
    """Carry out a press once the match is over: another one on the same card, once both have asked for it."""
    if verb is not OnCard.REMATCH:
        return actor.hears("toast.over")
    if actor.sitter.rematch_asked is not None and actor.rival.rematch_asked is None:
        return actor.hears("toast.rematch-asked")
    return await after.ask_for_rematch(actor)


OF_TURN = {OnCard.DRAW, OnCard.CALL_OFF, OnCard.NO, OnCard.TAKE_BACK, OnCard.LEAVE}
"""What ends the game, or keeps it from its end, counts only while it still stands as the card showed it."""


async def _press(verb: OnCard, press: GamePress, actor: Actor) -> Decision[Match]:
    """Carry out a press while it is played. Leaving takes two presses with nothing in between."""
    if verb is not OnCard.LEAVE and actor.sitter.asking:
        actor = actor.having(asking="")
        actor.request.work.games.save(actor.match)
    if verb in OF_TURN and press.step != len(actor.match.game.turns):
        return actor.hears("toast.moved-on")
    return await _carry_out(verb, press.argument, actor)


async def _carry_out(verb: OnCard, argument: str, actor: Actor) -> Decision[Match]:
    match verb:
        case OnCard.KEY | OnCard.ERASE | OnCard.SUBMIT | OnCard.DRAWN:
            return _not_now(verb, actor) or await _play(verb, argument, actor)
        case OnCard.MINE:
            return _tell_secret(actor)
        case OnCard.GUESSES:
            return _tell_guesses(actor)
        case OnCard.DRAW | OnCard.CALL_OFF:
            return await after.offer(OFFERS[verb], actor, agrees=argument == AGREES)
        case OnCard.NO | OnCard.TAKE_BACK:
            return await _refuse_offer(actor, is_own=verb is OnCard.TAKE_BACK)
        case OnCard.LEAVE:
            return await _leave(actor)
        case OnCard.REMATCH:
            return actor.hears("toast.moved-on")


def _not_now(verb: OnCard, actor: Actor) -> Decision[Match] | None:
    """Why nothing can be keyed in now; None if it can."""
    match, seat = actor.match, actor.seat
    if match.game.phase is Phase.SECRETS and not match.must_act(seat):
        return actor.hears("note.kept-already" if verb is OnCard.DRAWN else "note.secrets-first", alert=True)
    if match.game.has_solved(seat):
        return actor.hears("note.solved-already", alert=True)
    if not match.must_act(seat):
        return actor.hears("match.their-turn", alert=True)
    return None


async def _play(verb: OnCard, key: str, actor: Actor) -> Decision[Match]:
    """Carry out a press on a key, or play what was tapped."""
    if verb is OnCard.SUBMIT:
        return await play.send_tapped(actor)
    if verb is OnCard.DRAWN:
        if not actor.match.wants_secret(actor.seat):
            return actor.hears("toast.moved-on")
        return await play.draw_secret(actor)
    return await play.press_code_key("" if verb is OnCard.ERASE else key or " ", actor)


def _tell_secret(actor: Actor) -> Decision[Match]:
    if actor.match.wants_secret(actor.seat):
        return actor.hears("playcard.no-secret", alert=True)
    return play.tell_secret(actor)


def _tell_guesses(actor: Actor) -> Decision[Match]:
    guesses = own_guesses(actor.match, actor.seat, actor.request.preferences.style, actor.texts)
    return unchanged(actor.match, Answer(guesses or actor.texts.plain("playcard.no-guesses"), alert=True))


async def _refuse_offer(actor: Actor, *, is_own: bool) -> Decision[Match]:
    """Decline what the other offers, or take back what is the person's own; all see both buttons."""
    mine, theirs = actor.sitter.offers, actor.rival.offers
    if is_own and theirs and not mine:
        return actor.hears(OFFERED[theirs][0], alert=True)
    if mine and not theirs and not is_own:
        return actor.hears(OFFERED[mine][1], alert=True)
    return await after.decline(actor)


async def _leave(actor: Actor) -> Decision[Match]:
    """Pressed twice it ends the game, at what the first press has said; nothing else may be pressed in between."""
    match, seat = actor.match, actor.seat
    if cost_of(match.game, seat, Way.WISH) is Cost.GOES_ON:
        return actor.hears("note.solved-already", alert=True)
    asked = leaving_question(match.game, seat)
    if actor.sitter.asking == asked:
        return await after.confirm_leaving(actor)
    return actor.having(asking=asked).decision(answer=Answer(sure(asked, match, actor.texts), alert=True))


async def call_to(match_id: str, request: Request) -> Decision[Match] | None:
    """Give somebody who wants to be called to their game a screen of it; None if it is none of theirs."""
    match = await request.work.games.load(match_id, Match)
    while match is not None and match.rematch:
        match = await request.work.games.load(match.rematch, Match)
    seat = match.seat_of(request.person.id) if match is not None and match.on_card else None
    if match is None or seat is None:
        return None
    return Actor(match, seat, request).having(chat=request.chat.id).decision()
