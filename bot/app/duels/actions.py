"""Challenges, their cards and searches: how they go on and end, mostly by jobs, so no request is needed.

In their order: challenges that are made, refused and end; how the two see them in private; their cards; limits of what
is open; searches that end; whether a game counts.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import Enum
from functools import partial

from bot.app.duels import screens as duels_screens
from bot.app.duels.model import Challenge, Challenges, ChallengeState, token_on
from bot.app.duels.screens import Record, challenge_card
from bot.app.lobby import screens as lobby_screens
from bot.app.lobby.model import Lobby, Seek
from bot.app.messages import Chat, Destination, Inline, Person
from bot.app.model.chats import Preferences
from bot.app.model.game import CHALLENGES, MATCHES
from bot.app.model.limits import Limit
from bot.app.model.reach import Contact, Reach
from bot.app.model.terms import Terms
from bot.app.ratings.model import AGAIN, FORGOTTEN, FULL_A_DAY, MOST_A_DAY, TOO_OFTEN, Ratings
from bot.app.screen import News, Place, Screen
from bot.app.screens.common import Viewer
from bot.app.texts import Texts
from bot.app.work import MOVED, Job, Work
from bot.app.world import World
from bot.game.daily import DAY

# What becomes of challenges: they are made, cannot be accepted, and end. Some of it is done by jobs.

LASTS = DAY
"""Seconds for which a challenge waits."""


def make_challenge(
    terms: Terms, person: Person, work: Work, world: World, *, to: Person | None = None, card: Destination | None = None
) -> Challenge:
    """A new challenge by the person: to somebody, or to whoever holds its token."""
    challenge = _new(terms, person, LASTS, world)
    challenge = replace(challenge, to=to.id if to else None, to_name=to.name if to else "", card=card)
    _keep_new(challenge, work)
    return challenge


def offered(terms: Terms, person: Person, work: Work, world: World) -> Challenge:
    """What becomes a challenge of the person's on each card that is sent.

    It is kept twice as long: a card may be sent as long as it is offered, and then waits.
    """
    challenge = replace(_new(terms, person, 2 * LASTS, world), state=ChallengeState.UNSENT)
    _keep_new(challenge, work)
    return challenge


def _new(terms: Terms, person: Person, lasts: float, world: World) -> Challenge:
    now = world.now()
    return Challenge(
        token=world.new_token(),
        terms=terms,
        person=person.id,
        name=person.name,
        made_at=now,
        expires_at=now + lasts,
        seed=world.new_salt(),
        match=world.new_id(),
    )


KIND = "expire"
"""The kind of job that ends its waiting."""


def _keep_new(challenge: Challenge, work: Work) -> None:
    work.of(Challenges).save(challenge)
    work.at(challenge.expires_at, Job(KIND, challenge.token, 0))


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


def refusal(challenge: Challenge, person: int, now: float) -> Refusal | None:
    """Why the person cannot accept it now; None if they can."""
    if challenge.state not in (ChallengeState.UNSENT, ChallengeState.OPEN):
        return Refusal(challenge.state.value)
    if challenge.state is ChallengeState.UNSENT or challenge.expires_at <= now:
        return Refusal.EXPIRED
    if challenge.person == person:
        return Refusal.OWN
    if challenge.to not in (None, person):
        return Refusal.NOT_YOURS
    return Refusal.ACCEPTED if challenge.taker not in (None, person) else None


async def why_not(challenge: Challenge, person: int, work: Work, world: World) -> Refusal | None:
    """The same; and two of whom one has blocked the other do not meet, though neither is told why."""
    why = refusal(challenge, person, world.now())
    if why is None and not await work.of(Reach).may(Contact.OPEN, person, challenge.person):
        return Refusal.NOT_YOURS
    return why


async def why_full(challenge: Challenge, person: int, work: Work) -> Refusal | None:
    """Whether either of the two plays as much as they may, so that no match can begin now; declined it may be."""
    if await plays_enough(person, work):
        return Refusal.YOU_FULL
    return Refusal.FULL if await plays_enough(challenge.person, work) else None


async def load_from_card(offered: str, card: Inline, work: Work, world: World) -> Challenge | None:
    """The challenge on a card that was sent by inline mode, made or bound to it now if it has not been yet.

    `offered`: the token with which the card was offered. None: there is no challenge of that token, or not there.
    Where as many wait as its maker may have, none is made yet: what was offered comes back, UNSENT.
    """
    if (own := await work.of(Challenges).load(token_on(card, offered))) is not None:
        return own
    challenge = await work.of(Challenges).load(offered)
    if challenge is None or challenge.card == card:
        return challenge
    if not await _stands_on(card, offered, work):
        return None
    if challenge.state not in (ChallengeState.UNSENT, ChallengeState.OPEN):
        return challenge
    if challenge.state is ChallengeState.UNSENT and await waits_enough(challenge.person, work, world.now()):
        return challenge
    if challenge.state is ChallengeState.UNSENT:
        challenge = _of_its_own(challenge, card, world)
        _keep_new(challenge, work)
        await show_challenge(challenge, work, world)
    elif challenge.card is None:
        challenge = replace(challenge, card=card)
        work.of(Challenges).save(challenge)
    return challenge


async def _stands_on(card: Inline, offered: str, work: Work) -> bool:
    """Whether the card was offered with this token: the first that came from it, whatever a doctored client says later.

    Else anybody could put a challenge of theirs on a card on which others play.
    """
    first = await work.of(Challenges).bound_card(card)
    if not first:
        work.of(Challenges).bind_card(card, offered)
    return first in ("", offered)


def _of_its_own(offered: Challenge, card: Inline, world: World) -> Challenge:
    now = world.now()
    return replace(
        offered,
        token=token_on(card, offered.token),
        state=ChallengeState.OPEN,
        card=card,
        made_at=now,
        expires_at=now + LASTS,
        seed=world.new_salt(),
        match=world.new_id(),
        revision=0,
    )


async def close(challenge: Challenge, state: ChallengeState, work: Work, world: World) -> None:
    """It waits no more: the challenger has withdrawn it, or its time is over."""
    challenge = replace(challenge, state=state)
    work.of(Challenges).save(challenge)
    await tell_challenger(challenge, work, lambda texts: duels_screens.closed_screen(challenge, texts))
    asked = challenge.to if challenge.to is not None and await is_seen_by(challenge.to, challenge, work) else None
    if (other := challenge.taker or asked) is not None:
        await show_to(
            other,
            challenge,
            Place.HERE,
            work,
            lambda texts: duels_screens.refused_screen(challenge, state.value, texts),
        )
    await show_challenge(challenge, work, world)


async def expire(job: Job, work: Work, world: World) -> None:
    """Its time is over, unless somebody has answered it."""
    challenge = await work.of(Challenges).load(job.subject)
    if challenge is None:
        return
    if challenge.state is ChallengeState.UNSENT:
        work.of(Challenges).save(replace(challenge, state=ChallengeState.EXPIRED))
    elif challenge.state is ChallengeState.OPEN:
        await close(challenge, ChallengeState.EXPIRED, work, world)


SHOWN_ANEW = 20
"""So many challenges of a group that has moved are shown in one transaction; a job goes on."""


async def move(group: Chat, to: int, work: Work, world: World) -> None:
    """The group has another id from now on: what its people may still accept is shown to them anew, some at a time."""
    found = await work.of(Challenges).open_in(group.id, SHOWN_ANEW)
    if len(found) == SHOWN_ANEW:
        work.at(world.now(), Job(MOVED, str(group.id), 0))
    for challenge in found:
        if isinstance(challenge.card, Chat):
            challenge = replace(challenge, card=replace(challenge.card, id=to))  # noqa: PLW2901
            work.of(Challenges).save(challenge)
            await show_challenge(challenge, work, world)


# Challenges as the two see them in their private chats.


def slot_of(challenge: Challenge) -> str:
    """Where each of the two sees it in their private chat."""
    return f"challenge:{challenge.token}"


async def show_waiting(challenge: Challenge, place: Place, work: Work, world: World) -> None:
    """Let the challenger see that it waits, and how to send it."""
    screen = partial(duels_screens.waiting, challenge, world.username, has_inline=world.has_inline)
    await show_to(challenge.person, challenge, place, work, screen)


async def tell_challenger(challenge: Challenge, work: Work, screen: Callable[[Texts], Screen]) -> None:
    """Let the challenger see it in private, unless they have seen it on its card alone."""
    if challenge.card is None or await is_seen_by(challenge.person, challenge, work):
        await show_to(challenge.person, challenge, Place.HERE, work, screen)


async def is_seen_by(person: int, challenge: Challenge, work: Work) -> bool:
    """Whether it stands in their private chat."""
    shown = await work.slot_state(Chat(person), slot_of(challenge))
    return shown.message is not None or shown.pending


async def show_to(
    person: int, challenge: Challenge, place: Place, work: Work, screen: Callable[[Texts], Screen]
) -> None:
    """Show it to one of the two in their private chat, in their words."""
    texts = (await work.preferences(person)).texts
    work.show(Chat(person), slot_of(challenge), replace(screen(texts), news=News.TURNS), place)


# Cards: messages in which everybody in a chat sees a challenge, and later its match.


def card_slot(match_id: str) -> str:
    """The slot of a match's card, which is also that of its challenge."""
    return f"card:{match_id}"


