"""Tables of the best, points of parties, and profiles.

First the tables of ratings, of parties and of accuracy, then that of the codes of days, points of parties as text,
a profile, and the curve in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from bot.app.buttons import MenuPress, Numbered, OnMenu
from bot.app.daily.model import GIVEN_UP, LEAST_THAT_COUNTS, NEEDED, WINDOW, Averaged, Form, Spread, Try
from bot.app.daily.screens import bars, friend_lines
from bot.app.ratings.model import Career, Player, Ranked, Rivalry, Score, Standing
from bot.app.screen import Button, Row, Screen, back, choice, go, grid, lines, page, rows, when
from bot.app.screens.people import shown_name
from bot.app.screens.terms import FAMILIES, family_name, figure, points
from bot.app.stats.model import FROM, Accurate, Ledger, Masteries
from bot.app.texts import Html, Texts
from bot.game.rating import START, Rating


class Ranking(Enum):
    """The people and period of a table. The value is used in buttons."""

    WEEK = "w"
    ALL = "a"
    GROUP = "g"
    RIVALS = "r"
    PARTY = "p"
    ACCURACY = "c"
    DAILY = "d"


IN_PRIVATE = (Ranking.WEEK, Ranking.ALL, Ranking.RIVALS, Ranking.ACCURACY, Ranking.DAILY)
IN_GROUP = (Ranking.GROUP, Ranking.WEEK, Ranking.ALL, Ranking.PARTY)


@dataclass(frozen=True, slots=True)
class Top:
    """A table and its tabs. `families`: the others to choose; `me`: the person whose line is marked."""

    family: str
    circle: Ranking
    ranked: tuple[Ranked, ...]
    families: tuple[str, ...]
    circles: tuple[Ranking, ...]
    me: int | None = None
    mine: Standing | None = None
    """The viewer's own rating, if it is shown below the table."""
    place: int | None = None
    """The viewer's place; None if their rating is not certain enough."""


WORDS = {
    Ranking.WEEK: ("button.top-week", "rating.top-week", "rating.empty-week"),
    Ranking.ALL: ("button.top-all", "rating.top-all", "rating.empty-all"),
    Ranking.GROUP: ("button.top-group", "rating.top-group", "rating.empty-group"),
    Ranking.RIVALS: ("button.top-rivals", "rating.top-rivals", "rating.empty-rivals"),
    Ranking.ACCURACY: ("button.top-accuracy", "rating.top-accuracy", "rating.empty-accuracy"),
    Ranking.DAILY: ("button.top-daily", "rating.top-daily", "rating.empty-daily"),
    Ranking.PARTY: ("button.top-party", "many.points-here", "party.empty"),
}
"""By circle, the text keys of its button, its title and its empty table."""


def top(contents: Top, texts: Texts) -> Screen:
    """The table as a screen."""
    _, head, empty = WORDS[contents.circle]
    values = [_value(ranked, contents) for ranked in contents.ranked]
    table = [
        _line(number, value, ranked.name, texts, is_me=ranked.standing.person == contents.me)
        for number, (value, ranked) in enumerate(zip(values, contents.ranked, strict=True), 1)
    ]
    html = page(
        (texts.html("rating.top", family=family_name(contents.family, texts)), texts.html(head)),
        table or texts.html(empty),
        _below(contents, texts),
        texts.html("rating.provisional") if any("?" in value for value in values) else None,
    )
    return Screen(html, _rows(contents, texts))


def _line(number: int, value: str, name: str, texts: Texts, *, is_me: bool) -> Html:
    """A line of any of the tables."""
    mine = f" {texts.html('rating.you')}" if is_me else ""
    return Html(f"{place_mark(number)} {value}  {texts.html('{name}', name=shown_name(name))}{mine}")


MEDALS = ("🥇", "🥈", "🥉")


def place_mark(number: int) -> str:
    """A medal, or the place."""
    return MEDALS[number - 1] if number <= len(MEDALS) else f"{number}."


def _value(ranked: Ranked, contents: Top) -> str:
    standing = ranked.standing
    if contents.circle is Ranking.WEEK:
        return f"{points(standing.week_points)}/{standing.week_games}"
    return figure(standing.rating)


def _below(contents: Top, texts: Texts) -> Html | None:
    if contents.mine is None:
        return None
    rating = figure(contents.mine.rating)
    if contents.place is None:
        return texts.html("rating.not-ranked", rating=rating)
    return texts.html("rating.place", place=contents.place, rating=rating)


LONGEST_OF_TWO = 16
"""Characters of a name on a row of two buttons; phones cut off longer ones."""


