"""The lobby: people see who looks for a rival, look themselves, and are paired, put off, taken or stopped.

First the lobby as people use it: its list and buttons; below what becomes of whoever looks, now and by jobs.
"""

from dataclasses import dataclass, replace

from bot.app.buttons import MenuPress, OnLobby, OnMenu, OnRoom
from bot.app.duels.actions import HALL, plays_enough
from bot.app.duels.actions import SLOT as SEARCH_SLOT
from bot.app.duels.arranging import show_choice
from bot.app.duels.arranging_screens import TermsChoice
from bot.app.duels.handlers import why_not_now
from bot.app.duels.screens import Record, record_line
from bot.app.intents import Command
from bot.app.kind import MENU, Request, Section, alone, without_argument
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.opening import Opening, open_match
from bot.app.kinds.table import go_on
from bot.app.lobby import screens
from bot.app.lobby.model import Lobby, Seek, person_of
from bot.app.messages import Chat, Person
from bot.app.model.limits import Limit
from bot.app.model.terms import Terms
from bot.app.ratings.model import Player, Ratings
from bot.app.routing import carry_out, games_of, show_game
from bot.app.screen import Answer, Place
from bot.app.screens.common import later, page_of
from bot.app.talk import handlers as talk
from bot.app.texts import Html, Texts
from bot.app.watching.handlers import has_top_game, watch_top_game
from bot.app.work import Job, Work
from bot.app.world import World
from bot.game.rating import PAUSE, Seeker, have_let_others_go_first, rival_for

# The lobby as people use it: they see who looks for a rival, look themselves, and stop.

LISTED = 4
"""So many challenges to everybody stand on a page, and so many others who look."""


async def show_lobby(request: Request, page_key: str = "") -> Answer:
    """Who challenges everybody, and who looks for a rival; `page_key`: which page of them."""
    if request.chat.is_group:
        return request.only_in_private("lobby.in-private", "button.lobby")
    seeks = await _load_seeks(request)
    challenges, lookers = ([seek for seek in seeks if seek.is_open is is_open] for is_open in (True, False))
    own = await request.work.of(Lobby).seek_of(request.person.id)
    page = page_of(max(len(challenges), len(lookers)), page_key, LISTED)
    on_page = [page.shown(some) for some in (challenges, lookers)]
    hall = screens.Hall(
        challenges=tuple(_entry(seek, request) for seek in on_page[0]),
        lookers=tuple(_entry(seek, request) for seek in on_page[1]),
        more=len(challenges) + len(lookers) - len(on_page[0]) - len(on_page[1]),
        many=await request.work.of(Lobby).waiting(CROWD) == CROWD,
        own=own.terms if own else None,
        wish=await _wished(request),
        own_is_open=own is not None and own.is_open,
        page=page,
        has_top_game=await has_top_game(request),
    )
    request.work.show(request.chat, HALL, screens.lobby(hall, request.texts), request.place)
    return Answer()


async def _load_seeks(request: Request) -> tuple[Seek, ...]:
    """Those that the person may take."""
    seeks = await request.work.of(Lobby).load_listed(request.person.id, CROWD)
    return takeable(seeks, await request.work.of(Ratings).player(request.person.id), request.world.now())


def _entry(seek: Seek, request: Request) -> screens.LobbyEntry:
    reputation = reputation_of(seek, request.texts)
    return screens.LobbyEntry(seek.id, seek.name, reputation, seek.terms, seek.since, request.world.now() - seek.since)


async def _wished(request: Request) -> Terms:
    """The terms on which they look for a rival."""
    return (await request.work.of(Ratings).player(request.person.id)).in_lobby


REPLACED = {OnLobby.FIND, OnLobby.POST, OnLobby.TAKE, OnLobby.JOIN, OnLobby.STOP}
"""What comes of these takes the place of the list, or of the menu, on which they were pressed."""


async def press_lobby(press: MenuPress, request: Request) -> Answer:
    """A press on one of the lobby's screens; a rival can be looked for from a menu as well."""
    if request.chat.is_group:
        return Answer(request.texts.plain("lobby.in-private"), alert=True)
    if request.pressed is not None and request.pressed.message is not None:
        request = replace(request, stands_in=await request.work.slot_at(request.chat, request.pressed.message))
    if isinstance(press.verb, OnRoom):
        return await talk.press_room(press.verb, press.argument, request)
    verb = OnLobby(press.verb.value)
    menus = (MENU,) if verb is OnLobby.FIND else ()
    request.needs(await request.is_of(SEARCH_SLOT, HALL, *menus))
    answer = await _carry_out(verb, press.argument, request)
    if verb in REPLACED and request.stands_in in {HALL, MENU} and not answer.text:
        request.retire_pressed()
    return answer


