"""What the code of a day has come to: everybody's results as bars of text, and where one's own stands."""

from dataclasses import dataclass

from bot.app.model.daily import COLUMNS, Spread, Try
from bot.app.screens.name import shown_name
from bot.app.texts import Html, Texts

WIDEST = 12
"""Blocks of the longest bar: with its number it fits on a line of a small phone."""
HINTED, SHARE_HEAD = "💡", "🐂🐄"


@dataclass(frozen=True, slots=True)
class Day:
    """Somebody's try, everybody's results that day with theirs, and what their friends have come to."""

    mine: Try
    spread: Spread
    friends: tuple[Try, ...] = ()


def result_of(attempt: Try) -> str:
    """The guesses, X where they gave up, and whether hints were taken."""
    guesses = str(attempt.guesses) if attempt.solved else "X"
    return f"{guesses} {HINTED}" if attempt.hints else guesses


def share_head(attempt: Try) -> str:
    """The first line of what is shared."""
    return f"{SHARE_HEAD} #{attempt.day} · {result_of(attempt)}"


def day_lines(day: Day, texts: Texts, *, is_closed: bool = False) -> list[Html]:
    """How it stands: own result, how many did worse, the bars, friends."""
    mine = day.mine
    lines = []
    if mine.lost is not None:
        lines.append(texts.html("daily.lost", lost=texts.decimal(mine.lost / 100, "0.0")))
    if not mine.counts:
        lines.append(texts.html("daily.late"))
    else:
        lines += _place(day, texts, is_closed=is_closed)
    lines += bars(day.spread, texts, mine if mine.counts else None)
    lines += [Html(f"{Texts.escaped(shown_name(friend.name))} · {result_of(friend)}") for friend in day.friends]
    return lines


def _place(day: Day, texts: Texts, *, is_closed: bool) -> list[Html]:
    below = day.spread.share_below(day.mine)
    if below is None:
        return []
    worse, others = below
    key = "daily.better" if is_closed else "daily.better-so-far"
    return [texts.html(key, percent=round(100 * worse / max(1, others)), count=texts.whole(others))]


def bars(spread: Spread, texts: Texts, mine: Try | None = None) -> list[Html]:
    """A bar for each number of guesses, and for giving up; on which one's own result stands is said."""
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
