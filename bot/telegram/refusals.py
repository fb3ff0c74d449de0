"""Telegram's error responses as exceptions, and what they mean for us."""

import json
import re
from http import HTTPStatus

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    TelegramError,
)

ERRORS: dict[int, type[TelegramError]] = {
    HTTPStatus.BAD_REQUEST: BadRequest,
    HTTPStatus.UNAUTHORIZED: InvalidToken,
    HTTPStatus.FORBIDDEN: Forbidden,
    HTTPStatus.NOT_FOUND: InvalidToken,  # Telegram's answer to a malformed token; all methods that we call exist
    HTTPStatus.CONFLICT: Conflict,
}

SAME = ("message is not modified",)
GONE = (
    "message to edit not found",
    "message to delete not found",
    "message can't be edited",
    "message_id_invalid",
    "message not found",
    "message identifier is not specified",
    "invalid inline message identifier",
)
NO_TEXT = ("there is no text in the message to edit",)
"""The message shows a picture, and cannot be edited to show text instead."""
UNMARKED = ("message to react not found", "reaction_invalid", "reactions are not available")
KEPT = ("message can't be deleted",)
NO_TOPIC = ("message thread not found", "topic_closed", "topic_deleted")
UNREACHABLE = (
    "chat not found",
    "user not found",
    "user is deactivated",
    "peer_id_invalid",
    "have no rights to send",
    "not enough rights to send",
    "chat_write_forbidden",
    "group chat was deactivated",
)

QUOTED = re.compile(r"""(["']).*\1""", re.DOTALL)
"""What an error message quotes of the request."""


class FloodControl(TelegramError):
    """Flood control: Telegram demands a pause of so many seconds.

    Used instead of python-telegram-bot's RetryAfter, which warns whenever it is made.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"Telegram wants a rest of {seconds:g} seconds")
        self.seconds = seconds


def refusal(status: int, answer: bytes) -> TelegramError:
    """The exception for a response without a result."""
    try:
        data = json.loads(answer)
        is_refused, description = data["ok"] is False, str(data["description"])
        parameters = data.get("parameters") or {}
    except (ValueError, KeyError, TypeError, AttributeError):
        is_refused = False
    if not is_refused:  # a page of a proxy, or of something else between Telegram and us
        return NetworkError(f"HTTP status {status} without an answer of the Bot API")
    if "migrate_to_chat_id" in parameters:
        return ChatMigrated(parameters["migrate_to_chat_id"])
    if isinstance(rest := parameters.get("retry_after"), int | float):
        return FloodControl(rest)
    return ERRORS.get(status, NetworkError)(description)


def seconds_asked(error: Exception) -> float:
    """Seconds that Telegram told us to wait; 0 if it did not."""
    return error.seconds if isinstance(error, FloodControl) else 0.0


def says(error: BadRequest, words: tuple[str, ...]) -> bool:
    """Whether the refusal contains one of these phrases."""
    return any(word in error.message.lower() for word in words)


def reason_of(error: TelegramError) -> str:
    """Why Telegram refused, for the log, without quoted text, which players may have written."""
    return QUOTED.sub("…", error.message)


def is_unreachable(error: Exception) -> bool:
    """Whether the chat cannot be written to: the bot was blocked or removed, or the chat does not exist."""
    return isinstance(error, Forbidden) or (isinstance(error, BadRequest) and says(error, UNREACHABLE))
