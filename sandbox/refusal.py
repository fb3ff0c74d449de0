"""Telegram's refusals, in Telegram's words."""

from typing import Any

TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


class Refusal(Exception):
    """A call that Telegram answers with ok=false."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def as_json(self) -> dict[str, Any]:
        """The body of the answer."""
        body: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        return body | ({"parameters": self.parameters} if self.parameters else {})


def bad_request(reason: str, **parameters: int) -> Refusal:
    """400: the call is wrong, or comes too late."""
    return Refusal(400, f"Bad Request: {reason}", **parameters)


def too_old() -> Refusal:
    """400: the query that is answered is too old, answered already, or unknown."""
    return bad_request(TOO_OLD)


def forbidden(reason: str) -> Refusal:
    """403: the bot was blocked or removed."""
    return Refusal(403, f"Forbidden: {reason}")


def conflict(reason: str) -> Refusal:
    """409: two ways of receiving updates at once."""
    return Refusal(409, f"Conflict: {reason}")


def too_many_requests(retry_after: int) -> Refusal:
    """429: too fast."""
    return Refusal(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)


def not_found() -> Refusal:
    """404: no such method."""
    return Refusal(404, "Not Found")


def unauthorized() -> Refusal:
    """401: no such token."""
    return Refusal(401, "Unauthorized")


class Unwelcome(Exception):
    """An action that a person cannot do now; the message says why."""

    def __init__(self, reason: str, status: int = 409) -> None:
        super().__init__(reason)
        self.status = status
