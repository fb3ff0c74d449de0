"""The fingerprints that the locks on a message carry."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

from sandbox.client.seen import Message

PROOF = re.compile(r'\?start=proof-([A-Za-z0-9_-]{43})">([^<]+)<', re.ASCII)


def seals_in(message: Message) -> tuple[str, ...]:
    """The SHA-256 of each secret, in hex: what stands behind 🔒, in order."""
    return _behind(message, "🔒")


def lots_in(message: Message) -> tuple[str, ...]:
    """The same of each lot: what stands behind 🎲."""
    return _behind(message, "🎲")


def coded(digest: str) -> str:
    """The SHA-256, given in hex, as links carry it."""
    return urlsafe_b64encode(bytes.fromhex(digest)).decode().rstrip("=")


def _behind(message: Message, sign: str) -> tuple[str, ...]:
    return tuple(
        urlsafe_b64decode(f"{found}=").hex() for found, shown in PROOF.findall(message.html) if shown.startswith(sign)
    )
