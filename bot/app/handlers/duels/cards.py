"""Challenges on cards, which everybody in a chat sees and may press."""

from typing import assert_never

from bot.app.actions import challenges
from bot.app.actions.cards import card_slot, show_challenge
from bot.app.actions.challenges import Refusal
from bot.app.buttons import ChallengePress
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels.full import why_no_challenge
from bot.app.links import CHALLENGE, link_to
from bot.app.messages import Chat, Inline, Person, Said
from bot.app.model.challenge import Challenge, State
from bot.app.model.limits import MATCHES
from bot.app.ports import Answer
from bot.app.screens.name import shown_name
from bot.app.verbs import OnChallenge


async def post(desk: Desk) -> Answer:
    """A challenge to the whole group, or to whoever wrote what was replied to; an earlier one here is withdrawn."""
    work, world = desk.work, desk.world
    for earlier in await work.challenges.open_of(desk.person.id):
        if earlier.state is State.OPEN and isinstance(earlier.card, Chat) and earlier.card.id == desk.chat.id:
            await challenges.close(earlier, State.WITHDRAWN, work, world)
    if (told := await why_no_challenge(desk)) is not None:
        return told
    terms = await challenges.chosen_terms(desk.person.id, work)
    rival = await _rival(desk)
    challenge = challenges.made(terms, desk.person, work, world, to=rival, card=desk.chat)
    answers = desk.incoming.answers if rival is not None and isinstance(desk.incoming, Said) else None
    await show_challenge(challenge, work, world, answers=answers)
    return Answer()


async def _rival(desk: Desk) -> Person | None:
    replied_to = desk.incoming.replied_to if isinstance(desk.incoming, Said) else None
    if replied_to is None or replied_to.id == desk.person.id:
        return None
    return None if await desk.work.talk.are_parted(desk.person.id, replied_to.id) else replied_to


async def pressed(press: ChallengePress, desk: Desk) -> Answer:
    """A press on a card in a group."""
    challenge = await desk.work.challenges.load(press.token)
    if challenge is None or not await desk.is_current(card_slot(challenge.match)):
        return desk.stripped("toast.old-button")
    return await answered(press.verb, challenge, desk)


async def answered(verb: OnChallenge, challenge: Challenge, desk: Desk) -> Answer:
    """What whoever pressed is told, and nobody else."""
    why = await challenges.why_not(challenge, desk.person.id, desk.work, desk.world)
    match verb:
        case OnChallenge.TAKE:
            return await _taken(challenge, why, desk)
        case OnChallenge.HERE:
            return await _sat_down(challenge, why, desk)
        case OnChallenge.DECLINE:
            return await _declined(challenge, why, desk)
        case OnChallenge.WITHDRAW:
            return await _withdrawn(challenge, why, desk)
        case OnChallenge.ACCEPT | OnChallenge.ANOTHER | OnChallenge.RULES:
            return Answer(desk.texts.plain("toast.old-button"))
        case _:
            assert_never(verb)


async def _taken(challenge: Challenge, why: Refusal | None, desk: Desk) -> Answer:
    """The press is the consent. Who has never opened the bot is led there first: only there can a secret be kept."""
    led = Answer(url=link_to(desk.world.username, CHALLENGE, challenge.token))
    is_known = await challenges.is_reachable(desk.person.id, desk.work)
    if why is Refusal.OWN and (challenge.taker is not None or not is_known):
        return led
    if why is not None:
        return refused(why, challenge, desk)
    if (full := await challenges.why_full(challenge, desk.person.id, desk.work)) is not None:
        return refused(full, challenge, desk)
    if not is_known:
        challenges.consented(challenge, desk.person, desk.work)
        return led
    await challenges.accept(challenge, desk.person, desk.work, desk.world)
    if not isinstance(challenge.card, Chat):
        return led
    return Answer(desk.texts.plain("alert.in-private", name=shown_name(challenge.name)), alert=True)


async def _sat_down(challenge: Challenge, why: Refusal | None, desk: Desk) -> Answer:
    """On the card itself, which is pressed knowing that the challenger has sent it to be played there.

    What was posted in a group is not, though a doctored client may say so on a card that the challenger never sees.
    """
    card = desk.pressed.inline if desk.pressed is not None else None
    if card is None or isinstance(challenge.card, Chat) or not challenge.terms.fits_a_card:
        return Answer(desk.texts.plain("toast.old-button"))
    if challenge.taker == desk.person.id and challenge.state is State.ACCEPTED:
        return Answer(desk.texts.plain("toast.you-are-in"))
    if why is not None:
        return refused(why, challenge, desk)
    if challenge.taker is not None:
        return await _taken(challenge, why, desk)
    if (full := await challenges.why_full(challenge, desk.person.id, desk.work)) is not None:
        return refused(full, challenge, desk)
    await challenges.accept_here(challenge, desk.person, card, desk.work, desk.world)
    told = "playcard.you-play-secret" if challenge.terms.the_mode.own_secrets else "playcard.you-play"
    return Answer(desk.texts.plain(told, name=shown_name(challenge.name)), alert=True)


async def _declined(challenge: Challenge, why: Refusal | None, desk: Desk) -> Answer:
    if why is not None:
        return refused(why, challenge, desk)
    is_asked = challenge.to == desk.person.id or isinstance(challenge.card, Inline)
    if is_asked and desk.person.name not in challenge.declined:
        await challenges.decline(challenge, desk.person, desk.work, desk.world)
    return Answer()


async def _withdrawn(challenge: Challenge, why: Refusal | None, desk: Desk) -> Answer:
    if challenge.person != desk.person.id:
        return Answer(desk.texts.plain("toast.not-your-challenge"), alert=True)
    if why is not Refusal.OWN:
        return Answer(desk.texts.plain("toast.old-button")) if why is None else refused(why, challenge, desk)
    await challenges.close(challenge, State.WITHDRAWN, desk.work, desk.world)
    return Answer()


def refused(why: Refusal, challenge: Challenge, desk: Desk) -> Answer:
    """Why this challenge cannot be taken, for whoever pressed alone."""
    name = shown_name(challenge.name)
    return Answer(desk.texts.plain(f"late.{why.value}", name=name, most=MATCHES), alert=True)