async def _carry_out(verb: OnLobby, argument: str, request: Request) -> Answer:
    match verb:
        case OnLobby.LIST:
            return await show_lobby(replace(request, as_new_message=request.stands_in != HALL), argument)
        case OnLobby.FIND:
            return await look_for_rival(await _wished(request), request)
        case OnLobby.POST:
            return await _challenge_all(request)
        case OnLobby.TAKE | OnLobby.JOIN:
            return await _take(argument, request)
        case OnLobby.STOP:
            return await _stop(request)
        case OnLobby.TERMS:
            return show_choice(TermsChoice(await _wished(request), in_lobby=True), request, Place.BOTTOM)
        case OnLobby.MEANWHILE:
            return await carry_out(await go_on(request), request)
        case OnLobby.TOP_GAME:
            return await watch_top_game(request)


async def look_for_rival(terms: Terms, request: Request, *, is_open: bool = False) -> Answer:
    """Look for a rival on these terms; `is_open`: by a challenge to everybody as well.

    Whoever has been found one whom they have not met at the board yet pressed before they read of it.
    """
    if await _has_just_met(request):
        return Answer()
    if (answer := await why_not_now(terms, request)) is not None:
        return answer
    await look(terms, request.person, request.texts, request.work, request.world, is_open=is_open)
    return Answer()


async def _has_just_met(request: Request) -> bool:
    """Whether they have been found a rival, and neither kept a secret nor guessed yet; then that game is shown."""
    request = replace(request, as_new_message=True)
    for game in await games_of(request):
        if isinstance(game, Match) and not game.friends and _is_untouched(game, request.person.id):
            await show_game(game, request, request.texts.html("lobby.just-met"))
            return True
    return False


def _is_untouched(match: Match, person: int) -> bool:
    seat = match.seat_of(person)
    if seat is None:
        return False
    return match.wants_secret(seat) if match.game.mode.own_secrets else not match.game.turns_of(seat)


async def _challenge_all(request: Request) -> Answer:
    """What the person looks for, or what they chose last, is a challenge to everybody."""
    known = await request.work.of(Lobby).seek_of(request.person.id)
    if known is None:
        return await look_for_rival(await _wished(request), request, is_open=True)
    side = Side(replace(known, is_open=True), request.texts, _place_of_search(request))
    await _show_waiting(side, known, request.work, request.world)
    return Answer()


def _place_of_search(request: Request) -> Place:
    """Where a search is shown that goes on or ends: in place, unless the list was pressed, which it takes away."""
    return Place.BOTTOM if request.stands_in == HALL else Place.HERE


async def _take(key: str, request: Request) -> Answer:
    """Play with somebody who was listed, or look on the terms of somebody who looks, unless they have gone."""
    if await _has_just_met(request):
        return Answer()
    seeks = await _load_seeks(request)
    terms = next((seek.terms for seek in seeks if screens.terms_key(seek.terms) == key), None)
    if terms is not None:
        return await look_for_rival(terms, request)
    seek = next((seek for seek in seeks if screens.seek_key(seek.id) == key), None)
    if seek is None:
        own = None if request.stands_in == HALL else await request.work.of(Lobby).seek_of(request.person.id)
        if own is None:
            await show_lobby(request)
        else:
            await _show_waiting(Side(own, request.texts, Place.HERE), own, request.work, request.world)
        return Answer(request.texts.plain("toast.nobody-looks"))
    if closed := request.why_closed(Limit.ABORTS):
        return Answer(closed, alert=True)
    now = request.world.now()
    if (paused := await _paired_from(request.person.id, request.work, now) - now) > 0:
        return Answer(request.texts.plain("lobby.paused", when=later(paused, request.texts)), alert=True)
    if (answer := await why_not_now(seek.terms, request)) is not None:
        return answer
    await take(seek, request.person, request.texts, request.work, request.world)
    return Answer()


async def _stop(request: Request) -> Answer:
    did = await stop(request.person.id, request.work)
    if not did and request.stands_in == HALL:  # the list is older than what became of the search
        if await _has_just_met(request):
            return Answer()
        await show_lobby(request)
        return Answer(request.texts.plain("toast.not-looking"))
    screen = screens.ended_screen("lobby.stopped", request.texts)
    request.work.show(request.chat, SEARCH_SLOT, screen, _place_of_search(request))
    return Answer("" if did else request.texts.plain("toast.not-looking"))