async def show_challenge(
    challenge: Challenge, work: Work, world: World, *, answers: int | None = None, calls: bool = False
) -> None:
    """Show the challenge's state on its card, if it has one.

    `answers`: the message that it replies to. `calls`: show it as a new message where possible, because an edit
    notifies nobody.
    """
    if challenge.card is not None:
        place = Place.BOTTOM if calls and isinstance(challenge.card, Chat) else Place.HERE
        viewer = await view_of(challenge.card, challenge.person, work, world)
        screen = await card_of(challenge, viewer, work, world)
        work.show(challenge.card, card_slot(challenge.match), replace(screen, answers=answers), place)


async def card_of(challenge: Challenge, viewer: Viewer, work: Work, world: World) -> Screen:
    """The card of a challenge."""
    records = [await record_of(challenge.person, challenge.name, challenge.terms, work, world)]
    if challenge.to is not None:
        records.append(await record_of(challenge.to, challenge.to_name, challenge.terms, work, world))
    return challenge_card(challenge, tuple(records), viewer.username, viewer.texts)


async def record_of(person: int, name: str, terms: Terms, work: Work, world: World) -> Record:
    """The record of somebody that is shown before a game on these terms."""
    standing = await work.of(Ratings).standing(person, terms.family)
    return Record(name, await work.of(Ratings).player(person), standing.rating_at(world.now()))


