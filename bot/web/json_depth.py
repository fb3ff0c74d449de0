"""The nesting depth of JSON, checked before parsing: Python's parser recurses as deep as the input."""

import re

STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
"""A JSON string. An unterminated one matches to the end, so that one pass suffices for any input."""
BUT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")
ALL_SQUARE = bytes.maketrans(b"{}", b"[]")


def is_deeper(body: bytes, than: int) -> bool:
    """Whether the JSON in `body` is nested more deeply than that. Invalid JSON may count as deep."""
    if body.count(b"[") + body.count(b"{") <= than:
        return False
    brackets = STRING.sub(b"", body).translate(ALL_SQUARE, BUT_BRACKETS)
    for _ in range(than):
        brackets = brackets.replace(b"[]", b"")  # removes the innermost level everywhere
    return bool(brackets)
