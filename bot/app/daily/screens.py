"""Screens about the codes of days: today, the archive, a month, cards and weeks of groups, reminders.

First how today stands, a day of the archive and a month, then what a day has come to as lines of text, the card of
a day and the table of a week in groups, and reminders.
"""

import re
from calendar import monthcalendar
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date, get_day_names

from bot.app.buttons import MenuPress, OnMenu
from bot.app.daily.model import (
    COLUMNS,
    FEWEST_FOR_BARS,
    GIVEN_UP,
    NO_RUN,
    VARIANT,
    DailyCard,
    Guest,
    Reminder,
    Run,
    Spread,
    Try,
)
from bot.app.daily.model import Row as WeekRow
from bot.app.links import TABLE
from bot.app.model.zones import MINUTES_AN_HOUR, OFFERED, city_of
from bot.app.screen import Button, Row, Screen, button, grid
from bot.app.screens.board import code_html, seal
from bot.app.screens.common import LONG, RELATIVE, shown_moment
from bot.app.screens.people import shown_name
from bot.app.texts import NOTHING, Html, Texts
from solver.variant import Code

# How today stands, a day of the archive, a month.


@dataclass(frozen=True, slots=True)
class Day:
    """Somebody's try, everybody's results that day with theirs, what their friends have come to, and their streak."""

    mine: Try
    spread: Spread
    friends: tuple[Try, ...] = ()
    run: Run = NO_RUN
    is_late: bool = False
    """Whether it was finished once the day had closed."""
    tells_figures: bool = True
    """Whether the turns lost say something to them."""
    has_reminder: bool = True
    """Whether they have wished to be reminded."""


@dataclass(frozen=True, slots=True)
class Results:
    """How a day stands whose code is still open, for somebody who has finished it."""

    day: Day
    next_at: float
    next_digest: str
    waits: int = 0
    """Another day whose code they can still play or finish; else 0."""
    has_review: bool = False
    """Whether their game can be reviewed."""
    copies: str = ""
    """Their result as text; empty where there is nothing to share."""


def results(page: Results, username: str, texts: Texts, *, has_inline: bool) -> Screen:
    """How it stands, and what comes next."""
    mine = page.day.mine
    head = Html(" · ".join((Texts.escaped(share_head(mine)), *streak_text(page.day.run, texts))))
    sealed = seal(page.next_digest, username)
    lines = [texts.html("daily.title", number=mine.day), head, *day_lines(page.day, texts)]
    lines += [NOTHING, next_line(page.next_at, texts, sealed)]
    share = (Button(texts.plain("button.share"), shares=f"{TABLE}{mine.game_id}"),) * has_inline
    copy = (Button(texts.plain("button.copy"), copies=page.copies),) * bool(page.copies)
    waits = (_leads(f"▶️ #{page.waits}", str(page.waits)),) if page.waits else ()
    review = _review(mine.day, texts) * page.has_review
    remind = (_leads(texts.plain("button.remind"), "remind"),)
    now = (_leads(texts.plain("button.remind-now"), "remind-now"),) * (not page.day.has_reminder)
    rows = (waits, (*share, *copy), remind, now, review, _below(page.next_at, texts))
    return Screen(Html("\n".join(lines)), tuple(row for row in rows if row))


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


CODE = re.compile("</?code>")


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


@dataclass(frozen=True, slots=True)
class Month:
    """A month: the number of its first day, today's, and somebody's tries."""

    year: int
    month: int
    first: int
    today: int
    tries: Mapping[int, Try]


CELL = 3
"""Signs of a day of a month: a week of them must fit the narrowest phone."""


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


MONTHS = 12


def _month_button(sign: str, page: Month, step: int) -> Button:
    year, month = divmod(MONTHS * page.year + page.month - 1 + step, MONTHS)
    return _leads(sign, f"month-{year}-{month + 1}")


def _below(at: float, texts: Texts) -> Row:
    """To the month of that moment, and home."""
    when = datetime.fromtimestamp(at, UTC)
    return (_leads(texts.plain("button.daily-month"), f"month-{when.year}-{when.month}"), _home(texts))


def _review(number: int, texts: Texts) -> Row:
    return (_leads(texts.plain("button.review"), f"{number}-review"),)


def _leads(text: str, argument: str) -> Button:
    return button(text, MenuPress(OnMenu.DAILY, argument))


def _home(texts: Texts) -> Button:
    return button(texts.plain("after.ehome"), MenuPress(OnMenu.START))


# What the code of a day has come to: everybody's results as bars of text, and where one's own stands.