def _rows(contents: Top, texts: Texts) -> tuple[Row, ...]:
    families = [
        _choice(family_name(family, texts), contents.circle, family, chosen=family == contents.family)
        for family in contents.families
    ]
    width = 1 if any(len(family.text) > LONGEST_OF_TWO for family in families) else 2
    mine = go(texts, "button.profile", OnMenu.PROFILE), back(texts, OnMenu.MORE)
    return rows(
        *tabs(contents.circles, contents.circle, contents.family, texts),
        *(grid(families, width) if len(families) > 1 else ()),
        when(contents.me is not None, mine),
    )


def tabs(circles: tuple[Ranking, ...], shown: Ranking, family: str, texts: Texts) -> tuple[Row, ...]:
    """The tabs, two in a row: on a phone three do not fit side by side, one of which is ticked."""
    return grid(_choice(texts.plain(WORDS[circle][0]), circle, family, chosen=circle is shown) for circle in circles)


def _choice(text: str, circle: Ranking, family: str, *, chosen: bool) -> Button:
    return choice(text, MenuPress(OnMenu.TOP, argument_for(circle, family)), chosen=chosen)


ORDER = tuple(FAMILIES)
"""The families in the order of their numbers in buttons."""


def argument_for(circle: Ranking, family: str) -> str:
    """The argument of a table's button."""
    return str(Numbered(circle.value, ORDER.index(family)))


def table_of_button(argument: str) -> tuple[Ranking, str] | None:
    """The table of a button's argument; None for other texts."""
    table = Numbered.read(argument, len(ORDER) - 1)
    circles = {circle.value: circle for circle in Ranking}
    return None if table is None or table.letter not in circles else (circles[table.letter], ORDER[table.number])


def party_top(scores: tuple[Score, ...], family: str, texts: Texts) -> Screen:
    """The table of a group's parties, which have no family; `family`: that of the other tabs."""
    _, head, empty = WORDS[Ranking.PARTY]
    html = lines(texts.html(head), *score_lines(scores, texts)) if scores else texts.html(empty)
    return Screen(html, tabs(IN_GROUP, Ranking.PARTY, family, texts))


def accuracy_top(
    best: tuple[Accurate, ...], mine: Ledger, circles: tuple[Ranking, ...], family: str, texts: Texts
) -> Screen:
    """The table of the most accurate alone, with my own accuracy below; `family`: that of the other tabs."""
    _, head, empty = WORDS[Ranking.ACCURACY]
    table = [
        _line(number, texts.decimal(each.accuracy, "0.0"), each.name, texts, is_me=each.person == mine.person)
        for number, each in enumerate(best, 1)
    ]
    if mine.accuracy is None:
        below = texts.html("rating.accuracy-so-far", games=len(mine.clean), of=FROM)
    else:
        below = texts.html("rating.my-accuracy", accuracy=texts.decimal(mine.accuracy, "0.0"))
    on = go(texts, "menu.stats", OnMenu.STATS), back(texts, OnMenu.MORE)
    html = page(texts.html(head), table or texts.html(empty), below)
    return Screen(html, rows(*tabs(circles, Ranking.ACCURACY, family, texts), on))


# The table of the codes of days.


def daily_top(
    best: tuple[Averaged, ...],
    me: int,
    mine: Form,
    meanwhile: list[Html],
    circles: tuple[Ranking, ...],
    family: str,
    texts: Texts,
) -> Screen:
    """The table with my line marked, and mine, of the same days, below it.

    `meanwhile`: what is shown while nobody stands in it, as none can before there are so many days; `family`: that of
    the other tabs.
    """
    _, head, empty = WORDS[Ranking.DAILY]
    pattern = _pattern(best, texts)
    counts = {"needed": NEEDED, "days": WINDOW, "fewest": LEAST_THAT_COUNTS, "given_up": GIVEN_UP}
    averages = [f"{texts.decimal(each.average, pattern)} · {each.days}" for each in best]
    table = [
        _line(number, average, each.name, texts, is_me=each.person == me)
        for number, (average, each) in enumerate(zip(averages, best, strict=True), 1)
    ]
    if mine.average is None:
        below = texts.html("rating.daily-so-far", days=mine.days, needed=NEEDED)
    else:
        below = texts.html("rating.my-daily", average=texts.decimal(mine.average, pattern), days=mine.days)
    on = go(texts, "button.daily-go", OnMenu.DAILY), back(texts, OnMenu.MORE)
    html = page(
        (texts.html(head), texts.html("rating.daily-legend", **counts)),
        table or meanwhile or texts.html(empty),
        below,
    )
    return Screen(html, rows(*tabs(circles, Ranking.DAILY, family, texts), on))


def _pattern(best: tuple[Averaged, ...], texts: Texts) -> str:
    """One decimal; two where one would show two people as equal who are not."""
    alike = any(
        one.average != other.average and texts.decimal(one.average, "0.0") == texts.decimal(other.average, "0.0")
        for one, other in pairwise(best)
    )
    return "0.00" if alike else "0.0"


