"""Challenges in private chats: the link is followed, accepted, declined or withdrawn."""

from dataclasses import replace
from typing import assert_never

from bot.app.actions import challenges
from bot.app.actions.cards import record_of
from bot.app.actions.challenges import Refusal, slot_of
from bot.app.actions.ratings import is_too_often
from bot.app.buttons import ChallengePress
from bot.app.handlers.desk import MENU, Desk
from bot.app.handlers.duels import arranging, card_play, cards, inline
from bot.app.handlers.duels.seated import Seated
from bot.app.model.challenge import Challenge, State
from bot.app.ports import Answer, Place
from bot.app.screens import menu
from bot.app.screens.duels import challenge as screens
from bot.app.verbs import OnChallenge


async def opened(token: str, desk: Desk) -> bool:
    """Somebody has followed a challenge's link; False if there is none of that token."""
    challenge = await desk.work.challenges.load(token)
    if challenge is None:
        return False
    why = await challenges.why_not(challenge, desk.person.id, desk.work, desk.world)
    if why is Refusal.OWN and challenge.taker is not None:
        await _begun(challenge, challenge.taker, desk)
    elif why is Refusal.OWN:
        await challenges.show_waiting(challenge, Place.BOTTOM, desk.work, desk.world)
    elif why is Refusal.ACCEPTED and await _shown_game(challenge, desk):
        return True
    elif why is not None:
        desk.work.show(desk.chat, slot_of(challenge), screens.refused(challenge, why.value, desk.texts), Place.BOTTOM)
    elif desk.person.id in challenge.consents:
        await _accepted(challenge, Place.BOTTOM, desk)
    else:
        await _show_offer(challenge, desk)
    return True


async def _begun(challenge: Challenge, taker: int, desk: Desk) -> None:
    """The challenger has come, for whom somebody waits; unless either of them plays as much as they may by now."""
    full = await challenges.why_full(challenge, taker, desk.work)
    if full is None:
        await challenges.begin(challenge, desk.work, desk.world, opener=desk.person.id)
        return
    why, name = (Refusal.FULL, challenge.taker_name) if full is Refusal.YOU_FULL else (Refusal.YOU_FULL, challenge.name)
    screen = screens.refused(replace(challenge, name=name), why.value, desk.texts)
    desk.work.show(desk.chat, slot_of(challenge), screen, Place.BOTTOM)


async def _accepted(challenge: Challenge, place: Place, desk: Desk) -> None:
    """The person plays, unless either of the two plays as much as they may: that can be tried again."""
    full = await challenges.why_full(challenge, desk.person.id, desk.work)
    if full is None:
        await challenges.accept(challenge, desk.person, desk.work, desk.world)
    else:
        desk.work.show(desk.chat, slot_of(challenge), screens.busy(challenge, full.value, desk.texts), place)


async def _shown_game(challenge: Challenge, desk: Desk) -> bool:
    """Whoever plays the match that it led to sees that; False if it is none of theirs."""
    match = await desk.work.matches.load(challenge.match)
    seat = match.seat_of(desk.person.id) if match is not None else None
    if match is None or seat is None:
        return False
    if match.on_card:
        return await card_play.called(match.id, desk)
    await Seated(match, seat, desk).show()
    return True


async def pressed(press: ChallengePress, desk: Desk) -> Answer:
    """A press on a challenge, wherever it stands."""
    if desk.pressed is not None and desk.pressed.inline is not None:
        return await inline.pressed(press, desk.pressed.inline, desk)
    if desk.chat.is_group:
        return await cards.pressed(press, desk)
    challenge = await desk.work.challenges.load(press.token)
    if challenge is None:
        return desk.stripped("toast.old-button")
    if not await desk.is_current(slot_of(challenge)):
        return desk.stripped("toast.old-button")
    if press.verb is OnChallenge.ANOTHER:
        return await arranging.show(desk, Place.BOTTOM)
    if press.verb is OnChallenge.RULES:
        desk.work.show(desk.chat, MENU, menu.rules(desk.texts, desk.preferences.style, in_group=False), Place.BOTTOM)
        return Answer()
    if challenge.person == desk.person.id:
        return await _own_pressed(press, challenge, desk)
    why = await challenges.why_not(challenge, desk.person.id, desk.work, desk.world)
    if why is not None:
        desk.work.show(desk.chat, slot_of(challenge), screens.refused(challenge, why.value, desk.texts), Place.HERE)
        return Answer()
    return await _answered(press, challenge, desk)


async def _own_pressed(press: ChallengePress, challenge: Challenge, desk: Desk) -> Answer:
    if press.verb is not OnChallenge.WITHDRAW:
        return desk.stripped("toast.old-button")
    if challenge.state is State.OPEN:
        await challenges.close(challenge, State.WITHDRAWN, desk.work, desk.world)
        closed = screens.closed(replace(challenge, state=State.WITHDRAWN), desk.texts)
        desk.work.show(desk.chat, slot_of(challenge), closed, Place.HERE)
    return Answer()


async def _answered(press: ChallengePress, challenge: Challenge, desk: Desk) -> Answer:
    match press.verb:
        case OnChallenge.ACCEPT:
            await _accepted(challenge, Place.HERE, desk)
        case OnChallenge.DECLINE:
            await challenges.decline(challenge, desk.person, desk.work, desk.world)
        case OnChallenge.TAKE | OnChallenge.HERE | OnChallenge.WITHDRAW | OnChallenge.ANOTHER | OnChallenge.RULES:
            return desk.stripped("toast.old-button")
        case _:
            assert_never(press.verb)
    return Answer()


async def _show_offer(challenge: Challenge, desk: Desk) -> None:
    terms, work, world = challenge.terms, desk.work, desk.world
    records = (
        await record_of(challenge.person, challenge.name, terms, work, world),
        await record_of(desk.person.id, desk.person.name, terms, work, world),
    )
    people = (challenge.person, desk.person.id)
    often = terms.rated and await is_too_often(people, work, world.now())
    screen = screens.offered(challenge, records, desk.texts, often=often)
    desk.work.show(desk.chat, slot_of(challenge), screen, Place.BOTTOM)
