"""Screens about the codes of days: today, the archive, a month, cards and weeks of groups, reminders.

First how today stands, a day of the archive and a month, then what a day has come to as lines of text, the card of
a day and the table of a week in groups, and reminders.
"""

import re
from calendar import monthcalendar
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from babel.dates import format_date, get_day_names

from bot.app.buttons import Argument, MenuPress, OnMenu
from bot.app.daily.model import (
    COLUMNS,
    FEWEST_FOR_BARS,
    GIVEN_UP,
    NO_RUN,
    VARIANT,
    Codes,
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
from bot.app.screen import Button, Row, Screen, button, dotted, go, grid, lines, page, rows, when
from bot.app.screens.board import code_html
from bot.app.screens.common import LONG, RELATIVE, shown_moment
from bot.app.screens.people import shown_name
from bot.app.texts import NOTHING, Html, Texts

# What the buttons about days say.


class DayAction(StrEnum):
    """What is done about a day."""

    SHOW = ""
    PLAY = "play"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class OfDay(Argument):
    """Something about the day of that number: `57`, `57-review`."""

    number: int
    action: DayAction = DayAction.SHOW


class CardAction(StrEnum):
    """What is done on a group's card: play, or turn the switch on or off."""

    PLAY = "card"
    POST = "post"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class OfCard(Argument):
    """A press on the card of the day of that number: `57-card`."""

    number: int
    action: CardAction


@dataclass(frozen=True, slots=True)
class OfMonth(Argument):
    """A month: `month-2026-11`."""

    WORD = "month"
    year: int
    month: int


NOW, OFF, CITY, OWN = "now", "off", "city", "own"
"""Places of a reminder that are none: at this hour, never, the choice of a city; and the zone that is known."""


@dataclass(frozen=True, slots=True)
class OfReminder(Argument):
    """The reminder, as far as it is chosen: `remind`, `remind-3`, `remind-3-18`. `place`: by its number in OFFERED."""

    WORD = "remind"
    place: str = ""
    hour: int | None = None


DayArgument = OfDay | OfCard | OfMonth | OfReminder


def day_argument(written: str) -> DayArgument | None:
    """What a button about days says; None: today's, or nothing that we write."""
    return OfDay.read(written) or OfCard.read(written) or OfMonth.read(written) or OfReminder.read(written)


def to_days(argument: DayArgument | None = None) -> MenuPress:
    """The press that leads there; without an argument to today's code."""
    return MenuPress(OnMenu.DAILY, str(argument or ""))


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


def results(
    day: Day, next_at: float, sealed: Html, texts: Texts, *, waits: int, has_review: bool, copies: str, has_inline: bool
) -> Screen:
    """How a day stands whose code is still open, for somebody who has finished it, and what comes next.

    `sealed`: the next day's fingerprint; `waits`: another day whose code they can still play or finish, else 0;
    `has_review`: whether their game can be reviewed; `copies`: their result as text, empty where none is to be shared.
    """
    mine = day.mine
    head = dotted(Texts.escaped(share_head(mine)), *streak_text(day.run, texts))
    title = texts.html("daily.title", number=mine.day)
    html = lines(title, head, *day_lines(day, texts), NOTHING, next_line(next_at, texts, sealed))
    share = Button(texts.plain("button.share"), shares=f"{TABLE}{mine.game_id}")
    copy = Button(texts.plain("button.copy"), copies=copies)
    shown = rows(
        when(waits, button(f"▶️ #{waits}", to_days(OfDay(waits)))),
        (when(has_inline, share), when(copies, copy)),
        _go(texts, "button.remind", OfReminder()),
        when(not day.has_reminder, _go(texts, "button.remind-now", OfReminder(NOW))),
        when(has_review, _go(texts, "button.review", OfDay(mine.day, DayAction.REVIEW))),
        _below(next_at, texts),
    )
    return Screen(html, shown)


def closed(
    number: int, latest: int, codes: Codes, spread: Spread, day: Day | None, texts: Texts, *, has_review: bool
) -> Screen:
    """A day of the archive. Its secret is covered until it is tapped: it may still be played.

    `latest`: the last day whose code may be told; `day`: as somebody has played it; `has_review`: whether their game
    can be reviewed.
    """
    secret = codes.secret(number)
    covered = _covered(code_html(secret, VARIANT, texts))
    if day is None:
        stands = bars(spread, texts)
    else:
        stands = [Texts.escaped(share_head(day.mine)), *day_lines(day, texts, is_closed=True)]
    written, digest = VARIANT.format(secret), codes.digest(number)
    proof = texts.html("board.proof-check", salt=codes.salt(number), digest=digest, secret=written)
    title = texts.html("daily.title", number=number)
    html = lines(title, texts.html("daily.secret", secret=covered), *stands, NOTHING, _covered(proof))
    before = button(f"‹ #{number - 1}", to_days(OfDay(number - 1)))
    after = button(f"#{number + 1} ›", to_days(OfDay(number + 1)))
    shown = rows(
        when(day is None, _go(texts, "button.daily-play", OfDay(number, DayAction.PLAY))),
        when(has_review, _go(texts, "button.review", OfDay(number, DayAction.REVIEW))),
        (when(number > 1, before), when(number < latest, after)),
        _below(codes.calendar.begins_at(number), texts),
    )
    return Screen(html, shown)


CODE = re.compile("</?code>")


def _covered(html: Html) -> Html:
    """What is seen once it is tapped. Telegram leaves code uncovered, so none is marked as such."""
    return Html(f"<tg-spoiler>{CODE.sub('', html)}</tg-spoiler>")


def opens_later(number: int, at: float, texts: Texts) -> Screen:
    """A day that is no longer begun, and not yet told."""
    return Screen(texts.html("daily.not-yet", number=number, at=shown_moment(at, LONG)), (_below(at, texts),))


def no_such_day(today: int, texts: Texts) -> Screen:
    """A number of no day."""
    return Screen(texts.html("daily.no-such", today=today), rows(_go(texts, "menu.daily")))


CELL = 3
"""Signs of a day of a month: a week of them must fit the narrowest phone."""


def month(year: int, month: int, first: int, today: int, tries: Mapping[int, Try], texts: Texts) -> Screen:
    """Which days of a month somebody has played, in how many guesses; by weeks, as a table of text.

    `first`: the number of its first day; `today`: today's.
    """
    name = format_date(datetime(year, month, 1, tzinfo=UTC), "LLLL y", locale=texts.language)
    days = get_day_names("abbreviated", locale=texts.language)
    head = "".join(f"{days[day][:2]:>{CELL}}" for day in range(7))

    def cell(day: int) -> str:
        is_past = day and 0 < first + day - 1 <= today
        return _cell(tries.get(first + day - 1)) if is_past else " " * CELL

    weeks = ["".join(map(cell, week)) for week in monthcalendar(year, month)]
    table = Html("<pre>" + "\n".join([head, *filter(str.strip, weeks)]) + "</pre>")

    def turns(sign: str, step: int) -> Button:
        on_year, on_month = divmod(MONTHS * year + month - 1 + step, MONTHS)
        return button(sign, to_days(OfMonth(on_year, on_month + 1)))

    turning = (when(first > 1, turns("‹", -1)), when(first + len(weeks) * 7 <= today, turns("›", 1)))
    html = lines(Html(f"📅 {name}"), table, texts.html("daily.month-legend"))
    return Screen(html, rows(turning, (_go(texts, "menu.daily"), _home(texts))))


MONTHS = 12


def _cell(attempt: Try | None) -> str:
    if attempt is None or attempt.ended_at is None or not attempt.counts:
        return f"{'·':>{CELL}}"
    guesses = str(attempt.guesses) if attempt.solved else "X"
    return f"{guesses + ('*' if attempt.hints else ''):>{CELL}}"


def _below(at: float, texts: Texts) -> Row:
    """To the month of that moment, and home."""
    month = datetime.fromtimestamp(at, UTC)
    return (_go(texts, "button.daily-month", OfMonth(month.year, month.month)), _home(texts))


def _go(texts: Texts, key: str, argument: DayArgument | None = None) -> Button:
    return button(texts.plain(key), to_days(argument))


def _home(texts: Texts) -> Button:
    return go(texts, "after.ehome", OnMenu.START)


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
    told = [*worse_lines(day, texts, is_closed=is_closed), *friend_lines(day.friends)]
    if mine.lost is not None and day.tells_figures:
        told.append(texts.html("daily.lost", lost=texts.decimal(mine.lost / 100, "0.0")))
    return [*told, *bars(day.spread, texts, mine if mine.counts else None)]


def worse_lines(day: Day, texts: Texts, *, is_closed: bool = False) -> list[Html]:
    """How many did worse, where enough have finished; or why it does not count."""
    if not day.mine.counts:
        return [texts.html("daily.late" if day.is_late else "daily.second")]
    below = day.spread.share_below(day.mine)
    if below is None:
        return []
    worse, others = below
    key = "daily.better" if is_closed else "daily.better-so-far"
    return [texts.html(key, percent=round(100 * worse / max(1, others)), count=texts.whole(others))]


def friend_lines(friends: Iterable[Try]) -> list[Html]:
    """What each has come to."""
    return [_result_line(friend.name, result_of(friend)) for friend in friends]


def _result_line(name: str, result: str) -> Html:
    return dotted(Texts.escaped(shown_name(name)), result)


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
    heads = (*map(str, range(1, COLUMNS)), f"{COLUMNS}+", "🏳️")
    here = {own: f" ← {texts.plain('daily.here')}"}
    return [
        Html(f"<code>{head:2}</code> {'▇' * round(WIDEST * count / most)} {texts.whole(count)}{here.get(column, '')}")
        for column, (head, count) in enumerate(zip(heads, counts, strict=True))
        if column <= last or (column == COLUMNS and count)
    ]


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
    has_more = card.guests > len(guests) == SHOWN
    more = texts.counted("daily.more-guests", card.guests - SHOWN) if has_more else None
    html = page(
        (texts.html("daily.title", number=card.day), texts.html("daily.card")),
        (*(_result_line(guest.name, result_of(guest.finished) if guest.finished else "…") for guest in guests), more),
        texts.counted("daily.post-ends", switch.unplayed) if switch is not None and switch.unplayed else None,
    )
    play = _go(texts, "button.daily-go", OfCard(card.day, CardAction.PLAY))
    return Screen(html, rows(play, None if switch is None else _switch(card, switch, texts)), is_silent=True)


def _switch(card: DailyCard, switch: Switch, texts: Texts) -> Button:
    """It says how it stands, and carries what a press wishes: pressed twice, it is no other wish."""
    label, wish = ("button.daily-stop", CardAction.STOP) if switch.on else ("button.daily-post", CardAction.POST)
    return _go(texts, label, OfCard(card.day, wish))


def elsewhere(link: str, texts: Texts) -> Screen:
    """What another topic than the card's is told: the way to it."""
    return Screen(Html(f'<a href="{link}">{texts.html("daily.elsewhere")}</a>'), is_silent=True)


# The table of a week of codes of days in a group.


def week_table(first: int, last: int, played: Sequence[WeekRow], needed: int, texts: Texts) -> Screen:
    """The table, and what it goes by. `needed`: so many days take a place; below stand those who have none."""
    how = texts.counted("daily.week-how", needed, given_up=GIVEN_UP)
    html = page(
        (texts.html("daily.week", first=first, last=last), how),
        (_row_line(row, texts) for row in played if row.place is not None),
        (_row_line(row, texts) for row in played if row.place is None),
    )
    return Screen(html, is_silent=True)


def _row_line(row: WeekRow, texts: Texts) -> Html:
    name, average = shown_name(row.name), texts.decimal(row.average, "0.0")
    told = texts.counted("daily.week-row", row.days, name=name, average=average)
    best = texts.html("daily.week-unsolved" if row.best is None else "daily.week-best", best=row.best)
    hinted = f", {texts.counted('daily.week-hinted', row.hinted)}" if row.hinted else ""
    return Html(f"{'' if row.place is None else f'{row.place}. '}{told}, {best}{hinted}")


# Reminders of the code of the day: chosen, and as they come.


def cities(reminder: Reminder | None, texts: Texts, *, remark: str = "") -> Screen:
    """What is chosen, and the choice of a city. `remark`: the key of what is said first, of what was typed."""
    offered = enumerate(city_of(zone, texts.language) for zone in OFFERED)
    towns = grid(button(city, to_days(OfReminder(str(at)))) for at, city in offered)
    if reminder is None:
        html, first = texts.html("remind.choose"), _go(texts, "button.remind-now", OfReminder(NOW))
    else:
        time = f"{reminder.minute // MINUTES_AN_HOUR}:{reminder.minute % MINUTES_AN_HOUR:02}"
        html = texts.html("remind.chosen", time=time, city=city_of(reminder.zone, texts.language))
        first = _go(texts, "button.remind-off", OfReminder(OFF))
    return Screen(page(texts.html(remark) if remark else None, html), rows(first, *towns, _go(texts, "menu.daily")))


ROWS_OF = 6
"""Hours in a row."""


def hours(at: str, zone: str, texts: Texts) -> Screen:
    """The choice of an hour in that city. `at`: how buttons name it."""
    each = grid((button(str(hour), to_days(OfReminder(at, hour))) for hour in range(24)), ROWS_OF)
    now = _go(texts, "button.remind-now", OfReminder(NOW))
    html = texts.html("remind.hour", city=city_of(zone, texts.language))
    return Screen(html, rows(*each, now, _go(texts, "button.other-city", OfReminder(CITY))))


def reminder(number: int, texts: Texts) -> Screen:
    """The reminder."""
    return Screen(texts.html("remind.now", number=number), rows(_go(texts, "button.daily-go")))
