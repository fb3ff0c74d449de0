"""What Telegram's refusals mean for us."""

from telegram.error import BadRequest, Forbidden

SAME = ("message is not modified",)
GONE = (
    "message to edit not found",
    "message to delete not found",
    "message can't be edited",
    "message_id_invalid",
    "message not found",
)
KEPT = ("message can't be deleted",)
LATE = ("query is too old", "query_id_invalid", "query id is invalid")
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


def says(error: BadRequest, words: tuple[str, ...]) -> bool:
    """Whether the refusal is one of those."""
    return any(word in error.message.lower() for word in words)


def is_unreachable(error: Exception) -> bool:
    """Whether the chat can take no message: the bot was blocked or removed, or there is no such chat."""
    return isinstance(error, Forbidden) or (isinstance(error, BadRequest) and says(error, UNREACHABLE))
