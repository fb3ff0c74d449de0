"""Formatted text as the server stores it: cleaned, trimmed, with entities in UTF-16 units."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Any

STYLES = ("bold", "italic", "underline", "strikethrough", "spoiler")
CODE = ("pre", "code")
_ORDER = {"blockquote": 0, "expandable_blockquote": 0, "pre": 10, "code": 20, "text_link": 49, "date_time": 49}
_ORDER |= {style: 90 + place for place, style in enumerate(STYLES)}

_REMOVED = re.compile("[\r\u2028-\u202e]")
_CONTROL = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f]")
_BLANK = " \n"
_FOUND = {
    "bot_command": re.compile(r"(?<![\w/<>@])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>@])"),
    "mention": re.compile(r"(?<![\w@/])@[A-Za-z0-9_]{3,32}(?!\w)"),
    "hashtag": re.compile(r"(?<![\w#/&])#\w*[^\W\d]\w*"),
    "url": re.compile(r"(?<![\w/@])(?:https?://|tg://|t\.me/)[^\s<>\"]*[^\s<>\".,;:!?)\]}'»]"),
}


@dataclass(frozen=True, slots=True)
class Entity:
    """An entity: a range of text with a format or a meaning."""

    type: str
    offset: int
    length: int
    url: str | None = None
    language: str | None = None
    unix_time: int | None = None
    date_time_format: str | None = None

    @property
    def end(self) -> int:
        """The first unit after it."""
        return self.offset + self.length

    def said_in(self, text: "Text") -> str:
        """The part of the text that it is about."""
        return text.text.encode("utf-16-le")[2 * self.offset : 2 * self.end].decode("utf-16-le")

    def as_json(self) -> dict[str, Any]:
        """The entity as JSON."""
        data = {
            "type": self.type,
            "offset": self.offset,
            "length": self.length,
            "url": self.url,
            "language": self.language,
            "unix_time": self.unix_time,
            "date_time_format": self.date_time_format,
        }
        return {name: value for name, value in data.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Text:
    """Text and its entities."""

    text: str
    entities: tuple[Entity, ...] = ()


def units(text: str) -> int:
    """The length in UTF-16 code units, in which Telegram counts offsets."""
    return len(text) + sum(character > "\uffff" for character in text)


def finished(text: str, entities: Iterable[Entity] = ()) -> Text:
    """The text as the server stores it: cleaned, trimmed, commands and links found."""
    cleaned, kept = _cleaned(text, [entity for entity in entities if entity.type not in _FOUND])
    ended, kept = _without_blanks_behind(cleaned, kept)  # first: it separates some overlaps
    trimmed, kept = _without_blanks_before(ended, _untangled(ended, kept))
    kept += [entity for entity in _found(trimmed) if not any(_touch(entity, other) for other in kept if _opaque(other))]
    return Text(trimmed, tuple(sorted(kept, key=_place)))


def _cleaned(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    text = _CONTROL.sub(" ", text)
    pairs = (0, *accumulate(character > "\uffff" for character in text))  # surrogate pairs before each character
    gone = [match.start() + pairs[match.start()] for match in _REMOVED.finditer(text)]
    if not gone:
        return text, entities

    def moved(position: int) -> int:
        return position - sum(place < position for place in gone)

    return _REMOVED.sub("", text), [_between(e, moved(e.offset), moved(e.end)) for e in entities]


def _without_blanks_behind(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    text = text.rstrip(_BLANK)
    end = units(text)
    return text, [_between(e, min(e.offset, end), min(e.end, end)) for e in entities]


def _without_blanks_before(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """Leading blanks removed, up to the first entity at most."""
    leading = len(text) - len(text.lstrip(_BLANK))
    shift = min([leading, *(entity.offset for entity in entities)])
    return text[shift:], [replace(e, offset=e.offset - shift) for e in entities]


def _untangled(text: str, entities: list[Entity]) -> list[Entity]:
    whole = [entity for entity in entities if entity.length > 0]
    kept = _disentangled(entity for entity in whole if entity.type not in STYLES)
    code = [(entity.offset, entity.end) for entity in kept if entity.type in CODE]
    blocks = [(entity.offset, entity.end) for entity in kept]
    for style in STYLES:
        spans = _joined((entity.offset, entity.end) for entity in whole if entity.type == style)
        kept += [Entity(style, a, b - a) for span in _without(spans, code) for a, b in _split(span, blocks)]
    encoded = text.encode("utf-16-le")
    return [e for e in kept if encoded[2 * e.offset : 2 * e.end].decode("utf-16-le", "ignore").strip()]


def _disentangled(entities: Iterable[Entity]) -> list[Entity]:
    """The entities without those that overlap: links, quotes and code nest or are apart, and code holds nothing."""
    kept: list[Entity] = []
    for entity in sorted(entities, key=_place):
        around = [other for other in kept if _touch(entity, other)]
        if all(entity.end <= other.end and other.type not in CODE and other.type != entity.type for other in around):
            kept.append(entity)
    return kept


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _without(spans: list[tuple[int, int]], holes: list[tuple[int, int]]) -> list[tuple[int, int]]:
    for first, last in holes:
        pieces = [(a, min(b, first)) for a, b in spans] + [(max(a, last), b) for a, b in spans]
        spans = sorted({(a, b) for a, b in pieces if a < b})
    return spans


def _split(span: tuple[int, int], blocks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A style, cut at the edges of the links and quotes that it crosses."""
    start, end = span
    cuts = {first for first, last in blocks if start < first < end < last}
    cuts |= {last for first, last in blocks if first < start < last < end}
    return list(pairwise(sorted({start, end} | cuts)))


def _found(text: str) -> Iterator[Entity]:
    for kind, pattern in _FOUND.items():
        for match in pattern.finditer(text):
            yield Entity(kind, units(text[: match.start()]), units(match[0]))


def _place(entity: Entity) -> tuple[int, int, int]:
    return entity.offset, -entity.length, _ORDER.get(entity.type, 50)


def _opaque(entity: Entity) -> bool:
    return entity.type in CODE or entity.type == "text_link"


def _touch(one: Entity, other: Entity) -> bool:
    return one.offset < other.end and other.offset < one.end


def _between(entity: Entity, start: int, end: int) -> Entity:
    return replace(entity, offset=start, length=end - start)
