"""What somebody has come to, and who is best."""

from dataclasses import replace

from bot.app.handlers.desk import Desk
from bot.app.model.record import Career, Ranked, week_of
from bot.app.model.terms import Terms
from bot.app.ports import Answer
from bot.app.screens import profile as screens
from bot.app.screens.top import IN_GROUP, IN_PRIVATE, Circle, Top, chosen, party_top, top

MOST_FAMILIES = 4
MOST_RIVALS = 5
MOST_RANKED = 10
LATEST = 100
"""Rated games of which the curve is drawn."""


async def profile(desk: Desk) -> Answer:
    """Show whoever asks what they have come to."""
    ratings, person = desk.work.ratings, desk.person.id
    told = screens.Profile(
        desk.person.name,
        await ratings.player(person),
        tuple([await _chapter(career, desk) for career in await ratings.careers(person, MOST_FAMILIES)]),
        await ratings.rivalries(person, MOST_RIVALS),
        await desk.work.numbers.masteries(person),
    )
    desk.show_menu(screens.profile(told, desk.texts))
    return Answer()


async def best(desk: Desk, argument: str = "") -> Answer:
    """Show a table of the best: the one behind a button, or the one that says most here."""
    circles = IN_GROUP if desk.chat.is_group else IN_PRIVATE
    careers = await desk.work.ratings.careers(desk.person.id, MOST_FAMILIES)
    families = tuple(dict.fromkeys([*(career.family for career in careers), Terms().family]))
    circle, family = chosen(argument) or (circles[0], families[0])
    if circle not in circles:
        return desk.stripped("toast.old-button")
    if circle is Circle.PARTY:
        desk.show_menu(party_top(await desk.work.points.scores(desk.chat.id, MOST_RANKED), family, desk.texts))
        return Answer()
    ranked = await _ranked(circle, family, desk)
    told = Top(family, circle, ranked, families, circles)
    desk.show_menu(top(told if desk.chat.is_group else await _with_me(told, desk), desk.texts))
    return Answer()


async def _with_me(told: Top, desk: Desk) -> Top:
    """The table with my line marked, or my place below it."""
    told = replace(told, me=desk.person.id)
    if told.circle is not Circle.ALL or any(ranked.standing.person == told.me for ranked in told.ranked):
        return told
    mine = await desk.work.ratings.standing(desk.person.id, told.family)
    if not mine.games:
        return told
    return replace(told, mine=mine, place=None if mine.rating.is_provisional else await desk.work.ratings.place(mine))


async def _chapter(career: Career, desk: Desk) -> screens.Chapter:
    ratings, person = desk.work.ratings, desk.person.id
    standing = await ratings.standing(person, career.family)
    history = await ratings.history(person, career.family, LATEST)
    return screens.Chapter(career, standing, standing.rating_at(desk.world.now()), history)


async def _ranked(circle: Circle, family: str, desk: Desk) -> tuple[Ranked, ...]:
    ratings = desk.work.ratings
    match circle:
        case Circle.WEEK:
            return await ratings.best_of_week(family, week_of(desk.world.now()), MOST_RANKED)
        case Circle.ALL:
            return await ratings.best_of_all(family, MOST_RANKED)
        case Circle.GROUP:
            return await ratings.best_of_group(desk.chat.id, family, MOST_RANKED)
        case Circle.RIVALS:
            return await ratings.best_of_rivals(desk.person.id, family, MOST_RANKED)
        case Circle.PARTY:
            return ()
