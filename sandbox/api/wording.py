"""The text or caption of a call, parsed as the server does."""

from typing import Any

from sandbox import html
from sandbox.refusal import bad_request
from sandbox.schema.parameters import Given
from sandbox.text import Entity, Text, finished, units

MOST_TEXT = 4096
MOST_CAPTION = 1024


def text_of(given: Given) -> Text:
    """The text of a message. Raises Refusal if it is empty, too long or malformed."""
    text = _formatted(given["text"], given.get("parse_mode", ""), given.get("entities", []))
    if not text.text:
        raise bad_request("text must be non-empty")
    if len(text.text) > MOST_TEXT:
        raise bad_request("message is too long")
    return text


def caption_of(given: Given) -> Text | None:
    """The caption, if there is one. Raises Refusal if it is too long or malformed."""
    caption = _formatted(given.get("caption", ""), given.get("parse_mode", ""), given.get("caption_entities", []))
    if len(caption.text) > MOST_CAPTION:
        raise bad_request("message caption is too long")
    return caption if caption.text else None


def _formatted(source: str, mode: str, entities: list[dict[str, Any]]) -> Text:
    match mode.lower():
        case "html":
            return finished(*html.parse(source))
        case "":
            return finished(source, _given_entities(source, entities))
        case "markdown" | "markdownv2":
            raise bad_request(f"the sandbox does not read {mode}; use HTML or entities")
        case _:
            raise bad_request("unsupported parse_mode")


def _given_entities(source: str, entities: list[dict[str, Any]]) -> list[Entity]:
    read = [Entity(**entity) for entity in entities]
    length = units(source)
    for entity in read:
        if entity.end > length:
            raise bad_request(f"entity beginning at UTF-16 offset {entity.offset} ends after the end of the text")
    return read
