"""Tables of the best players."""

from dataclasses import dataclass
from enum import Enum

from bot.app.buttons import MenuPress
from bot.app.model.ledger import FROM, Accurate, Ledger
from bot.app.model.points import Score
from bot.app.model.record import Ranked, Standing
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.duels.rating import FAMILIES, family_name, figure, points
from bot.app.screens.name import shown_name
from bot.app.screens.points import score_lines
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu

MEDALS = ("🥇", "🥈", "🥉")
ORDER = tuple(FAMILIES)
"""The families in the order of their numbers in buttons."""
BACK = ("menu.back", OnMenu.MORE)
"""The key and the verb of the button."""
IN_A_ROW = 2
LONGEST_OF_TWO = 16
"""Characters of a name on a row of two buttons; phones cut off longer ones."""


class Circle(Enum):
    """The people and period of a table. The value is used in buttons."""

    WEEK = "w"
    ALL = "a"
    GROUP = "g"
    RIVALS = "r"
    PARTY = "p"
    ACCURACY = "c"
    DAILY = "d"


IN_PRIVATE = (Circle.WEEK, Circle.ALL, Circle.RIVALS, Circle.ACCURACY, Circle.DAILY)
IN_GROUP = (Circle.GROUP, Circle.WEEK, Circle.ALL, Circle.PARTY)
WORDS = {
    Circle.WEEK: ("button.top-week", "rating.top-week", "rating.empty-week"),
    Circle.ALL: ("button.top-all", "rating.top-all", "rating.empty-all"),
    Circle.GROUP: ("button.top-group", "rating.top-group", "rating.empty-group"),
    Circle.RIVALS: ("button.top-rivals", "rating.top-rivals", "rating.empty-rivals"),
    Circle.ACCURACY: ("button.top-accuracy", "rating.top-accuracy", "rating.empty-accuracy"),
    Circle.DAILY: ("button.top-daily", "rating.top-daily", "rating.empty-daily"),
    Circle.PARTY: ("button.top-party", "many.points-here", "party.empty"),
}
"""By circle, the text keys of its button, its title and its empty table."""


@dataclass(frozen=True, slots=True)
class Top:
    """A table and its tabs. `families`: the others to choose; `me`: the person whose line is marked."""

    family: str
    circle: Circle
    ranked: tuple[Ranked, ...]
    families: tuple[str, ...]
    circles: tuple[Circle, ...]
    me: int | None = None
    mine: Standing | None = None
    """The viewer's own rating, if it is shown below the table."""
    place: int | None = None
    """The viewer's place; None if their rating is not certain enough."""


def top(contents: Top, texts: Texts) -> Screen:
    """The table as a screen."""
    _, head, empty = WORDS[contents.circle]
    lines = [_line(number, ranked, contents, texts) for number, ranked in enumerate(contents.ranked, 1)]
    paragraphs = [
        [texts.html("rating.top", family=family_name(contents.family, texts)), texts.html(head)],
        lines or [texts.html(empty)],
        _below(contents, texts),
        [texts.html("rating.provisional")]
        if any("?" in _value(ranked, contents) for ranked in contents.ranked)
        else [],
    ]
    text = Html("\n\n".join("\n".join(paragraph) for paragraph in paragraphs if paragraph))
    return Screen(text, _rows(contents, texts))


def party_top(scores: tuple[Score, ...], family: str, texts: Texts) -> Screen:
    """The table of a group's parties, which have no family; `family`: that of the other tabs."""
    _, head, empty = WORDS[Circle.PARTY]
    lines = [texts.html(head), *score_lines(scores, texts)] if scores else [texts.html(empty)]
    return Screen(Html("\n".join(lines)), tabs(IN_GROUP, Circle.PARTY, family, texts))


