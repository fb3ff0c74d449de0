"""Answers to inline queries and guest messages: what results and the button above them may be."""

from typing import Any

from sandbox.links import is_payload
from sandbox.refusal import bad_request
from sandbox.schema.kinds import Kind, Place, array, between, either, record, string
from sandbox.schema.markup import inline_keyboard

_MOST_RESULTS = 50
_MOST_BYTES = 64


def _result_id(value: Any, place: Place) -> str:
    text = string(value, place)
    if not 1 <= len(text.encode()) <= _MOST_BYTES:
        raise bad_request("RESULT_ID_INVALID")
    return text


def _title(value: Any, place: Place) -> str:
    text = string(value, place)
    if not text.strip():
        raise bad_request("ARTICLE_TITLE_EMPTY")
    return text


def _start_parameter(value: Any, place: Place) -> str:
    text = string(value, place)
    if not text:
        raise bad_request("can't use empty start_parameter")
    if len(text.encode()) > _MOST_BYTES:
        raise bad_request("too long start_parameter specified")
    if not is_payload(text):
        raise bad_request("unallowed characters in start_parameter are used")
    return text


def _button_text(value: Any, place: Place) -> str:
    text = string(value, place)
    if not text.strip():
        raise bad_request("SWITCH_PM_TEXT_EMPTY")
    return text


def offset(value: Any, place: Place) -> str:
    """Where the next results begin."""
    text = string(value, place)
    if len(text.encode()) > _MOST_BYTES:
        raise bad_request("NEXT_OFFSET_INVALID")
    return text


BUTTON = record({"text": _button_text, "start_parameter": _start_parameter})


def result_with(entity: Kind, preview: Kind) -> Kind:
    """An article."""
    message = {"parse_mode": string, "entities": array(entity), "link_preview_options": preview}
    article = record(
        {
            "type": string,
            "id": _result_id,
            "title": _title,
            "input_message_content": record({"message_text": string}, message),
        },
        {
            "reply_markup": inline_keyboard,
            "url": string,
            "description": string,
            "thumbnail_url": string,
            "thumbnail_width": between(0, 10**4),
            "thumbnail_height": between(0, 10**4),
        },
    )
    return either("type", {"article": article})


def results_with(entity: Kind, preview: Kind) -> Kind:
    """A list of articles, each under a name of its own."""
    read_all = array(result_with(entity, preview))

    def read(value: Any, place: Place) -> Any:
        results = read_all(value, place)
        if len(results) > _MOST_RESULTS:
            raise bad_request("RESULTS_TOO_MUCH")
        if len({result["id"] for result in results}) < len(results):
            raise bad_request("RESULT_ID_DUPLICATE")
        return results

    return read
