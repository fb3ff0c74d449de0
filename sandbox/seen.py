"""What a person sees, as typed values for tests."""

import html
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from sandbox.text import Entity

_TAGS = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "strikethrough": "s",
    "spoiler": "tg-spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "expandable_blockquote": "blockquote",
    "text_link": "a",
}


@dataclass(frozen=True, slots=True)
class Button:
    """One button: `kind` is "callback", "url" or "copy", `value` its data, address or text."""

    text: str
    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot told the presser alone."""

    text: str | None
    alert: bool
    url: str | None

    @property
    def payload(self) -> str | None:
        """What the link in the answer carries to /start."""
        return next(iter(parse_qs(urlsplit(self.url or "").query).get("start", ())), None)


@dataclass(frozen=True, slots=True)
class Message:
    """One message as it stands now."""

    chat: int
    id: int
    date: int
    edited: int | None
    sender: int
    sender_name: str
    by_bot: bool
    text: str
    entities: tuple[Entity, ...]
    keyboard: tuple[tuple[Button, ...], ...]
    reply_to: int | None
    service: str | None
    photo: str | None  # where it can be downloaded, below the sandbox's address
    document: str | None
    sticker: str | None
    raw: dict[str, Any] = field(compare=False, repr=False)

    @property
    def buttons(self) -> tuple[str, ...]:
        """The texts of all buttons, row by row."""
        return tuple(button.text for row in self.keyboard for button in row)

    @property
    def bold(self) -> tuple[str, ...]:
        """The stretches in bold."""
        return self._stretches("bold")

    @property
    def code(self) -> tuple[str, ...]:
        """The monospaced stretches."""
        return self._stretches("code", "pre")

    @property
    def html(self) -> str:
        """The text with its formatting as Telegram's HTML."""
        return _html(self.text, self.entities)

    def button(self, wanted: str) -> Button | None:
        """The button with this text, or else the first whose text contains it."""
        buttons = [button for row in self.keyboard for button in row]
        exact = (button for button in buttons if button.text == wanted)
        return next(exact, next((button for button in buttons if wanted in button.text), None))

    def __str__(self) -> str:
        said = self.text or self.service or self.sticker or "(no text)"
        rows = "".join("\n    " + " ".join(f"[{button.text}]" for button in row) for row in self.keyboard)
        return f"{self.sender_name}: {said}{rows}"

    def _stretches(self, *types: str) -> tuple[str, ...]:
        return tuple(_cut(self.text, e.offset, e.end) for e in self.entities if e.type in types)


def message_from(told: dict[str, Any]) -> Message:
    """The message in an event or an answer of the sandbox."""
    return Message(
        chat=told["chat"],
        id=told["id"],
        date=told["date"],
        edited=told["edited"],
        sender=told["from"]["id"],
        sender_name=told["from"]["name"],
        by_bot=told["from"]["bot"],
        text=told["text"] or "",
        entities=tuple(Entity(**entity) for entity in told["entities"]),
        keyboard=tuple(tuple(Button(**button) for button in row) for row in told["keyboard"]),
        reply_to=told["reply_to"],
        service=told["service"],
        photo=told["photo"] and told["photo"]["url"],
        document=told["document"] and told["document"]["url"],
        sticker=told["sticker"] and told["sticker"]["emoji"],
        raw=told,
    )


def _cut(text: str, start: int, end: int) -> str:
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def _html(text: str, entities: tuple[Entity, ...]) -> str:
    """Tags are closed and opened again where stretches overlap without one holding the other."""
    styled = [entity for entity in entities if entity.type in _TAGS]
    edges = sorted({0, len(text.encode("utf-16-le")) // 2} | {edge for e in styled for edge in (e.offset, e.end)})
    written, opened = "", list[Entity]()
    for start, end in zip(edges, [*edges[1:], edges[-1]], strict=True):
        wanted = [entity for entity in styled if entity.offset <= start < entity.end]
        shared = next(
            (n for n, (a, b) in enumerate(zip(opened, wanted, strict=False)) if a != b), min(len(opened), len(wanted))
        )
        written += "".join(f"</{_TAGS[entity.type]}>" for entity in reversed(opened[shared:]))
        written += "".join(_start_tag(entity) for entity in wanted[shared:])
        written += html.escape(_cut(text, start, end), quote=False)
        opened = wanted
    return written


def _start_tag(entity: Entity) -> str:
    match entity.type:
        case "text_link":
            return f'<a href="{html.escape(entity.url or "")}">'
        case "expandable_blockquote":
            return "<blockquote expandable>"
        case kind:
            return f"<{_TAGS[kind]}>"
