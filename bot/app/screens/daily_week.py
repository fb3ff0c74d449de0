"""The table of a week of codes of days in a group."""

from collections.abc import Sequence

from bot.app.model.daily import GIVEN_UP
from bot.app.model.daily_week import Row
from bot.app.screen import Screen
from bot.app.screens.name import shown_name
from bot.app.texts import Html, Texts


def week_table(first: int, last: int, rows: Sequence[Row], texts: Texts) -> Screen:
    """The table: for each the average, the days, the best."""
    lines = [texts.html("daily.week", first=first, last=last), texts.html("daily.week-legend", given_up=GIVEN_UP)]
    lines += [Html(""), *(_line(place, row, texts) for place, row in enumerate(rows, 1))]
    return Screen(Html("\n".join(lines)), is_silent=True)


def _line(place: int, row: Row, texts: Texts) -> Html:
    best = "X" if row.best is None else row.best
    name = Texts.escaped(shown_name(row.name))
    return Html(f"{place}. {name} · {texts.decimal(row.average, '0.0')} · {row.days} · {best}")
