"""Screens about the codes of days: today, the archive, a month, cards and weeks of groups, reminders.

First how today stands, a day of the archive and a month, then what a day has come to as lines of text, the card of
a day and the table of a week in groups, and reminders.
"""

import re
from calendar import monthcalendar
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
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
    FriendsWeek,
    Guest,
    Reminder,
    Run,
    Spread,
    Try,
    Week,
)
from bot.app.daily.model import Row as WeekRow
from bot.app.links import TABLE
from bot.app.model.zones import MINUTES_AN_HOUR, OFFERED, city_of, mark_of
from bot.app.screen import Button, Row, Screen, button, dotted, go, grid, lines, page, rows, when
from bot.app.screens.board import code_html
from bot.app.screens.common import LONG, RELATIVE, shown_moment
from bot.app.screens.people import shown_name
from bot.app.texts import NOTHING, Html, Texts
from bot.game.daily import DAYS_A_WEEK, MOST_STARS, at_stake
from solver.variant import Code

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
    """The reminder, as far as it is chosen: `remind`, `remind-3`, `remind-3-18`, `remind-0a1b2c3-18-30`.

    `place`: by its number in OFFERED, or the mark of a zone.
    """

    WORD = "remind"
    MOST = 59
    place: str = ""
    hour: int | None = None
    minute: int | None = None


DayArgument = OfDay | OfCard | OfMonth | OfReminder


def day_argument(written: str) -> DayArgument | None:
    """What a button about days says; None: today's, or nothing that we write."""
    return OfDay.read(written) or OfCard.read(written) or OfMonth.read(written) or OfReminder.read(written)


def at_place(zone: str, minute: int | None = None) -> OfReminder:
    """The reminder in that zone, at that minute of the day if there is one."""
    return OfReminder(mark_of(zone), *(() if minute is None else divmod(minute, MINUTES_AN_HOUR)))


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
    reminder: Reminder | None = None
    """When they wish to be reminded."""
    week: Week | None = None
    """Their own, and those of friends below; None: not to be shown."""
    weeks: tuple[FriendsWeek, ...] = ()
    levels: Mapping[str, int] = field(default_factory=dict)
    """By level, the guesses of a game of the bot's on the same secret; none where that is not to be told."""


def results(
    day: Day, next_at: float, sealed: Html, texts: Texts, *, waits: int, has_review: bool, copies: str, has_inline: bool
) -> Screen:
    """How a day stands whose code is still open, for somebody who has finished it, and what comes next.

    `sealed`: the next day's fingerprint; `waits`: another day whose code they can still play or finish, else 0;
    `has_review`: whether their game can be reviewed; `copies`: their result as text, empty where none is to be shared.
    """
    mine, known = day.mine, day.reminder
    own = [] if day.week is None else week_lines(day.week, mine.day, day.run, texts)
    title = texts.html("daily.title", number=mine.day)
    html = lines(title, *own, *day_lines(day, texts), NOTHING, next_line(next_at, texts, sealed))
    remind = texts.plain("button.remind")
    if known is not None:
        remind = texts.plain("button.reminds", at=f"{clock(known.minute)} {city_of(known.zone, texts.language)}")
    share = Button(texts.plain("button.share"), shares=f"{TABLE}{mine.game_id}")
    copy = Button(texts.plain("button.copy"), copies=copies)
    shown = rows(
        when(waits, button(f"▶️ #{waits}", to_days(OfDay(waits)))),
        (when(has_inline, share), when(copies, copy)),
        button(remind, to_days(OfReminder())),
        when(known is None, _go(texts, "button.remind-now", OfReminder(NOW))),
        when(has_review, _go(texts, "button.review", OfDay(mine.day, DayAction.REVIEW))),
        _below(next_at, texts),
    )
    return Screen(html, shown)


def closed(
    number: int,
    latest: int,
    codes: Codes,
    spread: Spread,
    day: Day | None,
    texts: Texts,
    *,
    has_review: bool,
    levels: Mapping[str, int],
) -> Screen:
    """A day of the archive. Its secret is covered until it is tapped: it may still be played.

    `latest`: the last day whose code may be told; `day`: as somebody has played it; `has_review`: whether their game
    can be reviewed.
    """
    secret = codes.secret(number)
    covered = _covered(code_html(secret, VARIANT, texts))
    if day is None:
        stands = [*level_lines(levels, texts), *bars(spread, texts)]
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
    """What somebody has earned on the days of a month; by weeks, as a table of text.

    `first`: the number of its first day; `today`: today's.
    """
    name = format_date(datetime(year, month, 1, tzinfo=UTC), "LLLL y", locale=texts.language)

    def cell(day: int) -> str:
        is_past = day and 0 < first + day - 1 <= today
        return _cell(tries.get(first + day - 1)) if is_past else " " * CELL

    weeks = ["".join(map(cell, week)) for week in monthcalendar(year, month)]
    table = _table(filter(str.strip, weeks), texts)

    def turns(sign: str, step: int) -> Button:
        on_year, on_month = divmod(MONTHS * year + month - 1 + step, MONTHS)
        return button(sign, to_days(OfMonth(on_year, on_month + 1)))

    turning = (when(first > 1, turns("‹", -1)), when(first + len(weeks) * 7 <= today, turns("›", 1)))
    html = lines(Html(f"📅 {name}"), table, texts.html("daily.month-legend"))
    return Screen(html, rows(turning, (_go(texts, "menu.daily"), _home(texts))))


