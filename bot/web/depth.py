"""How deeply JSON is nested, found out before it is read: Python's reader goes as deep as it is led."""

import re

STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
"""A string of JSON. One that never ends swallows the rest, so that looking takes one pass whatever is there."""
BUT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")
ALL_SQUARE = bytes.maketrans(b"{}", b"[]")


def is_deeper(body: bytes, than: int) -> bool:
    """Whether the JSON in `body` is nested more deeply than that. What is no JSON at all may count as deep."""
    if body.count(b"[") + body.count(b"{") <= than:
        return False
    brackets = STRING.sub(b"", body).translate(ALL_SQUARE, BUT_BRACKETS)
    for _ in range(than):
        brackets = brackets.replace(b"[]", b"")  # the innermost, everywhere: one level less
    return bool(brackets)
