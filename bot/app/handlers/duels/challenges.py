"""Challenges in private chats: the link is followed, accepted, declined or withdrawn."""

from dataclasses import replace
from typing import assert_never

from bot.app.actions import challenges
from bot.app.actions.cards import record_of
from bot.app.actions.challenges import Refusal, slot_of
from bot.app.actions.ratings import is_too_often
from bot.app.buttons import ChallengePress
from bot.app.handlers.duels import answering, arranging, cards, inline
from bot.app.handlers.duels.card_games import call_to_card
from bot.app.kinds.match.model import Match
from bot.app.model.challenge import Challenge, State
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.app.routing.carrying import show as show_game
from bot.app.screens.duels import challenge as screens
from bot.app.screens.rules import rules
from bot.app.verbs import OnChallenge


async def open_link(token: str, request: Request) -> bool:
    """Somebody has followed a challenge's link; False if there is none of that token."""
    challenge = await request.work.challenges.load(token)
    if challenge is None:
        return False
    why = await challenges.why_not(challenge, request.person.id, request.work, request.world)
    taker = challenge.taker
    if why is Refusal.OWN and taker is not None and not await request.work.talk.are_parted(challenge.person, taker):
        await _begin(challenge, taker, request)
    elif why is Refusal.OWN:
        await challenges.show_waiting(challenge, Place.BOTTOM, request.work, request.world)
    elif why is Refusal.ACCEPTED and await _show_match(challenge, request):
        return True
    elif why is not None:
        request.work.show(
            request.chat, slot_of(challenge), screens.refused_screen(challenge, why.value, request.texts), Place.BOTTOM
        )
    elif request.person.id in challenge.consents:
        await _accept(challenge, Place.BOTTOM, request)
    else:
        await _show_offer(challenge, request)
    return True


async def _begin(challenge: Challenge, taker: int, request: Request) -> None:
    """The challenger has come, for whom somebody waits; unless either of them plays as much as they may by now."""
    full = await challenges.why_full(challenge, taker, request.work)
    if full is None:
        await answering.begin(challenge, request.work, request.world, opener=request.person.id)
        return
    why, name = (Refusal.FULL, challenge.taker_name) if full is Refusal.YOU_FULL else (Refusal.YOU_FULL, challenge.name)
    screen = screens.refused_screen(replace(challenge, name=name), why.value, request.texts)
    request.work.show(request.chat, slot_of(challenge), screen, Place.BOTTOM)


async def _accept(challenge: Challenge, place: Place, request: Request) -> None:
    """The person plays, unless either of the two plays as much as they may: that can be tried again."""
    full = await challenges.why_full(challenge, request.person.id, request.work)
    if full is None:
        await answering.accept(challenge, request.person, request.work, request.world)
    else:
        request.work.show(request.chat, slot_of(challenge), screens.busy(challenge, full.value, request.texts), place)


async def _show_match(challenge: Challenge, request: Request) -> bool:
    """Whoever plays the match that it led to sees that; False if it is none of theirs."""
    match = await request.work.games.load(challenge.match, Match)
    if match is None or match.seat_of(request.person.id) is None:
        return False
    if match.on_card:
        return await call_to_card(match.id, request)
    await show_game(match, request)
    return True


async def press_challenge(press: ChallengePress, request: Request) -> Answer:
    """A press on a challenge, wherever it stands."""
    if request.pressed is not None and request.pressed.inline is not None:
        return await inline.press_sent_card(press, request.pressed.inline, request)
    if request.chat.is_group:
        return await cards.press_card(press, request)
    challenge = await request.work.challenges.load(press.token)
    if challenge is None:
        return request.strip_buttons("toast.old-button")
    if not await request.is_current(slot_of(challenge)):
        return request.strip_buttons("toast.old-button")
    if press.verb is OnChallenge.ANOTHER:
        return await arranging.show(request, Place.BOTTOM)
    if press.verb is OnChallenge.RULES:
        screen = rules(challenge.terms.the_variant, request.texts, request.preferences.style, in_group=False)
        request.show_menu(screen, Place.BOTTOM)
        return Answer()
    if challenge.person == request.person.id:
        return await _press_own(press, challenge, request)
    why = await challenges.why_not(challenge, request.person.id, request.work, request.world)
    if why is not None:
        request.work.show(
            request.chat, slot_of(challenge), screens.refused_screen(challenge, why.value, request.texts), Place.HERE
        )
        return Answer()
    return await _answer_offer(press, challenge, request)


async def _press_own(press: ChallengePress, challenge: Challenge, request: Request) -> Answer:
    if press.verb is not OnChallenge.WITHDRAW:
        return request.strip_buttons("toast.old-button")
    if challenge.state is State.OPEN:
        await challenges.close(challenge, State.WITHDRAWN, request.work, request.world)
        closed = screens.closed_screen(replace(challenge, state=State.WITHDRAWN), request.texts)
        request.work.show(request.chat, slot_of(challenge), closed, Place.HERE)
    return Answer()


async def _answer_offer(press: ChallengePress, challenge: Challenge, request: Request) -> Answer:
    match press.verb:
        case OnChallenge.ACCEPT:
            await _accept(challenge, Place.HERE, request)
        case OnChallenge.DECLINE:
            await answering.decline(challenge, request.person, request.work, request.world)
        case OnChallenge.TAKE | OnChallenge.HERE | OnChallenge.WITHDRAW | OnChallenge.ANOTHER | OnChallenge.RULES:
            return request.strip_buttons("toast.old-button")
        case _:
            assert_never(press.verb)
    return Answer()


async def _show_offer(challenge: Challenge, request: Request) -> None:
    terms, work, world = challenge.terms, request.work, request.world
    records = (
        await record_of(challenge.person, challenge.name, terms, work, world),
        await record_of(request.person.id, request.person.name, terms, work, world),
    )
    people = (challenge.person, request.person.id)
    often = terms.rated and await is_too_often(people, work, world.now())
    screen = screens.offer_screen(challenge, records, world.username, request.texts, often=often)
    request.work.show(request.chat, slot_of(challenge), screen, Place.BOTTOM)