async def view_of(card: Destination, challenger: int, work: Work, world: World) -> Viewer:
    """The language and style of a card: its group's, or else those of whoever sent it."""
    known: Preferences = await work.preferences(card.id if isinstance(card, Chat) else challenger)
    return Viewer(known.texts, known.style, world.username)


# Whether somebody has reached the limits of open games and challenges in `model.game`.


async def plays_enough(person: int, work: Work) -> bool:
    """Whether the person plays as many games as one may. Matches that begin at the same moment may each pass."""
    return await work.games.count_of(person) >= MATCHES


async def waits_enough(person: int, work: Work, now: float) -> bool:
    """Whether the person has as many open challenges as one may."""
    made = await work.of(Challenges).open_of(person)
    return (
        sum(challenge.state is ChallengeState.OPEN and now < challenge.expires_at for challenge in made) >= CHALLENGES
    )


# Ends searches of people who would not be there when a rival comes.

SLOT = "lobby"
"""The slot of one's own search and of its result."""
HALL = "hall"
"""The slot of the list: what somebody has asked for stays, whatever becomes of their search."""


async def end_live_search(people: Iterable[int], terms: Terms, work: Work) -> None:
    """End these people's searches for live games, if the terms are live: a rival found there would wait in vain."""
    if not terms.the_clock.is_live:
        return
    for person in people:
        seek = await work.of(Lobby).seek_of(person)
        if seek is not None and seek.terms.the_clock.is_live:
            await _end(seek, "lobby.stopped", work)


async def end_search_of_absent(person: int, work: Work) -> None:
    """End the search of somebody whose time has run out in a game: they are not there."""
    seek = await work.of(Lobby).seek_of(person)
    if seek is not None:
        await _end(seek, "lobby.absent", work)


async def _end(seek: Seek, why: str, work: Work) -> None:
    work.of(Lobby).claim(seek)
    texts = (await work.preferences(seek.person)).texts
    work.show(Chat(seek.person), SLOT, lobby_screens.ended_screen(why, texts), Place.HERE)


# Whether a game of two people still counts for their ratings.


async def why_less(people: Sequence[int], work: Work, now: float) -> str:
    """Why a rated game of these people would not count: FORGOTTEN, TOO_OFTEN; or half: AGAIN. Empty if it would.

    What holds when a game begins must hold when it ends, because they have been told.
    """
    if len(people) != len(set(people)) or len(people) != 2:  # noqa: PLR2004  two
        return ""
    if await work.privacy.were_forgotten(people, now - Limit.RATED.closed):
        return FORGOTTEN
    one, other = people
    games = await work.of(Ratings).rated_games(one, other, now - DAY)
    return TOO_OFTEN if games >= MOST_A_DAY else AGAIN if games >= FULL_A_DAY else ""
