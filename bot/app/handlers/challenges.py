"""Challenges in private chats: the link is followed, accepted, declined or withdrawn."""

from typing import assert_never

from bot.app import challenges
from bot.app.buttons import ChallengePress, OnChallenge
from bot.app.challenge import Challenge, State
from bot.app.challenges import Refusal, refusal, slot_of
from bot.app.handlers.desk import Desk
from bot.app.ports import Answer, Place
from bot.app.screens import challenge as screens
from bot.app.screens.challenge import Record


async def opened(token: str, desk: Desk) -> bool:
    """Somebody has followed a challenge's link; False if there is none of that token."""
    challenge = await desk.work.challenges.load(token)
    if challenge is None:
        return False
    why = refusal(challenge, desk.person.id, desk.world.now())
    if why is Refusal.OWN:
        await challenges.show_waiting(challenge, Place.BOTTOM, desk.work, desk.world)
    elif why is not None:
        desk.work.show(desk.chat, slot_of(challenge), screens.refused(why.value, desk.texts), Place.BOTTOM)
    else:
        await _show_offer(challenge, desk)
    return True


async def pressed(press: ChallengePress, desk: Desk) -> Answer:
    """A press on a challenge in a private chat."""
    challenge = await desk.work.challenges.load(press.token)
    if challenge is None:
        return desk.stripped("toast.old-button")
    if not await desk.is_current(slot_of(challenge)):
        return desk.stripped("toast.old-button")
    if challenge.person == desk.person.id:
        return await _own_pressed(press, challenge, desk)
    why = refusal(challenge, desk.person.id, desk.world.now())
    if why is not None:
        desk.work.show(desk.chat, slot_of(challenge), screens.refused(why.value, desk.texts), Place.HERE)
        return Answer()
    return await _answered(press, challenge, desk)


async def _own_pressed(press: ChallengePress, challenge: Challenge, desk: Desk) -> Answer:
    if press.verb is not OnChallenge.WITHDRAW:
        return desk.stripped("toast.old-button")
    if challenge.state is State.OPEN:
        await challenges.close(challenge, State.WITHDRAWN, desk.work)
    return Answer()


async def _answered(press: ChallengePress, challenge: Challenge, desk: Desk) -> Answer:
    match press.verb:
        case OnChallenge.ACCEPT:
            await challenges.accept(challenge, desk.person, desk.work)
        case OnChallenge.DECLINE:
            await challenges.decline(challenge, desk.person, desk.work)
        case OnChallenge.TAKE | OnChallenge.WITHDRAW:
            return desk.stripped("toast.old-button")
        case _:
            assert_never(press.verb)
    return Answer()


async def _show_offer(challenge: Challenge, desk: Desk) -> None:
    records = (
        await _record(challenge.person, challenge.name, challenge, desk),
        await _record(desk.person.id, desk.person.name, challenge, desk),
    )
    screen = screens.offered(challenge, records, desk.texts)
    desk.work.show(desk.chat, slot_of(challenge), screen, Place.BOTTOM)


async def _record(person: int, name: str, challenge: Challenge, desk: Desk) -> Record:
    player = await desk.work.ratings.player(person)
    standing = await desk.work.ratings.standing(person, challenge.terms.family)
    return Record(name, player, standing, standing.rating_at(desk.world.now()))
