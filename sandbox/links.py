"""Links that lead to the bot, on the web (t.me) or of the app's own kind (tg://resolve)."""

import re
from urllib.parse import parse_qs, urlsplit

PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SITES = ("t.me", "www.t.me", "telegram.me")


def start_payload(link: str, username: str) -> str | None:
    """The /start payload of the link ("": none); None if it does not lead to the bot."""
    parts = urlsplit(link if "://" in link else f"https://{link}")
    query = parse_qs(parts.query, keep_blank_values=True)
    if parts.scheme == "tg" and parts.netloc == "resolve":
        name = query.get("domain", [""])[0]
    elif parts.scheme in ("http", "https") and parts.netloc.lower() in _SITES:
        name = parts.path.strip("/")
    else:
        return None
    return query.get("start", [""])[0] if name.lower() == username.lower() else None


def is_payload(text: str) -> bool:
    """Whether this is a valid payload of a deep link."""
    return PAYLOAD.fullmatch(text) is not None