def accuracy_top(
    best: tuple[Accurate, ...], mine: Ledger, circles: tuple[Circle, ...], family: str, texts: Texts
) -> Screen:
    """The table of the most accurate alone, with my own accuracy below; `family`: that of the other tabs."""
    _, head, empty = WORDS[Circle.ACCURACY]
    lines = [_accurate(number, line, mine.person, texts) for number, line in enumerate(best, 1)]
    if mine.accuracy is None:
        below = texts.html("rating.accuracy-so-far", games=len(mine.clean), of=FROM)
    else:
        below = texts.html("rating.my-accuracy", accuracy=texts.decimal(mine.accuracy, "0.0"))
    text = Html("\n\n".join((texts.html(head), "\n".join(lines) or texts.html(empty), below)))
    leads = tuple(button(texts.plain(key), MenuPress(verb)) for key, verb in (("menu.stats", OnMenu.STATS), BACK))
    return Screen(text, (*tabs(circles, Circle.ACCURACY, family, texts), leads))


def _accurate(number: int, line: Accurate, me: int, texts: Texts) -> Html:
    mine = f" {texts.html('rating.you')}" if line.person == me else ""
    accuracy = texts.decimal(line.accuracy, "0.0")
    return Html(f"{place_mark(number)} {accuracy}  {texts.html('{name}', name=shown_name(line.name))}{mine}")


def place_mark(number: int) -> str:
    """A medal, or the place."""
    return MEDALS[number - 1] if number <= len(MEDALS) else f"{number}."


def argument_for(circle: Circle, family: str) -> str:
    """The argument of a table's button."""
    return f"{circle.value}{ORDER.index(family)}"


def table_of_button(argument: str) -> tuple[Circle, str] | None:
    """The table of a button's argument; None for other texts."""
    try:
        return Circle(argument[:1]), ORDER[int(argument[1:])]
    except (ValueError, IndexError):
        return None


def _line(number: int, ranked: Ranked, contents: Top, texts: Texts) -> Html:
    mark = place_mark(number)
    name = texts.html("{name}", name=shown_name(ranked.name))
    mine = f" {texts.html('rating.you')}" if ranked.standing.person == contents.me else ""
    return Html(f"{mark} {_value(ranked, contents)}  {name}{mine}")


def _value(ranked: Ranked, contents: Top) -> str:
    standing = ranked.standing
    if contents.circle is Circle.WEEK:
        return f"{points(standing.week_points)}/{standing.week_games}"
    return figure(standing.rating)


def _below(contents: Top, texts: Texts) -> list[Html]:
    if contents.mine is None:
        return []
    rating = figure(contents.mine.rating)
    if contents.place is None:
        return [texts.html("rating.not-ranked", rating=rating)]
    return [texts.html("rating.place", place=contents.place, rating=rating)]


def _rows(contents: Top, texts: Texts) -> tuple[Row, ...]:
    families = [
        _choice(family_name(family, texts), contents.circle, family, chosen=family == contents.family)
        for family in contents.families
    ]
    width = 1 if any(len(family.text) > LONGEST_OF_TWO for family in families) else 2
    rows = [tuple(families[at : at + width]) for at in range(0, len(families), width)]
    back = button(texts.plain("menu.back"), MenuPress(OnMenu.MORE))
    mine = (button(texts.plain("button.profile"), MenuPress(OnMenu.PROFILE)), back)
    all_tabs = tabs(contents.circles, contents.circle, contents.family, texts)
    return (*all_tabs, *(rows if len(families) > 1 else []), *([mine] if contents.me is not None else []))


def tabs(circles: tuple[Circle, ...], shown: Circle, family: str, texts: Texts) -> tuple[Row, ...]:
    """The tabs, two in a row: on a phone three do not fit side by side, one of which is ticked."""
    each = [_choice(texts.plain(WORDS[circle][0]), circle, family, chosen=circle is shown) for circle in circles]
    return tuple(tuple(each[at : at + IN_A_ROW]) for at in range(0, len(each), IN_A_ROW))


def _choice(text: str, circle: Circle, family: str, *, chosen: bool) -> Button:
    return button(f"✓ {text}" if chosen else text, MenuPress(OnMenu.TOP, argument_for(circle, family)))
