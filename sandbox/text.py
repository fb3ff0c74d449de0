"""Formatted text as the server keeps it: cleaned, trimmed, with entities in UTF-16 units."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

STYLES = ("bold", "italic", "underline", "strikethrough", "spoiler")
CODE = ("pre", "code")
_ORDER = {"blockquote": 0, "expandable_blockquote": 0, "pre": 10, "code": 20, "text_link": 49}
_ORDER |= {style: 90 + place for place, style in enumerate(STYLES)}

_REMOVED = re.compile("[\r\u2028-\u202e]")
_CONTROL = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f]")
_BLANK = " \n"
_FOUND = {
    "bot_command": re.compile(r"(?<![\w/<>@])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>@])"),
    "mention": re.compile(r"(?<![\w@/])@[A-Za-z0-9_]{3,32}(?!\w)"),
    "hashtag": re.compile(r"(?<![\w#/&])#\w*[^\W\d]\w*"),
    "url": re.compile(r"(?<![\w/@])(?:https?://|t\.me/)[^\s<>\"]*[^\s<>\".,;:!?)\]}'»]"),
}


@dataclass(frozen=True, slots=True)
class Entity:
    """A stretch of text that means or looks like something."""

    type: str
    offset: int
    length: int
    url: str | None = None
    language: str | None = None

    @property
    def end(self) -> int:
        """The first unit after it."""
        return self.offset + self.length

    def as_json(self) -> dict[str, Any]:
        """As both sides are told of it."""
        told = {
            "type": self.type,
            "offset": self.offset,
            "length": self.length,
            "url": self.url,
            "language": self.language,
        }
        return {name: value for name, value in told.items() if value is not None}


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
    trimmed, kept = _trimmed(cleaned, kept)
    kept = _untangled(trimmed, kept)
    kept += [entity for entity in _found(trimmed) if not any(_touch(entity, other) for other in kept if _opaque(other))]
    return Text(trimmed, tuple(sorted(kept, key=lambda e: (e.offset, -e.length, _ORDER.get(e.type, 50)))))


def _cleaned(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    text = _CONTROL.sub(" ", text)
    gone = [units(text[: match.start()]) for match in _REMOVED.finditer(text)]
    if not gone:
        return text, entities

    def moved(position: int) -> int:
        return position - sum(place < position for place in gone)

    return _REMOVED.sub("", text), [_between(e, moved(e.offset), moved(e.end)) for e in entities]


def _trimmed(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    text = text.rstrip(_BLANK)
    leading = len(text) - len(text.lstrip(_BLANK))
    shift = min([leading, *(entity.offset for entity in entities)])
    text = text[shift:]
    end = units(text)
    return text, [_between(e, min(e.offset - shift, end), min(e.end - shift, end)) for e in entities]


def _untangled(text: str, entities: list[Entity]) -> list[Entity]:
    encoded = text.encode("utf-16-le")
    told = [
        e for e in entities if e.length > 0 and encoded[2 * e.offset : 2 * e.end].decode("utf-16-le", "ignore").strip()
    ]
    plain = [entity for entity in told if entity.type not in STYLES]
    code = [(entity.offset, entity.end) for entity in plain if entity.type in CODE]
    for style in STYLES:
        spans = _joined((entity.offset, entity.end) for entity in told if entity.type == style)
        plain += [Entity(style, start, end - start) for start, end in _without(spans, code)]
    return plain


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


def _found(text: str) -> Iterator[Entity]:
    for kind, pattern in _FOUND.items():
        for match in pattern.finditer(text):
            yield Entity(kind, units(text[: match.start()]), units(match[0]))


def _opaque(entity: Entity) -> bool:
    return entity.type in CODE or entity.type == "text_link"


def _touch(one: Entity, other: Entity) -> bool:
    return one.offset < other.end and other.offset < one.end


def _between(entity: Entity, start: int, end: int) -> Entity:
    return replace(entity, offset=start, length=end - start)
