"""What becomes of challenges. Some of it is done by jobs, so no desk is needed."""

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial

from bot.app.actions.cards import show_challenge
from bot.app.actions.fullness import plays_enough, waits_enough
from bot.app.actions.lobby import play_elsewhere
from bot.app.actions.matches import open_match
from bot.app.links import CHALLENGE, link_to
from bot.app.messages import Chat, Destination, Inline, Person
from bot.app.model.challenge import Challenge, State, token_on
from bot.app.model.match import Sitter
from bot.app.model.record import DAY
from bot.app.model.terms import Terms
from bot.app.ports import Job, Place, Work, World
from bot.app.screen import Screen
from bot.app.screens.duels import challenge as screens
from bot.app.texts import Texts

LASTS = DAY
"""Seconds for which a challenge waits."""
MOST_CONSENTS = 20
"""So many may be on their way to the bot at once, the latest."""
NOBODY = 0
"""Whose what is kept about a card is."""
KIND = "expire"
"""The kind of job that ends its waiting."""


class Refusal(Enum):
    """Why somebody cannot accept a challenge."""

    OWN = "own"
    NOT_YOURS = "not-yours"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    CROWDED = "crowded"
    """Whoever sent the card has as many challenges waiting as they may."""
    FULL = "full"
    """Whoever made it plays as many games as they may."""
    YOU_FULL = "you-full"
    """So does whoever would accept it."""


async def chosen_terms(person: int, work: Work) -> Terms:
    """The terms that the person chose last."""
    return (await work.ratings.player(person)).choice or Terms()


async def is_reachable(person: int, work: Work) -> bool:
    """Whether they have spoken to the bot in private, and let it speak to them."""
    known = await work.preferences(person)
    return known.greeted and known.reachable


def slot_of(challenge: Challenge) -> str:
    """Where each of the two sees it in their private chat."""
    return f"challenge:{challenge.token}"


def made(
    terms: Terms,
    person: Person,
    work: Work,
    world: World,
    *,
    to: Person | None = None,
    card: Destination | None = None,
    state: State = State.OPEN,
) -> Challenge:
    """A new challenge by the person: to somebody, or to whoever holds its token.

    What is offered as a card is kept twice as long: a card may be sent as long as it is offered, and then waits.
    """
    now = world.now()
    challenge = Challenge(
        token=world.new_token(),
        terms=terms,
        person=person.id,
        name=person.name,
        made_at=now,
        expires_at=now + (2 * LASTS if state is State.UNSENT else LASTS),
        to=to.id if to else None,
        to_name=to.name if to else "",
        card=card,
        seed=world.new_salt(),
        state=state,
        match=world.new_id(),
    )
    _keep_new(challenge, work)
    return challenge


def refusal(challenge: Challenge, person: int, now: float) -> Refusal | None:
    """Why the person cannot accept it now; None if they can."""
    if challenge.state not in (State.UNSENT, State.OPEN):
        return Refusal(challenge.state.value)
    if challenge.state is State.UNSENT or challenge.expires_at <= now:
        return Refusal.EXPIRED
    if challenge.person == person:
        return Refusal.OWN
    if challenge.to not in (None, person):
        return Refusal.NOT_YOURS
    return Refusal.ACCEPTED if challenge.taker not in (None, person) else None


async def why_not(challenge: Challenge, person: int, work: Work, world: World) -> Refusal | None:
    """The same; and two of whom one has blocked the other do not meet, though neither is told why."""
    why = refusal(challenge, person, world.now())
    if why is None and await work.talk.are_parted(challenge.person, person):
        return Refusal.NOT_YOURS
    return why


async def why_full(challenge: Challenge, person: int, work: Work) -> Refusal | None:
    """Whether either of the two plays as much as they may, so that no match can begin now; declined it may be."""
    if await plays_enough(person, work):
        return Refusal.YOU_FULL
    return Refusal.FULL if await plays_enough(challenge.person, work) else None