HINTED, SHARE_HEAD = "💡", "🐂🐄"


def result_of(attempt: Try) -> str:
    """The guesses, X where they gave up, and whether hints were taken."""
    guesses = str(attempt.guesses) if attempt.solved else "X"
    return f"{guesses} {HINTED}" if attempt.hints else guesses


def share_head(attempt: Try) -> str:
    """What the first line of what is shared begins with."""
    return f"{SHARE_HEAD} #{attempt.day} · {result_of(attempt)}"


def day_lines(day: Day, texts: Texts, *, is_closed: bool = False) -> list[Html]:
    """How it stands: how many did worse, friends; the turns lost, and the bars."""
    mine = day.mine
    lines = [*worse_lines(day, texts, is_closed=is_closed), *friend_lines(day.friends)]
    if mine.lost is not None and day.tells_figures:
        lines.append(texts.html("daily.lost", lost=texts.decimal(mine.lost / 100, "0.0")))
    return [*lines, *bars(day.spread, texts, mine if mine.counts else None)]


def worse_lines(day: Day, texts: Texts, *, is_closed: bool = False) -> list[Html]:
    """How many did worse, where enough have finished; or why it does not count."""
    if day.mine.counts:
        return _place(day, texts, is_closed=is_closed)
    return [texts.html("daily.late" if day.is_late else "daily.second")]


def _place(day: Day, texts: Texts, *, is_closed: bool) -> list[Html]:
    below = day.spread.share_below(day.mine)
    if below is None:
        return []
    worse, others = below
    key = "daily.better" if is_closed else "daily.better-so-far"
    return [texts.html(key, percent=round(100 * worse / max(1, others)), count=texts.whole(others))]


def friend_lines(friends: Iterable[Try]) -> list[Html]:
    """What each has come to."""
    return [Html(f"{Texts.escaped(shown_name(friend.name))} · {result_of(friend)}") for friend in friends]


WIDEST = 12
"""Blocks of the longest bar: with its number it fits on a line of a small phone."""


def bars(spread: Spread, texts: Texts, mine: Try | None = None) -> list[Html]:
    """A bar for each number of guesses, and for giving up; on which one's own result stands is said. None of few."""
    if spread.finishers < FEWEST_FOR_BARS:
        return []
    counts = spread.bars()
    most = max(counts)
    own = None if mine is None else COLUMNS if not mine.solved else min(mine.guesses, COLUMNS) - 1
    last = max((column for column, count in enumerate(counts[:COLUMNS]) if count), default=0)
    lines = []
    for column, count in enumerate(counts):
        if last < column < COLUMNS or (column == COLUMNS and not count):
            continue
        head = "🏳️" if column == COLUMNS else f"{column + 1}+" if column == COLUMNS - 1 else str(column + 1)
        bar = "▇" * round(WIDEST * count / most) if most else ""
        here = f" ← {texts.plain('daily.here')}" if column == own else ""
        lines.append(Html(f"<code>{head:2}</code> {bar} {texts.whole(count)}{here}"))
    return lines


def streak_text(run: Run, texts: Texts) -> list[Html]:
    """The streak, and whether a missed day was forgiven or ended one; nothing where there is none."""
    if not run.days:
        return []
    streak = texts.counted("daily.streak", run.days)
    if run.ended:
        return [Html(f"{streak}. {texts.counted('daily.ended', run.ended)}")]
    return [Html(f"{streak}, {texts.html('daily.forgiven')}") if run.is_forgiven else streak]


def next_line(at: float, texts: Texts, sealed: Html = NOTHING) -> Html:
    """In how long the next code is there; `sealed`: its fingerprint."""
    return Html(texts.html("daily.next", at=shown_moment(at, RELATIVE), seal=sealed).rstrip())


# The card of a day in a group: an invitation, and what those have come to who pressed Play on it. No digits.


@dataclass(frozen=True, slots=True)
class Switch:
    """Whether each day's card comes here by itself. `unplayed`: after so many cards on which nobody played it ends."""

    on: bool
    unplayed: int = 0


SHOWN = 30
"""So many are named on a card."""


