"""Parses Telegram's HTML: its tags, and its messages for malformed input."""

import re
from dataclasses import dataclass, replace
from typing import Any

from sandbox.refusal import Refusal, bad_request
from sandbox.text import Entity, units

_TYPES = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-time": "date_time",
}
_CHARACTERS = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,8})|#([0-9]{1,8})|(lt|gt|amp|quot)\b);?")
_NAME = re.compile(r"[^\s>]*")
_ATTRIBUTE = re.compile(r"\s*([^\s=>/\"']+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([A-Za-z0-9.-]+)(?=[\s>])))?")
_DATE = re.compile(r"r|w?[dD]?[tT]?")
_LAST_CHARACTER = 0x10FFFF
_LINK = re.compile(r"(?:https?|tg|ton|tonsite|mailto):.+|[\w-]+(?:\.[\w-]+)+(?:[/?#:].*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Open:
    tag: str
    attributes: dict[str, str]
    offset: int  # in UTF-16 units of the result
    start: int  # in characters of the result


def parse(source: str) -> tuple[str, list[Entity]]:
    """The plain text and its entities. Raises Refusal for what Telegram would refuse."""
    return _Parser(source).run()


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.text = ""
        self.units = 0
        self.opened: list[_Open] = []
        self.entities: list[Entity] = []

    def run(self) -> tuple[str, list[Entity]]:
        while self.at < len(self.source):
            if self.source.startswith("</", self.at):
                self._end_tag()
            elif self.source[self.at] == "<":
                self._start_tag()
            else:
                self._words()
        if self.opened:
            raise _broken(f'Can\'t find end tag corresponding to start tag "{self.opened[-1].tag}"')
        return self.text, [replace(e, language=None) if e.type == "code" else e for e in self.entities]

    def _words(self) -> None:
        stop = self.source.find("<", self.at)
        stop = len(self.source) if stop < 0 else stop
        words = _decoded(self.source[self.at : stop])
        self.text += words
        self.units += units(words)
        self.at = stop

    def _start_tag(self) -> None:
        begin = self.at
        tag = self._name(begin + 1)
        if self.at == len(self.source):
            raise _broken(f"Unclosed start tag at byte offset {self._bytes(begin)}")
        if tag not in _TYPES:
            raise _broken(f'Unsupported start tag "{tag}" at byte offset {self._bytes(begin)}')
        attributes = self._attributes(tag, begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise _broken(f'Tag "span" must have class "tg-spoiler" at byte offset {self._bytes(begin)}')
        self.opened.append(_Open(tag, attributes, self.units, len(self.text)))

    def _attributes(self, tag: str, begin: int) -> dict[str, str]:
        attributes: dict[str, str] = {}
        while True:
            self._skip_spaces()
            if self.at == len(self.source):
                raise _broken(f'Unclosed start tag "{tag}" at byte offset {self._bytes(begin)}')
            if self.source[self.at] == ">":
                self.at += 1
                return attributes
            match = _ATTRIBUTE.match(self.source, self.at)
            if match is None:
                raise _broken(f'Empty attribute name in the tag "{tag}" at byte offset {self._bytes(begin)}')
            self.at = match.end()
            self._refuse_broken_value(tag, begin)
            value = next((group for group in match.groups()[1:] if group is not None), "")
            attributes[match[1].lower()] = _decoded(value)

    def _refuse_broken_value(self, tag: str, begin: int) -> None:
        """Refuse an attribute whose "=" has no complete value."""
        self._skip_spaces()
        if not self.source.startswith("=", self.at):
            return
        self.at += 1
        self._skip_spaces()
        if self.at == len(self.source):
            raise _broken(f'Unclosed start tag "{tag}" at byte offset {self._bytes(begin)}')
        if self.source[self.at] in "\"'":
            raise _broken(f"Unclosed start tag at byte offset {self._bytes(begin)}")
        raise _broken(f"Unexpected end of name token at byte offset {self._bytes(self.at)}")

    def _end_tag(self) -> None:
        begin = self.at
        if not self.opened:
            raise _broken(f"Unexpected end tag at byte offset {self._bytes(begin)}")
        tag = self._name(begin + 2)
        self._skip_spaces()
        if not self.source.startswith(">", self.at):
            raise _broken(f"Unclosed end tag at byte offset {self._bytes(begin)}")
        self.at += 1
        opened = self.opened.pop()
        if tag and tag != opened.tag:
            expected = f'expected "</{opened.tag}>", found "</{tag}>"'
            raise _broken(f"Unmatched end tag at byte offset {self._bytes(begin)}, {expected}")
        self._close(opened)

    def _close(self, opened: _Open) -> None:
        length = self.units - opened.offset
        if not length:
            return
        entity = Entity(_TYPES[opened.tag], opened.offset, length)
        match opened.tag:
            case "a":
                self._link(opened, length)
            case "blockquote" if "expandable" in opened.attributes:
                self.entities.append(Entity("expandable_blockquote", opened.offset, length))
            case "pre" | "code":
                self._code(opened, entity)
            case "tg-time":
                self.entities.append(replace(entity, **_date(opened.attributes)))
            case _:
                self.entities.append(entity)

    def _link(self, opened: _Open, length: int) -> None:
        url = opened.attributes.get("href") or self.text[opened.start :]
        if _LINK.fullmatch(url):
            full = url if re.match(r"[a-z]+:", url, re.IGNORECASE) else f"http://{url}"
            self.entities.append(Entity("text_link", opened.offset, length, url=full))

    def _code(self, opened: _Open, entity: Entity) -> None:
        """Handle `code` in `pre`: a <code class="language-…"> that fills a <pre> only names the language."""
        language = opened.attributes.get("class", "").removeprefix("language-") or None
        inner = self.entities[-1] if self.entities else None
        if (
            opened.tag == "pre"
            and inner
            and inner.type == "code"
            and (inner.offset, inner.length) == (entity.offset, entity.length)
        ):
            self.entities[-1] = Entity("pre", entity.offset, entity.length, language=inner.language)
        else:
            nested = any(outer.tag == "pre" for outer in self.opened)
            self.entities.append(
                Entity(entity.type, entity.offset, entity.length, language=language if nested else None)
            )

    def _name(self, start: int) -> str:
        match = _NAME.match(self.source, start)
        assert match is not None  # noqa: S101 -- the pattern matches the empty string
        self.at = match.end()
        return match[0].lower()

    def _skip_spaces(self) -> None:
        while self.at < len(self.source) and self.source[self.at].isspace():
            self.at += 1

    def _bytes(self, position: int) -> int:
        return len(self.source[:position].encode())


def _date(attributes: dict[str, str]) -> dict[str, Any]:
    unix, written = attributes.get("unix", ""), attributes.get("format", "")
    if not re.fullmatch(r"\d{1,10}", unix, re.ASCII):
        raise _broken('Tag "tg-time" must have attribute "unix" with a time')
    if not _DATE.fullmatch(written):
        raise _broken('Tag "tg-time" has an unsupported attribute "format"')
    return {"unix_time": int(unix), "date_time_format": written or None}


def _decoded(source: str) -> str:
    return _REFERENCE.sub(_character, source)


def _character(match: re.Match[str]) -> str:
    hexadecimal, decimal, name = match.groups()
    if name:
        return _CHARACTERS[name]
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    return chr(code) if 0 < code <= _LAST_CHARACTER and not 0xD800 <= code < 0xE000 else match[0]  # noqa: PLR2004


def _broken(reason: str) -> Refusal:
    return bad_request(f"can't parse entities: {reason}")