def last_day_lines(number: int, spread: Spread, mine: Try | None, friends: tuple[Try, ...], texts: Texts) -> list[Html]:
    """The last closed day, if anybody has played it: all results, my own if I have finished it, those of friends."""
    if not spread.finishers:
        return []
    title = texts.html("rating.daily-meanwhile", number=number)
    return [title, *bars(spread, texts, mine if mine is not None and mine.counts else None), *friend_lines(friends)]


# Points of parties as text.

BEST = 5
"""Lines of a table of points."""


def score_lines(scores: tuple[Score, ...], texts: Texts) -> list[Html]:
    """The people with most points in the group, the best first."""
    found = []
    for place, score in enumerate(scores, 1):
        games = texts.counted("many.games", score.games)
        found.append(texts.counted("many.score", score.points, place=place, name=shown_name(score.name), games=games))
    return found


# A profile: ratings with their history, rivals, and the share of games played to the end.


@dataclass(frozen=True, slots=True)
class Chapter:
    """A family of variants in a profile. `rating`: the current one; `history`: after each of the latest rated games."""

    career: Career
    standing: Standing
    rating: Rating
    history: tuple[float, ...]


def profile(
    name: str,
    player: Player,
    chapters: tuple[Chapter, ...],
    rivals: tuple[Rivalry, ...],
    masteries: Masteries,
    texts: Texts,
) -> Screen:
    """The profile as a screen."""
    kept = {"finished": player.finished, "share": texts.whole(round(100 * player.completion))}
    is_provisional = any(chapter.standing.games and chapter.rating.is_provisional for chapter in chapters)
    html = page(
        texts.html("👤 {name}", name=shown_name(name)),
        *(_chapter(chapter, texts) for chapter in chapters),
        None if chapters else texts.html("rating.nothing-yet"),
        (texts.html("rating.rivals"), *(_rivalry(rivalry, texts) for rivalry in rivals)) if rivals else None,
        texts.counted("number.masteries", masteries.games, widest=masteries.widest) if masteries.games else None,
        texts.counted("rating.completion", player.games, **kept) if player.games else None,
        texts.html("rating.provisional") if is_provisional else None,
    )
    mine = go(texts, "menu.stats", OnMenu.STATS), go(texts, "button.top", OnMenu.TOP)
    return Screen(html, rows(mine, back(texts, OnMenu.MORE)))


def _chapter(chapter: Chapter, texts: Texts) -> list[Html | None]:
    career, standing = chapter.career, chapter.standing
    name = family_name(career.family, texts)
    rated = (Html(f"🎯 {name} · {figure(chapter.rating)}"), *_curve(chapter, texts)) if standing.games else ()
    friendly, usual = career.games - standing.games, career.usual
    return [
        *(rated or [Html(f"🎯 {name}")]),
        texts.counted("rating.friendly-games", friendly) if friendly else None,
        None if usual is None else texts.html("rating.usual", guesses=texts.decimal(usual, "0.0")),
    ]


def _curve(chapter: Chapter, texts: Texts) -> list[Html]:
    standing = chapter.standing
    whole = len(chapter.history) == standing.games
    curve = (START.value, *chapter.history) if whole else chapter.history
    best = max(chapter.career.best or 0.0, *curve)
    first, last, best = (round(value) for value in (curve[0], curve[-1], best))
    counts = {"wins": standing.wins, "draws": standing.draws, "losses": standing.losses}
    tally = texts.counted("rating.tally", standing.games, **counts)
    return [Html(sparkline(curve)), texts.html("rating.curve", first=first, last=last, best=best), tally]


def _rivalry(rivalry: Rivalry, texts: Texts) -> Html:
    mine, theirs = points(rivalry.points), points(rivalry.games - rivalry.points)
    name = shown_name(rivalry.name) if rivalry.name else texts.plain("name.left")
    return texts.html("{mine} : {theirs}  {name}", mine=mine, theirs=theirs, name=name)


# A curve in one line of text.

WIDTH = 20
"""Columns that fit on a phone's line."""


def sparkline(values: Sequence[float]) -> str:
    """The values as bars; of many values, the last of each stretch."""
    width = min(WIDTH, len(values))
    columns = [values[(column + 1) * len(values) // width - 1] for column in range(width)]
    return "".join(_bar(value, min(columns), max(columns)) for value in columns)


BARS = "▁▂▃▅▇"
"""The bars that share a baseline in every font, unlike half and full blocks.

An odd number, so there is a middle one.
"""
LEAST_RANGE = 60.0
"""The smallest vertical range: smaller changes are not exaggerated."""


def _bar(value: float, low: float, high: float) -> str:
    span = max(high - low, LEAST_RANGE)
    floor = (low + high - span) / 2
    return BARS[min(len(BARS) - 1, int(len(BARS) * (value - floor) / span))]
