"""What becomes of challenges. Some of it is done by jobs, so no desk is needed."""

from collections.abc import Callable
from dataclasses import replace
from enum import Enum

from bot.app.challenge import Challenge, State
from bot.app.links import CHALLENGE, link_to
from bot.app.messages import Chat, Person
from bot.app.ports import Job, Place, Work, World
from bot.app.screens import challenge as screens
from bot.app.screens.screen import Screen
from bot.app.terms import Terms
from bot.app.texts import Texts, language_of, texts_in

LASTS = 86_400.0
"""Seconds for which a challenge waits."""
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


def slot_of(challenge: Challenge) -> str:
    """Where each of the two sees it in their private chat."""
    return f"challenge:{challenge.token}"


def made(terms: Terms, person: Person, work: Work, world: World) -> Challenge:
    """A new challenge by the person, to whoever holds its token."""
    now = world.now()
    challenge = Challenge(
        token=world.new_token(),
        terms=terms,
        person=person.id,
        name=person.name,
        made_at=now,
        expires_at=now + LASTS,
        seed=world.new_salt(),
        match=world.new_id(),
    )
    work.challenges.save(challenge)
    work.at(challenge.expires_at, Job(KIND, challenge.token, 0))
    return challenge


def refusal(challenge: Challenge, person: int, now: float) -> Refusal | None:
    """Why the person cannot accept it now; None if they can."""
    if challenge.state is not State.OPEN:
        return Refusal(challenge.state.value)
    if challenge.expires_at <= now:
        return Refusal.EXPIRED
    if challenge.person == person:
        return Refusal.OWN
    return Refusal.NOT_YOURS if challenge.to not in (None, person) else None


async def show_waiting(challenge: Challenge, place: Place, work: Work, world: World) -> None:
    """Let the challenger see that it waits, and how to send it."""
    link = link_to(world.username, CHALLENGE, challenge.token)
    await _show(challenge.person, challenge, place, work, lambda texts: screens.waiting(challenge, link, texts))


async def accept(challenge: Challenge, person: Person, work: Work) -> None:
    """The person plays: the match begins, and both see it in their private chats."""
    challenge = replace(challenge, state=State.ACCEPTED, to=person.id, to_name=person.name)
    work.challenges.save(challenge)
    await _show(person.id, challenge, Place.HERE, work, lambda texts: screens.accepted(challenge, texts))
    if challenge.card is None:
        await _show(challenge.person, challenge, Place.HERE, work, lambda texts: screens.was_accepted(challenge, texts))


async def decline(challenge: Challenge, person: Person, work: Work) -> None:
    """The person does not play, and the challenger hears of it."""
    challenge = replace(challenge, state=State.DECLINED, to=person.id, to_name=person.name)
    work.challenges.save(challenge)
    await _show(person.id, challenge, Place.HERE, work, lambda texts: screens.declined(challenge, texts))
    await _show(challenge.person, challenge, Place.BOTTOM, work, lambda texts: screens.was_declined(challenge, texts))


async def close(challenge: Challenge, state: State, work: Work) -> None:
    """It waits no more: the challenger has withdrawn it, or its time is over."""
    challenge = replace(challenge, state=state)
    work.challenges.save(challenge)
    await _show(challenge.person, challenge, Place.HERE, work, lambda texts: screens.closed(challenge, texts))


async def expire(job: Job, work: Work, _world: World) -> None:
    """Its time is over, unless somebody has answered it."""
    challenge = await work.challenges.load(job.table)
    if challenge is not None and challenge.state is State.OPEN:
        await close(challenge, State.EXPIRED, work)


async def _show(person: int, challenge: Challenge, place: Place, work: Work, screen: Callable[[Texts], Screen]) -> None:
    known = await work.preferences(person)
    texts = texts_in(language_of(known.language, known.spoken))
    work.show(Chat(person), slot_of(challenge), screen(texts), place)