# What becomes of whoever looks for a rival: paired, put off, taken by somebody, or stopped.

KIND = "pair"
"""The kind of job in which somebody who waits looks around again."""
LOOKS = (1.0, 3.0, 6.0, 10.0, 15.0, 20.0, 30.0, 45.0, 60.0, 90.0, 120.0, 240.0)
"""After how many seconds of waiting they do; whoever comes meanwhile looks as well."""
RARELY = 300.0
"""Seconds between later looks."""
ALONE = 60.0
"""Seconds after which a game with the bot is offered meanwhile."""
CROWD = 50
"""No more are counted. While so many wait, screens change only to offer that game: messages are scarce then."""


@dataclass(frozen=True, slots=True)
class Side:
    """Somebody who looks for a rival. `place`: where they are to read how it stands, or whom they have met."""

    seek: Seek
    texts: Texts
    place: Place


async def look(terms: Terms, person: Person, texts: Texts, work: Work, world: World, *, is_open: bool = False) -> None:
    """The person looks for a rival from now on, and meets one at once if somebody fits.

    `is_open`: it is a challenge to everybody as well.
    """
    known = await work.of(Lobby).seek_of(person.id)
    if known is not None and known.terms == terms:
        seek = replace(known, is_open=is_open or known.is_open)
        await _show_waiting(Side(seek, texts, Place.BOTTOM), known, work, world)
        return
    if known is not None:
        work.of(Lobby).claim(known)
    seek = replace(await _seek(terms, person, work, world.now()), is_open=is_open)
    side = Side(seek, texts, Place.BOTTOM)
    if not await _has_met(side, work, world):
        _plan(seek, 0, work)
        await _show_waiting(side, known, work, world)


async def look_again(job: Job, work: Work, world: World) -> None:
    """Somebody who waits looks around once more, and sees how long they have waited."""
    seek = await work.of(Lobby).seek_of(person_of(job.subject))
    if seek is None or seek.id != job.subject:
        return
    known = await work.preferences(seek.person)
    texts = known.texts
    side = Side(seek, texts, Place.HERE)
    if not known.reachable:
        work.of(Lobby).claim(seek)
    elif world.now() - seek.since >= seek.terms.the_clock.seek_lasts:
        work.of(Lobby).claim(seek)
        work.show(Chat(seek.person), SEARCH_SLOT, screens.ended_screen("lobby.gave-up", texts), Place.HERE)
    elif await plays_enough(seek.person, work):
        work.of(Lobby).claim(seek)
        work.show(Chat(seek.person), SEARCH_SLOT, screens.ended_screen("lobby.full", texts), Place.HERE)
    elif await _has_met(side, work, world):
        work.of(Lobby).claim(seek)
    else:
        _plan(seek, job.turn + 1, work)
        is_news = job.turn == LOOKS.index(ALONE)
        await _show_waiting(side, seek, work, world, is_news=is_news, is_asked=False)


async def take(seek: Seek, person: Person, texts: Texts, work: Work, world: World) -> None:
    """The person takes somebody's challenge or search, one of those `takeable`, and their match begins."""
    own = await _seek(seek.terms, person, work, world.now())
    await stop(person.id, work)
    await _meet(seek, Side(own, texts, Place.BOTTOM), work, world)


def takeable(seeks: tuple[Seek, ...], player: Player, now: float) -> tuple[Seek, ...]:
    """Those of the seeks for which the person need not let others go first."""
    taker = Seeker(player.person, None, rating=0.0, deviation=0.0, completion=player.faith, since=now)
    return tuple(
        seek for seek in seeks if seek.paired_from <= now and have_let_others_go_first(taker, seek.seeker, now)
    )


async def stop(person: int, work: Work) -> bool:
    """The person looks no more. Whether they did."""
    seek = await work.of(Lobby).seek_of(person)
    if seek is not None:
        work.of(Lobby).claim(seek)
    return seek is not None


def reputation_of(seek: Seek, texts: Texts) -> Html:
    """Who it is that looks, on one line."""
    return record_line(Record(seek.name, seek.player, seek.strength), seek.terms, texts)


async def _seek(terms: Terms, person: Person, work: Work, now: float) -> Seek:
    player = await work.of(Ratings).player(person.id)
    rating = (await work.of(Ratings).standing(person.id, terms.family)).rating_at(now)
    return Seek(
        person=person.id,
        name=person.name,
        terms=terms,
        rating=rating.value,
        deviation=rating.deviation,
        finished=player.finished,
        walked_out=player.walked_out,
        since=now,
        last_rival=player.last_rival,
        paired_from=await _paired_from(person.id, work, now),
    )


