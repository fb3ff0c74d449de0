"""Links into the private chat, what they carry to /start, and what is typed behind the bot's name to share something.

That is a letter for its kind, then what it is about.
"""

import re

CHALLENGE = "c"
"""The kind that leads to a challenge; a token stands behind it."""
CONTEST = "b"
"""The kind that leads to a contest; a token stands behind it."""
SEAT = "t"
"""The kind that leads whoever plays a match on a card to a screen of their own; its id stands behind it."""
TABLE, MATCH = "s", "m"
"""Kinds that share how a game ended: one against the bot, or a match; its id stands behind them."""
TOKEN = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
GAME = re.compile(r"[0-9a-f]{16}", re.ASCII)


def link_to(username: str, kind: str, about: str) -> str:
    """A link to the bot of that name."""
    return f"https://t.me/{username}?start={kind}{about}"


def token_in(payload: str, kind: str = CHALLENGE) -> str | None:
    """The token of what the payload leads to; None if it leads to nothing of that kind."""
    token = payload[1:]
    return token if payload[:1] == kind and TOKEN.fullmatch(token) else None


def game_in(typed: str, kind: str) -> str | None:
    """The id of the game of that kind that is to be shared; None if it is another kind, or something else."""
    return typed[1:] if typed[:1] == kind and GAME.fullmatch(typed[1:]) else None
