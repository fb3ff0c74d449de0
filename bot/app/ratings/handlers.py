"""What somebody has come to, and who is best: /profile and /top."""

import re
from dataclasses import replace
from typing import TypeVar

from bot.app.buttons import Feature, OnMenu
from bot.app.daily.model import FRIENDS, WINDOW, Averaged, DailyAverages, DailyTries, Try, form_of, last_day
from bot.app.intents import Command
from bot.app.kind import Request, Section, alone, without_argument
from bot.app.messages import Said
from bot.app.model.reach import Contact, Reach
from bot.app.model.terms import Terms
from bot.app.ratings import screens as top_screens
from bot.app.ratings.model import Career, Points, Ranked, Ratings, Rivalry, week_of
from bot.app.ratings.screens import (
    IN_GROUP,
    IN_PRIVATE,
    Ranking,
    Top,
    accuracy_top,
    daily_top,
    last_day_lines,
    party_top,
    table_of_button,
    top,
)
from bot.app.screen import Answer, Screen
from bot.app.screens.people import shown_name
from bot.app.stats.model import Accurate, Ledgers, MasteryStore
from bot.app.texts import Html
from bot.game.daily import OPEN_DAYS

MOST_FAMILIES = 4


async def profile(text: str, request: Request) -> Answer:
    """Show what somebody has come to: whoever is named, or wrote what is replied to, else whoever asks.

    Of somebody named who has played nobody it is not told whether they know the bot.
    """
    ratings, found = request.work.of(Ratings), await _whose(text, request)
    person, name = found or (0, "")
    careers = await ratings.careers(person, MOST_FAMILIES) if found else ()
    if found is None or (text and person != request.person.id and not careers):
        return request.tell(request.texts.html("rating.unknown", name=shown_name(text)))
    player = await ratings.player(person)
    screen = top_screens.profile(
        name if person == request.person.id else player.name or name,
        player,
        tuple([await _chapter(career, request) for career in careers]),
        await _rivals(person, request),
        await request.work.of(MasteryStore).of(person),
        request.texts,
    )
    return request.show_menu(screen)


USERNAME = re.compile(r"(?:(?:https?://)?t\.me/|@)?(?P<username>[a-z][a-z0-9_]{3,31})", re.ASCII)
"""How somebody is named, in small letters."""


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
    if person != me.id and not await request.work.of(Reach).may(Contact.LIST, person, me.id):
        return None
    return person, name


LATEST = 100
"""Rated games of which the curve is drawn."""


async def _chapter(career: Career, request: Request) -> top_screens.Chapter:
    ratings, person = request.work.of(Ratings), request.person.id
    standing = await ratings.standing(person, career.family)
    history = await ratings.history(person, career.family, LATEST)
    return top_screens.Chapter(career, standing, standing.rating_at(request.world.now()), history)


MOST_RIVALS = 5


async def _rivals(person: int, request: Request) -> tuple[Rivalry, ...]:
    """The rivals of whoever asks; of somebody else what they and whoever asks have played."""
    ratings, me = request.work.of(Ratings), request.person.id
    if person == me:
        return await _as_read_here(await ratings.rivalries(me, MOST_RIVALS), request)
    met = await ratings.rivalry(person, me)
    return () if met is None else (met,)


async def best(request: Request, argument: str = "") -> Answer:
    """Show a table of the best: the one behind a button, or the one that says most here."""
    circles: tuple[Ranking, ...] = IN_GROUP if request.chat.is_group else IN_PRIVATE
    careers = await request.work.of(Ratings).careers(request.person.id, MOST_FAMILIES)
    families = tuple(dict.fromkeys([*(career.family for career in careers), Terms().family]))
    circle, family = table_of_button(argument) or (circles[0], families[0])
    request.needs(circle in circles)
    if Feature.DAILY in request.access.off:
        if circle is Ranking.DAILY:
            return request.switched_off(Feature.DAILY)
        circles = tuple(each for each in circles if each is not Ranking.DAILY)
    return request.show_menu(await _table(circle, circles, family, families, request))


MOST_RANKED = 10


