"""The table of the codes of days."""

from dataclasses import dataclass
from itertools import pairwise

from bot.app.buttons import MenuPress
from bot.app.model.daily import GIVEN_UP
from bot.app.model.daily_averages import FEWEST, NEEDED, WINDOW, Averaged, Form
from bot.app.screen import Screen, button
from bot.app.screens.name import shown_name
from bot.app.screens.top import BACK, WORDS, Circle, place_mark, tabs
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu


@dataclass(frozen=True, slots=True)
class DailyTop:
    """The table, and what whoever looks at it has come to in the same days."""

    best: tuple[Averaged, ...]
    me: int
    mine: Form


def daily_top(contents: DailyTop, circles: tuple[Circle, ...], family: str, texts: Texts) -> Screen:
    """The table with my line marked, and mine below it; `family`: that of the other tabs."""
    _, head, empty = WORDS[Circle.DAILY]
    pattern = _pattern(contents.best, texts)
    counts = {"needed": NEEDED, "days": WINDOW, "fewest": FEWEST, "given_up": GIVEN_UP}
    legend = texts.html("rating.daily-legend", **counts)
    lines = [_line(number, line, pattern, contents, texts) for number, line in enumerate(contents.best, 1)]
    paragraphs = (
        Html(f"{texts.html(head)}\n{legend}"),
        Html("\n".join(lines)) or texts.html(empty),
        _below(contents.mine, pattern, texts),
    )
    leads = tuple(button(texts.plain(key), MenuPress(verb)) for key, verb in (("button.daily-go", OnMenu.DAILY), BACK))
    return Screen(Html("\n\n".join(paragraphs)), (*tabs(circles, Circle.DAILY, family, texts), leads))


def _pattern(best: tuple[Averaged, ...], texts: Texts) -> str:
    """One decimal; two where one would show two people as equal who are not."""
    alike = any(
        one.average != other.average and texts.decimal(one.average, "0.0") == texts.decimal(other.average, "0.0")
        for one, other in pairwise(best)
    )
    return "0.00" if alike else "0.0"


def _line(number: int, line: Averaged, pattern: str, contents: DailyTop, texts: Texts) -> Html:
    mine = f" {texts.html('rating.you')}" if line.person == contents.me else ""
    average, name = texts.decimal(line.average, pattern), texts.html("{name}", name=shown_name(line.name))
    return Html(f"{place_mark(number)} {average} · {line.days}  {name}{mine}")


def _below(mine: Form, pattern: str, texts: Texts) -> Html:
    if mine.average is None:
        return texts.html("rating.daily-so-far", days=mine.days, needed=NEEDED)
    return texts.html("rating.my-daily", average=texts.decimal(mine.average, pattern), days=mine.days)
