"""What Telegram's refusals mean for us. python-telegram-bot makes them exceptions."""

import re
import warnings
from datetime import timedelta

from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.warnings import PTBDeprecationWarning

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

warnings.filterwarnings("ignore", ".*attribute `retry_after`", PTBDeprecationWarning)
"""At each flood wait python-telegram-bot warns that it will be a timedelta; `seconds_asked` reads both."""
QUOTED = re.compile(r"""(["']).*\1""", re.DOTALL)
"""What an error message quotes of the request."""


def seconds_asked(error: Exception) -> float:
    """Seconds that Telegram told us to wait; 0 if it did not."""
    if not isinstance(error, RetryAfter):
        return 0.0
    rest = error.retry_after
    return rest.total_seconds() if isinstance(rest, timedelta) else rest


def says(error: BadRequest, words: tuple[str, ...]) -> bool:
    """Whether the refusal contains one of these phrases."""
    return any(word in error.message.lower() for word in words)


def reason_of(error: TelegramError) -> str:
    """Why Telegram refused, for the log, without quoted text, which players may have written."""
    return QUOTED.sub("…", error.message)


KINDS = {
    "same": SAME, "gone": GONE, "no_text": NO_TEXT, "unmarked": UNMARKED, "kept": KEPT, "no_topic": NO_TOPIC,
    "unreachable": UNREACHABLE,
}  # fmt: skip


def kind_of(error: TelegramError) -> str:
    """Why a call failed, in one word of a few: for counting."""
    if isinstance(error, RetryAfter):
        return "flood"
    if is_unreachable(error):
        return "unreachable"
    if isinstance(error, BadRequest):
        return next((kind for kind, words in KINDS.items() if says(error, words)), "bad_request")
    if isinstance(error, NetworkError):
        return "timeout" if isinstance(error, TimedOut) else "network"
    return type(error).__name__.lower()


def is_unreachable(error: Exception) -> bool:
    """Whether the chat cannot be written to: the bot was blocked or removed, or the chat does not exist."""
    return isinstance(error, Forbidden) or (isinstance(error, BadRequest) and says(error, UNREACHABLE))