MONTHS = 12


FLAG, BROKEN = "🏳", "✓"


def _table(weeks: Iterable[str], texts: Texts) -> Html:
    """Weeks of cells, below the days' names."""
    days = get_day_names("abbreviated", locale=texts.language)
    head = "".join(f"{days[day][:2]:>{CELL}}" for day in range(DAYS_A_WEEK))
    return Html("<pre>" + "\n".join([head, *weeks]) + "</pre>")


def _cell(attempt: Try | None) -> str:
    """Its stars; the flag is as wide as two signs."""
    if attempt is None or attempt.ended_at is None or not attempt.counts:
        return f"{'·':>{CELL}}"
    if not attempt.solved:
        return f"{FLAG:>{CELL - 1}}"
    return f"{attempt.stars or BROKEN:>{CELL}}"


def week_lines(week: Week, today: int, run: Run, texts: Texts) -> list[Html]:
    """Somebody's week in the cells of a month, up to that day; its sum, their best one, and the streak."""
    shown = range(week.first, week.first + DAYS_A_WEEK)
    begun = {day for day in shown if 0 < day <= today} | {*week.tries}
    cells = "".join(_cell(week.tries.get(day)) if day in begun else " " * CELL for day in shown)
    return [_table([cells.rstrip()], texts), week_sum(week, texts, "daily.my-week"), *streak_text(run, texts)]


def week_sum(week: Week, texts: Texts, key: str) -> Html:
    """The sum of the week in the words of that key."""
    return texts.html(key, stars=week.stars, of=MOST_STARS * DAYS_A_WEEK, best=week.best)


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
STAR, STARLESS, RESIGNED = "⭐", "✔️", "🏳️"


def stars_shown(attempt: Try) -> str:
    """What it has earned; another sign where it was broken without a star, and where it was given up.

    None where it was broken and does not count.
    """
    return STAR * attempt.stars or (RESIGNED if not attempt.solved else STARLESS if attempt.counts else "")


def result_of(attempt: Try, between: str = " ") -> str:
    """The stars, the guesses, and whether hints were taken."""
    told = between.join(filter(None, [stars_shown(attempt), str(attempt.guesses) if attempt.solved else ""]))
    return f"{told} {HINTED}" if attempt.hints else told


def share_head(attempt: Try) -> str:
    """What the first line of what is shared begins with."""
    return f"{SHARE_HEAD} #{attempt.day} {result_of(attempt, ' · ')}"


def stake_line(used: int, texts: Texts) -> Html:
    """What can still be earned after so many guesses and hints."""
    stars, left = at_stake(used)
    if not stars:
        return texts.html("daily.starless", sign=STARLESS)
    if left == 1:
        return texts.html("daily.last-guess", stars=STAR * stars)
    return texts.counted("daily.at-stake", left, stars=STAR * stars)


def day_lines(day: Day, texts: Texts, *, is_closed: bool = False) -> list[Html]:
    """How it stands: friends, how many did worse or how the bot did; the turns lost, and the bars."""
    mine = day.mine
    told = [*_friends_of(day, texts), *worse_lines(day, texts, is_closed=is_closed), *level_lines(day.levels, texts)]
    if mine.lost is not None and mine.lost >= WORTH_A_LINE and day.tells_figures:
        told.append(texts.html("review.saved", lost=texts.decimal(mine.lost / 100, "0.0")))
    return [*told, *bars(day.spread, texts, mine if mine.counts else None)]


WORTH_A_LINE = 5
"""From so many hundredths of turns lost on they are told: fewer would read as 0.0."""


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


def level_lines(levels: Mapping[str, int], texts: Texts) -> list[Html]:
    """What each level needs on the same secret, if that is told."""
    each = " · ".join(f"{texts.plain(f'level.{level}')} {guesses}" for level, guesses in levels.items())
    return [texts.html("daily.levels", levels=each)] if each else []


def _friends_of(day: Day, texts: Texts) -> list[Html]:
    """What each friend has come to that day, and in its week."""
    names = {week.person: week.name for week in day.weeks} | {friend.person: friend.name for friend in day.friends}
    weeks = {each.person: texts.html("daily.friends-week", stars=each.stars) for each in day.weeks}
    came_to = {each.person: result_of(each) for each in day.friends}
    shown = dict.fromkeys([*came_to, *weeks])
    return [dotted(_name(names[person]), came_to.get(person), weeks.get(person)) for person in shown]


