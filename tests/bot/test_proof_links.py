"""Payloads of links that explain the fingerprint of a secret."""

from base64 import urlsafe_b64encode
from hashlib import sha256

import pytest

from bot.app.links import digest_in


def test_the_whole_digest_comes_back_from_a_link() -> None:
    """The payload carries SHA-256 in base64url without padding: 43 characters."""
    digest = sha256(b"0123 salt").digest()
    coded = urlsafe_b64encode(digest).decode().rstrip("=")
    assert len(coded) == 43
    assert digest_in(f"proof-{coded}") == digest.hex()


@pytest.mark.parametrize("coded", ["_" * 43, "-" * 43, "A" * 42 + "9"])
def test_any_forged_digest_is_read(coded: str) -> None:
    """Whatever 43 characters of base64url say, also with spare bits set, they are 32 bytes."""
    digest = digest_in(f"proof-{coded}")
    assert digest is not None
    assert len(digest) == 64


@pytest.mark.parametrize(
    "payload", ["", "proof-", "proof-" + "A" * 42, "proof-" + "A" * 44, "A" * 43, "proof-" + "я" * 43]
)
def test_other_payloads_are_no_proof(payload: str) -> None:
    """They mean something else, or greet."""
    assert digest_in(payload) is None
