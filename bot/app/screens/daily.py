"""Screens about the codes of days: how today stands, a day of the archive, a month."""

import re
from calendar import monthcalendar
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date, get_day_names

from bot.app.buttons import MenuPress
from bot.app.links import TABLE
from bot.app.model.daily import VARIANT, Spread, Try
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.day import Day, bars, day_lines, share_head
from bot.app.screens.moment import LONG, shown_moment
from bot.app.screens.seal import seal
from bot.app.screens.variant import code_html
from bot.app.texts import Html, Texts
from bot.app.verbs import OnMenu
from solver.variant import Code

CODE = re.compile("</?code>")
MONTHS = 12
CELL = 3
"""Signs of a day of a month: a week of them must fit the narrowest phone."""


@dataclass(frozen=True, slots=True)
class Results:
    """How a day stands whose code is still open, for somebody who has finished it."""

    day: Day
    streak: int
    next_at: float
    next_digest: str
    waits: int = 0
    """Another day whose code they can still play or finish; else 0."""
    has_review: bool = False
    """Whether their game can be reviewed."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A day whose code may be told. `latest`: the last such day; `day`: as somebody has played it.

    `has_review`: whether their game can be reviewed.
    """

    number: int
    latest: int
    at: float
    secret: Code
    salt: str
    digest: str
    spread: Spread
    day: Day | None = None
    has_review: bool = False


@dataclass(frozen=True, slots=True)
class Month:
    """A month: the number of its first day, today's, and somebody's tries."""

    year: int
    month: int
    first: int
    today: int
    tries: Mapping[int, Try]


def results(page: Results, username: str, texts: Texts, *, has_inline: bool) -> Screen:
    """How it stands, and what comes next."""
    mine = page.day.mine
    lines = [texts.html("daily.title", number=mine.day), Texts.escaped(share_head(mine)), *day_lines(page.day, texts)]
    if page.streak > 1:
        lines.append(texts.counted("daily.streak", page.streak))
    sealed = seal(page.next_digest, username)
    lines += [Html(""), texts.html("daily.next", at=shown_moment(page.next_at, LONG), seal=sealed)]
    share: Row = (Button(texts.plain("button.share"), shares=f"{TABLE}{mine.game_id}"),) if has_inline else ()
    waits = (_leads(f"▶️ #{page.waits}", str(page.waits)),) if page.waits else ()
    review = _review(mine.day, texts) * page.has_review
    remind = (_leads(texts.plain("button.remind"), "remind"),)
    rows = (waits, (*review, *share), remind, _below(page.next_at, texts))
    return Screen(Html("\n".join(lines)), tuple(row for row in rows if row))


def closed(page: Closed, texts: Texts) -> Screen:
    """A day of the archive. Its secret is covered until it is tapped: it may still be played."""
    secret = _covered(code_html(page.secret, VARIANT, texts))
    lines = [texts.html("daily.title", number=page.number), texts.html("daily.secret", secret=secret)]
    if page.day is None:
        lines += bars(page.spread, texts)
    else:
        lines += [Texts.escaped(share_head(page.day.mine)), *day_lines(page.day, texts, is_closed=True)]
    written = VARIANT.format(page.secret)
    proof = texts.html("board.proof-check", salt=page.salt, digest=page.digest, secret=written)
    lines += [Html(""), _covered(proof)]
    turning = [_leads(f"‹ #{page.number - 1}", str(page.number - 1))] * (page.number > 1)
    turning += [_leads(f"#{page.number + 1} ›", str(page.number + 1))] * (page.number < page.latest)
    play = (_leads(texts.plain("button.daily-play"), f"{page.number}-play"),) * (page.day is None)
    rows = (play, _review(page.number, texts) * page.has_review, tuple(turning), _below(page.at, texts))
    return Screen(Html("\n".join(lines)), tuple(row for row in rows if row))


def _covered(html: Html) -> Html:
    """What is seen once it is tapped. Telegram leaves code uncovered, so none is marked as such."""
    return Html(f"<tg-spoiler>{CODE.sub('', html)}</tg-spoiler>")


def opens_later(number: int, at: float, texts: Texts) -> Screen:
    """A day that is no longer begun, and not yet told."""
    html = texts.html("daily.not-yet", number=number, at=shown_moment(at, LONG))
    return Screen(html, (_below(at, texts),))


def no_such_day(today: int, texts: Texts) -> Screen:
    """A number of no day."""
    return Screen(texts.html("daily.no-such", today=today), ((_leads(texts.plain("menu.daily"), ""),),))


def month(page: Month, texts: Texts) -> Screen:
    """Which days somebody has played, in how many guesses; by weeks, as a table of text."""
    name = format_date(datetime(page.year, page.month, 1, tzinfo=UTC), "LLLL y", locale=texts.language)
    days = get_day_names("abbreviated", locale=texts.language)
    head = "".join(f"{days[day][:2]:>{CELL}}" for day in range(7))
    weeks = ["".join(_cell(day, page) for day in week) for week in monthcalendar(page.year, page.month)]
    table = Html("<pre>" + "\n".join([head, *filter(str.strip, weeks)]) + "</pre>")
    turning = [_month_button("‹", page, -1)] * (page.first > 1)
    turning += [_month_button("›", page, 1)] * (page.first + len(weeks) * 7 <= page.today)
    lines = [Html(f"📅 {name}"), table, texts.html("daily.month-legend")]
    rows = (tuple(turning), (_leads(texts.plain("menu.daily"), ""), _home(texts)))
    return Screen(Html("\n".join(lines)), tuple(row for row in rows if row))


def _cell(day: int, page: Month) -> str:
    number = page.first + day - 1
    if not day or not 0 < number <= page.today:
        return " " * CELL
    attempt = page.tries.get(number)
    if attempt is None or attempt.ended_at is None or not attempt.counts:
        return f"{'·':>{CELL}}"
    guesses = "X" if not attempt.solved else str(attempt.guesses)
    return f"{guesses + ('*' if attempt.hints else ''):>{CELL}}"


def _below(at: float, texts: Texts) -> Row:
    """To the month of that moment, and home."""
    when = datetime.fromtimestamp(at, UTC)
    return (_leads(texts.plain("button.daily-month"), f"month-{when.year}-{when.month}"), _home(texts))


def _month_button(sign: str, page: Month, step: int) -> Button:
    year, month = divmod(MONTHS * page.year + page.month - 1 + step, MONTHS)
    return _leads(sign, f"month-{year}-{month + 1}")


def _review(number: int, texts: Texts) -> Row:
    return (_leads(texts.plain("button.review"), f"{number}-review"),)


def _leads(text: str, argument: str) -> Button:
    return button(text, MenuPress(OnMenu.DAILY, argument))


def _home(texts: Texts) -> Button:
    return button(texts.plain("after.ehome"), MenuPress(OnMenu.START))
