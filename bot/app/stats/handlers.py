"""`/stats`, `/top` and `/profile`: a person's own figures, former games, and who is best."""

import re
from dataclasses import replace
from typing import TypeVar

from bot.app.actions.fair_play import opened
from bot.app.advice import MOST_TURNS
from bot.app.buttons import Feature
from bot.app.daily.model import WINDOW, Averaged, Try, form_of, last_day
from bot.app.kind import Request
from bot.app.kinds.alone.daily import FRIENDS
from bot.app.kinds.alone.kind import begin_after
from bot.app.messages import Said
from bot.app.model.game import PlayedGame
from bot.app.model.options import GameOptions
from bot.app.model.reach import Deed
from bot.app.model.terms import Terms
from bot.app.ratings import screens as top_screens
from bot.app.ratings.model import Career, Ranked, Rivalry, week_of
from bot.app.ratings.screens import (
    IN_GROUP,
    IN_PRIVATE,
    Circle,
    DailyTop,
    LastDay,
    Top,
    accuracy_top,
    daily_top,
    party_top,
    table_of_button,
    top,
)
from bot.app.reading import whole_number
from bot.app.review.handlers import review_text, review_turns
from bot.app.routing import carry_out
from bot.app.screen import Answer, Place, Screen
from bot.app.screens.common import page_of
from bot.app.screens.people import shown_name
from bot.app.stats import screens as stats_screens
from bot.app.stats.actions import keep, ledger_of, seen_of
from bot.app.stats.model import ALL, COSTLIEST, DAILY, Accurate, Ledger, ended_of
from bot.app.stats.screens import AGAIN, GAME, REVIEW, Former, achievements_screen, former_screen, formers_screen
from bot.game.daily import OPEN_DAYS
from bot.game.fair_play import Told
from bot.game.model import Game, Seat
from bot.game.notation import game_at

# Former games alone: the list of them, and what can be done with one.

ON_A_PAGE = 8
LOOKED_AT = 64
"""So many lines are read for a page; among them are games that are not alone."""
LARGEST = 10**18
"""No game's number is larger."""


async def press(address: str, request: Request) -> Answer:
    """Carry out a press: the list, the list from a number on, or a letter with the number of a game."""
    letter, number = address[:1], address[1:]
    if request.chat.is_group:
        return request.strip_buttons("toast.old-button")
    up_to = whole_number(address, LARGEST)
    if not address or up_to is not None:
        return await _list(up_to, request)
    former = await _former(number, request)
    if former is None or letter not in ACTIONS:
        return request.strip_buttons("toast.old-button")
    return await ACTIONS[letter](former, request)


async def _list(up_to: int | None, request: Request) -> Answer:
    """Show the last games alone, or those up to the number behind the button."""
    bound = {} if up_to is None else {"up_to": up_to}
    lines = await request.work.games.played_by(request.person.id, LOOKED_AT, **bound)
    alone = [Former(number, played) for number, played in lines if _is_told(played, request)]
    shown = alone[:ON_A_PAGE]
    last = shown[-1].number if len(alone) > ON_A_PAGE else lines[-1][0] if len(lines) == LOOKED_AT else 0
    request.show_menu(formers_screen(shown, last - 1, request.texts, is_first=up_to is None))
    return Answer()


async def _show(former: Former, request: Request) -> Answer:
    """Show it, with what can be done with it."""
    request.show_menu(former_screen(former, request.preferences.style, request.world.username, request.texts))
    return Answer()


async def _review(former: Former, request: Request) -> Answer:
    """Review it, from its line: its board may have gone."""
    return await review_turns(Told(former.game.variant, former.history[:MOST_TURNS]), request)


async def _try_again(former: Former, request: Request) -> Answer:
    """Play on from before the guess that cost most, for practice; from the beginning, where that is not known."""
    cost = int(former.played.gist.facts.get(COSTLIEST, 0))
    options = GameOptions(former.game.mode.name, former.game.variant.name)
    found = await opened(Told(former.game.variant, former.history[: max(0, cost - 1)]), request)
    return await carry_out(begin_after(options, found, request, request.texts.html("note.retried")), request)


async def _former(key: str, request: Request) -> Former | None:
    """The person's own game alone of that number."""
    if (number := whole_number(key, LARGEST)) is None:
        return None
    found = await request.work.games.played_by(request.person.id, 1, up_to=number)
    if not found or found[0][0] != number or not _is_told(found[0][1], request):
        return None
    return Former(*found[0])


def _is_told(played: PlayedGame, request: Request) -> bool:
    """Whether it is a game alone, and not about the code of a day that is still open."""
    day = int(played.gist.facts.get(DAILY, 0))
    is_open = day > 0 and request.world.daily.calendar.is_open(day, request.world.now())
    return ended_of(played) is not None and not is_open


async def review(text: str, request: Request) -> Answer:
    """Review the game that was told; in private without one, the last that the person has ended."""
    if text or request.chat.is_group:
        return await review_text(text, request)
    for _, played in await request.work.games.played_by(request.person.id, LOOKED_AT):
        game, seat = _seat_of(played, request)
        if game is not None and (history := game.history_of(seat)):
            return await review_turns(Told(game.variant, history[:MOST_TURNS]), request)
    return await review_text(text, request)


