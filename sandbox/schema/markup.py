"""Inline keyboards: what a button may be, and how many there may be."""

import re
from typing import Any

from sandbox.links import is_app_url
from sandbox.refusal import bad_request
from sandbox.schema.kinds import Kind, Place, array, boolean, matching, record, string

_MOST_BUTTONS = 100
_WIDEST_ROW = 8
_MOST_DATA_BYTES = 64
_URL = re.compile(r"(https?|tg|mailto)://?\S+|[\w-]+(\.[\w-]+)+([/?#]\S*)?", re.IGNORECASE)
_SWITCHES = ("switch_inline_query", "switch_inline_query_current_chat", "switch_inline_query_chosen_chat")
_ACTIONS = ("callback_data", "url", "copy_text", "web_app", *_SWITCHES)


def _data(value: Any, place: Place) -> str:
    text = string(value, place)
    if not 1 <= len(text.encode()) <= _MOST_DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")
    return text


def _url(value: Any, place: Place) -> str:
    text = string(value, place)
    if not _URL.fullmatch(text):
        raise bad_request(f"inline keyboard button URL '{text}' is invalid: Wrong HTTP URL")
    return text


_CHAT_KINDS = ("allow_user_chats", "allow_bot_chats", "allow_group_chats", "allow_channel_chats")
_CHOSEN_CHAT = record({}, {"query": string} | dict.fromkeys(_CHAT_KINDS, boolean))


def _chosen_chat(value: Any, place: Place) -> Any:
    chosen = _CHOSEN_CHAT(value, place)
    if not any(chosen.get(kind) for kind in _CHAT_KINDS):
        raise bad_request("at least one chat type must be allowed")
    return chosen


def app(where: str) -> Kind:
    """The address of a Mini App; `where`: of what kind of button."""

    def read(value: Any, place: Place) -> str:
        url = string(value, place)
        if not is_app_url(url):
            raise bad_request(f"{where} Web App URL '{url}' is invalid: Only HTTPS links are allowed")
        return url

    return record({"url": read})


_BUTTON = record(
    {"text": string},
    {
        "callback_data": _data,
        "url": _url,
        "switch_inline_query": string,
        "switch_inline_query_current_chat": string,
        "switch_inline_query_chosen_chat": _chosen_chat,
        "copy_text": record({"text": matching(r".{1,256}", "BUTTON_COPY_TEXT_INVALID")}),
        "web_app": app("inline keyboard button"),
        "style": matching("danger|success|primary", "BUTTON_STYLE_INVALID"),
        "icon_custom_emoji_id": string,
    },
)


def _button(value: Any, place: Place) -> Any:
    button = _BUTTON(value, place)
    if not button["text"].strip():
        raise bad_request("can't parse InlineKeyboardButton: Text must be non-empty")
    if sum(action in button for action in _ACTIONS) != 1:
        raise bad_request("can't parse InlineKeyboardButton: Text buttons are unallowed in the inline keyboard")
    return button


_KEYBOARD = record({"inline_keyboard": array(array(_button))})


def inline_keyboard(value: Any, place: Place) -> dict[str, Any]:
    """An inline keyboard within Telegram's limits; empty rows fall away as they do there."""
    rows: list[list[Any]] = [row for row in _KEYBOARD(value, place)["inline_keyboard"] if row]
    if sum(len(row) for row in rows) > _MOST_BUTTONS:
        raise bad_request("REPLY_MARKUP_TOO_LONG")
    if any(len(row) > _WIDEST_ROW for row in rows):
        raise bad_request(f"REPLY_MARKUP_INVALID: more than {_WIDEST_ROW} buttons in a row")
    return {"inline_keyboard": rows}


def switches_inline(markup: Any) -> bool:
    """Whether a keyboard has buttons that lead into inline mode."""
    return _has(markup, *_SWITCHES)


def opens_app(markup: Any) -> bool:
    """Whether a keyboard has buttons that open a Mini App."""
    return _has(markup, "web_app")


def _has(markup: Any, *actions: str) -> bool:
    rows = markup.get("inline_keyboard", []) if markup else []
    return any(action in button for row in rows for button in row for action in actions)