async def _table(
    circle: Ranking, circles: tuple[Ranking, ...], family: str, families: tuple[str, ...], request: Request
) -> Screen:
    texts = request.texts
    match circle:
        case Ranking.PARTY:
            return party_top(await request.work.of(Points).scores(request.chat.id, MOST_RANKED), family, texts)
        case Ranking.ACCURACY:
            most_accurate = await _as_read_here(await request.work.of(Ledgers).most_accurate(MOST_RANKED), request)
            return accuracy_top(
                most_accurate, await request.work.of(Ledgers).of(request.person.id), circles, family, texts
            )
        case Ranking.DAILY:
            return await _days(circles, family, request)
        case Ranking.WEEK | Ranking.ALL | Ranking.GROUP | Ranking.RIVALS:
            ranked = await _as_read_here(await _load_ranking(circle, family, request), request)
            contents = Top(family, circle, ranked, families, circles)
            return top(contents if request.chat.is_group else await _with_me(contents, request), texts)


async def _load_ranking(circle: Ranking, family: str, request: Request) -> tuple[Ranked, ...]:
    ratings = request.work.of(Ratings)
    match circle:
        case Ranking.WEEK:
            return await ratings.best_of_week(family, week_of(request.world.now()), MOST_RANKED)
        case Ranking.ALL:
            return await ratings.best_of_all(family, MOST_RANKED)
        case Ranking.GROUP:
            return await ratings.best_of_group(request.chat.id, family, MOST_RANKED)
        case Ranking.RIVALS:
            return await ratings.best_of_rivals(request.person.id, family, MOST_RANKED)
        case Ranking.PARTY | Ranking.ACCURACY | Ranking.DAILY:
            return ()


async def _with_me(contents: Top, request: Request) -> Top:
    """The table with my line marked, or my place below it."""
    contents = replace(contents, me=request.person.id)
    if contents.circle is not Ranking.ALL or any(ranked.standing.person == contents.me for ranked in contents.ranked):
        return contents
    mine = await request.work.of(Ratings).standing(request.person.id, contents.family)
    if not mine.games:
        return contents
    return replace(contents, mine=mine, place=None if mine.band is None else await request.work.of(Ratings).place(mine))


async def _days(circles: tuple[Ranking, ...], family: str, request: Request) -> Screen:
    """The table of the codes of days that stands today."""
    calendar, me = request.world.daily.calendar, request.person.id
    today = calendar.number_at(request.world.now())
    last = last_day(today)
    best = await request.work.of(DailyAverages).best(calendar.midnight_of(today), MOST_RANKED)
    best_of_days = await _as_read_here(best, request)
    tries = await request.work.of(DailyTries).attempts(me, last - WINDOW + 1, WINDOW + OPEN_DAYS)
    closed = await _last_day(last, tries, request) if last > 0 and not best_of_days else []
    return daily_top(best_of_days, me, form_of(tries, last), closed, circles, family, request.texts)


async def _last_day(number: int, tries: tuple[Try, ...], request: Request) -> list[Html]:
    """That closed day, for somebody with these tries."""
    daily = request.work.of(DailyTries)
    mine = next((each for each in tries if each.day == number and each.ended_at is not None), None)
    friends = await daily.of_friends(request.person.id, number, FRIENDS, request.texts.plain("name.somebody"))
    return last_day_lines(number, await daily.spread(number), mine, friends, request.texts)


L = TypeVar("L", Ranked, Accurate, Averaged, Rivalry)


async def _as_read_here(lines: tuple[L, ...], request: Request) -> tuple[L, ...]:
    """The lines of a table, where who is parted from its one reader is somebody. What a group reads names everybody."""
    if request.chat.is_group:
        return lines
    people = await request.work.of(Reach).unnamed(request.person.id, [line.person for line in lines])
    somebody = request.texts.plain("name.somebody") if people else ""
    return tuple([replace(line, name=somebody) if line.person in people else line for line in lines])


# The section.

RATINGS = Section(
    commands={Command.TOP: without_argument(best), Command.PROFILE: profile},
    buttons={
        OnMenu.TOP: lambda argument, request: best(request, argument),
        OnMenu.PROFILE: alone(lambda request: profile("", request)),
    },
)
