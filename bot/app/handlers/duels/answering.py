"""Challenges are answered. An accepted one begins its match: at once, or as soon as the challenger can be reached."""

from dataclasses import replace
from functools import partial

from bot.app.actions.cards import show_challenge
from bot.app.actions.challenges import is_reachable, is_seen_by, show_to, tell_challenger, why_full
from bot.app.actions.live_search import end_live_search
from bot.app.kinds.match.model import Sitter
from bot.app.kinds.match.opening import Opening, open_match
from bot.app.messages import Chat, Destination, Person
from bot.app.model.challenge import Challenge, State
from bot.app.ports import Place, Work
from bot.app.screens.duels import challenge as screens
from bot.app.world import World

MOST_CONSENTS = 20
"""So many may be on their way to the bot at once, the latest."""
MOST_DECLINED = 20
"""So many who declined are kept."""
LOUD = 3
"""So many of them are told with a sound."""


async def accept(challenge: Challenge, person: Person, work: Work, world: World) -> None:
    """The person plays. The match begins, unless the challenger cannot be reached: then as soon as they come."""
    challenge = replace(challenge, taker=person.id, taker_name=person.name)
    if await is_reachable(challenge.person, work):
        await begin(challenge, work, world, opener=person.id)
        return
    work.challenges.save(challenge)
    await show_to(person.id, challenge, Place.HERE, work, lambda texts: screens.taken_screen(challenge, texts))
    await show_challenge(challenge, work, world, calls=True)


async def begin(challenge: Challenge, work: Work, world: World, *, opener: int) -> None:
    """The match begins, and both see it in their private chats. `opener`: by whose act it does."""
    taker = challenge.taker
    if taker is None:
        raise ValueError("nobody has accepted it")
    challenge = replace(challenge, state=State.ACCEPTED)
    work.challenges.save(challenge)
    await end_live_search((challenge.person, taker), challenge.terms, work)
    is_new = not (await work.ratings.player(taker)).games
    await show_to(
        taker, challenge, Place.HERE, work, lambda texts: screens.accepted_screen(challenge, texts, is_new=is_new)
    )
    await tell_challenger(challenge, work, lambda texts: screens.accepted_news(challenge, texts))
    opening = Opening(
        terms=challenge.terms,
        sitters=(
            Sitter(challenge.person, challenge.name, challenge.person),
            Sitter(taker, challenge.taker_name, taker),
        ),
        seed=challenge.seed,
        friends=True,
        card=challenge.card,
        opener=opener,
        match_id=challenge.match,
    )
    await open_match(opening, work, world)


async def begin_waiting(person: int, work: Work, world: World) -> None:
    """What others have accepted while the person could not be reached begins now that they can."""
    for challenge in await work.challenges.open_of(person):
        waits = challenge.state is State.OPEN and challenge.taker is not None
        if waits and world.now() < challenge.expires_at and await _may_begin(challenge, work):
            await begin(challenge, work, world, opener=person)


async def _may_begin(challenge: Challenge, work: Work) -> bool:
    """Whether neither of the two plays as much as they may, nor has blocked the other or been kept away since."""
    taker = challenge.taker
    if taker is None or await work.talk.are_parted(challenge.person, taker):
        return False
    return await why_full(challenge, taker, work) is None


async def accept_here(challenge: Challenge, person: Person, card: Destination, work: Work, world: World) -> None:
    """The person plays, on the card itself: neither of the two need have spoken to the bot."""
    challenge = replace(challenge, taker=person.id, taker_name=person.name, card=card, state=State.ACCEPTED)
    work.challenges.save(challenge)
    await tell_challenger(challenge, work, lambda texts: screens.accepted_news(challenge, texts))
    opening = Opening(
        terms=challenge.terms.on_a_card,
        sitters=(Sitter(challenge.person, challenge.name, None), Sitter(person.id, person.name, None)),
        seed=challenge.seed,
        friends=True,
        card=card,
        on_card=True,
        match_id=challenge.match,
    )
    await open_match(opening, work, world)


def note_consent(challenge: Challenge, person: Person, work: Work) -> None:
    """The person has accepted on the card, and plays as soon as they let the bot write to them."""
    others = tuple(other for other in challenge.consents if other != person.id)
    work.challenges.save(replace(challenge, consents=(*others, person.id)[-MOST_CONSENTS:]))


async def decline(challenge: Challenge, person: Person, work: Work, world: World) -> None:
    """The person does not play. What anybody may accept still stands; the challenger hears of it."""
    before, in_group = challenge, isinstance(challenge.card, Chat)
    if challenge.taker == person.id:
        challenge = replace(challenge, taker=None, taker_name="")
    if not challenge.is_named and in_group:
        challenge = replace(challenge, state=State.OPEN)
    else:
        declined = tuple(dict.fromkeys((*challenge.declined, person.name)))[:MOST_DECLINED]
        challenge = replace(challenge, state=State.DECLINED if challenge.is_named else State.OPEN, declined=declined)
    work.challenges.save(challenge)
    if await is_seen_by(person.id, challenge, work):
        await show_to(person.id, challenge, Place.HERE, work, lambda texts: screens.declined_screen(challenge, texts))
    if challenge != before:
        await show_challenge(challenge, work, world)
    if not in_group and await is_reachable(challenge.person, work):
        await _tell_declined(before, challenge, person.name, work, world)


async def _tell_declined(before: Challenge, challenge: Challenge, name: str, work: Work, world: World) -> None:
    """Tell the challenger, once of each; the first few with a sound, for anybody may decline what is for all."""
    if before.declined == challenge.declined and challenge.state is State.OPEN:
        return
    place = Place.BOTTOM if len(challenge.declined) <= LOUD else Place.HERE
    news = partial(screens.declined_news, challenge, name, world.username, has_inline=world.has_inline)
    await show_to(challenge.person, challenge, place, work, news)