def _seat_of(played: PlayedGame, request: Request) -> tuple[Game | None, Seat]:
    """The game, and where the person sat who broke a code there; None for a game that is not to be looked at."""
    people = played.gist.people
    if played.kind == "match" and request.person.id in people:
        return game_at(played.gist.line), Seat(people.index(request.person.id))
    return (game_at(played.gist.line) if _is_told(played, request) else None), Seat(0)


ACTIONS = {GAME: _show, REVIEW: _review, AGAIN: _try_again}
"""By letter."""


# What somebody has come to, and who is best.

MOST_FAMILIES = 4
MOST_RIVALS = 5
MOST_RANKED = 10
LATEST = 100
"""Rated games of which the curve is drawn."""
USERNAME = re.compile(r"(?:(?:https?://)?t\.me/|@)?(?P<username>[a-z][a-z0-9_]{3,31})", re.ASCII)
"""How somebody is named, in small letters."""


async def profile(text: str, request: Request) -> Answer:
    """Show what somebody has come to: whoever is named, or wrote what is replied to, else whoever asks.

    Of somebody named who has played nobody it is not told whether they know the bot.
    """
    ratings, found = request.work.ratings, await _whose(text, request)
    person, name = found or (0, "")
    careers = await ratings.careers(person, MOST_FAMILIES) if found else ()
    if found is None or (text and person != request.person.id and not careers):
        request.tell(request.texts.html("rating.unknown", name=shown_name(text)))
        return Answer()
    player = await ratings.player(person)
    contents = top_screens.Profile(
        name if person == request.person.id else player.name or name,
        player,
        tuple([await _chapter(career, request) for career in careers]),
        await _rivals(person, request),
        await request.work.masteries.of(person),
    )
    request.show_menu(top_screens.profile(contents, request.texts))
    return Answer()


async def _whose(text: str, request: Request) -> tuple[int, str] | None:
    """Who is meant, and a name of theirs. None: nobody we know, or somebody apart from whoever asks."""
    me, said = request.person, request.incoming
    replied_to = said.replied_to if isinstance(said, Said) else None
    if not text:
        person, name = (me.id, me.name) if replied_to is None else (replied_to.id, replied_to.name)
    else:
        named = USERNAME.fullmatch(text.lower())
        found = named and await request.work.person_with(named["username"])
        if named is None or found is None:
            return None
        person, name = found, me.name if found == me.id else named["username"]
    if person != me.id and not await request.work.reach.may(Deed.LIST, person, me.id):
        return None
    return person, name


async def _rivals(person: int, request: Request) -> tuple[Rivalry, ...]:
    """The rivals of whoever asks; of somebody else what they and whoever asks have played."""
    ratings, me = request.work.ratings, request.person.id
    if person == me:
        return await _as_read_here(await ratings.rivalries(me, MOST_RIVALS), request)
    met = await ratings.rivalry(person, me)
    return () if met is None else (met,)


async def best(request: Request, argument: str = "") -> Answer:
    """Show a table of the best: the one behind a button, or the one that says most here."""
    circles: tuple[Circle, ...] = IN_GROUP if request.chat.is_group else IN_PRIVATE
    careers = await request.work.ratings.careers(request.person.id, MOST_FAMILIES)
    families = tuple(dict.fromkeys([*(career.family for career in careers), Terms().family]))
    circle, family = table_of_button(argument) or (circles[0], families[0])
    if circle not in circles:
        return request.strip_buttons("toast.old-button")
    if Feature.DAILY in request.gate.off:
        if circle is Circle.DAILY:
            feature = request.texts.plain(f"feature.{Feature.DAILY}")
            return Answer(request.texts.plain("toast.switched-off", feature=feature), alert=True)
        circles = tuple(each for each in circles if each is not Circle.DAILY)
    request.show_menu(await _table(circle, circles, family, families, request))
    return Answer()


async def _table(
    circle: Circle, circles: tuple[Circle, ...], family: str, families: tuple[str, ...], request: Request
) -> Screen:
    texts = request.texts
    match circle:
        case Circle.PARTY:
            return party_top(await request.work.points.scores(request.chat.id, MOST_RANKED), family, texts)
        case Circle.ACCURACY:
            most_accurate = await _as_read_here(await request.work.ledgers.most_accurate(MOST_RANKED), request)
            return accuracy_top(most_accurate, await request.work.ledgers.of(request.person.id), circles, family, texts)
        case Circle.DAILY:
            return daily_top(await _load_days(request), circles, family, texts)
        case Circle.WEEK | Circle.ALL | Circle.GROUP | Circle.RIVALS:
            ranked = await _as_read_here(await _load_ranking(circle, family, request), request)
            contents = Top(family, circle, ranked, families, circles)
            return top(contents if request.chat.is_group else await _with_me(contents, request), texts)


L = TypeVar("L", Ranked, Accurate, Averaged, Rivalry)