def _name(name: str) -> Html:
    return Texts.escaped(shown_name(name))


def friend_lines(friends: Iterable[Try]) -> list[Html]:
    """What each has come to."""
    return [_result_line(friend.name, result_of(friend)) for friend in friends]


def _result_line(name: str, result: str) -> Html:
    return dotted(_name(name), result)


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
        return [texts.counted("daily.streak-over", run.ended)] if run.ended else []
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


def clock(minute: int) -> str:
    """That minute of the day, as a clock shows it."""
    return f"{minute // MINUTES_AN_HOUR}:{minute % MINUTES_AN_HOUR:02}"


def cities(reminder: Reminder | None, texts: Texts, *, remark: Html = NOTHING) -> Screen:
    """What is chosen, and the choice of a city. `remark`: what is said first, of what was typed."""
    offered = enumerate(city_of(zone, texts.language) for zone in OFFERED)
    towns = grid(button(city, to_days(OfReminder(str(at)))) for at, city in offered)
    if reminder is None:
        html, first = texts.html("remind.choose"), _go(texts, "button.remind-now", OfReminder(NOW))
    else:
        city = city_of(reminder.zone, texts.language)
        html = texts.html("remind.chosen", time=clock(reminder.minute), city=city)
        first = _go(texts, "button.remind-off", OfReminder(OFF))
    return Screen(page(remark or None, html), rows(first, *towns, _go(texts, "menu.daily")))


def zones(offered: Iterable[str], minute: int | None, remark: Html, texts: Texts) -> Screen:
    """The choice of one of these zones. A press on it keeps that minute, if there is one; else it asks for the hour."""
    cities = ((at_place(zone, minute), city_of(zone, texts.language)) for zone in offered)
    time = "" if minute is None else f"{clock(minute)} · "
    each = grid(button(f"{time}{city}", to_days(place)) for place, city in cities)
    return Screen(remark, rows(*each, _go(texts, "menu.daily")))


def day_or_hour(number: int, texts: Texts) -> Screen:
    """Which of both a number means: the day of the archive, or the hour of the reminder."""
    hour = button(f"🔔 {number}:00", to_days(OfReminder(OWN, number)))
    return Screen(
        texts.html("daily.day-or-hour", number=number),
        rows((button(f"📅 #{number}", to_days(OfDay(number))), hour), _go(texts, "menu.daily")),
    )


ROWS_OF = 6
"""Hours in a row."""


def hours(at: str, zone: str, texts: Texts, *, remark: Html = NOTHING) -> Screen:
    """The choice of an hour in that city. `at`: how buttons name it; `remark`: as above."""
    each = grid((button(str(hour), to_days(OfReminder(at, hour))) for hour in range(24)), ROWS_OF)
    now = _go(texts, "button.remind-now", OfReminder(NOW))
    html = texts.html("remind.hour", city=city_of(zone, texts.language))
    return Screen(page(remark or None, html), rows(*each, now, _go(texts, "button.other-city", OfReminder(CITY))))


@dataclass(frozen=True, slots=True)
class Lately:
    """How somebody has done until today. `last`: yesterday's try; `closes_at`: until when it can be finished.

    `secret`: yesterday's, only for whoever has broken it.
    """

    last: Try | None
    closes_at: float
    secret: Code | None
    run: Run
    week: Week
    weeks: tuple[FriendsWeek, ...]


NAMED = 3
"""So many friends stand on the line of a reminder."""


def reminder(number: int, lately: Lately, texts: Texts) -> Screen:
    """The reminder: today's code waits, how yesterday went, the streak and the week, and those of friends."""
    last, yesterday = lately.last, NOTHING
    if last is not None and last.ended_at is None:
        yesterday = texts.html("remind.open", number=last.day, at=shown_moment(lately.closes_at))
    elif last is not None:
        yesterday = texts.html("remind.yesterday", number=last.day, result=result_of(last))
    if lately.secret is not None:
        secret = texts.html("daily.secret", secret=code_html(lately.secret, VARIANT, texts))
        yesterday = Html(f"{yesterday}. {secret}")
    streak = texts.counted("daily.streak", lately.run.days) if lately.run.days else None
    week = week_sum(lately.week, texts, "remind.week") if lately.week.tries else None
    shown = [friend for friend in lately.weeks if friend.stars][:NAMED]
    friends = " · ".join(f"{_name(friend.name)} {friend.stars}" for friend in shown)
    told = yesterday, dotted(streak, week), Html(f"👥 {friends}") if friends else NOTHING
    html = lines(texts.html("remind.now", number=number), *filter(None, told))
    return Screen(html, rows(_go(texts, "button.daily-go")))
