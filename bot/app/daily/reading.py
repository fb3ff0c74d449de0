"""Reads what is typed behind `/daily`, in words of any language: an hour and where it is that hour, or one word."""

import re
import unicodedata
from dataclasses import dataclass
from functools import reduce

from bot.app.language import ONE_APOSTROPHE, vocabulary
from bot.app.model.places import folded, zones_named
from bot.app.model.zones import MINUTES_AN_HOUR, zone_ahead
from bot.app.reading import whole_number

WORDS, HOURS, WITHIN = vocabulary("daily"), vocabulary("hour"), vocabulary("within")
ORDERS = {"off", "remind", "today", "yesterday"}
"""What is wished where it stands alone."""
HALVES = ("am", "pm", "afternoon", "night")
"""Of the day: the first of them that is said counts."""
MEANINGS = {folded(word): WORDS.meaning(word) for word in WORDS.words()}


@dataclass(frozen=True, slots=True)
class Wish:
    """What was typed. `minute`: of the day, None: no time stands there; `zones`: any of these, none: no place does."""

    minute: int | None = None
    zones: tuple[str, ...] = ()
    wrong: str = ""
    """What looks like a time and is none."""
    unread: str = ""
    """The words that mean nothing to us."""
    order: str = ""
    """One of ORDERS, if nothing else stands there."""


LONGEST = 100
"""Signs of a wish: what is longer is talk."""
MOST_WORDS = 5
"""Words of a name."""
IN_WORDS = re.compile(rf"(?<!\w)(?:{HOURS.pattern()})(?!\w)", re.IGNORECASE)
UNITS = WORDS.pattern("unit")
AHEAD = re.compile(
    r"(?:(?<!\w)(?:utc|gmt)\s*[+−-]\s*|(?<![^\W\d])\+\s*|(?<![\w:.])[−-])"
    r"(?P<hours>\d{1,2})(?::?(?P<minutes>00|30|45))?(?![\d:])",
    re.IGNORECASE,
)
"""Hours ahead of UTC."""
FROM_NOW = re.compile(
    rf"(?<!\w)(?:{WITHIN.pattern()})\s+\d+\s*(?:{UNITS})(?!\w)|(?<!\d)(?:\d|1[0-2])\s*hours(?!\w)", re.IGNORECASE
)
"""A while, and no hour: `in 3 hours`, `every 2 hours`."""
FROM_TO = re.compile(r"(?<![\d:.])\d{1,2}\s*[-–—]\s*(?!00|15|30|45)\d{1,2}(?![\d:.])")
"""Two hours, not an hour and its minutes: `9-10`."""
BESIDE_LETTERS = re.compile(r"(?<=\d)-?(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
TIME = re.compile(rf"\d+(?:(?:\s*[:.,-]\s*|\s+(?:{UNITS})\s+|\s+)\d+)*", re.IGNORECASE)
MARKS = re.compile(r"[,:;!?()\[\]{}\"«»„“”*—–…_=@|]")


def read_wish(words: str) -> Wish:
    """What was meant. It takes a millisecond, whatever was typed."""
    text = unicodedata.normalize("NFKC", words[: LONGEST + 1].translate(ONE_APOSTROPHE))
    if len(text) > LONGEST:
        return Wish(unread=words)
    text = IN_WORDS.sub(lambda word: str(HOURS.meaning(word[0])), text)
    ahead = AHEAD.search(text)
    fixed = None if ahead is None else _zone_of(ahead)
    if ahead is not None and fixed:
        text = f"{text[: ahead.start()]} {text[ahead.end() :]}"
    no_hour = FROM_NOW.search(text) or FROM_TO.search(text)
    text = BESIDE_LETTERS.sub(" ", text)
    times = list(dict.fromkeys(TIME.findall(text)))
    said, places, unread = _sort_out(MARKS.sub(" ", TIME.sub(" ", text)).replace("-", " ").split())
    if fixed:
        places.append((fixed,))
    both = reduce(lambda one, other: tuple(zone for zone in one if zone in other), places) if places else ()
    zones = both or tuple(each[0] for each in places)  # where no zone is in all of them, one of them is meant
    orders = ORDERS & said.keys()
    if len(orders) == 1 and not times and not zones and not unread:
        return Wish(order=orders.pop())
    unread += [said[order] for order in orders - {"remind"}]
    if not times:
        return Wish(None, zones, unread=" ".join(unread) if unread or zones else words)
    half = next((each for each in HALVES if each in said), "")
    is_clear = len(times) == 1 and no_hour is None and "unsure" not in said
    minute = _minute_of(times[0], half) if is_clear else None
    wrong = "" if minute is not None else " ".join(times) if is_clear and not half else words
    return Wish(minute, zones, wrong, " ".join(unread))


def _zone_of(ahead: re.Match[str]) -> str | None:
    sign = "-" if {*"-−"} & {*ahead[0]} else "+"
    return zone_ahead(int(f"{sign}{ahead['hours']}"), ahead["minutes"] or "00", sign)


def _sort_out(words: list[str]) -> tuple[dict[str, str], list[tuple[str, ...]], list[str]]:
    """The words by what they mean, the zones of every place, and the words that are neither; the longest are taken."""
    said: dict[str, str] = {}
    places, unread = [], []
    names = [folded(word) for word in words]
    start = 0
    while start < len(words):
        for stop in range(min(len(words), start + MOST_WORDS), start, -1):
            name = " ".join(names[start:stop])
            if meaning := MEANINGS.get(name):
                said[meaning] = " ".join(words[start:stop])
                break
            if zones := zones_named(name):
                places.append(zones)
                break
        else:
            stop = start + 1
            unread.append(words[start])
        start = stop
    return said, places, unread


NOON = 12
LATE = 6
"""From this hour on the night is that of the evening."""
LAST_HOUR = 23


def _minute_of(time: str, half: str) -> int | None:
    """The minute of the day that is written so; None: there is none."""
    numbers = re.findall(r"\d+", time)
    if len(numbers) == 1 and len(numbers[0]) in {3, 4}:
        numbers = [numbers[0][:-2], numbers[0][-2:]]
    hour = whole_number(numbers[0], LAST_HOUR)
    minute = whole_number(numbers[1], MINUTES_AN_HOUR - 1) if len(numbers) > 1 else 0
    if hour is None or minute is None or len("".join(numbers[1:])) not in {0, 2}:
        return None
    if half and (hour == 0 or (half == "am" and hour > NOON)):
        return None
    if half == "am" or (half == "night" and (hour == NOON or hour < LATE)):
        hour %= NOON
    elif (half in {"pm", "night"} or (half == "afternoon" and hour < LATE)) and hour < NOON:
        hour += NOON
    return MINUTES_AN_HOUR * hour + minute