def daily_card(card: DailyCard, guests: Sequence[Guest], switch: Switch | None, texts: Texts) -> Screen:
    """The card. `guests`: SHOWN at most, the best first; `switch`: None: it has none."""
    lines = [texts.html("daily.title", number=card.day), texts.html("daily.card")]
    if guests:
        lines += [Html(""), *map(_guest_line, guests)]
    if card.guests > len(guests) == SHOWN:
        lines.append(texts.counted("daily.more-guests", card.guests - SHOWN))
    if switch is not None and switch.unplayed:
        lines += [Html(""), texts.counted("daily.post-ends", switch.unplayed)]
    play = button(texts.plain("button.daily-go"), MenuPress(OnMenu.DAILY, f"{card.day}-card"))
    rows = [(play,)] if switch is None else [(play,), (_switch(card, switch, texts),)]
    return Screen(Html("\n".join(lines)), tuple(rows), is_silent=True)


def _guest_line(guest: Guest) -> Html:
    result = "…" if guest.finished is None else result_of(guest.finished)
    return Html(f"{Texts.escaped(shown_name(guest.name))} · {result}")


def _switch(card: DailyCard, switch: Switch, texts: Texts) -> Button:
    """It says how it stands, and carries what a press wishes: pressed twice, it is no other wish."""
    label, wish = ("button.daily-stop", "stop") if switch.on else ("button.daily-post", "post")
    return button(texts.plain(label), MenuPress(OnMenu.DAILY, f"{card.day}-{wish}"))


def elsewhere(link: str, texts: Texts) -> Screen:
    """What another topic than the card's is told: the way to it."""
    return Screen(Html(f'<a href="{link}">{texts.html("daily.elsewhere")}</a>'), is_silent=True)


# The table of a week of codes of days in a group.


def week_table(first: int, last: int, rows: Sequence[WeekRow], needed: int, texts: Texts) -> Screen:
    """The table, and what it goes by. `needed`: so many days take a place; below stand those who have none."""
    placed, others = [row for row in rows if row.place is not None], [row for row in rows if row.place is None]
    lines = [texts.html("daily.week", first=first, last=last)]
    lines.append(texts.counted("daily.week-how", needed, given_up=GIVEN_UP))
    for some in filter(None, (placed, others)):
        lines += [NOTHING, *(_row_line(row, texts) for row in some)]
    return Screen(Html("\n".join(lines)), is_silent=True)


def _row_line(row: WeekRow, texts: Texts) -> Html:
    name, average = shown_name(row.name), texts.decimal(row.average, "0.0")
    told = [texts.counted("daily.week-row", row.days, name=name, average=average)]
    told.append(texts.html("daily.week-unsolved" if row.best is None else "daily.week-best", best=row.best))
    if row.hinted:
        told.append(texts.counted("daily.week-hinted", row.hinted))
    place = "" if row.place is None else f"{row.place}. "
    return Html(place + ", ".join(told))


# Reminders of the code of the day: chosen, and as they come.


def cities(reminder: Reminder | None, texts: Texts, *, remark: str = "") -> Screen:
    """What is chosen, and the choice of a city. `remark`: the key of what is said first, of what was typed."""
    remarks = [texts.html(remark)] if remark else []
    rows = grid(tuple(_leads(city_of(zone, texts.language), f"remind-{at}") for at, zone in enumerate(OFFERED)))
    now = (_leads(texts.plain("button.remind-now"), "remind-now"),)
    below = (_leads(texts.plain("menu.daily"), ""),)
    if reminder is None:
        return Screen(Html("\n\n".join((*remarks, texts.html("remind.choose")))), (now, *rows, below))
    time = f"{reminder.minute // MINUTES_AN_HOUR}:{reminder.minute % MINUTES_AN_HOUR:02}"
    html = texts.html("remind.chosen", time=time, city=city_of(reminder.zone, texts.language))
    return Screen(
        Html("\n\n".join((*remarks, html))), ((_leads(texts.plain("button.remind-off"), "remind-off"),), *rows, below)
    )


ROWS_OF = 6
"""Hours in a row."""


def hours(at: str, zone: str, texts: Texts) -> Screen:
    """The choice of an hour in that city. `at`: how buttons name it."""
    buttons = tuple(_leads(str(hour), f"remind-{at}-{hour}") for hour in range(24))
    rows = tuple(buttons[begin : begin + ROWS_OF] for begin in range(0, len(buttons), ROWS_OF))
    now = (_leads(texts.plain("button.remind-now"), "remind-now"),)
    back = (_leads(texts.plain("button.other-city"), "remind-city"),)
    return Screen(texts.html("remind.hour", city=city_of(zone, texts.language)), (*rows, now, back))


def reminder(number: int, texts: Texts) -> Screen:
    """The reminder."""
    play = (_leads(texts.plain("button.daily-go"), ""),)
    return Screen(texts.html("remind.now", number=number), (play,))
