"""Messages and cards as typed values for tests."""

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
    "date_time": "tg-time",
}


@dataclass(frozen=True, slots=True)
class Button:
    """A button. `value`: its data, URL, payload, query, or text to copy.

    `kind` is "callback", "url", "app" (a Mini App's), "copy", "start", "switch" (into inline mode, in one of `chats`)
    or "switch_here".
    """

    text: str
    kind: str
    value: str
    chats: tuple[str, ...] = ()

    def leads_to(self, chat: int, chosen: int, kind: str) -> bool:
        """Whether, pressed in `chat`, it starts inline mode in the chosen chat, which is of this kind."""
        return kind in self.chats if self.kind == "switch" else self.kind == "switch_here" and chat == chosen


@dataclass(frozen=True, slots=True)
class OpenedApp:
    """A Mini App as it was opened: its whole address, and, out of that, who Telegram says has opened it."""

    url: str
    init_data: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a press, which only the presser sees."""

    text: str | None
    alert: bool
    url: str | None

    @property
    def payload(self) -> str | None:
        """The /start payload of the link in the answer."""
        return next(iter(parse_qs(urlsplit(self.url or "").query).get("start", ())), None)


@dataclass(frozen=True, slots=True)
class Card:
    """A result of an inline query."""

    query: str
    id: str
    title: str
    description: str


@dataclass(frozen=True, slots=True)
class Cards:
    """The results of an inline query."""

    results: tuple[Card, ...]
    button: Button | None  # it leads to the bot
    next_offset: str

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the cards, from the top."""
        return tuple(card.title for card in self.results)

    def card(self, wanted: str) -> Card:
        """The first card whose title contains this."""
        for card in self.results:
            if wanted in card.title:
                return card
        raise AssertionError(f"no card says “{wanted}”: {self.titles}")


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
    topic: int | None = None  # of a forum; its General topic is None
    reaction: str | None = None  # the bot's
    via_bot: bool = False  # sent by a person, as a card of the bot's
    forwarded_from: str | None = None  # whoever wrote it first

    @property
    def buttons(self) -> tuple[str, ...]:
        """The texts of all buttons, row by row."""
        return tuple(button.text for row in self.keyboard for button in row)

    @property
    def bold(self) -> tuple[str, ...]:
        """The texts in bold."""
        return self._stretches("bold")

    @property
    def code(self) -> tuple[str, ...]:
        """The texts in monospace."""
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
        said = ("(photo) " if self.photo else "") + (self.text or self.service or self.sticker or "(no text)")
        rows = "".join("\n    " + " ".join(f"[{button.text}]" for button in row) for row in self.keyboard)
        return f"{self.sender_name}: {said}{rows}"

    def _stretches(self, *types: str) -> tuple[str, ...]:
        return tuple(_cut(self.text, e.offset, e.end) for e in self.entities if e.type in types)


def message_from(data: dict[str, Any]) -> Message:
    """The message in an event or an answer of the sandbox."""
    return Message(
        chat=data["chat"],
        topic=data["topic"],
        id=data["id"],
        date=data["date"],
        edited=data["edited"],
        sender=data["from"]["id"],
        sender_name=data["from"]["name"],
        by_bot=data["from"]["bot"],
        reaction=data["reaction"],
        via_bot=data["via"] is not None,
        forwarded_from=(data.get("forwarded") or {}).get("name"),
        text=data["text"] or "",
        entities=tuple(Entity(**entity) for entity in data["entities"]),
        keyboard=tuple(tuple(_button(button) for button in row) for row in data["keyboard"]),
        reply_to=data["reply_to"],
        service=data["service"],
        photo=data["photo"] and data["photo"]["url"],
        document=data["document"] and data["document"]["url"],
        sticker=data["sticker"] and data["sticker"]["emoji"],
        raw=data,
    )


def cards_from(data: dict[str, Any]) -> Cards:
    """The cards in an event of the sandbox."""
    button = data["button"] and Button(data["button"]["text"], "start", data["button"]["payload"])
    results = tuple(Card(data["query"], **result) for result in data["results"])
    return Cards(results, button, data["next_offset"])


def _button(data: dict[str, Any]) -> Button:
    return Button(data["text"], data["kind"], data["value"], tuple(data.get("chats", ())))


def _cut(text: str, start: int, end: int) -> str:
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def _html(text: str, entities: tuple[Entity, ...]) -> str:
    """The text as HTML; where entities overlap without nesting, tags are closed and opened again."""
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
        case "date_time":
            return f'<tg-time unix="{entity.unix_time}" format="{entity.date_time_format or ""}">'
        case "expandable_blockquote":
            return "<blockquote expandable>"
        case kind:
            return f"<{_TAGS[kind]}>"