async def sent(offered: str, card: Inline, work: Work, world: World) -> Challenge | None:
    """The challenge on a card that was sent by inline mode, made or bound to it now if it has not been yet.

    `offered`: the token with which the card was offered. None: there is no challenge of that token, or not there.
    Where as many wait as its maker may have, none is made yet: what was offered comes back, UNSENT.
    """
    if (own := await work.challenges.load(token_on(card, offered))) is not None:
        return own
    challenge = await work.challenges.load(offered)
    if challenge is None or challenge.card == card:
        return challenge
    if not await _stands_on(card, offered, work):
        return None
    if challenge.state not in (State.UNSENT, State.OPEN):
        return challenge
    if challenge.state is State.UNSENT and await waits_enough(challenge.person, work, world.now()):
        return challenge
    if challenge.state is State.UNSENT:
        challenge = _of_its_own(challenge, card, world)
        _keep_new(challenge, work)
        await show_challenge(challenge, work, world)
    elif challenge.card is None:
        challenge = replace(challenge, card=card)
        work.challenges.save(challenge)
    return challenge


async def _stands_on(card: Inline, offered: str, work: Work) -> bool:
    """Whether the card was offered with this token: the first that came from it, whatever a doctored client says later.

    Else anybody could put a challenge of theirs on a card on which others play.
    """
    first = await work.draft(f"card:{card.message}", NOBODY)
    if not first:
        work.keep_draft(f"card:{card.message}", NOBODY, offered)
    return first in ("", offered)


def _of_its_own(offered: Challenge, card: Inline, world: World) -> Challenge:
    now = world.now()
    return replace(
        offered,
        token=token_on(card, offered.token),
        state=State.OPEN,
        card=card,
        made_at=now,
        expires_at=now + LASTS,
        seed=world.new_salt(),
        match=world.new_id(),
        revision=0,
    )


def _keep_new(challenge: Challenge, work: Work) -> None:
    work.challenges.save(challenge)
    work.at(challenge.expires_at, Job(KIND, challenge.token, 0))


async def show_waiting(challenge: Challenge, place: Place, work: Work, world: World) -> None:
    """Let the challenger see that it waits, and how to send it."""
    link = link_to(world.username, CHALLENGE, challenge.token)
    told = partial(screens.waiting, challenge, link, has_inline=world.has_inline)
    await _show(challenge.person, challenge, place, work, told)


async def accept(challenge: Challenge, person: Person, work: Work, world: World) -> None:
    """The person plays. The match begins, unless the challenger cannot be reached: then as soon as they come."""
    challenge = replace(challenge, taker=person.id, taker_name=person.name)
    if await is_reachable(challenge.person, work):
        await begin(challenge, work, world, opener=person.id)
        return
    work.challenges.save(challenge)
    await _show(person.id, challenge, Place.HERE, work, lambda texts: screens.taken(challenge, texts))
    await show_challenge(challenge, work, world, calls=True)


def consented(challenge: Challenge, person: Person, work: Work) -> None:
    """The person has accepted on the card, and plays as soon as they let the bot write to them."""
    others = tuple(other for other in challenge.consents if other != person.id)
    work.challenges.save(replace(challenge, consents=(*others, person.id)[-MOST_CONSENTS:]))


async def begin(challenge: Challenge, work: Work, world: World, *, opener: int) -> None:
    """The match begins, and both see it in their private chats. `opener`: by whose act it does."""
    taker = challenge.taker
    if taker is None:
        raise ValueError("nobody has accepted it")
    challenge = replace(challenge, state=State.ACCEPTED)
    work.challenges.save(challenge)
    await play_elsewhere((challenge.person, taker), challenge.terms, work)
    is_new = not (await work.ratings.player(taker)).games
    await _show(taker, challenge, Place.HERE, work, lambda texts: screens.accepted(challenge, texts, is_new=is_new))
    await _tell_challenger(challenge, work, lambda texts: screens.was_accepted(challenge, texts))
    await open_match(
        challenge.terms,
        (Sitter(challenge.person, challenge.name, challenge.person), Sitter(taker, challenge.taker_name, taker)),
        work,
        world,
        seed=challenge.seed,
        friends=True,
        card=challenge.card,
        opener=opener,
        match_id=challenge.match,
    )


async def begin_waiting(person: int, work: Work, world: World) -> None:
    """What others have accepted while the person could not be reached begins now that they can."""
    for challenge in await work.challenges.open_of(person):
        waits = challenge.state is State.OPEN and challenge.taker is not None
        if waits and world.now() < challenge.expires_at and not await _is_full(challenge, work):
            await begin(challenge, work, world, opener=person)


