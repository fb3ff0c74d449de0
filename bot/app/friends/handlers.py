"""Friends: they are listed, challenged in one press, or blocked; and who may do that to whoever reads, and see them.

A friend is whom somebody has played, or of whom one has opened the other's link; that is derived, and nobody is told.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.app.buttons import Numbered, OnMenu
from bot.app.daily.model import DailyTries
from bot.app.duels import actions as duels
from bot.app.duels.arranging import offer_to
from bot.app.duels.handlers import warn_of_clock, why_no_challenge
from bot.app.duels.model import Challenge, Challenges, ChallengeState
from bot.app.friends import screens
from bot.app.friends.screens import BLOCK, BLOCK_SURE, CODES, LIMIT, NO_CODES, OPEN, SEEN, SHOW, UNSEEN, FriendList
from bot.app.intents import Command
from bot.app.kind import Request, Section, without_argument
from bot.app.messages import Person
from bot.app.model.game import LISTED
from bot.app.model.limits import Limit
from bot.app.model.reach import Contact, Reach, may
from bot.app.model.terms import Terms
from bot.app.ratings.model import Friend, Ratings
from bot.app.reading import whole_number
from bot.app.screen import Answer, Place
from bot.app.screens.common import page_of
from bot.app.screens.people import shown_name
from bot.app.talk.model import Talk
from bot.game.daily import DAY


async def show_friends(request: Request) -> Answer:
    """List them, in private."""
    if request.chat.is_group:
        return request.only_in_private("privacy.in-private")
    return await _list("", request)


async def press_friend(argument: str, request: Request) -> Answer:
    """A press on the list, or on the screen of one of them."""
    request.needs(not request.chat.is_group)
    if not argument or whole_number(argument) is not None:
        return await _list(argument, request)
    if argument in (LIMIT, OPEN, SEEN, UNSEEN, CODES, NO_CODES, screens.WEEK, screens.NO_WEEK):
        return await _choose(argument, request)
    circle, about = await load_friends(request), request.found(Numbered.read(argument))
    act, friend = request.found(ACTIONS.get(about.letter)), request.found(circle.friend(about.number))
    return await act(friend, circle, request)


async def _list(page_key: str, request: Request, circle: FriendList | None = None) -> Answer:
    """List them. `circle`: them, where that is known."""
    circle = circle or await load_friends(request)
    page = page_of(len(circle.friends), page_key, LISTED)
    return request.show_menu(screens.friends(circle, page, request.preferences, request.texts))


EXPLAINED = {LIMIT: "friends.limit", SEEN: "friends.seen"}
"""What is said of a choice, by its button."""


async def _choose(argument: str, request: Request) -> Answer:
    """Keep who may challenge or send codes, whether friends see the person here, or their week; say what it means."""
    known = request.preferences
    if argument in (LIMIT, OPEN):
        known = replace(known, friends_only=argument == LIMIT)
    elif argument in (CODES, NO_CODES):
        known = replace(known, no_codes=argument == NO_CODES)
    elif argument in (screens.WEEK, screens.NO_WEEK):
        known = replace(known, hides_week=argument == screens.NO_WEEK)
    else:
        known = replace(known, seen_at=request.world.now() if argument == SEEN else None)
    await _list("", request.prefers(known))
    return Answer(request.texts.plain(EXPLAINED.get(argument, "settings.saved")), alert=argument in EXPLAINED)


async def _show(friend: Friend, circle: FriendList, request: Request) -> Answer:
    return request.show_menu(screens.pair(friend, circle, await _terms(friend.terms, request), request.texts))


async def _ask_to_block(friend: Friend, _circle: FriendList, request: Request) -> Answer:
    return request.show_menu(screens.block(friend, request.texts))


async def _block(friend: Friend, circle: FriendList, request: Request) -> Answer:
    await request.work.of(Talk).block(request.person, Person(friend.person, friend.name))
    await _list("", request, replace(circle, friends=tuple(one for one in circle.friends if one != friend)))
    return _refuse("alert.blocked", friend, request)


ACTIONS: dict[str, Callable[[Friend, FriendList, Request], Awaitable[Answer]]] = {
    SHOW: _show,
    BLOCK: _ask_to_block,
    BLOCK_SURE: _block,
}
"""By letter."""
MADE_A_DAY = 100
"""Whoever has made so many challenges within a day makes none by name."""


async def challenge(number: str, request: Request) -> Answer:
    """Challenge the friend of that number, on the terms of last time: once a day, unless they accept."""
    request.needs(not request.chat.is_group)
    friend = request.found((await load_friends(request)).friend(whole_number(number)))
    return await _challenge(Person(friend.person, friend.name), friend.terms, request)


async def challenge_by_name(to: Person, request: Request) -> Answer:
    """The same for somebody whom the person knows already, though they need not be listed."""
    friend = (await load_friends(request)).friend(to.id)
    return await _challenge(to, None if friend is None else friend.terms, request)


async def _challenge(to: Person, terms: Terms | None, request: Request) -> Answer:
    if (refused := await why_no_challenge(request)) is not None:
        return refused
    work, world, person = request.work, request.world, request.person
    waiting = next((one for one in await work.of(Challenges).open_of(person.id) if _is_to(one, to.id)), None)
    if waiting is not None:
        await duels.show_waiting(waiting, Place.BOTTOM, work, world)
        return Answer()
    if closed := request.why_closed(Limit.BY_NAME):
        return Answer(closed, alert=True)
    made = await work.of(Challenges).answered_of(person.id, world.now() - DAY, MADE_A_DAY)
    refused_before = any(_is_to(one, to.id) and one.state is not ChallengeState.ACCEPTED for one in made)
    if refused_before or len(made) == MADE_A_DAY:
        return _refuse("alert.challenged-today", to, request)
    known = await work.preferences(to.id)
    relation = (await work.of(Reach).relations(person.id, [to.id]))[to.id]
    if not (may(Contact.CHALLENGE, relation) and may(Contact.RING, relation)):
        return _refuse("alert.not-challenged", to, request)
    new = duels.make_challenge(await _terms(terms, request), person, work, world, to=to)
    offer = await offer_to(to, new, known.texts, work, world)
    await duels.show_to(to.id, new, Place.BOTTOM, work, lambda _texts: offer)
    await warn_of_clock(new.terms, request)
    await duels.show_waiting(new, Place.BOTTOM, work, world)
    return Answer()


def _is_to(made: Challenge, friend: int) -> bool:
    """Whether the friend was asked in private."""
    return made.to == friend and made.card is None


def _refuse(key: str, other: Friend | Person, request: Request) -> Answer:
    return Answer(request.texts.plain(key, name=shown_name(other.name)), alert=True)


async def _terms(last: Terms | None, request: Request) -> Terms:
    """Those of last time, else those that the person has chosen for friends."""
    return last or (await request.work.of(Ratings).player(request.person.id)).with_friends


MOST = 30
"""So many rivals are listed, and as many of each side of a link."""


async def load_friends(request: Request) -> FriendList:
    """The person's friends as they stand now."""
    work, day, person = request.work, request.world.today, request.person.id
    mine = await work.of(DailyTries).attempt(day, person)
    found = await work.of(Ratings).friends(person, day, MOST)
    return FriendList(found, None if mine is None or mine.ended_at is None else mine, request.world.now())


# The section.

FRIENDS = Section(
    commands={Command.FRIENDS: without_argument(show_friends)},
    buttons={OnMenu.FRIENDS: press_friend, OnMenu.CHALLENGE: challenge},
)