async def _paired_from(person: int, work: Work, now: float) -> float:
    """From when on the lobby pairs them. Whoever has been forgotten within the hour may have aborted matches in it."""
    after_aborts = await work.of(Lobby).paired_from(person, now)
    return max(after_aborts, now + PAUSE) if await _was_forgotten(person, work, now) else after_aborts


async def _was_forgotten(person: int, work: Work, now: float) -> bool:
    return await work.privacy.were_forgotten([person], now - Limit.ABORTS.closed)


async def _has_met(side: Side, work: Work, world: World) -> bool:
    """Whether somebody fits, with whom a match is open now."""
    now = world.now()
    if now < side.seek.paired_from:
        return False
    rivals = {rival.person: rival for rival in await work.of(Lobby).rivals(side.seek, now)}
    found = rival_for(side.seek.seeker, (rival.seeker for rival in rivals.values()), now)
    if found is not None:
        await _meet(rivals[found.person], side, work, world)
    return found is not None


async def _meet(rival: Seek, other: Side, work: Work, world: World) -> None:
    """Whoever waits is claimed, each reads whom they have met, and their match begins."""
    work.of(Lobby).claim(rival)
    waiting = Side(rival, (await work.preferences(rival.person)).texts, Place.HERE)
    for side, met in ((waiting, other.seek), (other, rival)):
        screen = screens.found_screen(reputation_of(met, side.texts), side.texts)
        work.show(Chat(side.seek.person), SEARCH_SLOT, screen, side.place)
    sitters = tuple(Sitter(side.seek.person, side.seek.name, side.seek.person) for side in (waiting, other))
    opener = other.seek.person if other.place is Place.BOTTOM else None
    opening = Opening(terms=rival.terms, sitters=sitters, seed=world.new_salt(), opener=opener)
    await open_match(opening, work, world, is_sought=True)


def _plan(seek: Seek, look: int, work: Work) -> None:
    """Let them look around again: soon at first, then ever more rarely."""
    later = LOOKS[look] if look < len(LOOKS) else LOOKS[-1] + RARELY * (look - len(LOOKS) + 1)
    work.at(seek.since + later, Job(KIND, seek.id, look))


async def _show_waiting(
    side: Side, known: Seek | None, work: Work, world: World, *, is_news: bool = True, is_asked: bool = True
) -> None:
    """How it stands for whoever looks; the seek is kept with it, in the place of the one `known` to the lobby.

    `is_news`: also in a crowd; not `is_asked`: only if it says something else than what they read.
    """
    seek, now = side.seek, world.now()
    others = await work.of(Lobby).waiting(CROWD) - (known is not None)
    many = others >= CROWD - 1
    if many and not is_news:
        return
    alone, paused = now - seek.since >= ALONE, seek.paired_from - now
    wishes = await _wishes(seek, work, now) if others and paused <= 0 and (alone or not many) else ()
    state = screens.ShownSearch(
        seek.terms, seek.since, now - seek.since, others, many, alone, seek.is_open, paused=paused, wishes=wishes
    )
    if paused > 0 and await _was_forgotten(seek.person, work, now):
        state = replace(state, paused_because="lobby.paused-forgotten")
    seek = replace(seek, shown=screens.checksum(state, side.texts))
    if is_asked or known is None or seek.shown != known.shown:
        screen = screens.waiting(state, side.texts)
        work.show(Chat(seek.person), SEARCH_SLOT, screen, side.place, for_many=not is_asked)
    if seek != known:
        if known is not None:
            work.of(Lobby).claim(known)
        work.of(Lobby).begin(seek)


async def _wishes(seek: Seek, work: Work, now: float) -> tuple[Terms, ...]:
    """On which other terms those look whom they may take, first those of who has waited longest."""
    others = takeable(await work.of(Lobby).load_listed(seek.person, CROWD), seek.player, now)
    return tuple(dict.fromkeys(other.terms for other in others if other.terms != seek.terms))


# The section.

LOBBY = Section(
    commands={Command.LOBBY: without_argument(show_lobby)},
    buttons={OnMenu.HALL: alone(lambda request: show_lobby(replace(request, as_new_message=True)))},
    presses={OnLobby: press_lobby, OnRoom: press_lobby},
    jobs={KIND: look_again},
)
