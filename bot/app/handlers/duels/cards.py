"""Challenges on cards, which everybody in a chat sees and may press."""

from typing import assert_never

from bot.app.actions import challenges
from bot.app.actions.cards import card_slot, show_challenge
from bot.app.actions.challenges import Refusal
from bot.app.buttons import ChallengePress
from bot.app.handlers.duels import answering
from bot.app.handlers.duels.full import why_no_challenge
from bot.app.links import CHALLENGE, link_to
from bot.app.messages import Chat, Inline, Person, Said
from bot.app.model.challenge import Challenge, State
from bot.app.model.limits import MATCHES
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.screens.name import shown_name
from bot.app.verbs import OnChallenge


async def post(request: Request) -> Answer:
    """A challenge to the whole group, or to whoever wrote what was replied to; an earlier one here is withdrawn."""
    work, world = request.work, request.world
    for earlier in await work.challenges.open_of(request.person.id):
        if earlier.state is State.OPEN and isinstance(earlier.card, Chat) and earlier.card.id == request.chat.id:
            await challenges.close(earlier, State.WITHDRAWN, work, world)
    if (answer := await why_no_challenge(request)) is not None:
        return answer
    terms = await challenges.chosen_terms(request.person.id, work)
    rival = await _rival(request)
    challenge = challenges.make_challenge(terms, request.person, work, world, to=rival, card=request.chat)
    answers = request.incoming.answers if rival is not None and isinstance(request.incoming, Said) else None
    await show_challenge(challenge, work, world, answers=answers)
    return Answer()


async def _rival(request: Request) -> Person | None:
    replied_to = request.incoming.replied_to if isinstance(request.incoming, Said) else None
    if replied_to is None or replied_to.id == request.person.id:
        return None
    return None if await request.work.talk.are_parted(request.person.id, replied_to.id) else replied_to


async def press_card(press: ChallengePress, request: Request) -> Answer:
    """A press on a card in a group."""
    challenge = await request.work.challenges.load(press.token)
    if challenge is None or not await request.is_current(card_slot(challenge.match)):
        return request.strip_buttons("toast.old-button")
    return await answer_press(press.verb, challenge, request)


async def answer_press(verb: OnChallenge, challenge: Challenge, request: Request) -> Answer:
    """What whoever pressed is told, and nobody else."""
    why = await challenges.why_not(challenge, request.person.id, request.work, request.world)
    match verb:
        case OnChallenge.TAKE:
            return await _take(challenge, why, request)
        case OnChallenge.HERE:
            return await _sit_down(challenge, why, request)
        case OnChallenge.DECLINE:
            return await _decline(challenge, why, request)
        case OnChallenge.WITHDRAW:
            return await _withdraw(challenge, why, request)
        case OnChallenge.ACCEPT | OnChallenge.ANOTHER | OnChallenge.RULES:
            return Answer(request.texts.plain("toast.old-button"))
        case _:
            assert_never(verb)


async def _take(challenge: Challenge, why: Refusal | None, request: Request) -> Answer:
    """The press is the consent. Who has never opened the bot is led there first: only there can a secret be kept."""
    led = Answer(url=link_to(request.world.username, CHALLENGE, challenge.token))
    is_known = await challenges.is_reachable(request.person.id, request.work)
    if why is Refusal.OWN and (challenge.taker is not None or not is_known):
        return led
    if why is not None:
        return refusal(why, challenge, request)
    if (full := await challenges.why_full(challenge, request.person.id, request.work)) is not None:
        return refusal(full, challenge, request)
    if not is_known:
        answering.note_consent(challenge, request.person, request.work)
        return led
    await answering.accept(challenge, request.person, request.work, request.world)
    if not isinstance(challenge.card, Chat):
        return led
    return Answer(request.texts.plain("alert.in-private", name=shown_name(challenge.name)), alert=True)


async def _sit_down(challenge: Challenge, why: Refusal | None, request: Request) -> Answer:
    """On the card itself, which is pressed knowing that the challenger has sent it to be played there.

    What was posted in a group is played there alone, though a doctored client may press on a card elsewhere.
    """
    inline = request.pressed.inline if request.pressed is not None else None
    card = challenge.card if inline is None else inline
    is_elsewhere = isinstance(challenge.card, Chat) != isinstance(card, Chat)
    if card is None or is_elsewhere or not challenge.terms.fits_a_card:
        return Answer(request.texts.plain("toast.old-button"))
    if challenge.taker == request.person.id and challenge.state is State.ACCEPTED:
        return Answer(request.texts.plain("toast.you-are-in"))
    if why is not None:
        return refusal(why, challenge, request)
    if challenge.taker is not None:
        return await _take(challenge, why, request)
    if (full := await challenges.why_full(challenge, request.person.id, request.work)) is not None:
        return refusal(full, challenge, request)
    await answering.accept_here(challenge, request.person, card, request.work, request.world)
    key = "playcard.you-play-secret" if challenge.terms.the_mode.own_secrets else "playcard.you-play"
    return Answer(request.texts.plain(key, name=shown_name(challenge.name)), alert=True)


async def _decline(challenge: Challenge, why: Refusal | None, request: Request) -> Answer:
    if why is not None:
        return refusal(why, challenge, request)
    is_asked = challenge.to == request.person.id or isinstance(challenge.card, Inline)
    if is_asked and request.person.name not in challenge.declined:
        await answering.decline(challenge, request.person, request.work, request.world)
    return Answer()


async def _withdraw(challenge: Challenge, why: Refusal | None, request: Request) -> Answer:
    if challenge.person != request.person.id:
        return Answer(request.texts.plain("toast.not-your-challenge"), alert=True)
    if why is not Refusal.OWN:
        return Answer(request.texts.plain("toast.old-button")) if why is None else refusal(why, challenge, request)
    await challenges.close(challenge, State.WITHDRAWN, request.work, request.world)
    return Answer()


def refusal(why: Refusal, challenge: Challenge, request: Request) -> Answer:
    """Why this challenge cannot be taken, for whoever pressed alone."""
    name = shown_name(challenge.name)
    return Answer(request.texts.plain(f"late.{why.value}", name=name, most=MATCHES), alert=True)
