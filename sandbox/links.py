"""Links that lead to the bot, on the web (t.me) or of the app's own kind (tg://resolve), and to its Mini App."""

import re
from urllib.parse import parse_qs, urlsplit

PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SITES = ("t.me", "www.t.me", "telegram.me")
_LOOPBACK = re.compile(r"localhost|127(\.\d{1,3}){3}|::1")


def start_payload(link: str, username: str, parameter: str = "start") -> str | None:
    """The /start payload of the link ("": none), or another parameter's; None if it does not lead to the bot."""
    parts = urlsplit(link if "://" in link else f"https://{link}")
    query = parse_qs(parts.query, keep_blank_values=True)
    if parts.scheme == "tg" and parts.netloc == "resolve":
        name = query.get("domain", [""])[0]
    elif parts.scheme in ("http", "https") and parts.netloc.lower() in _SITES:
        name = parts.path.strip("/")
    else:
        return None
    return query.get(parameter, [""])[0] if name.lower() == username.lower() else None


def is_payload(text: str) -> bool:
    """Whether this is a valid payload of a deep link."""
    return PAYLOAD.fullmatch(text) is not None


def is_app_url(url: str) -> bool:
    """Whether a Mini App may have this address: https, or on this machine, as on Telegram's test servers, http."""
    parts = urlsplit(url)
    is_here = parts.scheme == "http" and _LOOPBACK.fullmatch(parts.hostname or "") is not None
    return bool(parts.hostname) and (parts.scheme == "https" or is_here)
