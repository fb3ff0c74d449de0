"""Links to the bot, their payloads (`/start …`), and inline queries that share something.

A payload is a letter for its kind, followed by a token or an id; or a whole word, which begins no other.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlencode

from bot.app.messages import SUPERGROUPS

CHALLENGE = "c"
"""Leads to a challenge, by its token."""
CONTEST = "b"
"""Leads to a contest, by its token."""
DAILY = "d"
"""Leads to the code of today, by the token of whose link it is."""
SEAT = "t"
"""Gives a player of a match on a card a screen of their own, by the match's id."""
TABLE, MATCH = "s", "m"
"""Share how a game ended, by its id: one against the bot, or a match."""
BOTH = "v"
"""Shows both sides of a match to whoever opens it, by the match's id."""
PUZZLE = "z"
"""Leads to a puzzle: its number, or its kind and a position; without either, to the next one."""
PROOF = "proof-"
"""Explains the fingerprint of a secret: the whole SHA-256 in base64url, without padding, follows."""
LEARN = "learn"
"""Opens the lessons."""
RULES = "rules"
"""Shows the rules."""
SET = "set"
"""Leads to how a secret is set for friends."""
GREETING = "hello"
"""Leads to home: behind the button above inline cards."""
GENERAL = 1
"""The topic that every forum has, as links name it."""
TOKEN = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
DIGEST = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
ABOUT_PUZZLE = re.compile(r"z(?:0*(?P<number>[1-9][0-9]{0,8})|(?P<made>[a-z]{1,10}_p[A-Za-z0-9_-]+))", re.ASCII)
GAME = re.compile(r"[0-9a-f]{16}", re.ASCII)


def link_to(username: str, kind: str = "", about: str = "") -> str:
    """The link to the bot of that name; with a kind the deep link."""
    return f"https://t.me/{username}?start={kind}{about}" if kind else f"https://t.me/{username}"


def link_within(supergroup: int, place: int | None) -> str:
    """The link to a message or a topic of the supergroup, for those who are in it; None: to its General."""
    return f"https://t.me/c/{SUPERGROUPS - supergroup}/{place or GENERAL}"


def sharing(link: str, text: str) -> str:
    """The link that opens Telegram's window in which this link and text are sent to somebody."""
    return f"https://t.me/share/url?{urlencode({'url': link, 'text': text})}"


def token_in(payload: str, kind: str = CHALLENGE) -> str | None:
    """The token in a payload of that kind; None for other payloads."""
    token = payload[1:]
    return token if payload[:1] == kind and TOKEN.fullmatch(token) else None


def game_in(typed: str, kind: str) -> str | None:
    """The game's id in a query of that kind; None for other queries."""
    return typed[1:] if typed[:1] == kind and GAME.fullmatch(typed[1:]) else None


def puzzle_in(payload: str) -> str | None:
    """Which puzzle a payload leads to; empty: the next one; None: it leads to none."""
    if payload == PUZZLE:
        return ""
    match = ABOUT_PUZZLE.fullmatch(payload)
    return None if match is None else match["number"] or match["made"]


def proof_link(username: str, digest: str) -> str:
    """The link that carries this SHA-256, given in hex."""
    coded = urlsafe_b64encode(bytes.fromhex(digest)).decode().rstrip("=")
    return link_to(username, PROOF, coded)


def digest_in(payload: str) -> str | None:
    """The SHA-256 in hex that such a link carries; None for other payloads."""
    coded = payload.removeprefix(PROOF)
    if coded == payload or not DIGEST.fullmatch(coded):
        return None
    return urlsafe_b64decode(f"{coded}=").hex()