async def _as_read_here(lines: tuple[L, ...], request: Request) -> tuple[L, ...]:
    """The lines of a table, where who is parted from its one reader is somebody. What a group reads names everybody."""
    if request.chat.is_group:
        return lines
    people = await request.work.reach.unnamed(request.person.id, [line.person for line in lines])
    somebody = request.texts.plain("name.somebody") if people else ""
    return tuple([replace(line, name=somebody) if line.person in people else line for line in lines])


async def _load_days(request: Request) -> DailyTop:
    """The table of the codes of days that stands today."""
    calendar, me = request.world.daily.calendar, request.person.id
    today = calendar.number_at(request.world.now())
    last = last_day(today)
    best = await request.work.daily_averages.best(calendar.midnight_of(today), MOST_RANKED)
    best_of_days = await _as_read_here(best, request)
    tries = await request.work.daily.attempts(me, last - WINDOW + 1, WINDOW + OPEN_DAYS)
    closed = await _load_last_day(last, tries, request) if last > 0 and not best_of_days else None
    return DailyTop(best_of_days, me, form_of(tries, last), closed)


async def _load_last_day(number: int, tries: tuple[Try, ...], request: Request) -> LastDay:
    """That closed day, for somebody with these tries."""
    daily = request.work.daily
    mine = next((each for each in tries if each.day == number and each.ended_at is not None), None)
    friends = await daily.of_friends(request.person.id, number, FRIENDS, request.texts.plain("name.somebody"))
    return LastDay(number, await daily.spread(number), mine, friends)


async def _with_me(contents: Top, request: Request) -> Top:
    """The table with my line marked, or my place below it."""
    contents = replace(contents, me=request.person.id)
    if contents.circle is not Circle.ALL or any(ranked.standing.person == contents.me for ranked in contents.ranked):
        return contents
    mine = await request.work.ratings.standing(request.person.id, contents.family)
    if not mine.games:
        return contents
    return replace(contents, mine=mine, place=None if mine.band is None else await request.work.ratings.place(mine))


async def _chapter(career: Career, request: Request) -> top_screens.Chapter:
    ratings, person = request.work.ratings, request.person.id
    standing = await ratings.standing(person, career.family)
    history = await ratings.history(person, career.family, LATEST)
    return top_screens.Chapter(career, standing, standing.rating_at(request.world.now()), history)


async def _load_ranking(circle: Circle, family: str, request: Request) -> tuple[Ranked, ...]:
    ratings = request.work.ratings
    match circle:
        case Circle.WEEK:
            return await ratings.best_of_week(family, week_of(request.world.now()), MOST_RANKED)
        case Circle.ALL:
            return await ratings.best_of_all(family, MOST_RANKED)
        case Circle.GROUP:
            return await ratings.best_of_group(request.chat.id, family, MOST_RANKED)
        case Circle.RIVALS:
            return await ratings.best_of_rivals(request.person.id, family, MOST_RANKED)
        case Circle.PARTY | Circle.ACCURACY | Circle.DAILY:
            return ()


# A person's own figures of games alone: /stats and its pages.

SLOT = "stats"
"""The slot of the picture."""


async def show(address: str, request: Request) -> Answer:
    """Show all figures, or those behind a button."""
    if request.chat.is_group:
        request.show_menu(stats_screens.in_group_screen(request.texts, request.world.username))
        return Answer()
    ledger = await _ledger(request)
    keys = stats_screens.keys_of(ledger)
    is_page = address.startswith(stats_screens.PLACE) and whole_number(address[1:]) is not None
    key = next((key for key in keys if stats_screens.address_of(key) == address), None)
    if address == stats_screens.ACHIEVED:
        seen = await seen_of(ledger, request.texts.language, request.work)
        screen = achievements_screen(seen, request.texts)
    elif key is not None:
        screen = stats_screens.variant_screen(key, ledger.of(key), request.texts)
    elif address.startswith(stats_screens.PICTURE) and ledger.of_all.games:
        return _send_picture(address.removeprefix(stats_screens.PICTURE), ledger, request)
    elif is_page or not address:
        page = page_of(len(keys), address[1:], ON_A_PAGE)
        shown = keys[page.begin : page.begin + page.size]
        screen = stats_screens.stats_screen(ledger, shown, page, request.texts)
    else:
        return request.strip_buttons("toast.old-button")
    request.show_menu(screen)
    return Answer()


def _send_picture(address: str, ledger: Ledger, request: Request) -> Answer:
    """Send the picture of all games, or of those behind the address."""
    keys = {stats_screens.address_of(key): key for key in stats_screens.keys_of(ledger)} | {"": ALL}
    if address not in keys:
        return request.strip_buttons("toast.old-button")
    screen = stats_screens.picture_screen(keys[address], ledger, request.texts)
    request.work.show(request.chat, SLOT, screen, Place.BOTTOM)
    return Answer()


async def _ledger(request: Request) -> Ledger:
    """The person's ledger; what was counted for it now is kept."""
    known = await request.work.ledgers.of(request.person.id)
    ledger = await ledger_of(request.person.id, request.work)
    return ledger if known.done is None else await keep(ledger, request.work, request.world)