async def _is_full(challenge: Challenge, work: Work) -> bool:
    """Whether either of the two plays as much as they may."""
    return challenge.taker is not None and await why_full(challenge, challenge.taker, work) is not None


async def accept_here(challenge: Challenge, person: Person, card: Inline, work: Work, world: World) -> None:
    """The person plays, on the card itself: neither of the two need have spoken to the bot."""
    challenge = replace(challenge, taker=person.id, taker_name=person.name, card=card, state=State.ACCEPTED)
    work.challenges.save(challenge)
    await _tell_challenger(challenge, work, lambda texts: screens.was_accepted(challenge, texts))
    await open_match(
        challenge.terms.on_a_card,
        (Sitter(challenge.person, challenge.name, None), Sitter(person.id, person.name, None)),
        work,
        world,
        seed=challenge.seed,
        friends=True,
        card=card,
        on_card=True,
        match_id=challenge.match,
    )


async def decline(challenge: Challenge, person: Person, work: Work, world: World) -> None:
    """The person does not play. What others may accept still stands; the challenger hears of it."""
    declined = tuple(dict.fromkeys((*challenge.declined, person.name)))
    if challenge.taker == person.id:
        challenge = replace(challenge, taker=None, taker_name="")
    stands = challenge.card is not None and not challenge.is_named
    state = State.OPEN if stands else State.DECLINED
    in_group = isinstance(challenge.card, Chat)
    challenge = replace(challenge, state=state, declined=challenge.declined if stands and in_group else declined)
    work.challenges.save(challenge)
    if await _is_seen_by(person.id, challenge, work):
        await _show(person.id, challenge, Place.HERE, work, lambda texts: screens.declined(challenge, texts))
    await show_challenge(challenge, work, world)
    if not in_group and await is_reachable(challenge.person, work):
        told = screens.was_declined
        await _show(challenge.person, challenge, Place.BOTTOM, work, lambda texts: told(challenge, person.name, texts))


async def close(challenge: Challenge, state: State, work: Work, world: World) -> None:
    """It waits no more: the challenger has withdrawn it, or its time is over."""
    challenge = replace(challenge, state=state)
    work.challenges.save(challenge)
    await _tell_challenger(challenge, work, lambda texts: screens.closed(challenge, texts))
    if challenge.taker is not None:
        await _show(
            challenge.taker, challenge, Place.HERE, work, lambda texts: screens.refused(challenge, state.value, texts)
        )
    await show_challenge(challenge, work, world)


async def move(group: Chat, to: int, work: Work, world: World) -> None:
    """The group has another id from now on: what its people may still accept is shown to them anew."""
    for challenge in await work.challenges.open_in(group.id):
        if isinstance(challenge.card, Chat):
            challenge = replace(challenge, card=replace(challenge.card, id=to))  # noqa: PLW2901
            work.challenges.save(challenge)
            await show_challenge(challenge, work, world)


async def expire(job: Job, work: Work, world: World) -> None:
    """Its time is over, unless somebody has answered it."""
    challenge = await work.challenges.load(job.table)
    if challenge is None:
        return
    if challenge.state is State.UNSENT:
        work.challenges.save(replace(challenge, state=State.EXPIRED))
    elif challenge.state is State.OPEN:
        await close(challenge, State.EXPIRED, work, world)


async def _tell_challenger(challenge: Challenge, work: Work, screen: Callable[[Texts], Screen]) -> None:
    """Let the challenger see it in private, unless they have seen it on its card alone."""
    if challenge.card is None or await _is_seen_by(challenge.person, challenge, work):
        await _show(challenge.person, challenge, Place.HERE, work, screen)


async def _is_seen_by(person: int, challenge: Challenge, work: Work) -> bool:
    """Whether it stands in their private chat."""
    shown = await work.shown(Chat(person), slot_of(challenge))
    return shown.message is not None or shown.pending


async def _show(person: int, challenge: Challenge, place: Place, work: Work, screen: Callable[[Texts], Screen]) -> None:
    texts = (await work.preferences(person)).texts
    work.show(Chat(person), slot_of(challenge), screen(texts), place)
