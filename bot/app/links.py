"""Links into the private chat, and what they carry to /start: a letter for its kind, then what it is about."""

import re

CHALLENGE = "c"
"""The kind that leads to a challenge; a token stands behind it."""
TOKEN = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


def link_to(username: str, kind: str, about: str) -> str:
    """A link to the bot of that name."""
    return f"https://t.me/{username}?start={kind}{about}"


def token_in(payload: str) -> str | None:
    """The token of the challenge that the payload leads to; None if it leads elsewhere."""
    kind, token = payload[:1], payload[1:]
    return token if kind == CHALLENGE and TOKEN.fullmatch(token) else None
